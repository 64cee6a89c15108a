// Quotients and remainders, replaced by what is known of them. Whether a remainder is less than its divisor costs a
// solver that multiplies bit by bit hours; here it is a fact. What is unsatisfiable afterwards was so before.
#pragma once

#include "term/term_manager.h"

namespace assay {

/// The term, with a variable for each quotient and remainder by what is no constant, and facts about these. The term
/// itself if there is none.
Term withoutDivisions(TermManager& terms, Term term);

} // namespace assay
