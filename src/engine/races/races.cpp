#include "engine/races/races.h"

#include "analysis/pointer_premises.h"
#include "engine/races/limits.h"
#include "engine/races/race_check.h"
#include "engine/races/race_report.h"
#include "program/threads.h"
#include "proof/confirmation.h"
#include "proof/threads/pair_check.h"

#include <algorithm>
#include <set>

namespace assay {

namespace {

bool isRaceCheck(const Location& location) {
  return location.kind == LocationKind::Error && location.property == Property::NoDataRace;
}

/// What the walk says of threads is checked, and so are all pairs, by a checker of its own and the second solver. Empty, or what
/// was not confirmed.
std::string confirm(const Program& program, ThreadWalk& walk, const RaceLimits& limits, Env& env, std::string& solver,
                    std::set<std::string>& onTrust) {
  if (env.options.certify == SecondSolver::None) return {};
  solver = choiceName(env.options.certify);
  const Deadline deadline(env.deadline, limits.confirm);
  Confirmation confirmation(program.terms(), solver, deadline, env);
  std::vector<Obligation> obligations = pointerPremises(program, walk.sets().pointsTo());
  // They are small and have little in common. Some of them are one query, so that the time grows with their number.
  constexpr size_t kTogether = 50;
  bool isConfirmed = true;
  for (size_t i = 0; i < obligations.size() && isConfirmed; i += kTogether) {
    const auto first = obligations.begin() + static_cast<ptrdiff_t>(i);
    std::vector<Obligation> some(first, first + static_cast<ptrdiff_t>(std::min(kTogether, obligations.size() - i)));
    isConfirmed = confirmation.confirm(some);
  }
  if (!isConfirmed)
    return (confirmation.isRefuted() ? "DEFECT: " : "") + solver + " did not confirm " + confirmation.failed();
  const ThreadAnnotation annotation = walk.takeAnnotation();
  const Statistics::Timer timer(env.statistics, "checker of threads");
  const std::string failure = whyRacesAreNotExcluded(program, walk.sets(), annotation, deadline, env, onTrust);
  return failure.empty() ? "" : "the checker of threads did not confirm the proof: " + failure;
}

/// No check for races can fail. If there are other checks, they are open.
Result proved(const Program& program, const std::string& solver, const std::set<std::string>& onTrust) {
  std::string how = "no two threads can be about to access the same byte";
  for (const std::string& what : onTrust) how += "; on trust: " + what;
  Result result = openResult(program, Question::Errors, "engine races proves nothing but that threads do not race");
  bool isAll = true;
  for (CheckResult& row : result.checks) {
    if (!isRaceCheck(program[row.error])) {
      isAll = false;
      continue;
    }
    row.status = CheckStatus::Proved;
    row.how = how;
  }
  result.proofCheck = {solver.empty() ? ProofCheck::NotAsked : ProofCheck::Confirmed, solver, {}};
  if (!isAll) return result;
  result.verdict = Verdict::True;
  result.reason = how;
  for (ObstacleResult& obstacle : result.obstacles)
    obstacle = {obstacle.row, CheckStatus::Proved, "no thread gets there"};
  return result;
}

} // namespace

Result Races::verify(const Program& program, Env& env) {
  if (!hasThreads(program)) return openResult(program, Question::Errors, "the program has no threads");
  const Statistics::Timer timer(env.statistics, "races");
  if (std::ranges::none_of(program.locations(), isRaceCheck))
    return openResult(program, Question::Errors, "races are not looked for");
  const auto limits = limitsOf<RaceLimits>(env.options);
  const Deadline deadline(env.deadline, limits.time);
  for (const Location& location : program.locations())
    if (isRaceCheck(location) && !location.out.empty())
      return openResult(program, Question::Errors, "executions go on behind a race");
  const ThreadWalkLimits bounds{limits.contexts, limits.entries, limits.libraryEntries,
                                limits.states,   limits.cells,   limits.rounds};
  ThreadWalk walk(program, bounds, deadline);
  const bool isWhole = walk.run();
  env.statistics.counter("contexts of functions in threads") = walk.numContexts();
  env.statistics.counter("accesses of threads") = walk.accesses().size();
  if (!isWhole) return openResult(program, Question::Errors, "threads were not followed: " + walk.failure());
  RaceCheck check(program, walk, deadline, env);
  const std::vector<OpenPair>& open = check.openPairs(limits.openPairs);
  env.statistics.counter("pairs of accesses that may race") = open.size();
  const RaceReport report(program, walk, check, open);
  for (const OpenPair& pair : open) env.logger.progress("races: " + report.textOf(pair));
  if (check.isGivenUp()) return openResult(program, Question::Errors, "out of time");
  if (!open.empty()) {
    const std::string many = open.size() == 1 ? "may race: " : std::to_string(open.size()) + " pairs may race: ";
    Result result = openResult(program, Question::Errors, many + report.textOf(open.front()));
    result.sharing = report.notes(open.size() < limits.openPairs);
    return result;
  }
  const CheckTable table(program);
  if (!walk.obstacles().empty()) {
    const LocationId first = *walk.obstacles().begin();
    return openResult(program, Question::Errors,
                      "not excluded: " + textWithPlace(program, program[first].message, program[first].position));
  }
  std::string solver;
  std::set<std::string> onTrust;
  if (const std::string failure = confirm(program, walk, limits, env, solver, onTrust); !failure.empty())
    return openResult(program, Question::Errors, failure);
  Result result = proved(program, solver, onTrust);
  result.sharing = report.notes(true);
  if (result.verdict != Verdict::True && exchange().hasListeners())
    for (const CheckResult& proof : result.checks)
      if (proof.status == CheckStatus::Proved)
        exchange().publish({ProvedRow{table.find(program[proof.error]), proof.how, solver, {}}, std::string(name())});
  return result;
}

} // namespace assay
