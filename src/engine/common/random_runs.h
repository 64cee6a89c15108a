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

} // namespace assay
