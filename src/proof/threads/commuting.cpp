#include "proof/threads/commuting.h"

#include "analysis/pointer_premises.h"
#include "proof/confirmation.h"
#include "proof/threads/pair_check.h"

#include <algorithm>

namespace assay {

std::string whyPointersAreNotConfirmed(const PossibleEdges& possible, const PointsTo& pointsTo,
                                       const Deadline& deadline, Env& env) {
  const std::string_view solver = choiceName(env.options.certify);
  Confirmation confirmation(possible.program.terms(), solver, deadline, env);
  std::vector<Obligation> obligations = pointerPremises(possible, pointsTo);
  // They are small and have little in common. Some of them are one query, so that the time grows with their number.
  constexpr size_t kTogether = 50;
  for (size_t i = 0; i < obligations.size(); i += kTogether) {
    const auto first = obligations.begin() + static_cast<ptrdiff_t>(i);
    std::vector<Obligation> some(first, first + static_cast<ptrdiff_t>(std::min(kTogether, obligations.size() - i)));
    if (!confirmation.confirm(some))
      return (confirmation.isRefuted() ? "DEFECT: " : "") + std::string(solver) + " did not confirm " +
             confirmation.failed();
  }
  return {};
}

CommutingEdges commutingEdges(const Program& program, const Deadline& deadline, Env& env) {
  const auto isPassed = [](const Location& location) {
    return location.kind == LocationKind::Error && !location.out.empty();
  };
  // The walk ends where threads race.
  if (env.options.certify == SecondSolver::None || std::ranges::any_of(program.locations(), isPassed)) return {};
  const Statistics::Timer timer(env.statistics, "accesses that commute");
  const PossibleEdges possible = withPossibleEdges(program, Unwritten::NoPointer);
  const ThreadWalkLimits limits;
  ThreadWalk walk(possible.program, limits, deadline);
  if (!walk.run() || !walk.obstacles().empty()) return {};
  const ThreadAnnotation annotation = walk.takeAnnotation();
  ThreadCheck threads(possible.program, walk.sets(), annotation, deadline);
  if (!threads.check() || !whyPointersAreNotConfirmed(possible, walk.sets().pointsTo(), deadline, env).empty())
    return {};
  PairCheck pairs(possible.program, walk.sets(), annotation, threads, deadline, env);
  const std::optional<std::set<EdgeId>> racing = pairs.racingEdges();
  if (!racing) return {};
  CommutingEdges result{std::vector<bool>(program.edges().size()), threads.onTrust()};
  for (const SharedAccess& access : threads.accesses()) result.isIn[access.edge.index()] = true;
  for (const SharedAccess& access : threads.accesses())
    if (access.isAtomic || access.isFree || racing->contains(access.edge)) result.isIn[access.edge.index()] = false;
  return result;
}

} // namespace assay
