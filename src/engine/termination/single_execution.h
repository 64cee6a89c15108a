// Programs without inputs have one execution, and whether that ends can be seen.
#pragma once

#include "engine/termination/limits.h"
#include "program/program.h"
#include "util/deadline.h"

namespace assay {

/// Whether there is only one, and it has ended soon.
bool isSingleExecution(const Program& program, const TerminationLimits& limits, const Deadline& deadline);

} // namespace assay
