#include "report/goals.h"

namespace assay {

namespace {

bool isGoal(const Program& program, const Edge& edge, CoverGoal cover) {
  if (!edge.source.valid()) return false;
  if (cover == CoverGoal::Error) return program[edge.target].kind == LocationKind::Error;
  const Location& source = program[edge.source];
  if (!program[source.function].position.known()) return false;
  return cover == CoverGoal::Branches ? source.out.size() > 1 : !edge.operations.empty();
}

} // namespace

Goals::Goals(const Program& program, CoverGoal cover) : isGoal_(program.edges().size()), open_(program.edges().size()) {
  for (uint32_t i = 0; i < program.edges().size(); ++i) {
    if (!assay::isGoal(program, program.edges()[i], cover)) continue;
    isGoal_[i] = open_[i] = true;
    ++total_;
  }
}

void Goals::cover(EdgeId edge) {
  if (!open_[edge.index()]) return;
  open_[edge.index()] = false;
  ++covered_;
}

} // namespace assay
