#include "engine/orders/orders.h"

#include "analysis/possible_edges.h"
#include "encode/threads/system_builder.h"
#include "encode/threads/thread_checks.h"
#include "engine/common/confirm_refutations.h"
#include "engine/common/replay.h"
#include "engine/orders/order_replay.h"
#include "engine/orders/read_choices.h"
#include "program/threads.h"
#include "proof/threads/commuting.h"
#include "solver/query_log.h"

#include <algorithm>

namespace assay {

namespace {

/// What a round comes to.
struct Round {
  enum Kind : uint8_t { Refuted, Violation, Beyond, Open } kind = Open;
  std::string reason = {}; // Open
  std::optional<Counterexample> counterexample = {};
  std::set<uint32_t> beyond = {}; // heads of loops
};

class Rounds {
public:
  Rounds(const Program& given, const PossibleEdges& possible, const ThreadSystem& system, const OrderLimits& limits,
         Env& env)
      : given_(given), terms_(given.terms()), system_(system), limits_(limits), env_(env), loops_(graphOf(system)),
        table_(given), program_(possible.program), refutations_(makeLoggedSolver, true, env) {}

  Round run();
  uint32_t number() const { return number_; }
  RefutationLog& refutations() { return refutations_; }

private:
  static Graph graphOf(const ThreadSystem& system) {
    Graph graph(static_cast<uint32_t>(system.nodes.size()));
    for (const ThreadMove& move : system.moves)
      if (move.end == ThreadMove::End::Node) graph.addEdge(move.source, move.target);
    return graph;
  }
  Round round();
  Round look(const UnwoundThreads& threads, const EventOrder& order, Solver& solver);
  Answer ask(Solver& solver, const std::vector<Term>& any) {
    const Term goal = terms_.mkOr(any);
    return solver.check({&goal, 1});
  }
  std::vector<Term> movesTo(const UnwoundThreads& threads, ThreadMove::End end) const;

  const Program& given_;
  TermManager& terms_;
  const ThreadSystem& system_;
  const OrderLimits& limits_;
  Env& env_;
  const LoopNesting loops_;
  const CheckTable table_;
  const Program& program_;
  RefutationLog refutations_;
  LoopBounds bounds_;
  uint32_t number_ = 0;
};

/// Obstacles that are limits leave proofs as they are, within limits; they are no matter here.
std::vector<Term> Rounds::movesTo(const UnwoundThreads& threads, ThreadMove::End end) const {
  std::vector<Term> taken;
  for (const UnwoundMove& move : threads.moves()) {
    if (system_.moves[move.move].end != end) continue;
    if (end == ThreadMove::End::Obstacle) {
      const RowId row = *rowsOf(program_, table_, system_, {move.move}).begin();
      if (row.valid() && table_[row].isLimit()) continue;
    }
    taken.push_back(move.when);
  }
  return taken;
}

/// There is a model. What does it show?
Round Rounds::look(const UnwoundThreads& threads, const EventOrder& order, Solver& solver) {
  const Answer errors = ask(solver, movesTo(threads, ThreadMove::End::Error));
  if (errors.isUnknown()) return {Round::Open, "out of time"};
  if (errors.isSat()) {
    if (const auto found = executionOf(given_, threads, order, solver, env_);
        found && replay(given_, *found, env_).confirmed)
      return {Round::Violation, {}, found};
    return {Round::Open,
            "an order of events leads to an error, if memory holds what is not followed; executions were not found"};
  }
  const Answer obstacles = ask(solver, movesTo(threads, ThreadMove::End::Obstacle));
  if (!obstacles.isUnsat()) return {Round::Open, "an obstacle may be reached"};
  Round result{Round::Beyond};
  while (true) {
    std::vector<Term> rest;
    for (const UnwoundThreads::Beyond& beyond : threads.beyond())
      if (!result.beyond.contains(beyond.head)) rest.push_back(beyond.when);
    if (rest.empty()) return result;
    const Answer answer = ask(solver, rest);
    if (answer.isUnknown()) return {Round::Open, "out of time"};
    if (answer.isUnsat()) return result;
    for (const UnwoundThreads::Beyond& beyond : threads.beyond())
      if (solver.value(beyond.when).asBool()) result.beyond.insert(beyond.head);
  }
}

Round Rounds::round() {
  UnwoundThreads threads(terms_, system_, loops_, bounds_, limits_, env_.deadline);
  if (!threads.unwind()) return {Round::Open, "too many events"};
  env_.statistics.counter("events of threads") = threads.events().size();
  EventOrder order = orderOf(terms_, threads);
  const auto formula = formulaOf(terms_, threads, order, limits_.clauses, env_.deadline);
  if (!formula) return {Round::Open, "too many orders"};
  env_.statistics.counter("clauses about orders") = formula->size();
  const auto solver = refutations_.newSolver("native", terms_);
  solver->setLimits({.deadline = Deadline(env_.deadline, std::chrono::hours(1))});
  for (Term rule : *formula) solver->assertTerm(rule);
  std::vector<Term> all = movesTo(threads, ThreadMove::End::Error);
  std::ranges::copy(movesTo(threads, ThreadMove::End::Obstacle), std::back_inserter(all));
  for (const UnwoundThreads::Beyond& beyond : threads.beyond()) all.push_back(beyond.when);
  const Answer answer = ask(*solver, all);
  if (answer.isUnsat()) return {Round::Refuted};
  if (answer.isUnknown()) return {Round::Open, "out of time"};
  return look(threads, order, *solver);
}

Round Rounds::run() {
  while (true) {
    ++number_;
    Round found = round();
    if (found.kind != Round::Beyond) return found;
    if (env_.deadline.expired()) return {Round::Open, "out of time"};
    for (uint32_t head : found.beyond) {
      uint32_t& bound = bounds_.try_emplace(head, 1).first->second;
      bound += (bound + 1) / 2;
      if (bound > limits_.bound) return {Round::Open, "a loop does not end within any bound that was tried"};
    }
    // What was refuted about smaller bounds is not needed.
    refutations_.forget();
  }
}

} // namespace

Result Orders::verify(const Program& given, Env& env) {
  if (!hasThreads(given)) return openResult(given, Question::Errors, "the program has no threads");
  const Statistics::Timer timer(env.statistics, "orders");
  if (!checksValues(given)) return openResult(given, Question::Errors, "there is no check of values");
  const auto limits = limitsOf<OrderLimits>(env.options);
  const PossibleEdges possible = withPossibleEdges(given, Unwritten::NoPointer);
  const PointsTo pointsTo(possible.program, FollowedEdges::All, Unwritten::NoPointer);
  const ThreadSystem system = threadSystemOf(
      possible.program, pointsTo,
      {limits.nodes, limits.threads, limits.paths, limits.addresses, limits.depth, limits.variants, true},
      env.deadline);
  if (!system.failure.empty())
    return openResult(given, Question::Errors,
                      "threads were not followed: " + textWithPlace(given, system.failure, system.failedAt));
  Rounds rounds(given, possible, system, limits, env);
  const Round last = rounds.run();
  Result result = openResult(given, Question::Errors, last.reason);
  if (last.kind == Round::Violation) {
    for (CheckResult& check : result.checks) {
      if (check.error != last.counterexample->error) continue;
      check.status = CheckStatus::Violated;
      check.how = "an order of events";
      check.counterexample = last.counterexample;
    }
    result.verdict = Verdict::False;
    result.reason = "a violation";
    return result;
  }
  if (last.kind != Round::Refuted) return result;
  if (env.options.certify != SecondSolver::None) {
    const Deadline deadline(env.deadline, limits.confirm);
    if (const std::string failure = whyPointersAreNotConfirmed(possible, pointsTo, deadline, env); !failure.empty())
      return openResult(given, Question::Errors, failure);
  }
  const std::string how = "no order of events gets there or beyond the bounds of loops";
  for (CheckResult& check : result.checks) {
    check.status = CheckStatus::Proved;
    check.how = how;
  }
  for (ObstacleResult& obstacle : result.obstacles)
    if (!CheckTable(given)[obstacle.row].isLimit())
      obstacle = {obstacle.row, CheckStatus::Proved, "no thread gets there"};
  result.verdict = Verdict::True;
  result.reason = how;
  confirmRefutations(result, rounds.refutations(), {}, env);
  return result;
}

} // namespace assay
