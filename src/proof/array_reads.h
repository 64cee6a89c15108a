// Formulas with arrays as formulas without: what is read is a value of its own, and equal places of one array hold
// equal values (Ackermann, "Solvable cases of the decision problem", 1954). A solver for bits alone is often faster
// then by orders of magnitude, where few places are read.
#pragma once

#include "term/term_manager.h"

namespace assay {

/// A formula without arrays that can be satisfied if and only if the term can. Null: arrays are compared, or too many
/// places are read.
Term withoutArrays(TermManager& terms, Term term);

} // namespace assay
