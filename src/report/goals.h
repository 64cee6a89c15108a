// What a test suite is to cover, as edges of the automaton.
#pragma once

#include "program/program.h"
#include "util/options.h"

#include <vector>

namespace assay {

class Goals {
public:
  /// Branches: every edge out of a location that has several. Statements: every edge that does something. Error: some
  /// edge to an error location. Only edges of the user's functions count, not those of library models.
  Goals(const Program& program, CoverGoal cover);

  size_t total() const { return total_; }
  size_t covered() const { return covered_; }
  bool isOpen(EdgeId edge) const { return open_[edge.index()]; }
  bool isGoal(EdgeId edge) const { return isGoal_[edge.index()]; }
  bool done() const { return total_ != 0 && covered_ == total_; }
  void cover(EdgeId edge);

private:
  std::vector<bool> isGoal_, open_; // by edge
  size_t total_ = 0, covered_ = 0;
};

} // namespace assay
