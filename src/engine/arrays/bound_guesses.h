// Guesses at order of numbers at the heads: what holds in all states of executions.
#pragma once

#include "encode/assertion.h"
#include "engine/arrays/cell_laws.h"

#include <vector>

namespace assay {

std::vector<Assertion> guessBounds(const ArraySystem& system, const ArraySamples& samples, const CellLaws& laws,
                                   const ArrayLimits& limits);

} // namespace assay
