#include "engine/predicates/refinement.h"

#include "engine/predicates/path_values.h"
#include "solver/query_log.h"
#include "term/semantics.h"
#include "term/substitute.h"
#include "term/traverse.h"

#include <algorithm>
#include <functional>
#include <map>
#include <unordered_map>
#include <utility>

namespace assay {

Refinement::Refinement(const CutRelation& system, Precision& precision, Env& env)
    : system_(system), flow_(system.flow()), precision_(precision), terms_(flow_.terms()), env_(env),
      limits_(limitsOf<PredicateLimits>(env.options)) {
  for (uint32_t cut = 0; cut < system.numCuts(); ++cut) {
    for (const Ending& ending : system.block(cut).endings)
      for (Term atom : atomsOf(ending.guard)) syntax_.insert(atom);
    for (const BlockPath& exit : system.block(cut).exits)
      for (Term atom : atomsOf(exit.guard)) syntax_.insert(atom);
  }
}

Refinement::Step Refinement::choosePath(const AbstractStep& step, bool isLast) const {
  const Block& block = system_.block(step.cut);
  std::vector<std::pair<VariableId, Term>> values;
  if (!isLast) {
    const BlockPath& path = block.exits[step.number];
    for (VariableId variable : flow_.liveAt(path.target))
      if (const Term value = path.values.get(variable.index())) values.emplace_back(variable, value);
  }
  const Term guard = isLast ? block.endings[step.number].guard : block.exits[step.number].guard;
  return {&block, step.cut, &step.model, pathOf(terms_, step.model, guard, std::move(values))};
}

/// Every step with symbols of its own for its state and its inputs.
void Refinement::instantiateSteps(std::vector<Step>& steps) {
  std::map<uint32_t, Term> state; // by variable: the symbol at this cut point
  const auto symbolOf = [&](std::map<uint32_t, Term>& symbols, VariableId variable) {
    Term& symbol = symbols[variable.index()];
    if (symbol.isNull())
      symbol = terms_.mkFreshVariable("path!" + std::string(flow_.program()[variable].name()),
                                      flow_.program()[variable].sort());
    return symbol;
  };
  for (Step& step : steps) {
    Substitution put(terms_);
    std::vector<Term> all = step.facts.literals;
    for (const auto& [variable, value] : step.facts.values) all.push_back(value);
    for (Term taken : step.block->taken) all.push_back(taken);
    for (Term variable : freeVariables(all)) {
      const VariableId id = flow_.program().variableOf(variable);
      if (id.valid()) put.add(variable, symbolOf(state, id));
    }
    for (Term input : step.block->inputs) {
      step.inputs.push_back(terms_.mkFreshVariable("path!input", input.sort()));
      put.add(input, step.inputs.back());
    }
    for (Term literal : step.facts.literals) step.literals.push_back(put(literal));
    for (Term taken : step.block->taken) step.taken.push_back(put(taken));
    std::map<uint32_t, Term> next;
    for (const auto& [variable, value] : step.facts.values) {
      step.next.push_back(symbolOf(next, variable));
      step.values.push_back(put(value));
      step.assigned.push_back(terms_.mkEqual(step.next.back(), step.values.back()));
    }
    state = std::move(next);
  }
}

void Refinement::markCore(std::vector<Step>& steps, const std::vector<Term>& core) const {
  TermSet inCore;
  for (Term term : core) inCore.insert(term);
  for (Step& step : steps) {
    for (Term literal : step.literals) step.matters.push_back(inCore.contains(literal) || literal.isFalse());
    for (Term equation : step.assigned) step.assigns.push_back(inCore.contains(equation));
  }
}

Refinement::Outcome Refinement::refine(const std::vector<AbstractStep>& trace, const Allowance& allowance) {
  ++env_.statistics.counter("refinements");
  uint64_t time = 0;
  Outcome outcome;
  {
    const Statistics::Timer timer(time);
    outcome = tryToRefine(trace, allowance);
  }
  uint64_t& longest = env_.statistics.time("longest refinement");
  longest = std::max(longest, time);
  return outcome;
}

/// Counts kinds of refinements: where all new predicates are conditions of the program, these alone would have been
/// enough.
void Refinement::countKind(const std::vector<size_t>& before, std::string_view how) {
  bool isSyntax = true;
  for (uint32_t head = 0; head < before.size(); ++head)
    for (Term predicate : precision_.at(head).subspan(before[head])) isSyntax = isSyntax && syntax_.contains(predicate);
  ++env_.statistics.counter(isSyntax ? "refined by syntax" : how);
}

size_t Refinement::addPredicates(const std::vector<AbstractStep>& trace, std::vector<Step>& steps) {
  std::vector<size_t> before; // by head
  for (uint32_t head = 0; head < flow_.heads().size(); ++head) before.push_back(precision_.at(head).size());
  const auto byCore = [&] {
    const size_t number = addPreconditions(steps);
    return isSeenAgain(trace) ? number + addMergedPreconditions(trace) : number;
  };
  const auto byWholePath = [&] {
    for (Step& step : steps) {
      step.matters.assign(step.matters.size(), true);
      step.assigns.assign(step.assigns.size(), true);
    }
    return addPreconditions(steps);
  };
  // The first that brings something new.
  const std::pair<std::string_view, std::function<size_t()>> ways[] = {
      {"refined by the core", byCore},
      {"refined by values on the path", [&] { return addPostconditions(steps); }},
      {"refined by chosen inputs", [&] { return addPreconditions(steps, Inputs::AsChosen); }},
      {"refined by bits", [&] { return addBits(steps); }},
      {"refined by the whole path", byWholePath},
  };
  for (const auto& [how, add] : ways)
    if (const size_t number = add(); number > 0) {
      countKind(before, how);
      return number;
    }
  return 0;
}

Refinement::Outcome Refinement::tryToRefine(const std::vector<AbstractStep>& trace, const Allowance& allowance) {
  std::vector<Step> steps;
  for (const AbstractStep& step : trace) steps.push_back(choosePath(step, &step == &trace.back()));
  instantiateSteps(steps);
  // What comes last is left out of the core first: what loops do, and before all others what their first iterations do.
  std::vector<Term> query;
  const auto ask = [&](const Step& step) {
    query.insert(query.end(), step.literals.begin(), step.literals.end());
    query.insert(query.end(), step.assigned.begin(), step.assigned.end());
  };
  ask(steps.back());
  if (steps.size() > 1) ask(steps.front());
  for (size_t i = steps.size(); i-- > 2;) ask(steps[i - 1]);
  std::erase_if(query, [](Term term) { return term.isTrue(); });
  const std::unique_ptr<Solver> solver = makeLoggedSolver("native", terms_, env_);
  allowance.limit(*solver);
  std::vector<Term> core;
  if (const auto contradiction = std::ranges::find_if(query, [](Term term) { return term.isFalse(); });
      contradiction != query.end()) {
    core.push_back(*contradiction);
  } else {
    allowance.limit(*solver, limits_.pathConflicts);
    Answer answer = solver->check(query);
    if (answer.isUnknown()) {
      const auto ofValues = coreOfValues(steps, query, allowance);
      if (!ofValues) return Outcome::GaveUp;
      core = *ofValues;
      allowance.limit(*solver);
      if (core.empty()) answer = solver->check(query);
    }
    if (core.empty() && answer.isUnknown()) return Outcome::GaveUp;
    if (answer.isSat()) {
      inputs_.clear();
      for (const Step& step : steps)
        for (size_t i = 0; i < step.inputs.size(); ++i)
          if (solver->value(step.taken[i]).asBool()) inputs_.push_back(solver->value(step.inputs[i]));
      ending_ = &steps.back().block->endings[trace.back().number];
      return Outcome::Feasible;
    }
    if (core.empty()) core = solver->minimisedCore();
  }
  markCore(steps, core);
  const size_t number = addPredicates(trace, steps);
  env_.statistics.counter("predicates") = precision_.size();
  return number > 0 ? Outcome::Refined : Outcome::NoPredicates;
}

/// Of facts that are hard to solve, those that contradict each other once values are substituted for variables; empty:
/// there are none. Nothing: the solver gave up.
std::optional<std::vector<Term>> Refinement::coreOfValues(const std::vector<Step>& steps, std::vector<Term> query,
                                                          const Allowance& allowance) {
  PathValues values(terms_);
  std::unordered_map<Term, Term> conditions; // by literal
  for (const Step& step : steps) {
    for (Term literal : step.literals) conditions.emplace(literal, values.require(literal));
    for (size_t v = 0; v < step.assigned.size(); ++v) values.define(step.next[v], step.values[v], step.assigned[v]);
  }
  std::vector<Term> asked; // in the order of the query
  for (Term term : query)
    if (const auto found = conditions.find(term); found != conditions.end()) asked.push_back(found->second);
  std::unique_ptr<Solver> solver = makeLoggedSolver("native", terms_, env_);
  allowance.limit(*solver);
  const Answer answer = solver->check(asked);
  if (answer.isUnknown()) return std::nullopt;
  if (answer.isSat()) return std::vector<Term>();
  const std::vector<Term> among = values.factsBehind(solver->minimisedCore());
  std::erase_if(query, [&](Term term) { return std::ranges::find(among, term) == among.end(); });
  solver = makeLoggedSolver("native", terms_, env_);
  allowance.limit(*solver, limits_.pathConflicts);
  return solver->check(query).isUnsat() ? solver->minimisedCore() : query;
}

namespace {

bool contains(Term term, Term symbol) {
  bool isIn = false;
  forEachSubterm(term, [&](Term part) { isIn = isIn || part == symbol; });
  return isIn;
}

/// What the symbol equals, if the literal says so; otherwise null.
Term solved(TermManager& terms, Term literal, Term symbol) {
  if (literal.kind() != Kind::Equal) return {};
  for (const uint32_t side : {0, 1}) {
    const Term left = literal[side], right = literal[1 - side];
    if (contains(right, symbol)) continue;
    if (left == symbol) return right;
    if (left.kind() != Kind::BvAdd) continue;
    for (const uint32_t summand : {0, 1})
      if (left[summand] == symbol && !contains(left[1 - summand], symbol))
        return terms.mkBvSub(right, left[1 - summand]);
  }
  return {};
}

} // namespace

/// Eliminates symbols from literals. The result speaks of none of the symbols, and is implied by the literals before.
void Refinement::eliminate(const std::vector<Term>& symbols, std::vector<Term>& literals) {
  for (Term symbol : symbols) {
    Term value;
    for (Term literal : literals)
      if (value.isNull()) value = solved(terms_, literal, symbol);
    if (!value.isNull()) {
      Substitution put(terms_);
      put.add(symbol, value);
      for (Term& literal : literals) literal = put(literal);
    }
    std::erase_if(literals, [&](Term literal) { return literal.isTrue() || contains(literal, symbol); });
  }
}

/// What the step's model chose for a variable or an input; null, if that is to be eliminated.
Term Refinement::chosenValue(Inputs inputs, const Step& step, Term symbol) const {
  if (inputs == Inputs::Eliminated || symbol.sort().isArray()) return {};
  const Value& value = step.model->get(symbol);
  return value.isNull() ? Term() : mkValue(terms_, symbol.sort(), value);
}

size_t Refinement::addPreconditions(const std::vector<Step>& steps, Inputs inputs) {
  size_t number = 0;
  std::vector<Term> conditions; // at the next cut point
  for (size_t i = steps.size(); i-- > 1;) {
    const Step& step = steps[i];
    std::vector<Term> symbols = step.block->inputs;
    Substitution put(terms_);
    for (size_t v = 0; v < step.facts.values.size(); ++v) {
      const auto& [variable, value] = step.facts.values[v];
      const Term term = flow_.program()[variable].term;
      if (step.assigns[v]) {
        put.add(term, value);
      } else if (const Term chosen = chosenValue(inputs, steps[i + 1], term); !chosen.isNull()) {
        put.add(term, chosen);
      } else {
        symbols.push_back(terms_.mkFreshVariable("path!any", term.sort()));
        put.add(term, symbols.back());
      }
    }
    for (Term& condition : conditions) condition = put(condition);
    for (size_t j = 0; j < step.facts.literals.size(); ++j)
      if (step.matters[j]) conditions.push_back(step.facts.literals[j]);
    Substitution chosen(terms_);
    for (Term input : step.block->inputs)
      if (const Term value = chosenValue(inputs, step, input); !value.isNull()) chosen.add(input, value);
    for (Term& condition : conditions) condition = chosen(condition);
    eliminate(symbols, conditions);
    std::erase_if(conditions, [&](Term condition) {
      return condition.isTrue() || termSize(condition) > limits_.preconditionTerms;
    });
    for (Term condition : conditions) number += precision_.add(step.cut, condition);
  }
  return number;
}

bool Refinement::isSeenAgain(const std::vector<AbstractStep>& trace) {
  std::vector<uint32_t> blocks;
  for (const AbstractStep& step : trace) {
    blocks.push_back(step.cut);
    blocks.push_back(step.number);
  }
  return !seen_.insert(std::move(blocks)).second;
}

size_t Refinement::addMergedPreconditions(const std::vector<AbstractStep>& trace) {
  const auto isOfState = [&](Term condition) {
    return std::ranges::all_of(freeVariables(condition),
                               [&](Term variable) { return flow_.program().variableOf(variable).valid(); });
  };
  size_t number = 0;
  std::vector<Term> conditions;
  for (size_t i = trace.size(); i-- > 1;) {
    const Block& block = system_.block(trace[i].cut);
    if (i + 1 == trace.size()) {
      conditions = atomsOf(block.endings[trace[i].number].guard);
    } else {
      const BlockPath& path = block.exits[trace[i].number];
      for (Term& condition : conditions) condition = path.at(flow_.program(), condition);
    }
    std::erase_if(conditions, [&](Term condition) {
      return condition.isValue() || termSize(condition) > limits_.mergedTerms || !isOfState(condition);
    });
    if (conditions.size() > limits_.mergedPreconditions) conditions.resize(limits_.mergedPreconditions);
    for (Term condition : conditions) number += precision_.add(trace[i].cut, condition);
  }
  return number;
}

/// With the bits of everything that matters the abstraction is exact on this path.
size_t Refinement::addBits(const std::vector<Step>& steps) {
  size_t number = 0;
  for (size_t i = 0; i + 1 < steps.size(); ++i) {
    std::vector<Term> variables;
    for (size_t v = 0; v < steps[i].facts.values.size(); ++v)
      if (steps[i].assigns[v]) variables.push_back(flow_.program()[steps[i].facts.values[v].first].term);
    std::erase_if(variables, [](Term variable) { return !variable.sort().isBitVec(); });
    std::ranges::stable_sort(variables, {}, [](Term variable) { return variable.sort().width(); });
    size_t ofHead = 0;
    for (Term variable : variables)
      for (uint32_t bit = 0; bit < variable.sort().width() && ofHead < limits_.bits; ++bit) {
        const Term isSet = terms_.mkEqual(terms_.mkBvExtract(variable, bit, bit), terms_.mkBv(1, 1));
        ofHead += precision_.add(steps[i + 1].cut, isSet);
      }
    number += ofHead;
  }
  return number;
}

namespace {

/// The variable that an array is made from, if it is made from one by stores.
Term originOf(Term array) {
  while (array.kind() == Kind::Store) array = array[0];
  return array;
}

/// Places of arrays that steps read or write, by the arrays at their beginning.
class TouchedPlaces {
public:
  /// `most`: of an array.
  explicit TouchedPlaces(size_t most) : most_(most) {}

  void add(Term term, const Assignment& model, TermManager& terms) {
    Evaluator evaluator(model);
    forEachSubterm(term, [&](Term part) {
      if (part.kind() != Kind::Select && part.kind() != Kind::Store) return;
      const Term index = mkValue(terms, part[1].sort(), evaluator.evaluate(part[1]));
      std::vector<Term>& places = places_[originOf(part[0])];
      if (places.size() < most_ && std::ranges::find(places, index) == places.end()) places.push_back(index);
    });
  }
  std::span<const Term> of(Term array) const {
    const auto found = places_.find(array);
    return found == places_.end() ? std::span<const Term>() : found->second;
  }

private:
  const size_t most_;
  std::unordered_map<Term, std::vector<Term>> places_;
};

} // namespace

size_t Refinement::addPostconditions(const std::vector<Step>& steps) {
  TouchedPlaces places(limits_.pathPlaces);
  for (const Step& step : steps) {
    for (Term literal : step.facts.literals) places.add(literal, *step.model, terms_);
    for (const auto& [variable, value] : step.facts.values) places.add(value, *step.model, terms_);
  }
  size_t number = 0;
  std::unordered_map<Term, Term> state; // values at this cut point, on the path
  for (size_t i = 0; i + 1 < steps.size(); ++i) {
    const Step& step = steps[i];
    for (Term input : step.block->inputs) state[input] = terms_.mkFreshVariable("path!input", input.sort());
    Substitution before(terms_, state);
    std::unordered_map<Term, Term> next;
    std::vector<std::pair<Term, Term>> relevant, elements;
    for (size_t v = 0; v < step.facts.values.size(); ++v) {
      const auto& [variable, value] = step.facts.values[v];
      const Term term = flow_.program()[variable].term, now = before(value);
      next[term] = now;
      if (!step.assigns[v]) continue;
      if (relevant.size() < limits_.pathVariables) relevant.emplace_back(term, now);
      for (Term place : places.of(term))
        if (elements.size() < limits_.pathElements)
          elements.emplace_back(terms_.mkSelect(term, place), terms_.mkSelect(now, place));
    }
    number += addConstants(steps[i + 1].cut, relevant) + addElements(steps[i + 1].cut, elements, relevant);
    state = std::move(next);
  }
  return number;
}

/// Of terms at the head and their values: that these are constants, or differ by a constant.
size_t Refinement::addConstants(uint32_t head, std::span<const std::pair<Term, Term>> known) {
  size_t number = 0;
  for (size_t a = 0; a < known.size(); ++a) {
    const auto& [term, value] = known[a];
    if (value.isValue()) number += precision_.add(head, terms_.mkEqual(term, value));
    for (size_t b = 0; b < a; ++b) {
      if (!term.sort().isBitVec() || known[b].first.sort() != term.sort()) continue;
      const Term difference = terms_.mkBvSub(value, known[b].second);
      if (!difference.isValue()) continue;
      const Term sum = terms_.mkBvAdd(known[b].first, difference);
      number += precision_.add(head, terms_.mkEqual(term, sum));
    }
  }
  return number;
}

/// That elements of arrays are constants, or have the value of another one or of a variable.
size_t Refinement::addElements(uint32_t head, std::span<const std::pair<Term, Term>> elements,
                               std::span<const std::pair<Term, Term>> variables) {
  size_t number = 0;
  const auto addIfSame = [&](const std::pair<Term, Term>& one, const std::pair<Term, Term>& other) {
    if (one.second == other.second) number += precision_.add(head, terms_.mkEqual(one.first, other.first));
  };
  for (size_t a = 0; a < elements.size(); ++a) {
    if (elements[a].second.isValue()) {
      number += precision_.add(head, terms_.mkEqual(elements[a].first, elements[a].second));
      continue;
    }
    for (const auto& variable : variables) addIfSame(elements[a], variable);
    for (const auto& other : elements.first(a)) addIfSame(elements[a], other);
  }
  return number;
}

} // namespace assay
