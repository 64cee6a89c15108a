// Makes a failing session small: leaves out commands and assumptions, then replaces subterms, in the whole session at
// once, by their children, by variables and by zero, as long as it fails in the same way.
#pragma once

#include "run.h"

namespace assay {

/// Gives up after this many seconds, with what it has.
FuzzCase shrink(FuzzCase fuzzCase, const FuzzOptions& options, const FuzzFailure& failure, double seconds);

} // namespace assay
