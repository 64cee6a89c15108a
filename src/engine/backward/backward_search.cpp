#include "engine/backward/backward_search.h"

#include "engine/cut_verdict.h"
#include "solver/query_log.h"
#include "term/evaluate.h"

#include <utility>

namespace assay {

Block onlyExit(const Flow& flow, const Block& block, uint32_t exit) {
  return renamed(flow, {block.source, {block.exits[exit]}, {}, block.inputs, block.taken});
}

Block onlyEnding(const Flow& flow, const Block& block, uint32_t ending) {
  return renamed(flow, {block.source, {}, {block.endings[ending]}, block.inputs, block.taken});
}

BackwardSearch::BackwardSearch(const CutSystem& system, Env& env)
    : system_(system), flow_(system.flow()), terms_(flow_.terms()), env_(env) {
  for (uint32_t cut = 0; cut < system.numCuts(); ++cut) solvers_.push_back(makeLoggedSolver("native", terms_, env));
  addRoots();
}

void BackwardSearch::assume(uint32_t head, Term invariant) {
  if (!invariant.isTrue()) solvers_[head]->assertTerm(invariant);
}

void BackwardSearch::addRoots() {
  for (uint32_t cut = 0; cut < system_.numCuts(); ++cut) {
    const Block& block = system_.block(cut);
    for (uint32_t i = 0; i < block.endings.size(); ++i) {
      if (!CutVerdict::mustNotBeReached(flow_, block.endings[i])) continue;
      Block taken = onlyEnding(flow_, block, i);
      const Term guard = taken.endings.front().guard;
      open_.push_back({cut, guard, BackwardState::kLast, std::move(taken), 1});
    }
  }
}

void BackwardSearch::addPredecessors(uint32_t number) {
  for (const CutSystem::Entry& entry : system_.entries(states_[number].cut)) {
    Block taken = onlyExit(flow_, system_.block(entry.cut), entry.exit);
    const Term before = preImage(flow_, taken.exits.front(), states_[number].condition);
    open_.push_back({entry.cut, before, number, std::move(taken), states_[number].depth + 1});
  }
}

Answer BackwardSearch::check(const BackwardState& state, const Allowance& allowance) {
  if (state.condition.isFalse()) return Answer::unsat();
  ++env_.statistics.counter("backward states");
  Solver& solver = *solvers_[state.cut];
  allowance.limit(solver);
  return solver.check(std::span(&state.condition, 1));
}

/// The model of the state at the start says what is read; what blocks do with it says what is taken.
void BackwardSearch::takeInputs(const BackwardState& first) {
  Solver& solver = *solvers_[first.cut];
  Assignment values;
  for (VariableId variable : flow_.liveAt(flow_.entry())) {
    const Term term = flow_.program()[variable].term;
    values.set(term, solver.value(term));
  }
  for (const BackwardState* state = &first;; state = &states_[state->next]) {
    for (Term input : state->block.inputs) values.set(input, solver.value(input));
    Evaluator evaluator(values);
    for (size_t i = 0; i < state->block.inputs.size(); ++i)
      if (evaluator.evaluateBool(state->block.taken[i])) inputs_.push_back(values.get(state->block.inputs[i]));
    if (state->next == BackwardState::kLast) {
      ending_ = state->block.endings.front();
      return;
    }
    const BlockPath& exit = state->block.exits.front();
    Assignment next;
    for (VariableId variable : flow_.liveAt(exit.target))
      if (const Term value = exit.values.get(variable.index()))
        next.set(flow_.program()[variable].term, evaluator.evaluate(value));
    values = std::move(next);
  }
}

BackwardSearch::Outcome BackwardSearch::run(const Excluder& excludes, const Allowance& allowance) {
  while (!open_.empty()) {
    if (allowance.expired()) return Outcome::GaveUp;
    const BackwardState state = std::move(open_.front());
    open_.pop_front();
    const Answer answer = check(state, allowance);
    if (answer.isUnsat()) {
      leaves_.push_back({state.cut, state.condition});
      continue;
    }
    if (state.cut == system_.start()) {
      if (answer.isSat()) {
        takeInputs(state);
        return Outcome::Reached;
      }
      isStuck_ = true;
      continue;
    }
    if (excludes && excludes(state)) {
      leaves_.push_back({state.cut, state.condition});
      continue;
    }
    env_.logger.progress("backward over " + std::to_string(state.depth) + " blocks, " + std::to_string(open_.size()) +
                         " states open");
    states_.push_back(state);
    addPredecessors(static_cast<uint32_t>(states_.size() - 1));
  }
  return isStuck_ ? Outcome::GaveUp : Outcome::Exhausted;
}

} // namespace assay
