// invariants/conditions/: comparisons that the program makes itself.
//
// The source Conditions: which comparisons that the program makes, or that its assignments suggest, hold after every
// back edge? `for (j = 2 * i; ...)` suggests to compare j with 2 * i, which no template of two variables does. Houdini
// finds the comparisons that are inductive (houdini.h).
#pragma once

#include "invariants/limits.h"
#include "invariants/source.h"

#include <vector>

namespace assay {

/// For every head the comparisons (less, equal, greater, and their negations) of two terms over live numbers, one of
/// which the loop writes.
std::vector<Assertion> conditions(const Flow& flow, const InvariantLimits& limits = {});

/// The invariants without those that others imply: without x != y beside x < y, and x <= y beside x == y. (But x <= y
/// stays beside x < y: it may hold on entry, too.)
std::vector<Assertion> strongest(const Flow& flow, std::vector<Assertion> invariants);

std::optional<std::vector<Assertion>> searchConditions(const Search& search);

} // namespace assay
