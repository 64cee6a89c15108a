// Linear ranking functions that a library proposes (polyhedra/ranking_function.h), if this build has it.
#pragma once

#include "encode/assertion.h"

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace assay {

/// For the paths between these heads: coefficients of the variables. `invariants` hold at heads. Nothing: none is
/// proposed.
std::optional<std::vector<int64_t>> proposeRankingFunction(const Flow& flow, std::span<const uint32_t> heads,
                                                           std::span<const VariableId> variables,
                                                           std::span<const Assertion> invariants);

} // namespace assay
