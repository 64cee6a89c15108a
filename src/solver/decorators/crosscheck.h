// Asks two solvers everything. If one says sat and the other unsat, one of them is wrong and no answer is to be
// trusted: std::logic_error, with the query as an SMT-LIB script. An unknown disagrees with nothing; then the other's
// answer is the answer, with its model or core.
#pragma once

#include "solver/solver.h"

#include <memory>

namespace assay {

/// Both solvers were made with the same TermManager.
std::unique_ptr<Solver> makeCrosscheck(std::unique_ptr<Solver> first, std::unique_ptr<Solver> second);

} // namespace assay
