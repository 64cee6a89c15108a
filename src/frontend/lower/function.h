// One function of LLVM IR to the automaton.
#pragma once

#include "frontend/lower/module.h"

namespace assay {

/// Gives the Program's function its parameters, entry and exit.
void declareFunction(LowerModule& module, const llvm::Function& function, FunctionId id);

/// Translates its body.
void lowerFunction(LowerModule& module, const llvm::Function& function, FunctionId id);

} // namespace assay
