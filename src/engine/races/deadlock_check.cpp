#include "engine/races/deadlock_check.h"

#include <algorithm>
#include <set>
#include <tuple>
#include <utility>

namespace assay {

namespace {

constexpr uint64_t kStart = 1; // bytes: locks begin where their addresses are

auto signatureOf(const WaitRequest& request) {
  const ThreadState& state = *request.state;
  std::vector<std::tuple<uint64_t, bool>> held;
  for (const HeldLock& lock : state.held) held.emplace_back(lock.lock.id(), lock.isExclusive);
  std::vector<std::tuple<PointerSetId, bool>> taken;
  for (const TakenLock& lock : state.taken) taken.emplace_back(lock.targets, lock.isExclusive);
  return std::tuple(request.role, request.thread, request.targets, request.isExclusive, request.joined, held, taken,
                    state.created, state.joined, state.gone);
}

} // namespace

DeadlockCheck::DeadlockCheck(const Program& program, ThreadWalk& walk, RaceCheck& races, const Deadline& deadline)
    : program_(program), walk_(walk), races_(races), deadline_(deadline) {}

std::vector<std::string> DeadlockCheck::failures(size_t most) {
  findObstacles();
  if (!failures_.empty()) return failures_;
  chooseRequests();
  link();
  findCycles(most);
  return failures_;
}

void DeadlockCheck::findObstacles() {
  std::set<std::string> found;
  for (const WaitRequest& request : walk_.requests()) found.insert(obstacleOf(request));
  for (const KeptLock& kept : walk_.kept())
    found.insert("a thread may end with the lock " + lockName(kept.targets) + ", which nobody opens then");
  // Of the library's functions without roles, one waits: for all other threads to end, when main has left.
  const bool isOfC = std::ranges::any_of(program_.functions(), [](const Function& f) { return f.position.known(); });
  for (const OtherWait& wait : walk_.otherWaits()) {
    if (isOfC && !program_[program_[program_[wait.edge].source].function].position.known())
      ends_.push_back({.role = ThreadRole::Join, .thread = wait.thread, .userEdge = wait.edge, .state = wait.state});
    else
      found.insert("a wait is not followed: " + placeOf(wait.edge));
  }
  found.erase("");
  failures_.assign(found.begin(), found.end());
}

/// Why nothing is known of whom it waits for.
std::string DeadlockCheck::obstacleOf(const WaitRequest& request) {
  switch (request.role) {
  case ThreadRole::Join:
    return {};
  case ThreadRole::Lock:
  case ThreadRole::LockShared:
  case ThreadRole::Once:
    if (walk_.sets()[request.targets].isAny) return "a lock that is not known: " + placeOf(request.userEdge);
    if (!races_.isUntouched(request.targets) || !beginsOpen(request.targets))
      return "something else than a lock may be written to " + lockName(request.targets) + ", which is locked at " +
             placeOf(request.userEdge);
    return {};
  case ThreadRole::Wait:
    return "a wait for a condition is not followed: " + placeOf(request.userEdge);
  case ThreadRole::BarrierWait:
    return "a wait at a barrier is not followed: " + placeOf(request.userEdge);
  default:
    return "a wait for a semaphore is not followed: " + placeOf(request.userEdge);
  }
}

/// Whether no lock is locked when the program begins: static ones have zeros where that would be told, others are initialised.
bool DeadlockCheck::beginsOpen(PointerSetId lock) const {
  constexpr uint64_t kState = 8; // bytes
  const PointerSetTable& sets = walk_.sets();
  return std::ranges::all_of(sets[lock].targets, [&](const PointerTarget& target) {
    if (!sets.pointsTo().isStatic(target.object))
      return std::ranges::any_of(walk_.initialised(), [&](PointerSetId made) {
        return sets[made].isAny || findTarget(sets[made], target.object) != nullptr;
      });
    const std::vector<uint8_t>& bytes = program_.objects[target.object].bytes;
    if (!target.offset.isExact() || target.offset.base < 0)
      return std::ranges::all_of(bytes, [](uint8_t byte) { return byte == 0; });
    for (uint64_t i = 0; i < kState; ++i) {
      const uint64_t at = static_cast<uint64_t>(target.offset.base) + i;
      if (at < bytes.size() && bytes[at] != 0) return false;
    }
    return true;
  });
}

void DeadlockCheck::chooseRequests() {
  std::set<decltype(signatureOf(walk_.requests().front()))> known;
  for (const std::vector<WaitRequest>* requests : {&walk_.requests(), &std::as_const(ends_)})
    for (const WaitRequest& request : *requests)
      if (known.insert(signatureOf(request)).second) requests_.push_back(&request);
}

bool DeadlockCheck::waitsFor(const WaitRequest& a, const WaitRequest& b) const {
  if (a.role == ThreadRole::Join) return !a.joined || *a.joined == b.thread;
  return std::ranges::any_of(b.state->taken, [&](const TakenLock& taken) {
    return (a.isExclusive || taken.isExclusive) && walk_.sets().mayOverlap(a.targets, kStart, taken.targets, kStart);
  });
}

/// Whether two threads may make these requests at the same time.
bool DeadlockCheck::areTogether(const WaitRequest& a, const WaitRequest& b) const {
  if (!walk_.threads().areParallel(a.thread, *a.state, b.thread, *b.state)) return false;
  return std::ranges::none_of(a.state->held, [&](const HeldLock& held) {
    const HeldLock* other = held.lock.isValue() ? b.state->findHeld(held.lock) : nullptr;
    return other && (held.isExclusive || other->isExclusive) && races_.isSound(held.targets);
  });
}

/// Requests that wait for nobody who waits are in no cycle.
void DeadlockCheck::link() {
  next_.assign(requests_.size(), {});
  std::vector<bool> isOut(requests_.size(), false);
  for (size_t i = 0; i < requests_.size(); ++i)
    for (size_t j = 0; j < requests_.size(); ++j) {
      const WaitRequest &a = *requests_[i], &b = *requests_[j];
      // A thread that locks again what it has. Whoever joins itself is told so.
      const bool isOfItself = i == j && a.role != ThreadRole::Join;
      if (waitsFor(a, b) && (isOfItself || areTogether(a, b))) next_[i].push_back(j);
    }
  for (bool changes = true; changes;) {
    changes = false;
    for (size_t i = 0; i < requests_.size(); ++i) {
      std::erase_if(next_[i], [&](size_t j) { return isOut[j]; });
      if (isOut[i] || !next_[i].empty()) continue;
      isOut[i] = changes = true;
    }
  }
}

/// Depth first, along requests that may all be made at the same time; a cycle begins with its first request in the list.
void DeadlockCheck::findCycles(size_t most) {
  constexpr size_t kMostSteps = 100'000;
  size_t steps = 0;
  for (size_t first = 0; first < requests_.size(); ++first) {
    Cycle path = {first};
    std::vector<size_t> tried = {0}; // of each request on the path, how many of the next ones
    while (!path.empty()) {
      if (failures_.size() >= most) return;
      if (++steps > kMostSteps || deadline_.expired()) {
        failures_.emplace_back("too many ways in which threads may wait for each other");
        return;
      }
      const std::vector<size_t>& next = next_[path.back()];
      if (tried.back() == next.size()) {
        path.pop_back();
        tried.pop_back();
        continue;
      }
      const size_t request = next[tried.back()++];
      if (request == first) {
        failures_.push_back(textOf(path));
        continue;
      }
      const bool isNew = request > first && std::ranges::find(path, request) == path.end();
      if (!isNew ||
          !std::ranges::all_of(path, [&](size_t other) { return areTogether(*requests_[other], *requests_[request]); }))
        continue;
      path.push_back(request);
      tried.push_back(0);
    }
  }
}

std::string DeadlockCheck::textOf(const Cycle& cycle) const {
  std::string text = "may deadlock: ";
  for (size_t i = 0; i < cycle.size(); ++i) {
    const WaitRequest& request = *requests_[cycle[i]];
    text += i == 0 ? "" : ", ";
    text +=
        request.role == ThreadRole::Join ? "a thread is joined at " : lockName(request.targets) + " is asked for at ";
    text += placeOf(request.userEdge);
    std::string taken;
    for (const TakenLock& lock : request.state->taken) taken += (taken.empty() ? "" : " and ") + lockName(lock.targets);
    if (!taken.empty()) text += " with " + taken;
  }
  return text;
}

std::string DeadlockCheck::placeOf(EdgeId edge) const {
  const SourcePosition position = program_[edge].position;
  return position.known() ? program_.files.format(position) : "the library";
}

std::string DeadlockCheck::lockName(PointerSetId lock) const {
  const PointerSet& set = walk_.sets()[lock];
  const uint32_t object = set.isAny || set.targets.empty() ? 0 : set.targets.front().object;
  const bool isOfUser = object != 0 && object < program_.objects.size() && program_.objects[object].position.known();
  return isOfUser ? "'" + program_.objects[object].name + "'" : "a lock";
}

} // namespace assay
