#include "analysis/threads/role_effects.h"

#include "term/term_manager.h"

#include <algorithm>

namespace assay {

std::vector<ThreadState> RoleEffects::after(const RoleCall& call, ThreadState state) {
  const auto succeeded = [&](const ThreadState& given, bool hasSucceeded) -> std::optional<ThreadState> {
    if (!call.result.valid()) return given;
    ThreadState next = given;
    const Term zero = terms_.mkZero(program_[call.result].sort());
    const Term result = editor_.evaluate(next, program_[call.result].term);
    if (!editor_.assume(next, hasSucceeded ? terms_.mkEqual(result, zero) : terms_.mkDistinct(result, zero)))
      return std::nullopt;
    if (hasSucceeded && !result.isValue()) editor_.assign(next, call.result, zero);
    return next;
  };
  switch (call.role) {
  case ThreadRole::None:
  case ThreadRole::Detach:
  case ThreadRole::SetKind:
    break;
  case ThreadRole::Create:
    if (state.spawned && !call.arguments.empty() && call.arguments[0]) {
      const Term handle = handleOf(*state.spawned, program_.pointerSort());
      memory_.forget(state, call.targets[0], accessedBytes(handle.sort()), call.arguments[0]);
      memory_.remember(state, call.arguments[0], call.targets[0], handle);
    }
    state.spawned.reset();
    break;
  case ThreadRole::Join:
    if (!call.arguments.empty() && call.arguments[0]) {
      const auto thread = threadOfHandle_.find(call.arguments[0]);
      if (thread != threadOfHandle_.end() && thread->second != call.thread && table_.isUnique(thread->second)) {
        insertNumber(state.joined, thread->second);
        if (thread->second < facts_.ended.size() && facts_.ended[thread->second])
          for (uint32_t other : *facts_.ended[thread->second]) insertNumber(state.joined, other);
      }
    }
    break;
  case ThreadRole::Lock:
    lock(call, true, state);
    break;
  case ThreadRole::LockShared:
    lock(call, false, state);
    break;
  case ThreadRole::TryLock:
  case ThreadRole::TryLockShared: {
    std::vector<ThreadState> both;
    if (std::optional<ThreadState> locked = succeeded(state, true)) {
      lock(call, call.role == ThreadRole::TryLock, *locked);
      both.push_back(std::move(*locked));
    }
    if (std::optional<ThreadState> refused = succeeded(state, false)) both.push_back(std::move(*refused));
    return both;
  }
  case ThreadRole::Unlock:
    unlock(call, 0, false, state);
    break;
  case ThreadRole::Wait:
    unlock(call, 1, true, state);
    break;
  case ThreadRole::Once:
    leaveOnce(call, state);
    break;
  case ThreadRole::Initialise:
    makeAnew(call, false, state);
    break;
  case ThreadRole::Destroy:
    makeAnew(call, true, state);
    break;
  case ThreadRole::BarrierInitialise:
  case ThreadRole::BarrierWait:
  case ThreadRole::SemaphoreInitialise:
  case ThreadRole::SemaphorePost:
  case ThreadRole::SemaphoreWait:
    meet(call, state);
    break;
  }
  std::vector<ThreadState> result;
  result.push_back(std::move(state));
  return result;
}

/// Whoever may hold it already may hold it twice: then nothing surely opens it.
void RoleEffects::take(const RoleCall& call, bool isExclusive, ThreadState& state) {
  const Term lock = call.arguments.at(0);
  TakenLock taken{lock, lock && lock.isValue() ? sets_.of(lock) : call.targets[0], isExclusive};
  constexpr uint64_t kStart = 1; // bytes: locks begin where their addresses are
  for (TakenLock& other : state.taken)
    if (sets_.mayOverlap(other.targets, kStart, taken.targets, kStart)) other.lock = taken.lock = {};
  std::vector<TakenLock> all;
  for (const TakenLock& other : state.taken)
    if (std::ranges::find(all, other) == all.end()) all.push_back(other);
  if (std::ranges::find(all, taken) == all.end()) all.push_back(taken);
  state.taken = std::move(all);
}

void RoleEffects::noteRequest(const RoleCall& call, EdgeId userEdge, const ThreadState& state) {
  if (!findings_.isCollecting) return;
  WaitRequest request{call.role, call.thread, userEdge};
  switch (call.role) {
  case ThreadRole::Lock:
  case ThreadRole::LockShared:
  case ThreadRole::Once: {
    const Term lock = call.arguments.at(0);
    request.targets = lock && lock.isValue() ? sets_.of(lock) : call.targets[0];
    request.isExclusive = call.role != ThreadRole::LockShared;
    if (call.role == ThreadRole::Once && lock && std::ranges::find(state.passed, lock) != state.passed.end()) return;
    break;
  }
  case ThreadRole::Join:
    if (const Term handle = call.arguments.at(0)) {
      const auto thread = threadOfHandle_.find(handle);
      if (thread != threadOfHandle_.end()) request.joined = thread->second;
    }
    break;
  case ThreadRole::Wait:
  case ThreadRole::BarrierWait:
  case ThreadRole::SemaphoreWait:
    break;
  default: // nobody waits there
    return;
  }
  request.state = std::make_shared<ThreadState>(state);
  findings_.requests.push_back(std::move(request));
}

void RoleEffects::lock(const RoleCall& call, bool isExclusive, ThreadState& state) {
  take(call, isExclusive, state);
  const Term lock = call.arguments.at(0);
  const PointerSetId targets = call.targets[0];
  if (!lock || sets_[targets].isAny) return;
  // One that was destroyed is not locked.
  constexpr uint64_t kStart = 1; // bytes: locks begin where their addresses are
  for (PointerSetId gone : state.destroyed)
    if (sets_.mayOverlap(gone, kStart, targets, kStart)) return;
  if (lock.isValue() && facts_.heldAtCreation.contains(lock.id()) &&
      std::ranges::find(state.history, lock) == state.history.end())
    state.history.push_back(lock);
  const auto held = std::ranges::find(state.held, lock, &HeldLock::lock);
  if (held == state.held.end()) {
    constexpr size_t kMostHeld = 12;
    if (state.held.size() >= kMostHeld) return;
    state.held.push_back({lock, targets, isExclusive});
    std::ranges::sort(state.held, {}, [](const HeldLock& other) { return other.lock.id(); });
  }
}

/// What is done with barriers and semaphores, and what was done before.
void RoleEffects::meet(const RoleCall& call, ThreadState& state) {
  const bool isMaking = call.role == ThreadRole::BarrierInitialise || call.role == ThreadRole::SemaphoreInitialise;
  const bool isSignal = call.role == ThreadRole::BarrierWait || call.role == ThreadRole::SemaphorePost;
  const bool isWait = call.role == ThreadRole::BarrierWait || call.role == ThreadRole::SemaphoreWait;
  const Term object = call.arguments.at(0) && call.arguments[0].isValue() ? call.arguments[0] : Term();
  const Meeting* before = object ? state.findMet(object) : nullptr;
  if (findings_.isCollecting) {
    constexpr size_t kCount = 2;
    const Term count = isMaking ? call.arguments.at(kCount) : Term();
    const bool isFirst = !before || !before->mayBeMade;
    const PointerSetId targets = object ? sets_.of(object) : call.targets.at(0);
    findings_.meetings.push_back({call.role, call.thread, targets, object, count, call.isAlone, isFirst});
  }
  if (!object) return;
  Meeting now = before ? *before : Meeting{object};
  now.mayBeMade |= isMaking;
  now.mayHaveSignalled |= isSignal;
  now.hasPassed |= isWait;
  std::erase_if(state.met, [&](const Meeting& meeting) { return meeting.object == object; });
  state.met.push_back(now);
  std::ranges::sort(state.met, {}, [](const Meeting& meeting) { return meeting.object.id(); });
}

void RoleEffects::enterOnce(const RoleCall& call, ThreadState& state) {
  const Term flag = call.arguments.at(0);
  take(call, true, state);
  if (!flag || state.findHeld(flag)) return;
  facts_.onceFlags.insert(flag.id());
  state.held.push_back({flag, call.targets[0], true});
  std::ranges::sort(state.held, {}, [](const HeldLock& other) { return other.lock.id(); });
}

void RoleEffects::leaveOnce(const RoleCall& call, ThreadState& state) {
  const Term flag = call.arguments.at(0);
  if (!flag) return;
  std::erase_if(state.taken, [&](const TakenLock& taken) { return taken.lock == flag; });
  std::erase_if(state.held, [&](const HeldLock& held) { return held.lock == flag; });
  if (flag.isValue() && std::ranges::find(state.passed, flag) == state.passed.end()) state.passed.push_back(flag);
}

/// `isReopened`: and locked again.
void RoleEffects::unlock(const RoleCall& call, size_t argument, bool isReopened, ThreadState& state) {
  const Term lock = call.arguments.at(argument);
  const PointerSetId targets = call.targets[argument];
  takeBack(call.thread, targets, state);
  if (!isReopened) std::erase_if(state.taken, [&](const TakenLock& taken) { return taken.lock && taken.lock == lock; });
  std::erase_if(state.heldSince,
                [&](const HeldSince& since) { return !lock || !lock.isValue() || since.lock == lock; });
  const auto held = lock ? std::ranges::find(state.held, lock, &HeldLock::lock) : state.held.end();
  if (held == state.held.end()) return breakLocks(targets, call.edge, "is opened by who may not hold it");
  if (isReopened) return;
  state.held.erase(held);
  // The same one by another name, which was refused when it was locked by that.
  std::erase_if(state.held, [&](const HeldLock& other) {
    return other.lock != lock && sets_.mayOverlap(other.targets, 1, targets, 1);
  });
}

/// A lock is opened: threads that its holder has created, and that may be alive, do without it now.
void RoleEffects::takeBack(uint32_t holder, PointerSetId targets, const ThreadState& state) {
  if (!findings_.isCollecting) return;
  for (uint32_t child : state.created)
    if (table_[child].parent == holder && table_.mayRun(child, holder, state))
      findings_.takenBack.emplace(child, targets);
}

void RoleEffects::makeAnew(const RoleCall& call, bool isDestroyed, ThreadState& state) {
  const PointerSetId targets = call.targets.at(0);
  if (findings_.isCollecting && !isDestroyed) findings_.initialised.insert(targets);
  // A block may become known to others with a lock in it that was destroyed.
  if (!call.isAlone && (isDestroyed || !call.isFresh[0])) {
    breakLocks(targets, call.edge,
               isDestroyed ? "is destroyed while others may use it" : "is initialised while others may use it");
    return;
  }
  std::erase_if(state.held, [&](const HeldLock& held) { return sets_.mayOverlap(held.targets, 1, targets, 1); });
  if (!isDestroyed) insertNumber(state.initialised, targets);
  const bool isConstant = call.arguments[0] && call.arguments[0].isValue();
  const PointerSetId meant = isConstant ? sets_.of(call.arguments[0]) : targets;
  if (isDestroyed)
    insertNumber(state.destroyed, meant);
  else if (isConstant)
    std::erase(state.destroyed, meant);
}

void RoleEffects::breakLocks(PointerSetId targets, EdgeId edge, const char* why) {
  if (findings_.isCollecting) findings_.broken.push_back({targets, edge, why});
}

Term RoleEffects::handleOf(uint32_t thread, Sort sort) {
  const auto [at, isNew] = handles_.try_emplace((uint64_t{thread} << 32) | sort.width(), Term());
  if (isNew) {
    at->second = terms_.mkFreshVariable("thread", sort);
    threadOfHandle_.emplace(at->second, thread);
  }
  return at->second;
}

void RoleEffects::overwrite(ThreadState& state, PointerSetId targets, uint64_t size) {
  const auto isOver = [&](PointerSetId lock) { return sets_.mayOverlap(targets, size, lock, kBytesOfLock); };
  std::erase_if(state.held, [&](const HeldLock& held) { return isOver(held.targets); });
  std::erase_if(state.heldSince, [&](const HeldSince& since) { return isOver(sets_.of(since.lock)); });
  std::erase_if(state.passed, [&](Term flag) { return isOver(sets_.of(flag)); });
}

} // namespace assay
