#include "analysis/threads/thread_state.h"

#include "term/substitute.h"
#include "term/traverse.h"

#include <algorithm>

namespace assay {

namespace {

/// Terms of values and facts that are larger say nothing that would be used.
constexpr size_t kMostTerms = 60;
/// Conditions that are remembered; the first ones go.
constexpr size_t kMostAssumed = 16;

bool isBefore(Term a, Term b) { return a.id() < b.id(); }

template <class Facts>
bool keepCommon(Facts& facts, const Facts& others) {
  return std::erase_if(facts, [&](const auto& fact) { return std::ranges::find(others, fact) == others.end(); }) > 0;
}

} // namespace

Term accessedThrough(const Program& program, Term pointer) {
  const PointerLayout& layout = program.layout();
  const Sort sort = program.pointerSort();
  while (pointer.kind() == Kind::Ite && pointer.sort() == sort) {
    const Term object = program.terms().mkBvExtract(pointer[2], layout.width - 1, layout.offsetBits);
    if (!object.isValue() || object.value().toUint64() != layout.wildObject()) break;
    pointer = pointer[1];
  }
  return pointer;
}

Term underAssumptions(TermManager& terms, Term condition, const std::vector<Term>& assumed) {
  Substitution known(terms);
  for (Term fact : assumed) {
    if (fact.kind() == Kind::Not)
      known.add(fact[0], terms.mkFalse());
    else
      known.add(fact, terms.mkTrue());
    if (fact.kind() != Kind::Equal) continue;
    for (const auto& [variable, value] : {std::pair(fact[0], fact[1]), std::pair(fact[1], fact[0])})
      if (variable.kind() == Kind::Variable && value.isValue()) known.add(variable, value);
  }
  return known(condition);
}

const std::vector<Term>& VariablesOfTerms::operator()(Term term) {
  if (const std::vector<Term>* known = known_.find(term)) return *known;
  known_.insert(term, freeVariables(term));
  return *known_.find(term);
}

bool VariablesOfTerms::mentions(Term term, Term variable) {
  return std::ranges::find((*this)(term), variable) != (*this)(term).end();
}

bool isExcluded(VariablesOfTerms& variables, TermManager& terms, Term condition, const std::vector<Term>& assumed) {
  if (condition.isFalse()) return true;
  std::vector<Term> related;
  for (Term fact : assumed)
    if (std::ranges::any_of(variables(condition), [&](Term variable) { return variables.mentions(fact, variable); }))
      related.push_back(fact);
  return !related.empty() && underAssumptions(terms, condition, related).isFalse();
}

void insertNumber(ThreadNumbers& numbers, uint32_t number) {
  const auto at = std::ranges::lower_bound(numbers, number);
  if (at == numbers.end() || *at != number) numbers.insert(at, number);
}

bool ThreadState::isLike(const ThreadState& other) const {
  return regions == other.regions && held == other.held && flags == other.flags && created == other.created &&
         joined == other.joined && gone == other.gone;
}

const HeldLock* ThreadState::findHeld(Term lock) const {
  const auto at = std::ranges::find(held, lock, &HeldLock::lock);
  return at == held.end() ? nullptr : &*at;
}

const HeldFlag* ThreadState::findFlag(Term flag) const {
  const auto at = std::ranges::find(flags, flag, &HeldFlag::flag);
  return at == flags.end() ? nullptr : &*at;
}

const Meeting* ThreadState::findMet(Term object) const {
  const auto at = std::ranges::find(met, object, &Meeting::object);
  return at == met.end() ? nullptr : &*at;
}

namespace {

/// Whether the first state's meetings have changed: what may have been done in one of the two, what surely was in both.
bool joinMeetings(ThreadState& state, const ThreadState& other) {
  std::vector<Meeting> both = state.met;
  for (Meeting& meeting : both) {
    const Meeting* there = other.findMet(meeting.object);
    meeting.mayBeMade |= there && there->mayBeMade;
    meeting.mayHaveSignalled |= there && there->mayHaveSignalled;
    meeting.hasPassed &= there && there->hasPassed;
  }
  for (const Meeting& meeting : other.met)
    if (!state.findMet(meeting.object))
      both.push_back({meeting.object, meeting.mayBeMade, meeting.mayHaveSignalled, false});
  std::ranges::sort(both, {}, [](const Meeting& meeting) { return meeting.object.id(); });
  const bool changes = both != state.met;
  state.met = std::move(both);
  return changes;
}

} // namespace

StateEditor::StateEditor(const Program& program)
    : program_(program), returnedPointer_(program.terms().mkFreshVariable("returned", program.pointerSort())) {}

bool StateEditor::join(ThreadState& state, const ThreadState& other) {
  // A thread that was not created yet was not created without the lock.
  const auto isKept = [](const HeldSince& since, const ThreadState& there) {
    return !hasNumber(there.created, since.created) ||
           std::ranges::find(there.heldSince, since) != there.heldSince.end();
  };
  bool changes = std::erase_if(state.heldSince, [&](const HeldSince& since) { return !isKept(since, other); }) > 0;
  for (const HeldSince& since : other.heldSince) {
    if (hasNumber(state.created, since.created)) continue;
    state.heldSince.push_back(since);
    changes = true;
  }
  changes |= keepCommon(state.history, other.history);
  changes |= keepCommon(state.before, other.before);
  changes |= joinMeetings(state, other);
  changes |= other.regions < state.regions;
  state.regions = std::min(state.regions, other.regions);
  std::vector<HeldLock> both;
  for (const HeldLock& lock : state.held)
    if (const HeldLock* there = other.findHeld(lock.lock)) {
      HeldLock& kept = both.emplace_back(lock);
      kept.isExclusive &= there->isExclusive;
    }
  changes |= both != state.held;
  state.held = std::move(both);
  changes |= keepCommon(state.flags, other.flags);
  for (const TakenLock& lock : other.taken) {
    if (std::ranges::find(state.taken, lock) != state.taken.end()) continue;
    state.taken.push_back(lock);
    changes = true;
  }
  for (const auto member : {&ThreadState::created, &ThreadState::destroyed, &ThreadState::initialised}) {
    const size_t before = (state.*member).size();
    for (uint32_t number : other.*member) insertNumber(state.*member, number);
    changes |= (state.*member).size() != before;
  }
  changes |= keepCommon(state.joined, other.joined);
  changes |= keepCommon(state.gone, other.gone);
  changes |= keepCommon(state.fresh, other.fresh);
  // What loses its value here may be what it was there.
  std::vector<std::pair<VariableId, Term>> common;
  const auto lose = [&](Term value) {
    const size_t before = state.fresh.size();
    publish(state, value);
    changes |= state.fresh.size() != before;
  };
  for (const auto& [id, value] : state.values) {
    const auto there = other.values.find(id);
    if (there != other.values.end() && there->second == value)
      common.emplace_back(id, value);
    else
      lose(value);
  }
  for (const auto& [id, value] : other.values) {
    const auto there = state.values.find(id);
    if (there == state.values.end() || there->second != value) lose(value);
  }
  if (common.size() != state.values.size()) {
    changes = true;
    state.values.clear();
    for (const auto& [id, value] : common) state.values.try_emplace(id, value);
  }
  changes |= keepCommon(state.assumed, other.assumed);
  changes |= keepCommon(state.cells, other.cells);
  changes |= keepCommon(state.passed, other.passed);
  if (state.returned && state.returned != other.returned) {
    lose(state.returned);
    if (other.returned) lose(other.returned);
    state.returned = {};
    changes = true;
  } else if (!state.returned && other.returned) {
    lose(other.returned);
  }
  if (state.spawned && state.spawned != other.spawned) {
    state.spawned.reset();
    changes = true;
  }
  return changes;
}

bool StateEditor::isThreadLocal(Term variable) const {
  const VariableId id = program_.variableOf(variable);
  return id.valid() && !program_[id].function.valid();
}

Term StateEditor::evaluate(const ThreadState& state, Term term) {
  const std::vector<Term>& variables = variables_(term);
  if (variables.empty()) return term;
  Substitution known(program_.terms());
  bool isKnown = false;
  for (Term variable : variables) {
    const VariableId id = program_.variableOf(variable);
    const auto value = id.valid() ? state.values.find(id) : state.values.end();
    if (value == state.values.end()) {
      // Global variables are no symbols: callees assign them, and those that are not thread-local belong to all
      // threads.
      if (isThreadLocal(variable)) return {};
      continue;
    }
    known.add(variable, value->second);
    isKnown = true;
  }
  const Term result = isKnown ? known(term) : term;
  return termSize(result) > kMostTerms ? Term() : result;
}

void StateEditor::assign(ThreadState& state, VariableId id, Term value, Term from) {
  const Term variable = program_[id].term;
  if (value == variable) return;
  if (!value && from)
    for (Term read : variables_(from)) {
      const auto known = state.values.find(program_.variableOf(read));
      publish(state, known == state.values.end() ? read : known->second);
    }
  if (value && variables_.mentions(value, variable)) {
    publish(state, value); // made of what it was before, which has no name any more
    value = {};
  }
  const auto known = state.values.find(id);
  if (known == state.values.end())
    forget(state, variable);
  else
    state.values.erase(known);
  const bool isOfAll = !program_[id].function.valid() && !program_[id].isThreadLocal;
  if (!value) return;
  if (isOfAll)
    publish(state, value);
  else
    state.values.try_emplace(id, value);
}

void StateEditor::forgetVariablesOf(ThreadState& state, const std::function<bool(FunctionId)>& isOf) {
  forgetSymbols(state, [&](Term symbol) {
    const VariableId id = program_.variableOf(symbol);
    return id.valid() && program_[id].function.valid() && isOf(program_[id].function);
  });
}

void StateEditor::forget(ThreadState& state, Term symbol) {
  const auto same = std::ranges::find_if(state.values, [&](const auto& entry) { return entry.second == symbol; });
  if (same == state.values.end() || isThreadLocal(program_[same->first].term))
    return forgetSymbols(state, [&](Term other) { return other == symbol; });
  const Term other = program_[same->first].term;
  state.values.erase(same);
  replace(state, symbol, other);
}

void StateEditor::replace(ThreadState& state, Term symbol, Term by) {
  Substitution renamed(program_.terms());
  renamed.add(symbol, by);
  const auto change = [&](Term& term) {
    if (variables_.mentions(term, symbol)) term = renamed(term);
  };
  for (HeldLock& lock : state.held) change(lock.lock);
  for (HeldFlag& held : state.flags) change(held.condition);
  for (TakenLock& taken : state.taken)
    if (taken.lock) change(taken.lock);
  for (auto& [id, value] : state.values) change(value);
  for (Term& condition : state.assumed) change(condition);
  for (Term& pointer : state.fresh) change(pointer);
  for (KnownCell& cell : state.cells) {
    change(cell.address);
    change(cell.value);
  }
  if (state.returned) change(state.returned);
  std::ranges::sort(state.held, isBefore, &HeldLock::lock);
}

template <class Predicate>
void StateEditor::forgetSymbols(ThreadState& state, Predicate isForgotten) {
  const auto isAbout = [&](Term term) { return std::ranges::any_of(variables_(term), isForgotten); };
  // Values that go leave their variables with what they were made of.
  for (const auto& [id, value] : state.values)
    if (isAbout(value)) publish(state, value);
  if (state.returned && isAbout(state.returned)) {
    publish(state, state.returned);
    state.returned = {};
  }
  std::erase_if(state.fresh, isForgotten);
  std::erase_if(state.held, [&](const HeldLock& lock) { return isAbout(lock.lock); });
  std::erase_if(state.flags, [&](const HeldFlag& held) { return isAbout(held.condition); });
  for (TakenLock& taken : state.taken)
    if (taken.lock && isAbout(taken.lock)) taken.lock = {};
  FlatMap<VariableId, Term> kept;
  for (const auto& [id, value] : state.values)
    if (!isAbout(value)) kept.try_emplace(id, value);
  state.values = std::move(kept);
  std::erase_if(state.assumed, isAbout);
  std::erase_if(state.cells, [&](const KnownCell& cell) { return isAbout(cell.address) || isAbout(cell.value); });
}

void StateEditor::leave(ThreadState& state, FunctionId function, Term value) {
  state.returned = value ? evaluate(state, value) : Term();
  if (value && !state.returned) state.fresh.clear();
  const auto isOf = [&](Term symbol) {
    const VariableId id = program_.variableOf(symbol);
    return id.valid() && program_[id].function == function;
  };
  FlatMap<VariableId, Term> kept;
  for (const auto& [id, known] : state.values)
    if (program_[id].function != function) kept.try_emplace(id, known);
  state.values = std::move(kept);
  // The name of what is returned outlives the function.
  if (state.returned && state.returned.sort() == program_.pointerSort() && isOf(state.returned))
    replace(state, state.returned, returnedPointer_);
  forgetSymbols(state, isOf);
}

void StateEditor::takeReturned(ThreadState& state, VariableId result) {
  const Term value = std::exchange(state.returned, {});
  if (result.valid() && value == returnedPointer_) {
    assign(state, result, {});
    replace(state, returnedPointer_, program_[result].term);
  } else {
    if (result.valid()) assign(state, result, value);
    forgetSymbols(state, [&](Term symbol) { return symbol == returnedPointer_; });
  }
}

void StateEditor::publish(ThreadState& state, Term value) {
  if (state.fresh.empty()) return;
  std::erase_if(state.fresh, [&](Term pointer) { return !value || variables_.mentions(value, pointer); });
}

Term StateEditor::freshIn(const ThreadState& state, Term address) {
  Term found;
  for (Term symbol : variables_(address)) {
    if (symbol.sort() != program_.pointerSort()) continue;
    const VariableId id = program_.variableOf(symbol);
    if (std::ranges::find(state.fresh, symbol) != state.fresh.end()) {
      if (found) return {};
      found = symbol;
    } else if (!id.valid() || program_[id].isPointer) {
      return {};
    }
  }
  if (!found || address == found) return found;
  // Nothing but a sum with it stays in its object.
  if (address.kind() != Kind::BvAdd) return {};
  for (size_t i = 0; i < address.size(); ++i)
    if (address[i] == found || freshIn(state, address[i]) == found) return found;
  return {};
}

bool StateEditor::assume(ThreadState& state, Term condition) {
  if (isExcluded(variables_, program_.terms(), condition, state.assumed)) return false;
  std::vector<Term> parts;
  splitConjunction(condition, parts);
  for (Term part : parts) {
    if (part.isTrue()) continue;
    if (part.isFalse()) return false;
    if (std::ranges::find(state.assumed, part) != state.assumed.end()) continue;
    const Term opposite = program_.terms().mkNot(part);
    if (std::ranges::find(state.assumed, opposite) != state.assumed.end()) return false;
    if (state.assumed.size() == kMostAssumed) state.assumed.erase(state.assumed.begin());
    state.assumed.push_back(part);
  }
  settleFlags(state);
  return true;
}

void StateEditor::settleFlags(ThreadState& state) const {
  if (state.flags.empty()) return;
  for (HeldFlag& held : state.flags) held.condition = underAssumptions(program_.terms(), held.condition, state.assumed);
  std::erase_if(state.flags, [](const HeldFlag& held) { return held.condition.isFalse(); });
}

} // namespace assay
