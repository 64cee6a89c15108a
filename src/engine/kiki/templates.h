// Templates: the shapes of invariants (2LS, sections 5.1 and 6.1). A row is a sum of at most two variables with signs,
// of which an upper bound is looked for; it speaks of the states behind the back edges to one loop head.
//
//   Top        no rows: plain k-induction          Zones      and x - y
//   Intervals  x, -x                               Octagons   and x + y, -x - y
//
// Rows are bit-vectors wide enough that no sum overflows; whether a variable is signed is known from its C type.
#pragma once

#include "engine/kiki/unwinding.h"

#include <string>
#include <vector>

namespace assay {

enum class TemplateDomain : uint8_t { Top, Intervals, Zones, Octagons };

struct TemplateRow {
  struct Summand {
    VariableId variable;
    bool isNegative;
  };
  uint32_t head;
  std::vector<Summand> summands;
  uint32_t width;
  BitVector greatest; // no value of the row is above
};

/// A row with its bound. Without summands and with a negative bound: no state at all.
struct Invariant {
  TemplateRow row;
  BitVector bound;
};

/// Of variables that are live at the heads and that their loops write. Of pairs, only those that some guard or
/// assignment of the program relates.
std::vector<TemplateRow> templateRows(const Flow& flow, TemplateDomain domain);

/// The value of a row in a state.
Term rowValue(const Flow& flow, const TemplateRow& row, const UnwindingState& state);
Term holds(const Flow& flow, const Invariant& invariant, const UnwindingState& state);
/// "i - n <= 0", in the names of the user's program.
std::string formatInvariant(const Program& program, const Invariant& invariant);

} // namespace assay
