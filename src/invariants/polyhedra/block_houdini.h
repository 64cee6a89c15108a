// Of candidates, those that every block of the program keeps, given all of them where it begins: Houdini (houdini.h)
// path by path. On one path a sum of variables is the sum before and a constant, mostly: a solver sees that at once,
// where it does not if paths are joined. What is kept has a Hoare proof (hoare.h).
#pragma once

#include "encode/allowance.h"
#include "encode/assertion.h"
#include "invariants/polyhedra/linear_paths.h"

#include <optional>
#include <vector>

namespace assay {

/// Nothing: the allowance was too small. One that is too hard is dropped.
std::optional<std::vector<Assertion>> keptByBlocks(const Flow& flow, const std::vector<DecidedBlock>& blocks,
                                                   std::vector<Assertion> candidates, Solver& solver,
                                                   const Allowance& allowance);

} // namespace assay
