// Symbolic loop paths (2LS, section 6.5.2): which loops were executed before a state was reached. A loop's mark is a
// variable that becomes false where the loop is entered and true with every back edge; so it says what 2LS's
// loop-select guard says. As it is a part of the state, nothing else has to treat it specially: templates may speak of
// it like of any variable.
#pragma once

#include "program/program.h"

#include <utility>
#include <vector>

namespace assay {

/// By head, as far as there are marks.
using LoopMarks = std::vector<std::pair<LocationId, VariableId>>;

/// Adds marks to the entry function, which has no irreducible loops. If there are fewer than two loops, there is
/// nothing to tell apart and nothing is added.
LoopMarks markLoops(Program& program);

} // namespace assay
