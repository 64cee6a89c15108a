#include "analysis/points_to.h"

#include "analysis/points_to_solver.h"

namespace assay {

PointsTo::PointsTo(const Program& program, FollowedEdges followed, Unwritten unwritten)
    : program_(program), unwritten_(unwritten), values_(program) {
  PointsToSolver solver(program, values_, followed, unwritten);
  solver.solve();
  siteOf_ = solver.sites();
  shapes_ = solver.takeShapes();
  isFollowed_ = solver.takeFollowed();
  isReadAnywhere_ = solver.isReadAnywhere();
}

PointerSet PointsTo::of(Term pointer) const {
  if (!known_.contains(pointer)) known_.insert(pointer, values_.of(pointer));
  return known_.at(pointer);
}

} // namespace assay
