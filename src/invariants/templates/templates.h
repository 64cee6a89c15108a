// invariants/templates/: bounds of rows (sums of few variables), by a solver: intervals, zones, octagons.
//
// Templates: the shapes of invariants (2LS, sections 5.1 and 6.1). A row is a sum of a few variables with small
// factors. The search finds an upper bound of each row, for the states behind the back edges to one loop head.
//
//   Intervals  x, -x
//   Zones      and x - y
//   Octagons   and x + y, -x - y
//   Ratios     2 x - y, y - 2 x; where x and y are counters of a loop, also 2 x + 2 y - z and 2 x - 2 y - z, and their
//              negations: what counts at half of another's speed
//
// Where loops are marked (transform/mark_loops.h), every set of loops that were executed before
// a state has rows of its own (section 6.5.2).
//
// Rows are bit-vectors wide enough that no sum overflows; whether a variable is signed is known from its C type.
#pragma once

#include "encode/assertion.h"
#include "invariants/limits.h"

#include <set>
#include <vector>

namespace assay {

enum class TemplateDomain : uint8_t { Intervals, Zones, Octagons, Ratios };

struct TemplateRow {
  struct Summand {
    VariableId variable;
    int factor; // 1, 2, -1 or -2
  };
  uint32_t group;
  std::vector<Summand> summands;
  uint32_t width;
  BitVector greatest; // no value of the row is above
};

/// Rows that speak of the same states: those at one head, if `path` holds.
struct TemplateGroup {
  uint32_t head;
  Term path;            // over the program's variables
  std::string pathText; // "!a || b || " in front of what holds on the path a && !b
  size_t firstRow, endRow;
};

struct Template {
  std::vector<TemplateGroup> groups;
  std::vector<TemplateRow> rows; // group by group
};

/// The template for variables that are live at the heads and that their loops write. A row with two variables needs a
/// guard or assignment of the program that relates them, or two counters of the same loop.
Template makeTemplate(const Flow& flow, TemplateDomain domain, const InvariantLimits& limits = {});

/// The value of a row in a state.
Term rowValue(const Flow& flow, const TemplateRow& row, const SymbolicState& state);
/// The assertion that the row is at most the bound, if the group's path was taken.
Assertion rowInvariant(const Flow& flow, const TemplateGroup& group, const TemplateRow& row, const BitVector& bound);
/// The assertion that the group has no state.
Assertion noState(const Flow& flow, const TemplateGroup& group);

} // namespace assay
