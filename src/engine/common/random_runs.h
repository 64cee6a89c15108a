// Runs of the program on random inputs, in the hope that a run fails: a violation that lies deep, behind thousands of
// rounds of a loop, costs the interpreter little and a formula much. Many inputs are small or special, so that counters
// end.
#pragma once

#include "engine/result.h"
#include "program/program.h"
#include "util/env.h"

#include <optional>

namespace assay {

/// Short runs first, then fewer and longer ones. The same program has the same runs.
std::optional<Counterexample> failsAtRandom(const Program& program, Env& env);

/// Runs on inputs as simple as they can be: all alike, or each one more or less than the one before. A loop over a large
/// array ends early in such a run, if it ever does. `maxSteps`: of a run.
std::optional<Counterexample> failsOnSimpleInputs(const Program& program, uint64_t maxSteps, Env& env);

} // namespace assay
