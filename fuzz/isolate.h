// Runs a case in a process of its own, so that a crash or a hang is a finding like any other.
#pragma once

#include "run.h"

namespace assay {

struct IsolatedRun {
  FuzzFailure failure;  // ours
  std::string cutShort; // why another solver has ended the session, if one has; no failure
};

/// A crash is another solver's if it comes while that one is asked, and not out of our own code around it.
IsolatedRun runIsolated(const FuzzCase& fuzzCase, const FuzzOptions& options, FuzzCounts& counts);

} // namespace assay
