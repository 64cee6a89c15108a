// A linear ranking function of paths between heads, over the integers, as if nothing wrapped around: by the method of
// Mesnard and Serebrenik as PPL has it (Bagnara, Mesnard, Pescetti, Zaffanella, "A new look at the automatic synthesis
// of linear ranking functions", 2012). It is a guess: the caller has to find out whether it decreases in machine
// arithmetic.
#pragma once

#include "invariants/polyhedra/linear_paths.h"

#include <optional>
#include <span>
#include <vector>

namespace assay {

/// Coefficients of the variables; nothing: there is none, or it was too expensive.
std::optional<std::vector<int64_t>> rankingFunction(const Program& program, std::span<const LinearPath* const> paths,
                                                    std::span<const VariableId> variables);

} // namespace assay
