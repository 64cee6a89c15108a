// Formulas without arrays in place of formulas with arrays: what is read becomes a value of its own, and equal places
// of one array hold equal values (Ackermann, "Solvable cases of the decision problem", 1954). Where few places are
// read, a solver for bits alone is then often faster by orders of magnitude.
#pragma once

#include "term/term_manager.h"

namespace assay {

/// A formula without arrays that can be satisfied if and only if the term can. Null: arrays are compared, or too many
/// places are read.
Term withoutArrays(TermManager& terms, Term term);

} // namespace assay
