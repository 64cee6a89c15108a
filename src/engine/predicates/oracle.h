// Guesses at invariants of heads by Spacer, which reads the blocks over the integers (solver/z3/spacer.h).
#pragma once

#include "encode/cut_relation.h"
#include "engine/predicates/limits.h"

#include <chrono>
#include <optional>
#include <vector>

namespace assay {

/// The guesses by head. Nothing: the blocks are too large for Spacer.
std::optional<std::vector<std::vector<Term>>> lemmasOverIntegers(const CutRelation& system,
                                                                 bool (*isWanted)(const Flow&, const Ending&),
                                                                 std::chrono::milliseconds time,
                                                                 const PredicateLimits& limits);

} // namespace assay
