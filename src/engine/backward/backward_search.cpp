#include "engine/backward/backward_search.h"

#include "engine/backward/query_limits.h"
#include "engine/common/cut_verdict.h"
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

BackwardSearch::BackwardSearch(const CutRelation& system, Env& env)
    : system_(system), flow_(system.flow()), terms_(flow_.terms()), env_(env),
      limits_(limitsOf<BackwardLimits>(env.options)) {
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

void BackwardSearch::addPredecessors(uint32_t number, std::deque<BackwardState>& open) const {
  for (const CutRelation::Entry& entry : system_.entries(states_[number].cut)) {
    Block taken = onlyExit(flow_, system_.block(entry.cut), entry.exit);
    const Term before = preImage(flow_, taken.exits.front(), states_[number].condition);
    open.push_back({entry.cut, before, number, std::move(taken), states_[number].depth + 1});
  }
}

Answer BackwardSearch::check(const BackwardState& state, const Allowance& allowance, uint64_t conflicts) {
  if (state.condition.isFalse()) return Answer::unsat();
  ++env_.statistics.counter("backward states");
  Solver& solver = *solvers_[state.cut];
  limitQuery(solver, allowance, conflicts, env_);
  return solver.check(std::span(&state.condition, 1));
}

/// The model of the state at the start gives the values of inputs; the blocks say which inputs the execution takes.
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

BackwardSearch::Step BackwardSearch::visit(const BackwardState& state, const Allowance& allowance, uint64_t conflicts) {
  const bool isStart = state.cut == system_.start();
  const Answer answer = check(state, allowance, isStart ? 0 : conflicts);
  if (answer.isUnsat()) {
    leaves_.push_back({state.cut, state.condition});
    return Step::Leaf;
  }
  if (!isStart) return Step::Inner;
  if (answer.isSat())
    takeInputs(state);
  else
    isStuck_ = true;
  return Step::Start;
}

/// Whether the paths to the state soon end by themselves (section 4.4 of the paper: a loop that is easily verified need
/// not be folded). If the start is reached, there is an ending.
bool BackwardSearch::unwinds(const BackwardState& root, const Allowance& allowance) {
  const size_t numStates = states_.size(), numLeaves = leaves_.size();
  const bool wasStuck = isStuck_;
  states_.push_back(root);
  std::deque<BackwardState> open;
  addPredecessors(static_cast<uint32_t>(numStates), open);
  while (!open.empty() && !allowance.expired()) {
    const BackwardState state = std::move(open.front());
    open.pop_front();
    const Step step = visit(state, allowance, limits_.stateConflicts);
    if (step == Step::Leaf) continue;
    if (ending_) return false;
    if (step == Step::Start || state.depth == root.depth + limits_.unwoundLevels ||
        states_.size() - numStates > limits_.unwoundStates) {
      open.push_back(state);
      break;
    }
    states_.push_back(state);
    addPredecessors(static_cast<uint32_t>(states_.size() - 1), open);
  }
  if (open.empty()) return true;
  isStuck_ = wasStuck;
  states_.resize(numStates, root);
  leaves_.resize(numLeaves);
  return false;
}

BackwardSearch::Outcome BackwardSearch::run(const Excluder& excludes, const Allowance& allowance) {
  while (!open_.empty()) {
    if (allowance.expired()) return Outcome::GaveUp;
    const BackwardState state = std::move(open_.front());
    open_.pop_front();
    const Step step = visit(state, allowance, excludes ? limits_.stateConflicts : 0);
    if (ending_) return Outcome::Reached;
    if (step != Step::Inner) continue;
    if (excludes) {
      const bool isNew = state.next == BackwardState::kLast || states_[state.next].cut != state.cut;
      if (isNew && unwinds(state, allowance)) continue;
      if (ending_) return Outcome::Reached;
      if (excludes(state)) {
        leaves_.push_back({state.cut, state.condition});
        continue;
      }
    }
    env_.logger.progress("backward over " + std::to_string(state.depth) + " blocks, " + std::to_string(open_.size()) +
                         " states open");
    states_.push_back(state);
    addPredecessors(static_cast<uint32_t>(states_.size() - 1), open_);
  }
  return isStuck_ ? Outcome::GaveUp : Outcome::Exhausted;
}

} // namespace assay
