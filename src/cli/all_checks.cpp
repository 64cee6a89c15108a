#include "cli/all_checks.h"

#include <algorithm>
#include <set>

namespace assay {

namespace {

/// Executions end where these checks are violated, and that is no error.
Program without(const Program& program, const std::set<LocationId>& settled) {
  Program rest = program.clone();
  for (const LocationId location : settled) rest[location].kind = LocationKind::Blocked;
  return rest;
}

CheckResult* find(Result& result, LocationId error) {
  const auto found = std::ranges::find(result.checks, error, &CheckResult::error);
  return found == result.checks.end() ? nullptr : &*found;
}

bool isOpen(const CheckResult& check) { return check.status == CheckStatus::Open; }

/// The table of the rest has fewer checks, and so other numbers; obstacles have the same order in both.
std::vector<ObstacleResult> renumbered(const Program& program, const Program& rest, std::vector<ObstacleResult> found) {
  const auto obstaclesOf = [](const CheckTable& table) {
    std::vector<RowId> rows;
    for (uint32_t i = 0; i < table.rows().size(); ++i)
      if (!table.rows()[i].isCheck()) rows.emplace_back(i);
    return rows;
  };
  const std::vector<RowId> from = obstaclesOf(CheckTable(rest)), to = obstaclesOf(CheckTable(program));
  for (ObstacleResult& obstacle : found)
    obstacle.row = to.at(static_cast<size_t>(std::ranges::find(from, obstacle.row) - from.begin()));
  return found;
}

/// What a round has found out about the checks that it had.
void merge(const Program& program, PortfolioResult& whole, const Program& rest, PortfolioResult round) {
  for (CheckResult& check : round.result.checks)
    if (CheckResult* known = find(whole.result, check.error); known && isOpen(*known)) *known = std::move(check);
  for (Assertion& invariant : round.result.invariants)
    if (std::ranges::find(whole.result.invariants, invariant) == whole.result.invariants.end())
      whole.result.invariants.push_back(std::move(invariant));
  if (!round.result.heaps.empty()) whole.result.heaps = std::move(round.result.heaps);
  std::ranges::move(round.reports, std::back_inserter(whole.reports));
  whole.result.obstacles = renumbered(program, rest, std::move(round.result.obstacles));
  whole.result.proofCheck = std::move(round.result.proofCheck);
  whole.safeDepth = round.safeDepth;
}

} // namespace

Settled settleChecks(const Program& program, Suppressions& suppressions, bool wantsAll, const Deadline& deadline,
                     const Round& round) {
  Settled settled = round(program);
  Result& result = settled.whole.result;
  if (result.question != Question::Errors || result.verdict != Verdict::False) return settled;
  std::set<LocationId> done;
  bool isProved = false;
  std::string reason = "the rest was not looked at";
  while (true) {
    settled.known = suppressed(program, result, suppressions);
    const size_t numBefore = done.size();
    size_t numOpen = 0;
    for (const CheckResult& check : result.checks) {
      if (check.status == CheckStatus::Violated) done.insert(check.error);
      if (isOpen(check)) ++numOpen;
    }
    const bool counts = settled.known.size() < done.size();
    if (done.size() == numBefore || (counts && !wantsAll) || deadline.expired()) break;
    if (numOpen == 0 && counts) break;
    const Program rest = without(program, done);
    Settled next = round(rest);
    isProved = next.whole.result.verdict == Verdict::True;
    reason = next.whole.result.reason;
    settled.native.reset(); // it may be another one that is told first
    merge(program, settled.whole, rest, std::move(next.whole));
  }
  const bool counts = settled.known.size() < done.size();
  result.reason = done.size() == 1 ? "a violation" : std::to_string(done.size()) + " violations";
  if (counts) return settled;
  result.verdict = isProved ? Verdict::True : Verdict::Unknown;
  result.reason = reason;
  return settled;
}

} // namespace assay
