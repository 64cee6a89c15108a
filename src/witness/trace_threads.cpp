// Threads of a trace: whose step it is, what a thread waits for, the two accesses of a race.
#include "witness/trace_recorder.h"

#include <algorithm>
#include <array>

namespace assay {

void TraceRecorder::onSpawn(uint32_t thread, FunctionId) {
  if (thread >= strands_.size()) strands_.resize(thread + 1);
  strands_[thread].isEntering = true;
}

void TraceRecorder::onInput(const Input& input, const BitVector& value, SourcePosition) {
  if (input.kind == InputKind::Schedule) trace_.schedule.push_back(static_cast<uint32_t>(value.toUint64() % numReady_));
}

void TraceRecorder::onSwitch(uint32_t thread) {
  tellModel();
  const Edge* edge = now_.edge.valid() ? &program_[now_.edge] : nullptr;
  const bool isOver =
      edge && program_[edge->target].kind == LocationKind::ThreadEnd && now_.numOperations == edge->operations.size();
  if (isOver || now_.hasEnded) endThread();
  strands_[thread_] = std::exchange(now_, {});
  now_ = std::move(strands_[thread]);
  thread_ = thread;
  memory_.switched(thread);
  for (OpenLoop& open : now_.openLoops) {
    open.roundsBefore = open.round - 1;
    open.lastBegin = trace_.steps.size();
  }
}

void TraceRecorder::endThread() {
  now_.hasEnded = true;
  now_.announced = {};
  memory_.left(0);
  if (now_.last) stepOfPlace(*now_.last).endsThread = true;
}

/// Where the thread may be interrupted: what it is about to do to memory.
void TraceRecorder::announce(const Edge& edge) {
  if (edge.operations.empty()) return;
  if (const auto* step = edge.operations.front().as<Step>()) {
    now_.announced = {step->access, step->isAtomic};
    if (step->access == AccessKind::None) return;
    now_.announced.pointer = evaluate(step->pointer).toUint64();
    now_.announced.size = evaluate(step->size).toUint64();
  } else if (const auto* await = edge.operations.front().as<Await>()) {
    startWaiting(*await);
  }
}

void TraceRecorder::startWaiting(const Await& await) {
  const BitVector wanted = evaluate(await.value);
  now_.announced = {AccessKind::Read, true, evaluate(await.pointer).toUint64(), wanted.width() / 8};
  std::array<uint8_t, 8> bytes{};
  if (!interpreter_.read(now_.announced.pointer, std::span(bytes).first(now_.announced.size))) return;
  uint64_t found = 0;
  for (uint64_t i = now_.announced.size; i-- > 0;) found = found << 8 | bytes[i];
  const BitVector value(wanted.width(), found);
  const bool holds = await.kind == AwaitKind::Equal      ? value == wanted
                     : await.kind == AwaitKind::Distinct ? value != wanted
                                                         : value.toInt64() >= wanted.toInt64();
  if (holds) return;
  WaitingCall call{"", {}, now_.announced.pointer, now_.announced.size};
  if (now_.model) {
    call.function = program_[now_.model->callee].name;
    call.arguments = now_.model->arguments;
  }
  noteWait(std::move(call));
}

void TraceRecorder::noteWait(WaitingCall call) {
  ThreadWait wait = describeWait(call, memory_, interpreter_);
  now_.waitingCall = std::move(call);
  wait.thread = thread_;
  wait.position = usersPosition(program_, now_.path());
  wait.function = usersFunction(program_, now_.path());
  now_.wait = std::move(wait);
  if (now_.wait->position.known()) callStep().wait = now_.wait;
}

/// What the threads of a deadlock wait for, and who has it in the end. The last thread of a circle does not come to its
/// wait.
std::vector<ThreadWait> TraceRecorder::waits() {
  const bool isCircle = !now_.wait && now_.model;
  if (isCircle) {
    constexpr uint64_t kWord = 4; // of a lock
    const std::string& function = program_[now_.model->callee].name;
    noteWait({function, now_.model->arguments, awaitedBy(function, now_.model->arguments), kWord});
  }
  strands_[thread_] = now_;
  std::vector<ThreadWait> result;
  for (const Strand& strand : strands_) {
    if (!strand.wait || !strand.wait->position.known()) continue;
    result.push_back(*strand.wait);
    result.back().other = describeWait(strand.waitingCall, memory_, interpreter_).other;
  }
  return isCircle ? circleOf(std::move(result), thread_) : result;
}

/// The last step, if it is one of this thread at this line; otherwise a new one.
TraceStep& TraceRecorder::stepOfPlace(const Place& place) {
  std::vector<TraceStep>& steps = trace_.steps;
  const bool isLast = !steps.empty() && steps.back().thread == thread_ && steps.back().roundsLeftOut == 0 &&
                      steps.back().depth == place.depth && steps.back().position.file == place.position.file &&
                      steps.back().position.line == place.position.line && !steps.back().wait;
  if (!isLast) {
    steps.push_back({place.position, place.function, place.depth, {}, 0});
    steps.back().thread = thread_;
  }
  return steps.back();
}

TraceStep& TraceRecorder::callStep() {
  Place place = now_.last.value_or(Place{{}, usersFunction(program_, now_.path()), frame()});
  place.position = usersPosition(program_, now_.path());
  return stepOfPlace(place);
}

void TraceRecorder::readShared(const Load& load, SourcePosition position) {
  const bool isShared = now_.announced.kind != AccessKind::None && !now_.model && position.known() &&
                        evaluate(load.pointer).toUint64() == now_.announced.pointer;
  if (!isShared || isInStart() || isModel(function())) return;
  const Sort sort = program_[load.variable].sort();
  Written text = memory_.written(now_.announced.pointer, sort.isBool() ? 1 : (sort.width() + 7) / 8,
                                 program_[load.variable].typeClass);
  if (text.name.empty()) return;
  std::vector<TraceRead>& reads = stepAt(position).reads;
  TraceRead read{std::move(text.name), std::move(text.value)};
  if (std::ranges::find(reads, read) == reads.end()) reads.push_back(std::move(read));
}

void TraceRecorder::created(const Spawn& spawn) {
  TraceCreation creation{static_cast<uint32_t>(interpreter_.value(spawn.thread).toUint64()), {}};
  for (const Term argument : spawn.arguments) {
    if (!argument.sort().isBitVec()) continue;
    const uint64_t number = program_.layout().object(evaluate(argument).toUint64());
    const bool isFunction = argument.sort().width() == program_.layout().width && number != 0 &&
                            number <= program_.objects.size() && program_.objects[number].kind == ObjectKind::Function;
    if (!isFunction) continue;
    creation.function = program_.objects[number].name;
    break;
  }
  if (creation.function.empty() && program_[spawn.callee].position.known())
    creation.function = program_[spawn.callee].name;
  if (creation.function.empty()) return; // a thread of a model's own
  memory_.created(creation.thread);
  if (usersPosition(program_, now_.path()).known()) callStep().creation = std::move(creation);
}

void TraceRecorder::askedForRace(const Query& query) {
  raced_ = Access{query.kind == QueryKind::UnracedWrite ? AccessKind::Write : AccessKind::Read, false,
                  evaluate(query.arguments.at(0)).toUint64(), evaluate(query.arguments.at(1)).toUint64()};
}

/// The access that was about to be made is the running thread's; the other one is what another thread stands before.
std::optional<TraceRace> TraceRecorder::race() {
  if (!raced_) return std::nullopt;
  const Access mine = *raced_;
  const auto conflicts = [&](const Access& other) {
    const bool isNear = other.pointer <= mine.pointer ? mine.pointer - other.pointer < other.size
                                                      : other.pointer - mine.pointer < mine.size;
    return other.kind != AccessKind::None && isNear &&
           (mine.kind == AccessKind::Write || other.kind == AccessKind::Write);
  };
  const auto accessOf = [&](uint32_t thread, const Access& access, const CallPath& path) {
    return TraceAccess{thread, access.kind == AccessKind::Write, access.isAtomic, usersPosition(program_, path),
                       usersFunction(program_, path)};
  };
  for (uint32_t thread = 0; thread < strands_.size(); ++thread) {
    const Strand& other = strands_[thread];
    if (thread == thread_ || other.hasEnded || !conflicts(other.announced)) continue;
    return TraceRace{memory_.written(mine.pointer, mine.size, TypeClass::Unknown).name,
                     accessOf(thread_, mine, now_.path()), accessOf(thread, other.announced, other.path())};
  }
  return std::nullopt;
}

} // namespace assay
