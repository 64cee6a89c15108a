// Executions on small inputs: their states tell which laws a loop may have, before a solver is asked.
#pragma once

#include "encode/allowance.h"
#include "encode/flow.h"
#include "invariants/limits.h"
#include "program/interpreter.h"

#include <functional>

namespace assay {

/// Calls `use` in states behind back edges to heads, of a few executions, each of which is followed for some time: in
/// the first ones, then in fewer and fewer.
void forEachStateBehindBackEdges(const Flow& flow, const InvariantLimits& limits, const Allowance& allowance,
                                 const std::function<void(uint32_t head, const Interpreter&)>& use);

/// A number as the variable's type means it, in so many bits.
BitVector numberOf(const Interpreter& interpreter, const Flow& flow, VariableId variable, uint32_t width);

} // namespace assay
