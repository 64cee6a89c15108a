// Candidates that were not found here: the user's (--invariants), and what other engines tell.
#pragma once

#include "analysis/invariant_file.h"
#include "encode/sources/source.h"

#include <functional>
#include <string>
#include <vector>

namespace assay {

/// At every head that the user sees at its line; only live variables can be spoken of. `complain` is told what cannot be
/// used, and why.
std::vector<Assertion> candidatesFrom(const std::vector<OutsideInvariant>& outside, const Flow& flow,
                                      const std::function<void(const std::string&)>& complain);

std::optional<std::vector<Assertion>> searchOutside(const Search& search);

} // namespace assay
