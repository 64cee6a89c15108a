// Where a loop's statement begins.
//
// Engines know a loop by the place that is executed first in each round: the condition, or the body if there is none.
// Witnesses name it by its keyword, which no automaton knows; it is found in the text.
#pragma once

#include "witness/trace_text.h"

namespace assay {

/// The `while` or `for` of the loop whose round begins at this place. Unknown if the text does not show it, and for a
/// `do` loop: the conditions of witnesses hold where it is decided whether there is another round, which in that loop
/// is not where a round begins.
SourcePosition loopKeyword(SourceLines& lines, SourcePosition position);

} // namespace assay
