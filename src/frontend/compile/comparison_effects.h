// Functions that the library calls to compare elements: C leaves open which elements are compared, and how often.
#pragma once

#include <llvm/IR/Module.h>

namespace assay {

/// Makes calls of qsort and its kin unsupported, if the comparing function does more than look at its arguments: its
/// effects would depend on which comparisons are made.
void excludeEffects(llvm::Module& program);

} // namespace assay
