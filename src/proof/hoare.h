// A Hoare proof of assertions at the heads of loops: they hold whenever a head is reached, on entry and behind back
// edges. There is an obligation for each decided path (encode/cut_relation.h) and each assertion at its end: if the assertions at the
// path's beginning and its guard hold, so does this assertion. At the program's start there are no assertions.
#pragma once

#include "analysis/obligation.h"
#include "encode/assertion.h"

#include <optional>
#include <span>
#include <string>
#include <vector>

namespace assay {

/// The obligation that the condition follows from what is assumed. If all of these are equations, and the one to be
/// shown is a sum of multiples of the assumed ones, the obligation is that identity of rings, which a solver settles by
/// algebra.
Term violationOf(const Flow& flow, std::span<const Term> assumed, Term condition);

/// Nothing: there are too many paths.
std::optional<std::vector<Obligation>> hoareObligations(const Flow& flow, std::span<const Assertion> assertions);

} // namespace assay
