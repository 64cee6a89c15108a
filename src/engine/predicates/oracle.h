// Guesses at invariants of heads by Spacer, which reads the blocks over the integers (solver/z3/spacer.h).
#pragma once

#include "encode/cut_relation.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace assay {

/// The guesses by head. Nothing: the blocks are too large for Spacer.
std::optional<std::vector<std::vector<Term>>>
lemmasOverIntegers(const CutRelation& system, bool (*isWanted)(const Flow&, const Ending&), uint32_t milliseconds);

} // namespace assay
