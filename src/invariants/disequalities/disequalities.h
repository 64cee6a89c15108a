// invariants/disequalities/: numbers that differ.
//
// The source Disequalities. A variable that is only ever compared with constants and set to them is the state of a
// machine, and what matters is which of its states do not occur:
//   x != c            for all constants c that the program knows of x
//   x == c or ...     it is one of them
//   x != c or y != d  for two such variables: some combinations do not occur
#pragma once

#include "invariants/limits.h"
#include "invariants/source.h"

#include <vector>

namespace assay {

std::vector<Assertion> disequalities(const Flow& flow, const InvariantLimits& limits = {});

std::optional<std::vector<Assertion>> searchDisequalities(const Search& search);

} // namespace assay
