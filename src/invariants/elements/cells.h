// The source Cells: linear equations modulo 2^w between what arrays hold at the place (memory/places.h), its number and
// the variables at the head, for all places of a region, together with those between variables alone.
//
//   for all 0 <= J < i: a[J] == 3 * J + n        for all 0 <= J < n: b[J] == a[J] + 1        sum == 2 * i
//
// The least such invariant, from below (invariants/equations/affine_search.h): each model of the solver is a state, in
// which the place is where the equations fail.
#pragma once

#include "invariants/source.h"

#include <optional>
#include <vector>

namespace assay {

std::optional<std::vector<Assertion>> searchCells(const Search& search);

} // namespace assay
