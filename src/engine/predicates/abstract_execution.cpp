#include "engine/predicates/abstract_execution.h"

#include "solver/query_log.h"
#include "term/substitute.h"

#include <algorithm>
#include <cassert>

namespace assay {

AbstractExecution::AbstractExecution(const CutRelation& system, const Precision& precision, uint32_t threshold,
                                     Env& env)
    : system_(system), flow_(system.flow()), precision_(precision),
      invariants_(flow_.heads().size(), flow_.terms().mkTrue()), terms_(flow_.terms()), env_(env),
      solver_(makeLoggedSolver("native", terms_, env)), thresholds_(flow_.heads().size(), threshold) {
  enter(system.start(), {}, terms_.mkTrue());
}

void AbstractExecution::enter(uint32_t cut, Values entered, Term guard) {
  Place place{cut, std::move(entered), guard};
  const auto visits = std::ranges::count(path_, cut, &Place::cut);
  solver_->push();
  if (!guard.isTrue()) solver_->assertTerm(guard);
  place.state = place.entered;
  if (cut != system_.start() && visits >= thresholds_[cut]) abstract(place);
  for (Term input : system_.block(cut).inputs) place.state[input] = terms_.mkFreshVariable("path!input", input.sort());
  path_.push_back(std::move(place));
}

void AbstractExecution::leave() {
  path_.pop_back();
  solver_->pop();
}

void AbstractExecution::abstract(Place& place) {
  ++env_.statistics.counter("abstractions");
  place.isAbstract = true;
  place.state.clear();
  for (VariableId variable : flow_.liveAt(flow_.heads()[place.cut])) {
    const Variable& each = flow_.program()[variable];
    place.state[each.term] = terms_.mkFreshVariable("path!" + std::string(each.name()), each.sort());
  }
  Substitution before(terms_, place.entered), after(terms_, place.state);
  for (Term predicate : precision_.at(place.cut)) {
    place.predicates.push_back(after(predicate));
    solver_->assertTerm(terms_.mkEqual(before(predicate), place.predicates.back()));
  }
  solver_->assertTerm(after(invariants_[place.cut]));
  for (const Place& earlier : path_) {
    if (earlier.cut != place.cut || !earlier.isAbstract) continue;
    std::vector<Term> different;
    assert(earlier.predicates.size() == place.predicates.size()); // the search goes on from the first that changed
    for (size_t i = 0; i < place.predicates.size(); ++i)
      different.push_back(terms_.mkNot(terms_.mkEqual(place.predicates[i], earlier.predicates[i])));
    solver_->assertTerm(terms_.mkOr(different));
  }
}

Answer AbstractExecution::check(Term condition) {
  if (condition.isFalse()) return Answer::unsat();
  if (allowance_->expired()) return Answer::unknown(UnknownReason::Deadline);
  ++env_.statistics.counter("path queries");
  allowance_->limit(*solver_);
  return solver_->check(std::span(&condition, 1));
}

/// The next ending or exit of the last place. Safe: the search goes on.
AbstractExecution::Outcome AbstractExecution::step(bool (*isWanted)(const Flow&, const Ending&)) {
  Place& place = path_.back();
  const Block& block = system_.block(place.cut);
  const uint32_t number = place.next;
  const auto numEndings = static_cast<uint32_t>(block.endings.size());
  if (number == numEndings + block.exits.size()) {
    leave();
    return Outcome::Safe;
  }
  Substitution now(terms_, place.state);
  if (number < numEndings) {
    if (isWanted(flow_, block.endings[number])) {
      const Answer answer = check(now(block.endings[number].guard));
      if (answer.isUnknown()) return Outcome::GaveUp;
      if (answer.isSat()) {
        trace(number);
        return Outcome::Counterexample;
      }
    }
    ++place.next;
    return Outcome::Safe;
  }
  const BlockPath& exit = block.exits[number - numEndings];
  const Term guard = now(exit.guard);
  const Answer answer = check(guard);
  if (answer.isUnknown()) return Outcome::GaveUp;
  ++place.next;
  if (answer.isUnsat()) return Outcome::Safe;
  Values values;
  for (VariableId variable : flow_.liveAt(exit.target))
    if (const Term value = exit.values.get(variable.index())) values[flow_.program()[variable].term] = now(value);
  enter(flow_.headNumber(exit.target), std::move(values), guard);
  return Outcome::Safe;
}

AbstractExecution::Outcome AbstractExecution::run(bool (*isWanted)(const Flow&, const Ending&),
                                                  const Allowance& allowance) {
  allowance_ = &allowance;
  counterexample_.clear();
  while (!path_.empty()) {
    const Outcome outcome = step(isWanted);
    if (outcome != Outcome::Safe) return outcome;
  }
  return Outcome::Safe;
}

void AbstractExecution::trace(uint32_t ending) {
  const auto numEndings = [&](const Place& place) {
    return static_cast<uint32_t>(system_.block(place.cut).endings.size());
  };
  for (const Place& place : path_) {
    const bool isLast = &place == &path_.back();
    AbstractStep& made =
        counterexample_.emplace_back(place.cut, isLast ? ending : place.next - 1 - numEndings(place), Assignment());
    for (const auto& [variable, value] : place.state) made.model.set(variable, solver_->value(value));
  }
}

void AbstractExecution::backtrack() {
  for (size_t i = 0; i < path_.size(); ++i) {
    const Place& place = path_[i];
    if (!place.isAbstract || place.predicates.size() == precision_.at(place.cut).size()) continue;
    return enterAgain(i);
  }
}

/// Goes back to a place of the path; what came behind it on the path is forgotten.
void AbstractExecution::enterAgain(size_t place) {
  const uint32_t cut = path_[place].cut;
  const Term guard = path_[place].guard;
  Values entered = std::move(path_[place].entered);
  while (path_.size() > place) leave();
  enter(cut, std::move(entered), guard);
}

void AbstractExecution::raiseThresholds() {
  for (const AbstractStep& step : counterexample_)
    if (step.cut != system_.start()) ++thresholds_[step.cut];
  const auto first = std::ranges::find(path_, true, &Place::isAbstract);
  if (first != path_.end()) enterAgain(static_cast<size_t>(first - path_.begin()));
}

} // namespace assay
