// Counting bits, as terms of logarithmic depth.
#pragma once

#include "term/term_manager.h"

namespace assay {

/// Each has the width of its operand; the zeros of zero are all its bits.
Term countOnes(TermManager& terms, Term value);
Term countLeadingZeros(TermManager& terms, Term value);
Term countTrailingZeros(TermManager& terms, Term value);
Term reverseBits(TermManager& terms, Term value);
Term reverseBytes(TermManager& terms, Term value);

} // namespace assay
