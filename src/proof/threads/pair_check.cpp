#include "proof/threads/pair_check.h"

#include "program/loops.h"
#include "solver/factory.h"
#include "term/substitute.h"
#include "term/term_manager.h"
#include "term/traverse.h"

#include <algorithm>
#include <array>

namespace assay {

namespace {

bool isOfBarrier(ThreadRole role) { return role == ThreadRole::BarrierInitialise || role == ThreadRole::BarrierWait; }
bool isOfSemaphore(ThreadRole role) {
  return role == ThreadRole::SemaphoreInitialise || role == ThreadRole::SemaphorePost ||
         role == ThreadRole::SemaphoreWait;
}

} // namespace

PairCheck::PairCheck(const Program& program, PointerSetTable& sets, const ThreadAnnotation& annotation,
                     ThreadCheck& threads, const Deadline& deadline, Env& env)
    : program_(program), terms_(program.terms()), sets_(sets), annotation_(annotation), threads_(threads),
      order_(threads.order()), deadline_(deadline), env_(env) {}

bool PairCheck::isOwned(const SharedAccess& access, const KnownCell& cell) const {
  return threads_.owners().hold(cell) && !threads_.isChangedByOthers(access.thread, *access.state, cell);
}

/// Those that differ in anything that pairs are judged by.
std::vector<PairCheck::Alike> PairCheck::differentAccesses() const {
  std::map<std::vector<uint64_t>, size_t> known;
  std::vector<Alike> result;
  for (size_t i = 0; i < threads_.accesses().size(); ++i) {
    const SharedAccess& access = threads_.accesses()[i];
    if (access.isAlone || access.isFresh) continue;
    const ThreadState& state = *access.state;
    std::vector<uint64_t> key{access.thread,       access.isWrite,   access.isAtomic, access.isFree,
                              access.pointer.id(), access.size.id(), access.bytes,    access.targets};
    const auto add = [&](const auto& list, auto&& number) {
      key.push_back(list.size());
      for (const auto& fact : list) key.push_back(number(fact));
    };
    const auto id = [](Term term) { return uint64_t{term.id()}; };
    const auto same = [](uint32_t number) { return uint64_t{number}; };
    add(access.held, [](const HeldLock& held) { return uint64_t{held.lock.id()} * 2 + (held.isExclusive ? 1 : 0); });
    std::vector<uint64_t> flags;
    for (const HeldFlag& flag : state.flags)
      if (flag.condition.isTrue()) flags.push_back(flag.flag.id());
    add(flags, [](uint64_t number) { return number; });
    add(state.created, same);
    add(state.joined, same);
    add(state.gone, same);
    add(state.assumed, id);
    add(state.passed, id);
    add(state.history, id);
    add(state.heldSince, [](const HeldSince& since) { return (uint64_t{since.created} << 32) | since.lock.id(); });
    add(state.before, [](const LockedBy& locked) { return (uint64_t{locked.thread} << 32) | locked.lock.id(); });
    add(state.met, [](const Meeting& meeting) {
      return uint64_t{meeting.object.id()} * 4 + (meeting.mayHaveSignalled ? 2 : 0) + (meeting.hasPassed ? 1 : 0);
    });
    std::vector<uint64_t> owned;
    for (const KnownCell& cell : state.cells)
      if (isOwned(access, cell)) owned.insert(owned.end(), {id(cell.address), id(cell.value)});
    add(owned, [](uint64_t number) { return number; });
    const auto [at, isNew] = known.try_emplace(std::move(key), result.size());
    if (isNew) result.push_back({i, {}});
    result[at->second].edges.insert(access.edge);
  }
  return result;
}

void PairCheck::forEachPair(const std::vector<Alike>& all,
                            const std::function<bool(const Alike&, const Alike&)>& goesOn) {
  const std::vector<SharedAccess>& accesses = threads_.accesses();
  std::map<uint32_t, std::vector<size_t>> byObject;
  std::vector<size_t> anywhere;
  for (size_t i = 0; i < all.size(); ++i) {
    const PointerSet& set = sets_[accesses[all[i].first].targets];
    if (set.isAny) anywhere.push_back(i);
    for (const PointerTarget& target : set.targets) byObject[target.object].push_back(i);
  }
  const auto isWrite = [&](size_t i) { return accesses[all[i].first].isWrite; };
  std::set<std::pair<size_t, size_t>> known;
  for (const auto& [object, indices] : byObject)
    for (size_t i = 0; i < indices.size(); ++i)
      for (size_t j = i; j < indices.size(); ++j)
        if ((isWrite(indices[i]) || isWrite(indices[j])) && known.emplace(indices[i], indices[j]).second &&
            !goesOn(all[indices[i]], all[indices[j]]))
          return;
  for (size_t i : anywhere)
    for (const Alike& other : all)
      if (!goesOn(all[i], other)) return;
}

std::string PairCheck::placeOf(const SharedAccess& access) const {
  const SourcePosition own = program_[access.edge].position;
  const SourcePosition place = own.known() ? own : program_[access.userEdge].position;
  return place.known() ? program_.files.format(place) : std::string("the library");
}

bool PairCheck::check() {
  const std::vector<SharedAccess>& accesses = threads_.accesses();
  forEachPair(differentAccesses(), [&](const Alike& a, const Alike& b) {
    const SharedAccess &first = accesses[a.first], &second = accesses[b.first];
    if (deadline_.expired())
      failure_ = "out of time";
    else if (mayRace(first, second))
      failure_ = "accesses may race: " + placeOf(first) + " and " + placeOf(second);
    return failure_.empty();
  });
  return failure_.empty();
}

std::optional<std::set<EdgeId>> PairCheck::racingEdges() {
  const std::vector<SharedAccess>& accesses = threads_.accesses();
  std::set<EdgeId> racing;
  const auto isKnown = [&](const Alike& alike) { return std::ranges::includes(racing, alike.edges); };
  forEachPair(differentAccesses(), [&](const Alike& a, const Alike& b) {
    if (deadline_.expired()) failure_ = "out of time";
    if (!failure_.empty() || (isKnown(a) && isKnown(b))) return failure_.empty();
    if (!mayRace(accesses[a.first], accesses[b.first])) return true;
    racing.insert(a.edges.begin(), a.edges.end());
    racing.insert(b.edges.begin(), b.edges.end());
    return true;
  });
  if (!failure_.empty()) return std::nullopt;
  return racing;
}

bool PairCheck::mayRace(const SharedAccess& a, const SharedAccess& b) {
  if ((!a.isWrite && !b.isWrite) || (a.isAtomic && b.isAtomic)) return false;
  if (!order_.areParallel(a.thread, *a.state, b.thread, *b.state)) return false;
  if (!sets_.mayOverlap(a.targets, a.bytes, b.targets, b.bytes)) return false;
  for (const auto& [first, second] : {std::pair(&a, &b), std::pair(&b, &a)})
    if (isDoneBefore(*first, *second) || isLent(*first, *second) || isHeldBack(*first, *second) ||
        isMet(*first, *second))
      return false;
  return !isFlagged(a, b) && !isLocked(a, b) && !isElsewhere(a, b);
}

/// The first one is done once, which the second one's thread has waited for.
bool PairCheck::isDoneBefore(const SharedAccess& a, const SharedAccess& b) {
  return std::ranges::any_of(a.held, [&](const HeldLock& held) {
    return std::ranges::find(b.state->passed, held.lock) != b.state->passed.end() && excludes(held.targets);
  });
}

/// What creators hold as long as the thread lives, or creators of these if it ends before its own creator does.
std::vector<LentLock> PairCheck::lentTo(uint32_t thread) const {
  std::vector<LentLock> result;
  while (thread != 0) {
    const ThreadKind& kind = annotation_.threads[thread];
    if (kind.lent)
      for (const HeldLock& lock : *kind.lent)
        if (lock.lock.isValue()) result.push_back({lock, kind.parent});
    const ThreadEnds& ended = annotation_.ended;
    const bool endsBefore = order_.isUnique(thread) && kind.parent < ended.size() && ended[kind.parent] &&
                            hasNumber(*ended[kind.parent], thread);
    if (!endsBefore) break;
    thread = kind.parent;
  }
  return result;
}

bool PairCheck::isLent(const SharedAccess& a, const SharedAccess& b) {
  const std::vector<LentLock> toB = lentTo(b.thread);
  return std::ranges::any_of(lentTo(a.thread), [&](const LentLock& lent) {
    const auto isOther = [&](Term lock, bool isExclusive, uint32_t holder) {
      return lock == lent.lock.lock && holder != lent.holder && (isExclusive || lent.lock.isExclusive);
    };
    const bool isBesideB = std::ranges::any_of(
        toB, [&](const LentLock& other) { return isOther(other.lock.lock, other.lock.isExclusive, other.holder); });
    const bool isHeldByB = std::ranges::any_of(
        b.held, [&](const HeldLock& held) { return isOther(held.lock, held.isExclusive, b.thread); });
    return (isBesideB || isHeldByB) && excludes(lent.lock.targets);
  });
}

/// The first thread has held a lock since it created one that has had it, or whose descendants come after that.
bool PairCheck::isHeldBack(const SharedAccess& a, const SharedAccess& b) {
  if (!order_.isUnique(a.thread)) return false;
  return std::ranges::any_of(a.held, [&](const HeldLock& held) {
    if (!held.isExclusive) return false;
    const bool isBehind = std::ranges::any_of(a.state->heldSince, [&](const HeldSince& since) {
      // Of who is not its child, nothing is said.
      const bool isChild = since.created != 0 && annotation_.threads[since.created].parent == a.thread;
      if (since.lock != held.lock || !isChild || !order_.isUnique(since.created)) return false;
      if (since.created == b.thread && std::ranges::find(b.state->history, held.lock) != b.state->history.end())
        return true;
      return std::ranges::any_of(b.state->before, [&](const LockedBy& locked) {
        return locked.lock == held.lock && order_.comesOf(locked.thread, since.created);
      });
    });
    return isBehind && excludes(held.targets);
  });
}

/// Those without whom nobody passes a barrier, or a semaphore; none if that is not known.
std::set<uint32_t> PairCheck::signallers(Term object) const {
  constexpr uint64_t kBytes = 32;
  const PointerSetId targets = sets_.of(object);
  const PointerSet& set = sets_[targets];
  const bool isZero = !set.isAny && std::ranges::all_of(set.targets, [&](const PointerTarget& target) {
    return sets_.pointsTo().isStatic(target.object) && std::ranges::count(program_.objects[target.object].bytes, 0) ==
                                                           std::ssize(program_.objects[target.object].bytes);
  });
  const auto isOfMeeting = [&](EdgeId edge) {
    const ThreadRole role = program_[program_[program_[edge].source].function].role;
    return isOfBarrier(role) || isOfSemaphore(role);
  };
  const bool isWritten = std::ranges::any_of(threads_.accesses(), [&](const SharedAccess& access) {
    return access.isWrite && !isOfMeeting(access.edge) &&
           sets_.mayOverlap(access.targets, access.bytes, targets, kBytes);
  });
  if (!isZero || isWritten) return {};
  std::set<uint32_t> result;
  std::optional<bool> isBarrier;
  std::optional<uint64_t> count;
  for (const MeetingCall& call : threads_.locks().meetings) {
    if (call.object != object) {
      if (sets_.mayOverlap(call.targets, kBytes, targets, kBytes)) return {};
      continue;
    }
    if (isBarrier.value_or(isOfBarrier(call.role)) != isOfBarrier(call.role)) return {};
    isBarrier = isOfBarrier(call.role);
    if (call.role == ThreadRole::BarrierInitialise || call.role == ThreadRole::SemaphoreInitialise) {
      if (call.thread != 0 || !call.isAlone || !call.isFirst || !call.count || !call.count.isValue()) return {};
      const uint64_t number = call.count.value().toUint64();
      if (count.value_or(number) != number) return {};
      count = number;
    } else if (call.role != ThreadRole::SemaphoreWait) {
      if (!order_.isUnique(call.thread)) return {};
      result.insert(call.thread);
    }
  }
  const bool isNeeded = count && (*isBarrier ? result.size() <= *count : *count == 0 && result.size() == 1);
  return isNeeded ? result : std::set<uint32_t>();
}

/// The second thread has passed where the first one has not come to yet, which it had to wait for.
bool PairCheck::isMet(const SharedAccess& a, const SharedAccess& b) {
  return a.thread != b.thread && std::ranges::any_of(b.state->met, [&](const Meeting& passed) {
           const Meeting* const own = a.state->findMet(passed.object);
           return passed.hasPassed && !(own && own->mayHaveSignalled) && signallers(passed.object).contains(a.thread);
         });
}

/// Static ones say in their first bytes of which kind they are; others than the usual kinds refuse to be locked.
bool PairCheck::isUsual(PointerSetId lock) const {
  constexpr uint8_t kMostKinds = 3;
  const uint64_t kindAt = program_.layout().width == 64 ? 16 : 12;
  return std::ranges::all_of(sets_[lock].targets, [&](const PointerTarget& target) {
    if (!sets_.pointsTo().isStatic(target.object)) return true;
    const std::vector<uint8_t>& bytes = program_.objects[target.object].bytes;
    if (!target.offset.isExact()) return std::ranges::find(bytes, 0xff) == bytes.end();
    const uint64_t at = static_cast<uint64_t>(target.offset.base) + kindAt;
    for (uint64_t i = 0; i < 4; ++i)
      if (at + i < bytes.size() && bytes[at + i] > (i == 0 ? kMostKinds : 0)) return false;
    return true;
  });
}

bool PairCheck::excludes(PointerSetId lock) {
  const auto [at, isNew] = excludes_.try_emplace(lock, false);
  if (!isNew || sets_[lock].isAny || !isUsual(lock)) return at->second;
  const LockFindings& found = threads_.locks();
  const auto isMeant = [&](PointerSetId other) { return sets_.mayOverlap(other, kBytesOfLock, lock, kBytesOfLock); };
  // What is written before others know a lock counts for nothing where it is initialised.
  const bool isMade = std::ranges::any_of(found.initialised, isMeant);
  const bool isWritten = std::ranges::any_of(threads_.accesses(), [&](const SharedAccess& access) {
    const bool isBefore = isMade && !access.isOverLock && (access.isAlone || access.isFresh);
    return access.isWrite && !access.isOfLocks && !access.isFree && !isBefore &&
           sets_.mayOverlap(access.targets, access.bytes, lock, kBytesOfLock);
  });
  return at->second = !isWritten && std::ranges::none_of(found.broken, isMeant);
}

/// Whether the function is called once in an execution.
bool PairCheck::isOnce(FunctionId function) {
  if (sites_.empty()) {
    sites_.resize(program_.functions().size());
    for (uint32_t edge = 0; edge < program_.edges().size(); ++edge)
      for (const Operation& operation : program_.edges()[edge].operations) {
        if (const Call* const call = operation.as<Call>()) sites_[call->callee.index()].emplace_back(edge);
        if (const Spawn* const spawn = operation.as<Spawn>()) sites_[spawn->callee.index()].emplace_back(edge);
      }
  }
  for (size_t steps = 0; steps <= program_.functions().size(); ++steps) {
    const std::vector<EdgeId>& sites = sites_[function.index()];
    if (function == program_.entry()) return sites.empty();
    if (sites.size() != 1) return false;
    const LocationId from = program_[sites[0]].source;
    function = program_[from].function;
    const LoopForest loops(program_, function);
    if (loops.isIrreducible() || loops.loopOf(from) != Loop::kNone) return false;
  }
  return false;
}

/// Whether it is a variable that is assigned once in an execution.
bool PairCheck::isSameForAll(Term symbol) {
  const auto [at, isNew] = isSameForAll_.try_emplace(symbol.id(), false);
  const VariableId id = isNew ? program_.variableOf(symbol) : VariableId();
  if (!id.valid() || !program_[id].function.valid() || !isOnce(program_[id].function)) return at->second;
  const Function& function = program_[program_[id].function];
  const LoopForest loops(program_, program_[id].function);
  auto numAssigned = std::ranges::count(function.parameters, id);
  for (LocationId location : function.locations)
    for (EdgeId edge : program_[location].out)
      for (const Operation& operation : program_[edge].operations)
        if (operation.defines() == id)
          numAssigned += loops.isIrreducible() || loops.loopOf(location) != Loop::kNone ? 2 : 1;
  return at->second = numAssigned <= 1;
}

Term PairCheck::named(Term symbol, char name, bool isCreators) {
  if (isSameForAll(symbol)) return symbol;
  Term& made = named_[{symbol.id(), name, isCreators}];
  if (!made) made = terms_.mkFreshVariable("side", symbol.sort());
  return made;
}

Term PairCheck::objectOf(Term pointer) const {
  return terms_.mkBvExtract(pointer, program_.layout().width - 1, program_.layout().offsetBits);
}

PairCheck::Side PairCheck::sideOf(const SharedAccess& access, char name) {
  const ThreadKind& kind = annotation_.threads[access.thread];
  Side side;
  Substitution own(terms_);
  if (access.thread != 0) {
    Substitution creators(terms_);
    std::vector<Term> words = kind.assumed;
    for (const ThreadArgument& argument : kind.arguments)
      if (argument.value) words.push_back(argument.value);
    for (Term symbol : freeVariables(words)) creators.add(symbol, named(symbol, name, true));
    for (Term condition : kind.assumed) side.facts.push_back(creators(condition));
    const std::vector<VariableId>& parameters = program_[kind.function].parameters;
    for (size_t i = 0; i < std::min(parameters.size(), kind.arguments.size()); ++i) {
      const Term value = threads_.keepsArguments(access.thread) ? kind.arguments[i].value : Term();
      side.given.push_back(value ? creators(value) : Term());
      if (value) own.add(program_[parameters[i]].term, side.given[i]);
    }
  }
  std::vector<Term> all = access.state->assumed;
  all.push_back(access.pointer);
  all.push_back(access.size);
  for (const HeldLock& lock : access.held) all.push_back(lock.lock);
  for (const KnownCell& cell : access.state->cells)
    if (isOwned(access, cell)) {
      side.owned.push_back(cell);
      all.insert(all.end(), {cell.address, cell.value});
    }
  for (Term symbol : freeVariables(all))
    if (!own.map().contains(symbol)) own.add(symbol, named(symbol, name, false));
  side.pointer = own(access.pointer);
  side.size = access.isFree ? Term() : own(access.size);
  for (const HeldLock& lock : access.held) side.locks.push_back(own(lock.lock));
  for (KnownCell& cell : side.owned) {
    cell.address = own(cell.address);
    cell.value = own(cell.value);
  }
  if (!side.owned.empty())
    side.facts.push_back(
        terms_.mkDistinct(objectOf(side.pointer), terms_.mkZero(objectOf(side.pointer).sort()))); // it is an object's
  for (Term condition : access.state->assumed) side.facts.push_back(own(condition));
  addPlace(access, side);
  // A sum with one pointer stays in its object.
  Term base;
  std::vector<Term> parts{access.pointer};
  while (!parts.empty()) {
    const Term part = parts.back();
    parts.pop_back();
    const VariableId id = part.isVariable() ? program_.variableOf(part) : VariableId();
    const auto isPointer = [&](Term symbol) {
      const VariableId variable = program_.variableOf(symbol);
      return variable.valid() && program_[variable].isPointer;
    };
    if (part.kind() == Kind::BvAdd) {
      parts.insert(parts.end(), part.children().begin(), part.children().end());
    } else if (id.valid() && program_[id].isPointer && !base) {
      base = part;
    } else if (std::ranges::any_of(freeVariables(part), isPointer)) {
      return side;
    }
  }
  if (base) side.facts.push_back(terms_.mkEqual(objectOf(side.pointer), objectOf(own(base))));
  return side;
}

/// Accesses are inside of objects, those that points-to says, and where.
void PairCheck::addPlace(const SharedAccess& access, Side& side) const {
  constexpr size_t kMostTargets = 6;
  const PointerSet& set = sets_[access.targets];
  if (set.isAny || set.targets.empty() || set.targets.size() > kMostTargets) return;
  const PointerLayout& layout = program_.layout();
  const Term offset = terms_.mkBvExtract(side.pointer, layout.offsetBits - 1, 0);
  const auto at = [&](uint64_t number) { return terms_.mkBv(layout.offsetBits, layout.address(0, number)); };
  const uint64_t size = access.bytes == PointerSetTable::kWhole ? 1 : access.bytes;
  std::vector<Term> places;
  for (const PointerTarget& target : set.targets) {
    std::vector<Term> here{terms_.mkBvUge(offset, at(0))};
    if (sets_.pointsTo().isStatic(target.object)) {
      here.push_back(terms_.mkEqual(objectOf(side.pointer), terms_.mkBv(layout.objectBits(), target.object)));
      const uint64_t length = program_.objects[target.object].size;
      if (length >= size) here.push_back(terms_.mkBvUle(offset, at(length - size)));
    }
    const Progression& progression = target.offset;
    const Term first = at(static_cast<uint64_t>(progression.base));
    if (progression.isExact())
      here.push_back(terms_.mkEqual(offset, first));
    else if (progression.stride > 1 && progression.stride < layout.maxObjectSize() && progression.base >= 0)
      here.push_back(terms_.mkEqual(
          terms_.mkBvUrem(terms_.mkBvSub(offset, first), terms_.mkBv(layout.offsetBits, progression.stride)),
          terms_.mkZero(offset.sort())));
    places.push_back(terms_.mkAnd(here));
  }
  side.facts.push_back(terms_.mkOr(places));
}

/// Whether the two accesses have no byte in common, or none if this holds.
bool PairCheck::isRefuted(const Side& a, const Side& b, std::vector<Term> violation) {
  std::vector<Term> facts = a.facts;
  facts.insert(facts.end(), b.facts.begin(), b.facts.end());
  for (const KnownCell& cell : a.owned)
    for (const KnownCell& other : b.owned)
      facts.push_back(threads_.owners().differ(cell.address, cell.value, other.address, other.value));
  const Term distance = terms_.mkBvSub(b.pointer, a.pointer);
  if (a.size && b.size)
    violation.push_back(
        terms_.mkOr(terms_.mkBvUlt(distance, a.size), terms_.mkBvUlt(terms_.mkBvNeg(distance), b.size)));
  else // a block is freed as a whole
    violation.push_back(terms_.mkEqual(objectOf(a.pointer), objectOf(b.pointer)));
  // Other facts are seldom needed, and without them the question is that of other pairs, too.
  const std::vector<Term> connected = connectedWith(terms_.mkAnd(violation), facts);
  const bool isAll = connected.size() == facts.size();
  for (const std::vector<Term>& known : {connected, facts}) {
    std::vector<Term> question = violation;
    question.insert(question.end(), known.begin(), known.end());
    if (isConfirmed(terms_.mkAnd(question))) return true;
    if (isAll) break;
  }
  return false;
}

bool PairCheck::isConfirmed(Term question) {
  if (question.isFalse() || question.isTrue()) return question.isFalse();
  const auto [at, isNew] = asked_.try_emplace(question.id(), false);
  if (!isNew) return at->second;
  if (!confirmation_) confirmation_.emplace(terms_, choiceName(env_.options.certify), deadline_, env_);
  return at->second = confirmation_->confirmEach(std::array{Obligation{question, "two accesses that may race"}});
}

bool PairCheck::isElsewhere(const SharedAccess& a, const SharedAccess& b) {
  const Side sideA = sideOf(a, 'a'), sideB = sideOf(b, 'b');
  std::vector<Term> differ; // for two threads of a kind
  if (a.thread == b.thread)
    for (size_t i = 0; i < sideA.given.size(); ++i)
      if (annotation_.threads[a.thread].arguments[i].isFresh && sideA.given[i])
        differ.push_back(terms_.mkDistinct(objectOf(sideA.given[i]), objectOf(sideB.given[i])));
  if (isRefuted(sideA, sideB, differ)) return true;
  const auto loop = annotation_.createdInLoops.find(a.thread);
  if (a.thread != b.thread || loop == annotation_.createdInLoops.end()) return false;
  const Term counter = program_[loop->second.counter].term;
  const uint32_t width = counter.sort().width();
  const Term ofA = named(counter, 'a', true), ofB = named(counter, 'b', true);
  differ.push_back(terms_.mkDistinct(ofA, ofB));
  for (Term number : {ofA, ofB})
    differ.push_back(terms_.mkBvUle(terms_.mkBvSub(number, terms_.mkBv(width, loop->second.first)),
                                    terms_.mkBv(width, loop->second.last - loop->second.first)));
  if (!isRefuted(sideA, sideB, differ)) return false;
  threads_.trust("that loops create one thread for each number");
  return true;
}

/// A value that only one thread at a time holds.
bool PairCheck::isFlagged(const SharedAccess& a, const SharedAccess& b) const {
  const std::vector<HeldFlag>& ofB = b.state->flags;
  return std::ranges::any_of(a.state->flags, [&](const HeldFlag& held) {
    return held.condition.isTrue() && std::ranges::find(ofB, held) != ofB.end() &&
           !threads_.locks().brokenFlags.contains(held.flag.id());
  });
}

bool PairCheck::isLocked(const SharedAccess& a, const SharedAccess& b) {
  std::optional<std::pair<Side, Side>> sides;
  for (size_t i = 0; i < a.held.size(); ++i)
    for (size_t j = 0; j < b.held.size(); ++j) {
      const HeldLock &ofA = a.held[i], &ofB = b.held[j];
      if ((!ofA.isExclusive && !ofB.isExclusive) || !excludes(ofA.targets) || !excludes(ofB.targets)) continue;
      if (ofA.lock.isValue() && ofB.lock.isValue()) {
        if (ofA.lock == ofB.lock) return true;
        continue;
      }
      if (!sides) sides.emplace(sideOf(a, 'a'), sideOf(b, 'b'));
      const Term lockA = sides->first.locks[i], lockB = sides->second.locks[j];
      if (lockA == lockB) return true;
      if (isRefuted(sides->first, sides->second, {terms_.mkDistinct(lockA, lockB)})) return true;
    }
  return false;
}

std::string whyRacesAreNotExcluded(const Program& program, PointerSetTable& sets, const ThreadAnnotation& annotation,
                                   const Deadline& deadline, Env& env, std::set<std::string>& onTrust) {
  ThreadCheck threads(program, sets, annotation, deadline);
  if (!threads.check()) return threads.failure();
  PairCheck pairs(program, sets, annotation, threads, deadline, env);
  if (!pairs.check()) return pairs.failure();
  onTrust = threads.onTrust();
  return {};
}

} // namespace assay
