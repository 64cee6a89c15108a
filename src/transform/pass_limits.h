// Programs without the sizes that limit what a harness tries (program/size_limit.h): executions beyond them go on. What
// is proved of the result holds of the program for arguments of any size.
#pragma once

#include "program/program.h"

#include <optional>

namespace assay {

/// Locations of the other program have other numbers. Nothing, if there are no such limits.
std::optional<Program> passSizeLimits(const Program& program);

} // namespace assay
