// The start of the program: arguments of the entry function, its call, and the checks when it returns.
#pragma once

#include "frontend/lower/module.h"

namespace assay {

/// Adds the Program's entry function, "_start". Throws InputError if the module does not define the entry function.
void lowerEntry(LowerModule& lowering, const llvm::Module& module);

} // namespace assay
