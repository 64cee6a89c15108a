// Copies of what a function is made of, for another one.
#pragma once

#include "program/program.h"

namespace assay {

/// The same variable in the function, with a name of its own.
VariableId addCopy(Program& program, const Variable& from, FunctionId function);
/// The same location in the function, without edges.
LocationId addCopy(Program& program, const Location& from, FunctionId function);

} // namespace assay
