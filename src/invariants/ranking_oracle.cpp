#include "invariants/ranking_oracle.h"

#ifdef ASSAY_PPL
#include "invariants/polyhedra/ranking_function.h"
#endif

#include <algorithm>

namespace assay {

#ifdef ASSAY_PPL

std::optional<std::vector<int64_t>> proposeRankingFunction(const Flow& flow, std::span<const uint32_t> heads,
                                                           std::span<const VariableId> variables,
                                                           std::span<const Assertion> invariants) {
  LinearTerms linear(flow.program());
  std::optional<LinearPaths> all = linearPaths(flow, linear);
  if (!all) return std::nullopt;
  const auto isIn = [&](uint32_t head) { return std::ranges::find(heads, head) != heads.end(); };
  std::vector<const LinearPath*> paths;
  for (LinearPath& path : all->paths) {
    if (!isIn(path.source) || !isIn(path.target)) continue;
    for (const Assertion& invariant : invariants) {
      if (invariant.head != path.source) continue;
      const std::vector<LinearGuard> cases = linear.cases(invariant.condition, 1);
      if (cases.size() != 1) continue;
      std::ranges::copy(cases.front().constraints, std::back_inserter(path.guard.constraints));
    }
    paths.push_back(&path);
  }
  return rankingFunction(flow.program(), paths, variables);
}

#else

std::optional<std::vector<int64_t>> proposeRankingFunction(const Flow&, std::span<const uint32_t>,
                                                           std::span<const VariableId>, std::span<const Assertion>) {
  return std::nullopt;
}

#endif

} // namespace assay
