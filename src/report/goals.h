// What a test suite is to cover, as edges of the automaton.
#pragma once

#include "program/program.h"

#include <cstdint>
#include <string_view>
#include <vector>

namespace assay {

enum class Cover : uint8_t {
  Branches,   // every edge out of a location that has several
  Statements, // every edge that does something
  Error,      // some edge to an error location
};

/// Throws UsageError for a name that is none.
Cover coverByName(std::string_view name);

class Goals {
public:
  /// Of the user's functions; models of the library do not count.
  Goals(const Program& program, Cover cover);

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
