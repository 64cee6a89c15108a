// Programs without inputs have one execution, and the interpreter can see whether it ends.
#pragma once

#include "engine/termination/limits.h"
#include "program/program.h"
#include "util/deadline.h"

namespace assay {

/// Whether there is only one execution, and it has ended soon.
bool isSingleExecution(const Program& program, const TerminationLimits& limits, const Deadline& deadline);

} // namespace assay
