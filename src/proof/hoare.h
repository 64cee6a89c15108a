// A Hoare proof of assertions at the heads of loops: they hold whenever a head is reached, on entry and behind back
// edges. An obligation for each decided path (encode/cut_relation.h) and each assertion at its end: if the assertions at
// its beginning hold and its guard, so does this one. Before the program's start there are none.
#pragma once

#include "analysis/obligation.h"
#include "encode/assertion.h"

#include <optional>
#include <span>
#include <string>
#include <vector>

namespace assay {

/// That the condition follows from what is assumed. If all of them are equations and a sum of multiples of the assumed
/// ones is the one to be shown, the obligation is that identity of rings, which a solver settles by algebra.
Term violationOf(const Flow& flow, std::span<const Term> assumed, Term condition);

/// Nothing: there are too many paths.
std::optional<std::vector<Obligation>> hoareObligations(const Flow& flow, std::span<const Assertion> assertions);

} // namespace assay
