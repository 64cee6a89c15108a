// The blocks of a flow as linear paths: a guard and a simultaneous assignment over the integers, as if nothing wrapped
// around.
#pragma once

#include "encode/block_paths.h"
#include "invariants/polyhedra/linear.h"

#include <optional>
#include <vector>

namespace assay {

/// A path between cut points on which nothing is chosen.
struct DecidedBlock {
  uint32_t source; // a head; kNone: the program's start
  BlockPath path;
};

struct LinearPath {
  uint32_t source = Flow::kNone; // a head; kNone: the program's start
  uint32_t target = Flow::kNone; // a head; kNone: an error
  bool isBack = false;           // it leads back to its target
  size_t block = 0;              // its number; paths that differ only in the case of a disjunctive guard have the same
  LinearGuard guard;             // with all that is known of its symbols
  struct Assignment {
    VariableId variable;
    LinearForm value;
  };
  std::vector<Assignment> assignments; // to numbers that are live at the target and that the path changes
};

/// Numbers that polyhedra speak of: bit-vectors of more than one bit.
bool isNumber(const Variable& variable);

struct LinearPaths {
  std::vector<DecidedBlock> blocks; // to heads
  std::vector<LinearPath> paths;    // of these, then those to errors
};

/// Nothing: there are too many, or a path has a call on it.
std::optional<LinearPaths> linearPaths(const Flow& flow, LinearTerms& linear);

} // namespace assay
