// The decided paths between the cut points of a flow as linear paths: a guard and a simultaneous assignment over the
// integers, as if nothing wrapped around.
#pragma once

#include "encode/cut_relation.h"
#include "invariants/polyhedra/linear.h"

#include <optional>
#include <vector>

namespace assay {

struct LinearPath {
  uint32_t source = Flow::kNone; // a head; kNone: the program's start
  uint32_t target = Flow::kNone; // a head; kNone: an error
  bool isBack = false;           // it leads back to its target
  size_t block = 0;              // number of its transition; the cases of a disjunctive guard have the same
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
  CutRelation relation;          // of decided paths
  std::vector<LinearPath> paths; // its transitions, then those to errors
};

/// Nothing: there are too many, or a path has a call on it.
std::optional<LinearPaths> linearPaths(const Flow& flow, LinearTerms& linear);

} // namespace assay
