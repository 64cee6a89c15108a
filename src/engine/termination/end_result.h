// Results of proofs that executions end: what is said of loops and of obstacles.
#pragma once

#include "engine/result.h"
#include "engine/termination/loop_prover.h"

#include <set>
#include <string>

namespace assay {

/// Every loop of the program ends, all for the same reason. `limits`: those that executions may get to.
Result allEndResult(const Program& original, const Program& wrapping, const std::string& how,
                    const std::set<RowId>& limits);

/// Of a proof that was not confirmed.
Result refusedResult(const Result& result, const std::string& why);

/// Loops of the prover's automaton, with their measures, or why there are none. Copies of a loop are one for the user.
void addLoops(const LoopProver& prover, Result& result);

/// No execution gets to an obstacle; to these limits, perhaps.
void excludeObstacles(Result& result, const Program& program, const std::string& how, const std::set<RowId>& limits);

} // namespace assay
