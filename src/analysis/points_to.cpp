#include "analysis/points_to.h"

#include "analysis/points_to_solver.h"

namespace assay {

PointsTo::PointsTo(const Program& program) : program_(program), values_(program) {
  PointsToSolver solver(program, values_);
  solver.solve();
  siteOf_ = solver.sites();
  shapes_ = solver.takeShapes();
  isReadAnywhere_ = solver.isReadAnywhere();
}

PointerSet PointsTo::of(Term pointer) const {
  if (!known_.contains(pointer)) known_.insert(pointer, values_.of(pointer));
  return known_.at(pointer);
}

} // namespace assay
