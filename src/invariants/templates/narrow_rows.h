// Finds out by executions which rows of a template hardly move, before a solver is asked.
#pragma once

#include "encode/allowance.h"
#include "invariants/templates/templates.h"

namespace assay {

/// The greatest distance between the least and the greatest value of a row that hardly moves.
constexpr uint64_t kNarrowWidth = 4;

/// Drops rows that move further, behind back edges of executions on small inputs.
void dropWideRows(const Flow& flow, Template& shape, const InvariantLimits& limits, const Allowance& allowance);

} // namespace assay
