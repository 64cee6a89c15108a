// Packs: variables that occur together, few enough for polyhedra, whose cost is exponential in their number.
#pragma once

#include "invariants/limits.h"
#include "invariants/polyhedra/linear_paths.h"

#include <vector>

namespace assay {

using Pack = std::vector<VariableId>;

/// One pack if there are few variables; otherwise a pack of neighbours for each variable that errors depend on, and for
/// each variable that loops write. No pack is part of another.
std::vector<Pack> packs(const Flow& flow, const std::vector<LinearPath>& paths, const InvariantLimits& limits);

} // namespace assay
