// A weaker set of conditions, for questions whether a consequence contradicts a large set most of which has nothing to
// do with it.
#pragma once

#include "term/term.h"

#include <span>
#include <vector>

namespace assay {

class TermManager;

/// Premises and consequences with each largest part that both have in common, and that has many subterms, replaced by a
/// variable; without premises that then have no variable in common with the others, directly or not. If the result is
/// unsatisfiable, so is the whole; the opposite need not hold. Empty if nothing could be replaced or left out.
std::vector<Term> weakened(TermManager& terms, std::span<const Term> premises, std::span<const Term> consequences);

} // namespace assay
