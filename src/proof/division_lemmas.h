// Quotients and remainders, replaced by what is known of them. A solver that multiplies bit by bit may take hours to
// find that a remainder is less than its divisor; here it is a fact. A term that is unsatisfiable afterwards was
// unsatisfiable before.
#pragma once

#include "term/term_manager.h"

namespace assay {

/// The term, with a variable for each quotient and remainder whose divisor is no constant, and facts about these. The
/// term itself if there is none.
Term withoutDivisions(TermManager& terms, Term term);

} // namespace assay
