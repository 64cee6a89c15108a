// Which instruction computes a term.
#pragma once

#include "program/bytecode.h"

#include <array>
#include <optional>

namespace assay {

/// How a term is computed: an operator, its operands (the last one may be an immediate), its indices.
struct Plan {
  Op op = Op::Generic;
  std::array<Term, 3> operands;
  unsigned numOperands = 0;
  bool hasImmediate = false;
  uint64_t immediate = 0;
  uint8_t shift = 0;
  uint8_t extra = 0;
};

/// How to compute a compound term.
Plan planOf(Term term);
/// How to compute an equality or inequality of words.
Plan comparisonPlan(Op comparison, Term a, Term b);
std::optional<Op> comparisonOf(Kind kind);

/// Constants that fit into an instruction.
std::optional<uint64_t> wordConstant(Term term);

/// The branch that is taken if the comparison holds, and the opposite comparison; immediate forms stay such.
Op branchForm(Op comparison);
Op negate(Op comparison);

/// 64 minus the width.
inline uint8_t shiftOf(Sort sort) { return sort.isBool() ? 63 : static_cast<uint8_t>(64 - sort.width()); }

} // namespace assay
