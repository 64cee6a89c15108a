// What exploration proves on the way: a check that no state on the frontier can get to, along the edges of the program,
// is never violated. All other paths have ended, or were left because a state that was met does whatever they could
// still do. An execution that violates the check could follow that state instead, and so on, and would pass through the
// frontier. Nothing of this holds once a path was cut, nor as long as the frontier can get to an obstacle: behind an
// obstacle anything might happen, whatever the edges say.
#pragma once

#include "engine/common/status_table.h"
#include "engine/symex/state.h"
#include "program/program.h"

#include <optional>
#include <set>
#include <unordered_set>
#include <vector>

namespace assay::symex {

class Frontier {
public:
  explicit Frontier(const Program& program) : program_(program), isReached_(program.locations().size()) {}

  void add(const State& state);
  /// The rows that the added states may get to. Nothing: one of these rows is an obstacle, or something is ahead that
  /// the table does not know, and it is not `excluded`.
  std::optional<std::set<RowId>> openRows(const StatusTable& excluded);

private:
  /// A call stack.
  void add(const LocationCode* location, const Frame* top);
  void reach(LocationId location);
  void follow();

  const Program& program_;
  std::vector<bool> isReached_; // by location
  std::vector<LocationId> work_;
  std::unordered_set<const Frame*> seen_;
};

} // namespace assay::symex
