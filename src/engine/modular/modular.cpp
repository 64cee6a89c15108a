#include "engine/modular/modular.h"

#include "analysis/possible_edges.h"
#include "encode/threads/system_builder.h"
#include "encode/threads/thread_checks.h"
#include "engine/modular/assertion_text.h"
#include "engine/modular/limits.h"
#include "invariants/threads/assertion_candidates.h"
#include "invariants/threads/thread_assertions.h"
#include "program/threads.h"
#include "proof/threads/assertion_check.h"
#include "solver/query_log.h"

#include <algorithm>

namespace assay {

Result Modular::verify(const Program& given, Env& env) {
  if (!hasThreads(given)) return openResult(given, Question::Errors, "the program has no threads");
  const Statistics::Timer timer(env.statistics, "modular");
  if (!checksValues(given)) return openResult(given, Question::Errors, "there is no check of values");
  const auto limits = limitsOf<ModularLimits>(env.options);
  const PossibleEdges possible = withPossibleEdges(given, Unwritten::NoPointer);
  const Program& program = possible.program;
  const PointsTo pointsTo(program, FollowedEdges::All, Unwritten::NoPointer);
  const ThreadSystem system = threadSystemOf(
      program, pointsTo, {limits.nodes, limits.threads, limits.paths, limits.addresses, limits.depth}, env.deadline);
  if (!system.failure.empty())
    return openResult(given, Question::Errors,
                      "threads were not followed: " + textWithPlace(program, system.failure, system.failedAt));
  env.statistics.counter("places of threads") = system.nodes.size();
  const CandidateLimits candidateLimits{limits.constants, limits.steps, limits.candidates};
  AssertionCandidates candidates(program.terms(), system, candidateLimits);
  const auto newSolver = [&] { return makeLoggedSolver("native", program.terms(), env); };
  const ThreadAssertions::ByNode ofNodes = candidates.ofNodes();
  auto assertions = std::make_unique<ThreadAssertions>(program.terms(), system, ofNodes, newSolver, env.deadline);
  const auto settle = [&] {
    const bool isSettled = assertions->settle();
    env.statistics.counter("questions about threads") += assertions->numQuestions();
    return isSettled;
  };
  if (!settle()) return openResult(given, Question::Errors, "out of time");
  std::vector<uint32_t> open = assertions->openMoves();
  if (!open.empty()) {
    env.logger.progress("modular: what holds of each thread is not enough; pairs of threads are looked at");
    assertions = std::make_unique<ThreadAssertions>(program.terms(), system, ofNodes, newSolver, env.deadline);
    assertions->addPairs([&](uint32_t one, uint32_t other) {
      const auto named = [&](uint32_t node, uint32_t role) {
        std::vector<Term> names;
        for (Term local : system.nodes[node].locals) names.push_back(assertions->inRole(node, role, local));
        return names;
      };
      return candidates.ofPair(named(one, 1), named(other, 2));
    });
    if (!settle()) return openResult(given, Question::Errors, "out of time");
    open = assertions->openMoves();
  }
  const CheckTable table(given);
  const std::set<RowId> rows = rowsOf(program, table, system, open);
  for (RowId row : rows)
    if (!row.valid() || (!table[row].isCheck() && !table[row].isLimit()))
      return openResult(given, Question::Errors, "not excluded: " + (row.valid() ? table.text(row) : "an obstacle"));
  const auto isOpen = [&](LocationId error) { return rows.contains(table.find(given[error])); };
  Result result = openResult(given, Question::Errors, "no assertions at threads' places exclude it");
  if (std::ranges::all_of(result.checks, [&](const CheckResult& row) { return isOpen(row.error); })) return result;

  assertions->minimise();
  std::string second;
  if (env.options.certify != SecondSolver::None) {
    second = choiceName(env.options.certify);
    std::vector<bool> isOpenMove(system.moves.size());
    for (uint32_t move : open) isOpenMove[move] = true;
    if (const std::string failure =
            whyNotConfirmed(possible, pointsTo, assertions->obligations(isOpenMove), limits.confirm, env);
        !failure.empty())
      return openResult(given, Question::Errors, failure);
  }
  const std::string how =
      "assertions at " + std::to_string(system.nodes.size()) + " places of threads, for any number of threads";
  bool isAll = true;
  for (CheckResult& row : result.checks) {
    if (isOpen(row.error)) {
      isAll = false;
      continue;
    }
    row.status = CheckStatus::Proved;
    row.how = how;
  }
  result.proofCheck = {second.empty() ? ProofCheck::NotAsked : ProofCheck::Confirmed, second, {}};
  if (!isAll) {
    if (exchange().hasListeners())
      for (const CheckResult& proof : result.checks)
        if (proof.status == CheckStatus::Proved)
          exchange().publish({ProvedRow{table.find(given[proof.error]), proof.how, second, {}}, std::string(name())});
    return result;
  }
  result.verdict = Verdict::True;
  result.reason = how;
  result.threadAssertions = threadAssertionsInC(program, system, *assertions);
  for (ObstacleResult& obstacle : result.obstacles)
    if (!rows.contains(obstacle.row)) obstacle = {obstacle.row, CheckStatus::Proved, "no thread gets there"};
  return result;
}

} // namespace assay
