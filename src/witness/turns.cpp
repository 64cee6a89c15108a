#include "witness/turns.h"

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

namespace assay {

namespace {

constexpr std::array<std::string_view, 5> kWaitingCalls = {"pthread_barrier_wait", "pthread_cond_wait",
                                                           "pthread_cond_timedwait", "cnd_wait", "cnd_timedwait"};
constexpr uint32_t kRemoved = UINT32_MAX; // the thread of a turn that does not count
/// What a model begins as a thread (models/threads.c); a compiled program has no such thread.
constexpr std::string_view kThreadOfModel = "endWithLastThread";

/// The step or the await that the edge begins with; null: none.
const Operation* stopOf(const Edge& edge) {
  for (const Operation& operation : edge.operations)
    if (operation.as<Step>() || operation.as<Await>()) return &operation;
  return nullptr;
}

SourcePosition positionOf(const Operation& operation, const Edge& edge) {
  return operation.position.known() ? operation.position : edge.position;
}

/// Of a step in a function of the user's.
TurnPlace placeOf(const Operation& operation, const Edge& edge) {
  const Step* step = operation.as<Step>();
  const bool isRegion = std::ranges::any_of(edge.operations, [](const Operation& other) {
    const Atomic* atomic = other.as<Atomic>();
    return atomic != nullptr && atomic->begins;
  });
  const SourcePosition position = positionOf(operation, edge);
  if (step == nullptr || step->access == AccessKind::None)
    return isRegion ? TurnPlace{0, kEntersRegion, TurnKind::Any}
                    : TurnPlace{position.line, position.column, TurnKind::Any}; // abort and its kin
  return {position.line, position.column, step->access == AccessKind::Write ? TurnKind::Write : TurnKind::Read};
}

} // namespace

TurnRecorder::TurnRecorder(const Program& program) : program_(program) {
  threads_.emplace_back().frames.push_back({isOfUser(program.entry())});
  threads_[0].hasBegun = true;
}

size_t TurnRecorder::add(TurnPlace place) {
  turns_.push_back({current().number, place});
  return turns_.size() - 1;
}

void TurnRecorder::addOfLibrary(LibraryCall& call, TurnPlace place) {
  if (call.hasCalledBack) return;
  size_t& turn = call.waits && call.turn != LibraryCall::kNone ? call.returnTurn : call.turn;
  if (&turn == &call.returnTurn) place.kind = TurnKind::Return;
  if (turn != LibraryCall::kNone) turns_[turn].thread = kRemoved;
  turn = add(place);
}

/// The thread that runs has made the step that it stood before.
void TurnRecorder::flush() {
  Thread& thread = current();
  const std::optional<Pending> pending = std::exchange(thread.pending, std::nullopt);
  if (!pending) return;
  if (!pending->isOfLibrary)
    add(pending->place);
  else
    addOfLibrary(pending->user == 0 ? thread.own : thread.frames[pending->user - 1].call, pending->place);
}

/// The innermost frame of the user's, plus 1.
size_t TurnRecorder::userFrame(const Thread& thread) {
  size_t at = thread.frames.size();
  while (at > 0 && !thread.frames[at - 1].isOfUser) --at;
  return at;
}

void TurnRecorder::onEdge(EdgeId id) {
  flush();
  Thread& thread = current();
  if (thread.frames.empty()) return;
  const Edge& edge = program_[id];
  Frame& frame = thread.frames.back();
  frame.edge = id;
  const Operation* stop = stopOf(edge);
  if (stop == nullptr) return;
  const Step* step = stop->as<Step>();
  const bool isAccess = step != nullptr && step->access != AccessKind::None;
  if (frame.isOfUser) {
    thread.pending = Pending{placeOf(*stop, edge), isAccess, step == nullptr};
    return;
  }
  const size_t user = userFrame(thread);
  TurnPlace place{0, kEndsThread, TurnKind::Any};
  if (user > 0) {
    const SourcePosition position = thread.frames[user - 1].callPosition;
    place = {position.line, position.column, TurnKind::Any};
  }
  thread.pending = Pending{place, isAccess, step == nullptr, user, true};
}

void TurnRecorder::onCall(FunctionId callee) {
  flush();
  Thread& thread = current();
  if (thread.frames.empty()) return;
  Frame& frame = thread.frames.back();
  if (frame.isOfUser && frame.edge.valid()) {
    const Edge& edge = program_[frame.edge];
    frame.callPosition = positionOf(edge.operations.back(), edge); // a call is the last one
    frame.call = {};
    frame.call.waits = std::ranges::find(kWaitingCalls, program_[callee].name) != kWaitingCalls.end();
  } else if (isOfUser(callee)) {
    if (const size_t user = userFrame(thread); user > 0) thread.frames[user - 1].call.hasCalledBack = true;
  }
  thread.frames.push_back({isOfUser(callee)});
}

void TurnRecorder::onReturn() {
  flush();
  if (!current().frames.empty()) current().frames.pop_back();
}

void TurnRecorder::onSpawn(uint32_t thread, FunctionId callee) {
  flush();
  if (threads_.size() <= thread) threads_.resize(thread + 1);
  threads_[thread].frames.push_back({isOfUser(callee)});
  threads_[thread].number = program_[callee].name == kThreadOfModel ? kRemoved : numThreads_++;
}

void TurnRecorder::onSwitch(uint32_t thread) {
  current_ = thread;
  if (!std::exchange(current().hasBegun, true)) add({0, kBeginsThread, TurnKind::Any});
  flush();
}

std::vector<Turn> TurnRecorder::take(Property property) {
  flush();
  for (uint32_t number = 0; number < threads_.size(); ++number) {
    Thread& thread = threads_[number];
    if (number == current_ || !thread.pending || !thread.pending->isOfLibrary || thread.pending->user == 0) continue;
    if (!thread.pending->isAwait && property != Property::NoDataRace) continue;
    LibraryCall& call = thread.frames[thread.pending->user - 1].call;
    if (call.turn == LibraryCall::kNone || call.waits) continue; // what has been done already stays
    const Turn turn = turns_[call.turn];
    turns_[call.turn].thread = kRemoved;
    if (property == Property::NoDeadlock) turns_.push_back(turn);
  }
  std::erase_if(turns_, [](const Turn& turn) { return turn.thread == kRemoved; });
  if (property == Property::NoDataRace) {
    const std::vector<Turn> last = rivals();
    turns_.insert(turns_.end(), last.begin(), last.end());
  }
  return std::move(turns_);
}

std::vector<Turn> TurnRecorder::rivals() const {
  std::vector<Turn> result;
  for (uint32_t number = 0; number < threads_.size(); ++number) {
    const std::optional<Pending>& pending = threads_[number].pending;
    if (number != current_ && threads_[number].number != kRemoved && pending && pending->isAccess)
      result.push_back({threads_[number].number, pending->place});
  }
  return result;
}

std::vector<TurnPlace> turnPlaces(const Program& program) {
  std::vector<TurnPlace> result;
  for (const Edge& edge : program.edges()) {
    if (!program[program[edge.source].function].position.known()) continue;
    for (const Operation& operation : edge.operations) {
      if (operation.as<Step>()) result.push_back(placeOf(operation, edge));
      const Call* call = operation.as<Call>();
      if (call == nullptr || program[call->callee].position.known()) continue;
      const SourcePosition position = positionOf(operation, edge);
      result.push_back({position.line, position.column, TurnKind::Any});
    }
  }
  std::erase_if(result, [](const TurnPlace& place) { return place.line == 0; });
  std::ranges::sort(result);
  const auto [begin, end] = std::ranges::unique(result);
  result.erase(begin, end);
  return result;
}

} // namespace assay
