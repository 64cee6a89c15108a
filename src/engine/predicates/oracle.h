// What Spacer says of the blocks, read over the integers (solver/z3/spacer.h): guesses at invariants of heads.
#pragma once

#include "encode/cut_system.h"
#include "engine/predicates/limits.h"

#include <chrono>
#include <optional>
#include <vector>

namespace assay {

/// By head. Nothing: the blocks are too large for it.
std::optional<std::vector<std::vector<Term>>> lemmasOverIntegers(const CutSystem& system,
                                                                 bool (*isWanted)(const Flow&, const Ending&),
                                                                 std::chrono::milliseconds time,
                                                                 const PredicateLimits& limits);

} // namespace assay
