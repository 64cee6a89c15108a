// All limits of the tool (util/limits.h), for people and for the command line.
#pragma once

#include "util/limits.h"

#include <string>

namespace assay {

/// A table, group by group: "kiki.turn  500 ms  what it bounds (reason)".
std::string limitTable(const Options& options);

/// Throws a UsageError for the first setting that names no limit, or whose value is none.
void checkLimits(const Options& options);

} // namespace assay
