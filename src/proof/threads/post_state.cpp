#include "proof/threads/post_state.h"

#include "term/substitute.h"
#include "term/term_manager.h"
#include "term/traverse.h"

#include <algorithm>

namespace assay {

namespace {

template <class List, class Fact>
bool holds(const List& list, const Fact& fact) {
  return std::ranges::find(list, fact) != list.end();
}

template <class List>
bool isSubset(const List& inner, const List& outer) {
  return std::ranges::all_of(inner, [&](const auto& fact) { return holds(outer, fact); });
}

} // namespace

Term PostStates::unknown(Sort sort) {
  std::vector<Term>& made = unknowns_[sort.id()];
  size_t& used = numUsed_[sort.id()];
  if (used == made.size()) made.push_back(program_.terms().mkFreshVariable("unknown", sort));
  return made[used++];
}

Term PostStates::evaluate(const PostState& state, Term term) {
  Substitution now(program_.terms());
  bool changes = false;
  for (Term variable : variables_(term)) {
    Term value;
    if (variable == returned_) {
      value = state.returned;
    } else if (const VariableId id = program_.variableOf(variable); id.valid()) {
      const FunctionId function = program_[id].function;
      const auto known = state.facts.values.find(id);
      // Who else assigns a global variable is not looked at; a callee may assign one that is thread-local.
      if (known != state.facts.values.end())
        value = known->second;
      else if (!function.valid() || state.isAllLost || function == state.lost ||
               (state.isRecursiveLost && isRecursive_[function.index()]))
        value = unknown(variable.sort());
    }
    if (!value) continue;
    now.add(variable, value);
    changes = true;
  }
  return changes ? now(term) : term;
}

void PostStates::assign(PostState& state, VariableId id, Term value) {
  const Variable& variable = program_[id];
  if (!variable.function.valid() && !variable.isThreadLocal)
    publish(state, value);
  else
    state.facts.values[id] = value;
}

void PostStates::lose(PostState& state, FunctionId function, bool isRecursiveLost) {
  FlatMap<VariableId, Term> kept;
  for (const auto& [id, value] : state.facts.values) {
    const FunctionId of = program_[id].function;
    if (!of.valid() || (of != function && !(isRecursiveLost && isRecursive_[of.index()]))) kept.try_emplace(id, value);
  }
  state.facts.values = std::move(kept);
  state.lost = function;
  state.isRecursiveLost = isRecursiveLost;
}

bool PostStates::assume(PostState& state, Term guard) {
  if (sets_.excludes(guard)) return false;
  const Term condition = evaluate(state, guard);
  if (isExcluded(variables_, program_.terms(), condition, state.facts.assumed)) return false;
  std::vector<Term> literals;
  splitConjunction(condition, literals);
  for (Term literal : literals) {
    if (literal.isTrue()) continue;
    if (literal.isFalse() || holds(state.facts.assumed, program_.terms().mkNot(literal))) return false;
    if (!holds(state.facts.assumed, literal)) state.facts.assumed.push_back(literal);
  }
  return true;
}

void PostStates::publish(PostState& state, Term value) {
  std::erase_if(state.facts.fresh, [&](Term symbol) { return variables_.mentions(value, symbol); });
}

Term PostStates::freshIn(const ThreadState& facts, Term address) {
  // Sums of one such pointer and integers.
  Term found;
  std::vector<Term> parts{address};
  while (!parts.empty()) {
    const Term part = parts.back();
    parts.pop_back();
    if (holds(facts.fresh, part)) {
      if (found) return {};
      found = part;
    } else if (part.kind() == Kind::BvAdd) {
      parts.insert(parts.end(), part.children().begin(), part.children().end());
    } else {
      for (Term symbol : variables_(part)) {
        const VariableId id = program_.variableOf(symbol);
        const bool isPointer = !id.valid() || program_[id].isPointer;
        if (holds(facts.fresh, symbol) || (isPointer && symbol.sort() == program_.pointerSort())) return {};
      }
    }
  }
  return found;
}

bool PostStates::isOfProgram(Term term) {
  return std::ranges::all_of(variables_(term), [&](Term symbol) { return program_.variableOf(symbol).valid(); });
}

PointerSetId PostStates::targetsOf(Term pointer, Term address) {
  return isOfProgram(address) ? sets_.of(address, pointer) : sets_.of(pointer);
}

void PostStates::remember(PostState& state, Term pointer, Term address, Term value) {
  const PointerSetId targets = targetsOf(pointer, address);
  if (!sets_[targets].isAny) state.facts.cells.push_back({address, targets, value});
}

bool PostStates::isWithin(PointerSetId inner, PointerSetId outer) const {
  PointerSet both = sets_[outer];
  return inner == outer || !include(both, sets_[inner]);
}

/// Wherever the thread may have an address in an object that it alone knows, it is a variable whose value says so.
bool PostStates::isEscaped(const PostState& state, const ThreadState& claimed, FunctionId function, LocationId at) {
  std::unique_ptr<Liveness>& liveness = liveness_[function];
  if (at.valid() && !liveness) liveness = std::make_unique<Liveness>(program_, function);
  for (Term name : claimed.fresh) {
    // No term of ours has a global variable in it, so this says nothing.
    if (const VariableId id = program_.variableOf(name); id.valid() && !program_[id].function.valid()) continue;
    const Term symbol = evaluate(state, name);
    if (!holds(state.facts.fresh, symbol)) return true;
    const auto isLost = [&](VariableId id, Term value) {
      const Variable& variable = program_[id];
      if (!variables_.mentions(value, symbol) || variable.term == name) return false;
      if (variable.function.valid() && variable.function != function) return false; // the caller knows it
      if (variable.function.valid() && at.valid() && !liveness->isLive(id, at)) return false;
      const auto said = claimed.values.find(id);
      return said == claimed.values.end() || !variables_.mentions(said->second, name);
    };
    for (const auto& [id, value] : state.facts.values)
      if (isLost(id, value)) return true;
    const VariableId first = program_.variableOf(symbol);
    if (first.valid() && evaluate(state, symbol) == symbol && isLost(first, symbol)) return true;
    if (state.returned && variables_.mentions(state.returned, symbol) && name != returned_ &&
        !(claimed.returned && variables_.mentions(claimed.returned, name)))
      return true;
  }
  return false;
}

const char* PostStates::missingFact(const PostState& state, const ThreadState& claimed) {
  const ThreadState& facts = state.facts;
  const auto isOnlyOf = [](const ThreadNumbers& done, const ThreadNumbers& said) {
    return std::ranges::includes(said, done);
  };
  if (claimed.regions > facts.regions) return "an atomic region";
  if (!isOnlyOf(facts.created, claimed.created)) return "that a thread is not created";
  if (!std::ranges::includes(facts.joined, claimed.joined)) return "that a thread has ended";
  if (!std::ranges::includes(facts.gone, claimed.gone)) return "that threads are gone";
  if (!isOnlyOf(facts.destroyed, claimed.destroyed)) return "that a lock is not destroyed";
  if (!isOnlyOf(facts.initialised, claimed.initialised)) return "that a lock is not initialised";
  if (!isSubset(claimed.passed, facts.passed)) return "that something was done once";
  if (!isSubset(claimed.history, facts.history)) return "that a lock was held";
  if (!isSubset(claimed.before, facts.before)) return "that a creator has held a lock";
  for (const HeldSince& since : claimed.heldSince)
    if (hasNumber(facts.created, since.created) && !holds(facts.heldSince, since)) return "that a lock is held longer";
  for (const Meeting& meeting : facts.met) {
    const Meeting* said = claimed.findMet(meeting.object);
    if ((meeting.mayBeMade || meeting.mayHaveSignalled) && !said) return "a call for a barrier or a semaphore";
    if (said && (meeting.mayBeMade > said->mayBeMade || meeting.mayHaveSignalled > said->mayHaveSignalled))
      return "a call for a barrier or a semaphore";
  }
  for (const Meeting& said : claimed.met)
    if (const Meeting* there = facts.findMet(said.object); said.hasPassed && !(there && there->hasPassed))
      return "that a barrier or a semaphore was passed";
  if (claimed.spawned && claimed.spawned != facts.spawned) return "which thread was created last";
  for (const auto& [id, value] : claimed.values)
    if (evaluate(state, program_[id].term) != evaluate(state, value)) return "a value";
  for (const HeldLock& lock : claimed.held) {
    const Term address = evaluate(state, lock.lock);
    const bool isHeld = std::ranges::any_of(facts.held, [&](const HeldLock& held) {
      return held.lock == address && isWithin(held.targets, lock.targets) && held.isExclusive >= lock.isExclusive;
    });
    if (!isHeld) return "that a lock is held";
  }
  for (const HeldFlag& flag : claimed.flags) {
    const Term condition = evaluate(state, flag.condition);
    const HeldFlag* const held = facts.findFlag(flag.flag);
    const bool isHeld =
        held && held->bytes == flag.bytes &&
        (held->condition == condition || underAssumptions(program_.terms(), held->condition, facts.assumed).isTrue());
    if (!isHeld) return "that a flag is held";
  }
  for (Term condition : claimed.assumed)
    if (const Term now = evaluate(state, condition); !now.isTrue() && !holds(facts.assumed, now)) return "a condition";
  for (const KnownCell& cell : claimed.cells) {
    const Term address = evaluate(state, cell.address), value = evaluate(state, cell.value);
    const bool isKnown = std::ranges::any_of(facts.cells, [&](const KnownCell& known) {
      return known.address == address && known.value == value && isWithin(known.targets, cell.targets);
    });
    if (!isKnown) return "what stands in memory";
  }
  if (claimed.returned && evaluate(state, claimed.returned) != state.returned) return "what is returned";
  return nullptr;
}

std::string PostStates::missing(const PostState& state, const ThreadState& claimed, FunctionId function,
                                LocationId at) {
  if (const char* const fact = missingFact(state, claimed)) return fact;
  return isEscaped(state, claimed, function, at) ? "that nobody else knows an object" : "";
}

ThreadState PostStates::translated(const ThreadState& facts, const PostState& by) {
  ThreadState result = facts;
  for (HeldLock& lock : result.held) lock.lock = evaluate(by, lock.lock);
  for (HeldFlag& flag : result.flags) flag.condition = evaluate(by, flag.condition);
  for (auto& [id, value] : result.values) value = evaluate(by, value);
  for (Term& condition : result.assumed) condition = evaluate(by, condition);
  for (Term& symbol : result.fresh) symbol = evaluate(by, symbol);
  for (KnownCell& cell : result.cells) {
    cell.address = evaluate(by, cell.address);
    cell.value = evaluate(by, cell.value);
  }
  if (result.returned) result.returned = evaluate(by, result.returned);
  return result;
}

} // namespace assay
