#include "engine/races/race_check.h"

#include "program/loops.h"
#include "solver/factory.h"
#include "term/term_manager.h"
#include "term/traverse.h"

#include <algorithm>
#include <tuple>

namespace assay {

namespace {

constexpr uint64_t kConflicts = 20'000; // of a question

/// All that pairs of accesses are judged by.
auto signatureOf(const ThreadAccess& access, const Owners& owners) {
  const ThreadState& state = *access.state;
  std::vector<std::tuple<uint64_t, bool>> held;
  for (const HeldLock& lock : state.held) held.emplace_back(lock.lock.id(), lock.isExclusive);
  std::vector<std::tuple<uint32_t, uint64_t>> heldSince;
  for (const HeldSince& since : state.heldSince) heldSince.emplace_back(since.created, since.lock.id());
  std::vector<std::tuple<uint32_t, uint64_t>> before;
  for (const LockedBy& locked : state.before) before.emplace_back(locked.thread, locked.lock.id());
  std::vector<std::tuple<uint64_t, bool, bool>> met;
  for (const Meeting& meeting : state.met)
    met.emplace_back(meeting.object.id(), meeting.mayHaveSignalled, meeting.hasPassed);
  const auto numberOf = [](Term term) { return term ? term.id() + 1 : 0; };
  const auto numbersOf = [](const std::vector<Term>& terms) {
    std::vector<uint64_t> numbers;
    for (Term term : terms) numbers.push_back(term.id());
    return numbers;
  };
  std::vector<uint64_t> flags;
  for (const HeldFlag& flag : state.flags)
    if (flag.condition.isTrue()) flags.push_back(flag.flag.id());
  std::vector<std::pair<uint64_t, uint64_t>> owned;
  for (const KnownCell& cell : state.cells)
    if (owners.hold(cell)) owned.emplace_back(cell.address.id(), cell.value.id());
  return std::tuple(access.thread, access.isWrite, access.isAtomic, access.isFree, numberOf(access.pointer),
                    numberOf(access.size), access.bytes, access.targets, held, flags, state.created, state.joined,
                    state.gone, numbersOf(state.assumed), numbersOf(state.passed), numbersOf(state.history), heldSince,
                    before, met, owned);
}

bool hasKnownBytes(const ThreadAccess& access) { return access.pointer && (access.size || access.isFree); }

/// Pairs of these accesses, in order, that may have a byte of the object in common; each access may be one of its own.
std::vector<std::pair<size_t, size_t>> overlapsIn(uint32_t object, const std::vector<size_t>& indices,
                                                  const ThreadWalk& walk) {
  struct Range {
    int64_t begin, end;
    size_t index;
    bool isWrite;
  };
  std::vector<Range> ranges;
  for (size_t index : indices) {
    const ThreadAccess& access = walk.accesses()[index];
    const PointerTarget* target = findTarget(walk.sets()[access.targets], object);
    Range range{INT64_MIN, INT64_MAX, index, access.isWrite};
    if (target && target->offset.isExact() && access.bytes < INT32_MAX) {
      range.begin = target->offset.base;
      range.end = range.begin + static_cast<int64_t>(access.bytes);
    }
    ranges.push_back(range);
  }
  std::ranges::stable_sort(ranges, {}, &Range::begin);
  std::vector<std::pair<size_t, size_t>> result;
  std::vector<Range> before; // those that reach to the next one
  for (const Range& range : ranges) {
    std::erase_if(before, [&](const Range& other) { return other.end <= range.begin; });
    before.push_back(range);
    for (const Range& other : before)
      if (range.isWrite || other.isWrite) result.push_back(std::minmax(range.index, other.index));
  }
  std::ranges::sort(result);
  return result;
}

} // namespace

RaceCheck::RaceCheck(const Program& program, ThreadWalk& walk, const Deadline& deadline, Env& env)
    : program_(program), terms_(program.terms()), walk_(walk), deadline_(deadline), env_(env), isOnce_(program),
      meetings_(program, walk) {}

const std::vector<OpenPair>& RaceCheck::openPairs(size_t most) {
  const std::vector<ThreadAccess>& accesses = walk_.accesses();
  std::set<decltype(signatureOf(accesses[0], walk_.owners()))> different;
  std::map<uint32_t, std::vector<size_t>> byObject;
  std::vector<size_t> anywhere, all;
  for (size_t i = 0; i < accesses.size(); ++i) {
    const ThreadAccess& access = accesses[i];
    if (access.isAlone || access.isFresh || !different.insert(signatureOf(access, walk_.owners())).second) continue;
    const PointerSet& set = walk_.sets()[access.targets];
    all.push_back(i);
    if (set.isAny)
      anywhere.push_back(i);
    else
      for (const PointerTarget& target : set.targets) byObject[target.object].push_back(i);
  }
  std::map<std::pair<size_t, size_t>, bool> known;
  const auto look = [&](size_t i, size_t j) {
    if (open_.size() >= most || isGivenUp_) return;
    if (deadline_.expired()) {
      isGivenUp_ = true;
      return;
    }
    if (!known.try_emplace(std::minmax(i, j), true).second) return;
    if (mayRace(accesses[i], accesses[j])) open_.push_back({std::min(i, j), std::max(i, j)});
  };
  for (const auto& [object, indices] : byObject)
    for (const auto& [i, j] : overlapsIn(object, indices, walk_)) look(i, j);
  for (size_t i : anywhere)
    for (size_t j : all) look(i, j);
  return open_;
}

bool RaceCheck::mayRace(const ThreadAccess& a, const ThreadAccess& b) {
  if (!a.isWrite && !b.isWrite) return false;
  if (a.thread == b.thread && walk_.threads().isUnique(a.thread)) return false;
  const std::optional<RaceReason> reason = reasonFor(a, b);
  if (!reason) return true;
  if (a.isOfLocks || b.isOfLocks) return false;
  for (const PointerTarget& target : walk_.sets()[a.targets].targets)
    if (findTarget(walk_.sets()[b.targets], target.object)) reasons_[target.object].insert(*reason);
  return false;
}

std::optional<RaceReason> RaceCheck::reasonFor(const ThreadAccess& a, const ThreadAccess& b) {
  if (a.isAtomic && b.isAtomic) return RaceReason::BothAtomic;
  if (!walk_.threads().areParallel(a.thread, *a.state, b.thread, *b.state)) return RaceReason::NotParallel;
  if (!walk_.sets().mayOverlap(a.targets, a.bytes, b.targets, b.bytes)) return RaceReason::Elsewhere;
  if (isOrdered(a, b) || isOrdered(b, a)) return RaceReason::Once;
  if (isLent(a, b) || isLent(b, a) || isHeldBack(a, b) || isHeldBack(b, a)) return RaceReason::LockOfCreator;
  if (meetings_.isBefore(a, b) || meetings_.isBefore(b, a)) return RaceReason::Meeting;
  if (areFlagged(a, b) || areLocked(a, b)) return RaceReason::Lock;
  if (areElsewhere(a, b)) return RaceReason::Elsewhere;
  return std::nullopt;
}

/// What the first one does is done once, and the second one comes after it.
bool RaceCheck::isOrdered(const ThreadAccess& a, const ThreadAccess& b) {
  return std::ranges::any_of(a.state->held, [&](const HeldLock& held) {
    return std::ranges::find(b.state->passed, held.lock) != b.state->passed.end() && isSound(held.targets);
  });
}

/// The first thread has held a lock since it created another one, which has had that lock, or a thread that came of it has: so the
/// first one comes before what that thread does next, and before whom it creates then.
bool RaceCheck::isHeldBack(const ThreadAccess& a, const ThreadAccess& b) {
  const ThreadTable& threads = walk_.threads();
  if (!threads.isUnique(a.thread)) return false;
  return std::ranges::any_of(a.state->heldSince, [&](const HeldSince& since) {
    const HeldLock* held = a.state->findHeld(since.lock);
    if (!held || !held->isExclusive || !threads.isUnique(since.created)) return false;
    const bool hasLocked =
        since.created == b.thread && std::ranges::find(b.state->history, since.lock) != b.state->history.end();
    const bool isAfter = std::ranges::any_of(b.state->before, [&](const LockedBy& locked) {
      return locked.lock == since.lock && threads.isOrComesOf(locked.thread, since.created);
    });
    return (hasLocked || isAfter) && isSound(held->targets);
  });
}

/// The creator of the first one's thread holds a lock as long as that lives. So the second one is not there, if it holds that
/// lock, or somebody else does as long as it lives.
bool RaceCheck::isLent(const ThreadAccess& a, const ThreadAccess& b) {
  for (const LentLock& lent : walk_.lentTo(a.thread)) {
    const HeldLock* held = lent.lock.lock.isValue() ? b.state->findHeld(lent.lock.lock) : nullptr;
    if (held == nullptr || b.thread == lent.holder || (!held->isExclusive && !lent.lock.isExclusive)) continue;
    if (isSound(held->targets)) return true;
  }
  for (const LentLock& ofA : walk_.lentTo(a.thread))
    for (const LentLock& ofB : walk_.lentTo(b.thread))
      if (ofA.lock.lock == ofB.lock.lock && ofA.lock.lock.isValue() && ofA.holder != ofB.holder &&
          (ofA.lock.isExclusive || ofB.lock.isExclusive) && isSound(ofA.lock.targets))
        return true;
  return false;
}

/// Whether the initial bytes of static locks are those of a kind of mutex: others refuse to be locked.
bool RaceCheck::hasUsualKind(const PointerSet& locks) const {
  constexpr uint64_t kMostBytes = 4;
  constexpr uint8_t kMostKinds = 3;
  const uint64_t kindAt = program_.layout().width == 64 ? 16 : 12;
  return std::ranges::all_of(locks.targets, [&](const PointerTarget& target) {
    if (!walk_.sets().pointsTo().isStatic(target.object)) return true;
    const std::vector<uint8_t>& bytes = program_.objects[target.object].bytes;
    if (!target.offset.isExact()) return std::ranges::find(bytes, 0xff) == bytes.end();
    for (uint64_t i = 0; i < kMostBytes; ++i) {
      const uint64_t at = static_cast<uint64_t>(target.offset.base) + kindAt + i;
      if (at < bytes.size() && bytes[at] > (i == 0 ? kMostKinds : 0)) return false;
    }
    return true;
  });
}

bool RaceCheck::isSound(PointerSetId lock) {
  const auto [at, isNew] = isSound_.try_emplace(lock, false);
  if (!isNew) return at->second;
  const PointerSetTable& sets = walk_.sets();
  if (sets[lock].isAny) return false;
  const bool isBroken = std::ranges::any_of(walk_.broken(), [&](const BrokenLock& broken) {
    return sets.mayOverlap(broken.targets, kBytesOfLock, lock, kBytesOfLock);
  });
  return at->second = !isBroken && isUntouched(lock);
}

bool RaceCheck::isUntouched(PointerSetId lock) {
  const PointerSetTable& sets = walk_.sets();
  if (sets[lock].isAny || !hasUsualKind(sets[lock])) return false;
  // Bytes that are written before others know the lock count for nothing where it is initialised.
  const bool isMade = std::ranges::any_of(
      walk_.initialised(), [&](PointerSetId made) { return sets.mayOverlap(made, kBytesOfLock, lock, kBytesOfLock); });
  if (!plainWrites_) {
    plainWrites_.emplace();
    for (const ThreadAccess& access : walk_.accesses())
      if (access.isWrite && !access.isOfLocks && !access.isFree) plainWrites_->push_back(&access);
  }
  return std::ranges::none_of(*plainWrites_, [&](const ThreadAccess* access) {
    return !(isMade && !access->isOverLock && (access->isAlone || access->isFresh)) &&
           sets.mayOverlap(access->targets, access->bytes, lock, kBytesOfLock);
  });
}

/// Whether it is assigned once, before anybody reads it.
bool RaceCheck::isSameForAll(Term symbol) {
  const auto [at, isNew] = isSameForAll_.try_emplace(symbol.id(), false);
  if (!isNew) return at->second;
  const VariableId id = program_.variableOf(symbol);
  if (!id.valid() || !program_[id].function.valid()) return false;
  const FunctionId function = program_[id].function;
  if (!isOnce_(function)) return false;
  const LoopForest loops(program_, function);
  if (loops.isIrreducible()) return false;
  uint32_t numAssignments = std::ranges::count(program_[function].parameters, id);
  for (LocationId location : program_[function].locations)
    for (EdgeId edge : program_[location].out)
      for (const Operation& operation : program_[edge].operations)
        if (operation.defines() == id) {
          ++numAssignments;
          if (loops.loopOf(location) != Loop::kNone) return false;
        }
  return isSameForAll_[symbol.id()] = numAssignments <= 1;
}

Term RaceCheck::renamed(Term symbol, std::string_view name) {
  if (isSameForAll(symbol)) return symbol;
  Term& made = renamed_[{symbol.id(), std::string(name)}];
  if (!made) made = terms_.mkFreshVariable("side", symbol.sort());
  return made;
}

/// The variable that holds a pointer, if the address is that or a sum of it and integers. A pointer may also be read as an integer:
/// such a sum is none.
Term RaceCheck::baseOf(Term address) const {
  const auto isPointer = [&](Term symbol) {
    const VariableId id = program_.variableOf(symbol);
    return id.valid() && program_[id].isPointer;
  };
  if (isPointer(address)) return address;
  if (address.kind() != Kind::BvAdd) return {};
  Term base;
  for (size_t i = 0; i < address.size(); ++i) {
    if (std::ranges::none_of(freeVariables(address[i]), isPointer)) continue;
    const Term found = baseOf(address[i]);
    if (base || !found) return {};
    base = found;
  }
  return base;
}

RaceCheck::Side RaceCheck::sideOf(const ThreadAccess& access, std::string_view name, Substitution& own) {
  const ThreadKind& kind = walk_.threads()[access.thread];
  std::vector<Term> all = access.state->assumed;
  all.push_back(access.pointer);
  if (access.size) all.push_back(access.size);
  for (const HeldLock& lock : access.state->held) all.push_back(lock.lock);
  Side side;
  for (const KnownCell& cell : access.state->cells)
    if (walk_.owners().hold(cell)) {
      side.owned.push_back(cell);
      all.insert(all.end(), {cell.address, cell.value});
    }
  // What the thread was given, in its creator's words.
  const std::string creator = std::string(name) + " creator";
  if (access.thread != ThreadTable::kMain) {
    Substitution creators(terms_);
    std::vector<Term> words = kind.assumed;
    for (const ThreadArgument& argument : kind.arguments)
      if (argument.value) words.push_back(argument.value);
    for (Term symbol : freeVariables(words)) creators.add(symbol, renamed(symbol, creator));
    const std::vector<VariableId>& parameters = program_[kind.function].parameters;
    for (size_t i = 0; i < std::min(parameters.size(), kind.arguments.size()); ++i)
      if (const Term value = kind.arguments[i].value) own.add(program_[parameters[i]].term, creators(value));
    for (Term condition : kind.assumed) side.facts.push_back(creators(condition));
  }
  for (Term symbol : freeVariables(all))
    if (!own.map().contains(symbol)) own.add(symbol, renamed(symbol, name));
  side.pointer = own(access.pointer);
  side.size = access.size ? own(access.size) : Term();
  for (const HeldLock& lock : access.state->held) side.locks.push_back(own(lock.lock));
  for (KnownCell& cell : side.owned) {
    cell.address = own(cell.address);
    cell.value = own(cell.value);
  }
  if (!side.owned.empty()) side.facts.push_back(isNotNull(side.pointer));
  for (Term condition : access.state->assumed) side.facts.push_back(own(condition));
  side.facts.push_back(inside(access, side));
  // A sum with a pointer stays in its object.
  if (const Term base = baseOf(access.pointer)) {
    side.facts.push_back(terms_.mkEqual(objectOf(side.pointer), objectOf(own(base))));
  }
  return side;
}

Term RaceCheck::objectOf(Term pointer) const {
  const PointerLayout& layout = program_.layout();
  return terms_.mkBvExtract(pointer, layout.width - 1, layout.offsetBits);
}

/// An access is in some object.
Term RaceCheck::isNotNull(Term pointer) const {
  return terms_.mkDistinct(objectOf(pointer), terms_.mkZero(objectOf(pointer).sort()));
}

/// What is known of the address: C's accesses are inside of objects, and points-to says of which and where.
Term RaceCheck::inside(const ThreadAccess& access, const Side& side) const {
  const PointerSet& set = walk_.sets()[access.targets];
  constexpr size_t kMostTargets = 6;
  if (set.isAny || set.targets.empty() || set.targets.size() > kMostTargets) return terms_.mkTrue();
  const PointerLayout& layout = program_.layout();
  const Term offset = terms_.mkBvExtract(side.pointer, layout.offsetBits - 1, 0);
  const auto offsetTerm = [&](int64_t number) {
    return terms_.mkBv(layout.offsetBits, layout.address(0, static_cast<uint64_t>(number)));
  };
  const uint64_t size = access.bytes == PointerSetTable::kWhole ? 1 : access.bytes;
  std::vector<Term> places;
  for (const PointerTarget& target : set.targets) {
    std::vector<Term> here;
    if (walk_.sets().pointsTo().isStatic(target.object)) {
      here.push_back(terms_.mkEqual(objectOf(side.pointer), terms_.mkBv(layout.objectBits(), target.object)));
      const uint64_t length = program_.objects[target.object].size;
      if (length >= size) here.push_back(terms_.mkBvUle(offset, offsetTerm(static_cast<int64_t>(length - size))));
    }
    here.push_back(terms_.mkBvUge(offset, offsetTerm(0)));
    if (target.offset.stride == 0) {
      here.push_back(terms_.mkEqual(offset, offsetTerm(target.offset.base)));
    } else if (target.offset.stride > 1 && target.offset.stride < layout.maxObjectSize() && target.offset.base >= 0) {
      const Term from =
          terms_.mkBvSub(offset, offsetTerm(target.offset.base % static_cast<int64_t>(target.offset.stride)));
      here.push_back(terms_.mkEqual(terms_.mkBvUrem(from, terms_.mkBv(layout.offsetBits, target.offset.stride)),
                                    terms_.mkBv(layout.offsetBits, 0)));
    }
    places.push_back(terms_.mkAnd(here));
  }
  return terms_.mkOr(places);
}

/// If each of these threads has another number of a loop.
const std::optional<CreateLoop>& RaceCheck::createLoopOf(uint32_t thread) {
  const auto [at, isNew] = createLoops_.try_emplace(thread);
  const ThreadTable& threads = walk_.threads();
  if (isNew && thread != ThreadTable::kMain && threads.isUnique(threads[thread].parent))
    at->second = findCreateLoop(program_, threads[thread].site, isOnce_);
  return at->second;
}

RaceCheck::Pairing RaceCheck::pairingOf(const ThreadAccess& a, const ThreadAccess& b) {
  Pairing result;
  Substitution ownA(terms_), ownB(terms_);
  result.a = sideOf(a, "a", ownA);
  result.b = sideOf(b, "b", ownB);
  for (const KnownCell& cell : result.a.owned)
    for (const KnownCell& other : result.b.owned)
      result.a.facts.push_back(walk_.owners().differ(cell.address, cell.value, other.address, other.value));
  if (a.thread != b.thread) return result;
  // Two threads from one place.
  const ThreadKind& kind = walk_.threads()[a.thread];
  if (const std::optional<CreateLoop>& loop = createLoopOf(a.thread)) {
    const Term counter = program_[loop->counter].term;
    const uint32_t width = counter.sort().width();
    const Term ofA = renamed(counter, "a creator"), ofB = renamed(counter, "b creator");
    result.a.facts.push_back(terms_.mkDistinct(ofA, ofB));
    for (Term number : {ofA, ofB}) {
      const Term fromFirst = terms_.mkBvSub(number, terms_.mkBv(width, loop->first));
      result.a.facts.push_back(terms_.mkBvUle(fromFirst, terms_.mkBv(width, loop->last - loop->first)));
    }
  }
  const std::vector<VariableId>& parameters = program_[kind.function].parameters;
  for (size_t i = 0; i < std::min(parameters.size(), kind.arguments.size()); ++i) {
    const Term parameter = program_[parameters[i]].term;
    if (!kind.arguments[i].isFresh || !ownA.map().contains(parameter) || !ownB.map().contains(parameter)) continue;
    result.a.facts.push_back(terms_.mkDistinct(objectOf(ownA(parameter)), objectOf(ownB(parameter))));
  }
  return result;
}

/// The free of a block takes all of it.
Term RaceCheck::overlap(const Side& a, const Side& b) const {
  if (!a.size || !b.size) return terms_.mkEqual(objectOf(a.pointer), objectOf(b.pointer));
  const Term distance = terms_.mkBvSub(b.pointer, a.pointer);
  return terms_.mkOr(terms_.mkBvUlt(distance, a.size), terms_.mkBvUlt(terms_.mkBvNeg(distance), b.size));
}

/// Mostly, nothing that others know has to do with it, and then the question is the same for many pairs.
bool RaceCheck::isRefuted(const Pairing& pairing, Term violation) {
  std::vector<Term> facts = pairing.a.facts;
  facts.insert(facts.end(), pairing.b.facts.begin(), pairing.b.facts.end());
  std::vector<Term> connected = connectedWith(violation, facts);
  connected.push_back(violation);
  if (isRefuted(terms_.mkAnd(connected))) return true;
  facts.push_back(violation);
  return facts.size() != connected.size() && isRefuted(terms_.mkAnd(facts));
}

bool RaceCheck::isRefuted(Term violation) {
  if (violation.isFalse()) return true;
  if (violation.isTrue()) return false;
  const auto [at, isNew] = asked_.try_emplace(violation.id(), false);
  if (!isNew) return at->second;
  ++env_.statistics.counter("questions about pairs of accesses");
  if (!solver_) solver_ = makeSolver("native", terms_);
  solver_->push();
  solver_->assertTerm(violation);
  solver_->setLimits({.conflicts = kConflicts});
  const bool result = solver_->check().isUnsat();
  solver_->pop();
  return asked_[violation.id()] = result;
}

bool RaceCheck::areElsewhere(const ThreadAccess& a, const ThreadAccess& b) {
  if (!hasKnownBytes(a) || !hasKnownBytes(b)) return false;
  if (freeVariables(a.pointer).empty() && freeVariables(b.pointer).empty() && (a.isFree || a.size.isValue()) &&
      (b.isFree || b.size.isValue()))
    return false; // points-to knows as much
  const Pairing pairing = pairingOf(a, b);
  return isRefuted(pairing, overlap(pairing.a, pairing.b));
}

void RaceCheck::noteGuard(const ThreadAccess& access, Term lock) {
  for (const PointerTarget& target : walk_.sets()[access.targets].targets) {
    std::vector<Term>& guards = guards_[target.object];
    if (std::ranges::find(guards, lock) == guards.end()) guards.push_back(lock);
  }
}

bool RaceCheck::areFlagged(const ThreadAccess& a, const ThreadAccess& b) {
  for (const HeldFlag& held : a.state->flags) {
    const HeldFlag* const there = b.state->findFlag(held.flag);
    if (!held.condition.isTrue() || !there || !there->condition.isTrue() || !walk_.isSound(held)) continue;
    noteGuard(a, held.flag);
    return true;
  }
  return false;
}

bool RaceCheck::areLocked(const ThreadAccess& a, const ThreadAccess& b) {
  std::optional<Pairing> pairing;
  const auto isSame = [&](size_t i, size_t j) {
    const Term lockA = a.state->held[i].lock, lockB = b.state->held[j].lock;
    if (lockA.isValue() && lockB.isValue()) return lockA == lockB;
    if (!hasKnownBytes(a) || !hasKnownBytes(b)) {
      return lockA == lockB &&
             std::ranges::all_of(freeVariables(lockA), [&](Term symbol) { return isSameForAll(symbol); });
    }
    if (!pairing) pairing = pairingOf(a, b);
    if (pairing->a.locks[i] == pairing->b.locks[j]) return true;
    const Term differ = terms_.mkDistinct(pairing->a.locks[i], pairing->b.locks[j]);
    return isRefuted(*pairing, terms_.mkAnd(overlap(pairing->a, pairing->b), differ));
  };
  for (size_t i = 0; i < a.state->held.size(); ++i)
    for (size_t j = 0; j < b.state->held.size(); ++j) {
      const HeldLock &lockA = a.state->held[i], &lockB = b.state->held[j];
      if (!lockA.isExclusive && !lockB.isExclusive) continue;
      if (!isSound(lockA.targets) || !isSound(lockB.targets)) continue;
      if (!isSame(i, j)) continue;
      noteGuard(a, lockA.lock);
      return true;
    }
  return false;
}

} // namespace assay
