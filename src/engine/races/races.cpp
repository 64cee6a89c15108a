#include "engine/races/races.h"

#include "analysis/possible_edges.h"
#include "engine/races/deadlock_check.h"
#include "engine/races/limits.h"
#include "engine/races/race_check.h"
#include "engine/races/race_report.h"
#include "program/threads.h"
#include "proof/threads/commuting.h"
#include "proof/threads/pair_check.h"
#include "transform/separate_makers.h"

#include <algorithm>
#include <set>

namespace assay {

namespace {

bool hasCheckOf(const Program& program, Property property) {
  return std::ranges::any_of(program.locations(), [&](const Location& location) {
    return location.kind == LocationKind::Error && location.property == property;
  });
}

/// Rows of obstacles that threads may get to.
std::set<RowId> reachedRows(const CheckTable& table, const SeparateMakers& separate, const ThreadWalk& walk) {
  std::set<LocationId> obstacles;
  for (LocationId location : walk.obstacles()) obstacles.insert(separate.original(location));
  std::set<RowId> reached;
  for (uint32_t i = 0; i < table.rows().size(); ++i)
    if (!table.rows()[i].isCheck() &&
        std::ranges::any_of(table.rows()[i].locations, [&](LocationId at) { return obstacles.contains(at); }))
      reached.emplace(i);
  return reached;
}

/// Where pointers point is confirmed by the second solver; if there are no races, what the walk says of threads is
/// checked, and so are all pairs, by a checker of its own. Empty, or what was not confirmed.
std::string confirm(const PossibleEdges& possible, ThreadWalk& walk, bool isAboutRaces, const RaceLimits& limits,
                    Env& env, std::string& solver, std::set<std::string>& onTrust) {
  if (env.options.certify == SecondSolver::None) return {};
  solver = choiceName(env.options.certify);
  const Deadline deadline(env.deadline, limits.confirm);
  if (std::string failure = whyPointersAreNotConfirmed(possible, walk.sets().pointsTo(), deadline, env);
      !failure.empty())
    return failure;
  if (!isAboutRaces) return {};
  const ThreadAnnotation annotation = walk.takeAnnotation();
  const Statistics::Timer timer(env.statistics, "checker of threads");
  const std::string failure = whyRacesAreNotExcluded(possible.program, walk.sets(), annotation, deadline, env, onTrust);
  return failure.empty() ? "" : "the checker of threads did not confirm the proof: " + failure;
}

/// What is proved of a property: all of its checks, or why not.
struct Proof {
  Property property;
  std::string how, failure = {};
};

Proof proveRaces(const std::vector<OpenPair>& open, const RaceCheck& check, const RaceReport& report, Env& env) {
  Proof proof{Property::NoDataRace, {}};
  env.statistics.counter("pairs of accesses that may race") = open.size();
  for (const OpenPair& pair : open) env.logger.progress("races: " + report.textOf(pair));
  if (check.isGivenUp())
    proof.failure = "out of time";
  else if (!open.empty())
    proof.failure = (open.size() == 1 ? "may race: " : std::to_string(open.size()) + " pairs may race: ") +
                    report.textOf(open.front());
  else
    proof.how = "no two threads can be about to access the same byte";
  return proof;
}

Proof proveDeadlocks(const Program& program, ThreadWalk& walk, RaceCheck& races, const Deadline& deadline,
                     const RaceLimits& limits, Env& env) {
  const std::vector<std::string> failures = DeadlockCheck(program, walk, races, deadline).failures(limits.openPairs);
  env.statistics.counter("waits that may be for ever") = failures.size();
  for (const std::string& failure : failures) env.logger.progress("races: " + failure);
  if (!failures.empty()) return {Property::NoDeadlock, {}, failures.front()};
  return {Property::NoDeadlock, "no threads can wait for each other in a circle"};
}

/// No check of these properties can fail, within the limits that are reached. If there are other checks, they are open.
Result proved(const Program& program, const std::vector<Proof>& proofs, const std::set<RowId>& reached,
              const std::string& solver) {
  Result result =
      openResult(program, Question::Errors,
                 "engine races proves nothing but that threads do not race, and do not wait for each other");
  bool isAll = true;
  std::string how;
  for (const Proof& proof : proofs)
    if (proof.failure.empty()) how += (how.empty() ? "" : "; ") + proof.how;
  for (CheckResult& row : result.checks) {
    const auto proof = std::ranges::find(proofs, program[row.error].property, &Proof::property);
    if (proof == proofs.end() || !proof->failure.empty()) {
      isAll = false;
      if (proof != proofs.end()) result.reason = proof->failure;
      continue;
    }
    row.status = CheckStatus::Proved;
    row.how = proof->how;
  }
  result.proofCheck = {solver.empty() ? ProofCheck::NotAsked : ProofCheck::Confirmed, solver, {}};
  if (!isAll) return result;
  result.verdict = Verdict::True;
  result.reason = how;
  for (ObstacleResult& obstacle : result.obstacles)
    if (!reached.contains(obstacle.row)) obstacle = {obstacle.row, CheckStatus::Proved, "no thread gets there"};
  return result;
}

} // namespace

Result Races::verify(const Program& given, Env& env) {
  if (!hasThreads(given)) return openResult(given, Question::Errors, "the program has no threads");
  const Statistics::Timer timer(env.statistics, "races");
  const SeparateMakers separate = separateMakers(given);
  const PossibleEdges possible = withPossibleEdges(separate.program, Unwritten::NoPointer);
  const Program& program = possible.program;
  const bool asksForRaces = hasCheckOf(program, Property::NoDataRace);
  const bool asksForDeadlocks = hasCheckOf(program, Property::NoDeadlock);
  if (!asksForRaces && !asksForDeadlocks)
    return openResult(given, Question::Errors, "neither races nor deadlocks are looked for");
  const auto limits = limitsOf<RaceLimits>(env.options);
  const Deadline deadline(env.deadline, limits.time);
  for (const Location& location : program.locations())
    if (location.kind == LocationKind::Error && !location.out.empty() &&
        (asksForDeadlocks || location.property == Property::NoDataRace))
      return openResult(given, Question::Errors, "executions go on behind a violation");
  const ThreadWalkLimits bounds{limits.contexts, limits.entries, limits.libraryEntries,
                                limits.states,   limits.cells,   limits.rounds};
  ThreadWalk walk(program, bounds, deadline);
  const bool isWhole = walk.run();
  env.statistics.counter("contexts of functions in threads") = walk.numContexts();
  env.statistics.counter("accesses of threads") = walk.accesses().size();
  if (!isWhole) return openResult(given, Question::Errors, "threads were not followed: " + walk.failure());
  RaceCheck check(program, walk, deadline, env);
  std::vector<Proof> proofs;
  std::vector<SharingNote> sharing;
  if (asksForRaces) {
    const std::vector<OpenPair>& open = check.openPairs(limits.openPairs);
    const RaceReport report(program, walk, check, open);
    proofs.push_back(proveRaces(open, check, report, env));
    if (!check.isGivenUp()) sharing = report.notes(open.size() < limits.openPairs);
  }
  if (asksForDeadlocks) proofs.push_back(proveDeadlocks(program, walk, check, deadline, limits, env));
  const auto hasFailed = [](const Proof& proof) { return !proof.failure.empty(); };
  if (std::ranges::all_of(proofs, hasFailed)) {
    Result result = openResult(given, Question::Errors, proofs.front().failure);
    result.sharing = std::move(sharing);
    return result;
  }
  const CheckTable table(given);
  const std::set<RowId> reached = reachedRows(table, separate, walk);
  for (RowId row : reached)
    if (!table[row].isLimit()) return openResult(given, Question::Errors, "not excluded: " + table.text(row));
  std::string solver;
  std::set<std::string> onTrust;
  const bool isAboutRaces = asksForRaces && proofs.front().failure.empty();
  if (const std::string failure = confirm(possible, walk, isAboutRaces, limits, env, solver, onTrust); !failure.empty())
    return openResult(given, Question::Errors, failure);
  if (isAboutRaces)
    for (const std::string& what : onTrust) proofs.front().how += "; on trust: " + what;
  Result result = proved(given, proofs, reached, solver);
  result.sharing = std::move(sharing);
  if (result.verdict != Verdict::True && exchange().hasListeners())
    for (const CheckResult& proof : result.checks)
      if (proof.status == CheckStatus::Proved)
        exchange().publish({ProvedRow{table.find(given[proof.error]), proof.how, solver, {}}, std::string(name())});
  return result;
}

} // namespace assay
