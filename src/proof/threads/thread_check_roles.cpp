// What a thread knows of memory, and what the library's functions for threads do, for the checker (thread_check.h).
#include "proof/threads/thread_check.h"

#include "analysis/threads/flag_locks.h"
#include "term/term_manager.h"

#include <algorithm>

namespace assay {

/// Memory is written there.
void ThreadCheck::forget(PostState& state, PointerSetId targets, uint64_t size, Term address) const {
  std::erase_if(state.facts.cells, [&](const KnownCell& cell) {
    const uint64_t sizeOfCell = accessedBytes(cell.value.sort());
    if (!sets_.mayOverlap(targets, size, cell.targets, sizeOfCell)) return false;
    if (!address || size == PointerSetTable::kWhole) return true;
    const Term ahead = terms_.mkBvSub(address, cell.address), behind = terms_.mkBvSub(cell.address, address);
    const bool isElsewhere =
        ahead.isValue() && ahead.value().toUint64() >= sizeOfCell && behind.value().toUint64() >= size;
    return !isElsewhere;
  });
}

bool ThreadCheck::isChangedByOthers(uint32_t thread, const ThreadState& facts, const KnownCell& cell) const {
  const uint64_t size = accessedBytes(cell.value.sort());
  const auto changes = [&](size_t number) {
    const SharedAccess& write = accesses_[number];
    return sets_.mayOverlap(write.targets, write.bytes, cell.targets, size) &&
           order_.areParallel(thread, facts, write.thread, *write.state);
  };
  const auto isChangedBy = [&](uint32_t object) {
    const auto writes = writesTo_.find(object);
    return writes != writesTo_.end() && std::ranges::any_of(writes->second, changes);
  };
  return isChangedBy(kAnywhere) || std::ranges::any_of(sets_[cell.targets].targets, [&](const PointerTarget& target) {
           return isChangedBy(target.object);
         });
}

/// What others may write while they are alive is not known any more.
void ThreadCheck::letOthersRun(uint32_t thread, PostState& state) const {
  std::erase_if(state.facts.cells, [&](const KnownCell& cell) { return isChangedByOthers(thread, state.facts, cell); });
}

void ThreadCheck::applyRole(Here here, const RoleCall& call, PostState state) {
  switch (call.role) {
  case ThreadRole::None:
  case ThreadRole::Detach:
  case ThreadRole::SetKind:
    break;
  case ThreadRole::Create: {
    // Where its handle is put.
    const std::optional<uint32_t> spawned = std::exchange(state.facts.spawned, {});
    forget(state, call.targets.at(0), program_.layout().width / 8, call.arguments.at(0));
    for (const auto& [handle, thread] : annotation_.handles)
      if (spawned == thread && !sets_[call.targets[0]].isAny)
        state.facts.cells.push_back({call.arguments[0], call.targets[0], handle});
    break;
  }
  case ThreadRole::Join:
    join(here, call, state);
    break;
  case ThreadRole::Lock:
  case ThreadRole::LockShared:
    lock(call, call.role == ThreadRole::Lock, state);
    break;
  case ThreadRole::TryLock:
  case ThreadRole::TryLockShared: {
    PostState refused = state;
    lock(call, call.role == ThreadRole::TryLock, state);
    if (const VariableId result = call.call.result; result.valid()) {
      const Term zero = terms_.mkZero(program_[result].sort());
      states_.assign(state, result, zero);
      states_.assume(refused, terms_.mkDistinct(program_[result].term, zero));
    }
    arrive(here, refused);
    break;
  }
  case ThreadRole::Unlock:
    unlock(here, call, 0, false, state);
    break;
  case ThreadRole::Wait:
    unlock(here, call, 1, true, state);
    break;
  case ThreadRole::Once:
    leaveOnce(call, state);
    break;
  case ThreadRole::Initialise:
    makeAnew(here, call, false, state);
    break;
  case ThreadRole::Destroy:
    makeAnew(here, call, true, state);
    break;
  case ThreadRole::BarrierInitialise:
  case ThreadRole::BarrierWait:
  case ThreadRole::SemaphoreInitialise:
  case ThreadRole::SemaphorePost:
  case ThreadRole::SemaphoreWait:
    meet(here, call, state);
    break;
  }
  arrive(here, state);
}

void ThreadCheck::join(Here here, const RoleCall& call, PostState& state) const {
  const auto joined = annotation_.handles.find(call.arguments.at(0));
  if (joined == annotation_.handles.end()) return;
  const uint32_t thread = joined->second;
  if (thread == here.context.thread || !order_.isUnique(thread)) return;
  insertNumber(state.facts.joined, thread);
  if (thread < annotation_.ended.size() && annotation_.ended[thread])
    for (uint32_t other : *annotation_.ended[thread]) insertNumber(state.facts.joined, other);
}

void ThreadCheck::lock(const RoleCall& call, bool isExclusive, PostState& state) {
  const Term lock = call.arguments.at(0);
  const PointerSetId targets = call.targets.at(0);
  const bool mayBeDestroyed = std::ranges::any_of(
      state.facts.destroyed, [&](PointerSetId gone) { return sets_.mayOverlap(gone, 1, targets, 1); });
  if (sets_[targets].isAny || mayBeDestroyed) return;
  if (lock.isValue()) state.facts.history.push_back(lock);
  if (!state.facts.findHeld(lock)) state.facts.held.push_back({lock, targets, isExclusive});
}

/// `isReopened`: and locked again.
void ThreadCheck::unlock(Here here, const RoleCall& call, size_t argument, bool isReopened, PostState& state) {
  const Term lock = call.arguments.at(argument);
  const PointerSetId targets = call.targets.at(argument);
  ThreadState& facts = state.facts;
  for (uint32_t child : facts.created) {
    const ThreadKind& kind = annotation_.threads[child];
    if (kind.parent != here.context.thread || !kind.lent || !order_.mayRun(child, here.context.thread, facts)) continue;
    for (const HeldLock& lent : *kind.lent)
      if (sets_.mayOverlap(lent.targets, 1, targets, 1)) refuse(here, "a lock is opened while a thread relies on it");
  }
  std::erase_if(facts.heldSince, [&](const HeldSince& since) { return !lock.isValue() || since.lock == lock; });
  if (!facts.findHeld(lock)) {
    locks_.broken.insert(targets);
    return;
  }
  if (isReopened) return;
  // And so is the same one by another name.
  std::erase_if(facts.held, [&](const HeldLock& held) {
    return held.lock == lock || sets_.mayOverlap(held.targets, 1, targets, 1);
  });
}

void ThreadCheck::makeAnew(Here here, const RoleCall& call, bool isDestroyed, PostState& state) {
  const PointerSetId targets = call.targets.at(0);
  const Term lock = call.arguments.at(0);
  ThreadState& facts = state.facts;
  if (!isDestroyed) locks_.initialised.insert(targets);
  const bool isFresh = bool(states_.freshIn(facts, lock));
  if (!order_.isAlone(here.context.thread, facts) && (isDestroyed || !isFresh)) {
    locks_.broken.insert(targets);
    return;
  }
  std::erase_if(facts.held, [&](const HeldLock& held) { return sets_.mayOverlap(held.targets, 1, targets, 1); });
  const PointerSetId meant = lock.isValue() ? sets_.of(lock) : targets;
  if (isDestroyed) {
    insertNumber(facts.destroyed, meant);
  } else {
    insertNumber(facts.initialised, targets);
    if (lock.isValue()) std::erase(facts.destroyed, meant);
  }
}

/// Whoever finds a flag free and stores a value that is not holds it. Nobody else may store one that is.
void ThreadCheck::storeFlag(Here here, Term address, const Store& store, Term value, PostState& state) {
  ThreadState& facts = state.facts;
  const PointerSetId targets = address.isValue() ? sets_.of(address) : sets_.of(store.pointer);
  const auto freeIf = [&](Term is) { return address.isValue() ? isFreeFlag(program_, sets_, targets, is) : Term(); };
  Term before;
  for (const KnownCell& cell : facts.cells)
    if (cell.address == address && cell.value.sort() == value.sort()) before = cell.value;
  const FlagStore stored = before ? flagStoreOf(value, before, terms_) : FlagStore{terms_.mkTrue(), value};
  const Term isFree = freeIf(stored.value);
  const HeldFlag* const held = facts.findFlag(address);
  Term kept;
  if (isFree && underAssumptions(terms_, isFree, facts.assumed).isFalse()) {
    kept = address;
    if (!held && before)
      facts.flags.push_back({address, accessedBytes(value.sort()), terms_.mkAnd(stored.condition, freeIf(before))});
  } else if (isFree && held && underAssumptions(terms_, held->condition, facts.assumed).isTrue()) {
    kept = address;
    std::erase_if(facts.flags, [&](const HeldFlag& flag) { return flag.flag == address; });
  }
  overwriteFlags(here, targets, accessedBytes(value.sort()), kept, state);
}

void ThreadCheck::overwriteFlags(Here here, PointerSetId targets, uint64_t bytes, Term kept, PostState& state) {
  const auto isHit = [&](const HeldFlag& flag) {
    const bool isKept = flag.flag == kept && flag.bytes == bytes;
    return !isKept && sets_.mayOverlap(sets_.of(flag.flag), flag.bytes, targets, bytes);
  };
  std::erase_if(state.facts.flags, isHit);
  if (flags_.empty() || order_.isAlone(here.context.thread, state.facts)) return;
  const auto breakFlagsIn = [&](const std::map<uint64_t, HeldFlag>& flags) {
    for (const auto& [number, flag] : flags)
      if (isHit(flag)) locks_.brokenFlags.insert(number);
  };
  const auto breakFlagsAt = [&](uint32_t object) {
    if (const auto flags = flags_.find(object); flags != flags_.end()) breakFlagsIn(flags->second);
  };
  breakFlagsAt(kAnywhere);
  if (sets_[targets].isAny)
    for (const auto& [object, flags] : flags_) breakFlagsIn(flags);
  else
    for (const PointerTarget& target : sets_[targets].targets) breakFlagsAt(target.object);
}

void ThreadCheck::enterOnce(const RoleCall& call, PostState& state) {
  const Term flag = call.arguments.at(0);
  locks_.onceFlags.insert(flag.id());
  if (!state.facts.findHeld(flag)) state.facts.held.push_back({flag, call.targets.at(0), true});
}

void ThreadCheck::leaveOnce(const RoleCall& call, PostState& state) {
  const Term flag = call.arguments.at(0);
  std::erase_if(state.facts.held, [&](const HeldLock& held) { return held.lock == flag; });
  if (flag.isValue()) state.facts.passed.push_back(flag);
}

/// Calls for barriers and semaphores.
void ThreadCheck::meet(Here here, const RoleCall& call, PostState& state) {
  const bool isMaking = call.role == ThreadRole::BarrierInitialise || call.role == ThreadRole::SemaphoreInitialise;
  const bool isSignal = call.role == ThreadRole::BarrierWait || call.role == ThreadRole::SemaphorePost;
  const bool isWait = call.role == ThreadRole::BarrierWait || call.role == ThreadRole::SemaphoreWait;
  const Term object = call.arguments.at(0).isValue() ? call.arguments[0] : Term();
  Meeting now{object};
  if (const Meeting* before = object ? state.facts.findMet(object) : nullptr) now = *before;
  constexpr size_t kCount = 2;
  const bool isAlone = order_.isAlone(here.context.thread, state.facts);
  locks_.meetings.push_back({call.role, here.context.thread, object ? sets_.of(object) : call.targets.at(0), object,
                             isMaking ? call.arguments.at(kCount) : Term(), isAlone, !now.mayBeMade});
  if (!object) return;
  now.mayBeMade |= isMaking;
  now.mayHaveSignalled |= isSignal;
  now.hasPassed |= isWait;
  std::erase_if(state.facts.met, [&](const Meeting& meeting) { return meeting.object == object; });
  state.facts.met.push_back(now);
}

} // namespace assay
