// Writes every query to a stream as one SMT-LIB script, with the answers and their times as comments. A query is
// written and flushed before it is asked, so the script of a run that crashes or hangs ends with what it did.
#pragma once

#include "solver/decorators/decorator.h"

#include <ostream>

namespace assay {

/// The stream must outlive the solver.
std::unique_ptr<Solver> makeLog(std::unique_ptr<Solver> inner, std::ostream& out);
/// The stream goes with the solver.
std::unique_ptr<Solver> makeLog(std::unique_ptr<Solver> inner, std::unique_ptr<std::ostream> out);

} // namespace assay
