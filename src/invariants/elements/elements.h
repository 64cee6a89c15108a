// invariants/elements/: facts of all elements of an array.
//
// The source Elements: what may hold of all elements of an array (memory/places.h). Candidates come from the program:
// what it stores, with the index replaced by the place; what its checks ask; comparisons with what it reads. They are
// made for elements before the one that the loop is at, and for elements from there on.
#pragma once

#include "invariants/limits.h"
#include "invariants/source.h"

#include <vector>

namespace assay {

/// Candidates for all heads.
std::vector<Assertion> arrayCandidates(const Flow& flow, const PointsTo& pointsTo, const std::vector<ArrayCell>& cells,
                                       const InvariantLimits& limits = {});

std::optional<std::vector<Assertion>> searchElements(const Search& search);

} // namespace assay
