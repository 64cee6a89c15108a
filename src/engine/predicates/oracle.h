// What Spacer says of the blocks, read over the integers (solver/z3/spacer.h): guesses at invariants of heads.
#pragma once

#include "encode/cut_relation.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace assay {

/// By head. Nothing: the blocks are too large for it.
std::optional<std::vector<std::vector<Term>>>
lemmasOverIntegers(const CutRelation& system, bool (*isWanted)(const Flow&, const Ending&), uint32_t milliseconds);

} // namespace assay
