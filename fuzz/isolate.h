// Runs a case in a process of its own, so that a crash or a hang is a finding like any other.
#pragma once

#include "run.h"

namespace assay {

FuzzFailure runIsolated(const FuzzCase& fuzzCase, const FuzzOptions& options, FuzzCounts& counts);

} // namespace assay
