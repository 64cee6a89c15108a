// Loops that a counter ends after a few iterations become copies of their bodies.
//
// Engines that cut executions at the heads of loops then see one block where there was a loop with a head, an invariant
// to find and as many steps as it has iterations. And where a counter is an index, addresses become constants.
#pragma once

#include "program/program.h"

#include <cstdint>

namespace assay {

struct UnrollOptions {
  FunctionId function; // invalid: the program's entry function
  uint32_t maxIterations = 8;
  uint32_t maxEdges = 400; // that are added, over all loops
};

/// Unrolls loops of the function. A counter is a variable whose value is known at each place of an
/// iteration: it is a constant where the loop is entered, and its new value depends on its last value alone where it is
/// assigned; where there are calls, it is the function's own. After a few iterations no edge leads back to the head. Inner loops go first; a loop around one that stays,
/// stays. What executions do remains the same. Returns how many loops are gone.
uint32_t unrollLoops(Program& program, const UnrollOptions& options = {});

} // namespace assay
