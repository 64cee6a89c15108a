// invariants/outside/: invariants that the user or another tool gives.
//
// Candidates that no source has found: those of the user (--invariants), and what other engines tell.
#pragma once

#include "analysis/invariant_file.h"
#include "invariants/source.h"

#include <string>
#include <vector>

namespace assay {

/// Assertions in C, at every head that the user sees at their line; only live variables can be spoken of.
std::vector<Assertion> candidatesFrom(const std::vector<Assertion>& outside, const Flow& flow,
                                      const Complain& complain);

std::optional<std::vector<Assertion>> searchOutside(const Search& search);

} // namespace assay
