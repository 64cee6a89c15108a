// States in words, for people: "head -> a segment of at least 2 blocks of 16 bytes by +0, each with +8 = 3, to null".
#pragma once

#include "engine/shapes/heap.h"

namespace assay::shapes {

/// A line for each variable that C knows, each block and each constraint.
std::string toText(const Program& program, const State& state);

} // namespace assay::shapes
