// invariants/elements/: facts of all elements of an array.
//
// The source Elements: what may hold of all elements of an array (memory/places.h). Candidates come from the program:
// what is stored with the index replaced by the place, what checks ask, comparisons with what is read; for elements
// before those that the loop is at, or from there on.
#pragma once

#include "invariants/source.h"

#include <vector>

namespace assay {

/// For all heads.
std::vector<Assertion> arrayCandidates(const Flow& flow, const PointsTo& pointsTo, const std::vector<ArrayCell>& cells);

std::optional<std::vector<Assertion>> searchElements(const Search& search);

} // namespace assay
