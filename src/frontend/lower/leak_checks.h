// Leaks: memory that is lost, or not freed, when the program ends. In executions that do not end, memory that is lost
// is looked for at the head of each loop that nothing leaves.
#pragma once

#include "frontend/lower/module.h"

#include <unordered_set>

namespace assay {

/// The checks that are due when the program ends, from `from` on; where execution goes on if they hold.
LocationId checkLeaksAtEnd(LowerModule& lowering, FunctionId function, LocationId from, SourcePosition position);
/// The check of these that is due also where executions do not end.
LocationId checkTracked(LowerModule& lowering, FunctionId function, LocationId from, SourcePosition position);
/// Where the program ends inside of a function, addresses that only temporaries of the translation hold do not count;
/// addresses in locals do, also in locals without a name. The function's edges are those from `firstEdge` on.
void forgetTemporariesAtEnds(Program& program, FunctionId function, size_t firstEdge,
                             const std::unordered_set<VariableId>& locals);
/// Adds a check to every loop without a way out.
void checkEndlessLoops(LowerModule& lowering);

} // namespace assay
