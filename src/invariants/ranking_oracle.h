// Linear ranking functions that a library proposes (polyhedra/ranking_function.h), if this build has it.
#pragma once

#include "encode/assertion.h"

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace assay {

/// Coefficients of the variables in a ranking function of the paths between these heads. `invariants` hold at heads.
/// Nothing: no function is proposed.
std::optional<std::vector<int64_t>> proposeRankingFunction(const Flow& flow, std::span<const uint32_t> heads,
                                                           std::span<const VariableId> variables,
                                                           std::span<const Assertion> invariants);

} // namespace assay
