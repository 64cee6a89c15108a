#include "analysis/possible_edges.h"

namespace assay {

PossibleEdges withPossibleEdges(const Program& program, Unwritten unwritten) {
  const PointsTo pointsTo(program, FollowedEdges::Possible, unwritten);
  PossibleEdges result{program.clone(), {}};
  for (uint32_t e = 0; e < program.edges().size(); ++e) {
    const Edge& edge = program.edges()[e];
    if (!edge.source.valid() || pointsTo.isFollowed(EdgeId(e))) continue;
    result.impossible.push_back({edge.source, edge.guard, edge.position});
    result.program.removeEdge(EdgeId(e));
  }
  // Where nobody comes any more, guards don't matter.
  std::vector<bool> isCalled(program.functions().size());
  isCalled[program.entry().index()] = true;
  for (const Edge& edge : result.program.edges())
    for (const Operation& operation : edge.operations) {
      if (const Call* call = operation.as<Call>()) isCalled[call->callee.index()] = true;
      if (const Spawn* spawn = operation.as<Spawn>()) isCalled[spawn->callee.index()] = true;
    }
  std::erase_if(result.impossible, [&](const ImpossibleEdge& edge) {
    const Location& source = result.program[edge.source];
    const Function& function = program[source.function];
    return source.in.empty() && !(function.entry == edge.source && isCalled[source.function.index()]);
  });
  return result;
}

} // namespace assay
