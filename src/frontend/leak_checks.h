// Leaks: memory that is lost, or not freed, when the program ends. In executions that do not end, memory that is lost is
// looked for at the head of each loop that nothing leaves.
#pragma once

#include "frontend/lower_module.h"

namespace assay {

/// The checks that are due when the program ends, from `from` on; where execution goes on if they hold.
LocationId checkLeaksAtEnd(LowerModule& lowering, FunctionId function, LocationId from, SourcePosition position);
/// Adds a check to every loop without a way out.
void checkEndlessLoops(LowerModule& lowering);

} // namespace assay
