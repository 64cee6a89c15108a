// `assay check` with many targets: --target more than once, --targets, --dead-code.
#pragma once

#include "util/env.h"

#include <iosfwd>

namespace assay {

/// Whether the options ask for several targets. A single target is a check like any other.
bool asksForTargets(const Options& options);

/// Prints what became of each, and returns the exit status.
int runTargets(Env& env, std::ostream& out);

} // namespace assay
