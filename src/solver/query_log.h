// The queries of a run as SMT-LIB scripts in the folder that --log-queries names, one for each solver that the run
// makes, in the order in which it makes them.
#pragma once

#include "solver/solver.h"
#include "util/env.h"

#include <memory>
#include <string_view>

namespace assay {

/// The solver of this name (see makeSolver()), logged if the options say so.
std::unique_ptr<Solver> makeLoggedSolver(std::string_view name, TermManager& terms, Env& env);

} // namespace assay
