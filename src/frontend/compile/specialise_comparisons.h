// strcmp, memcmp and their kin return any number of the right sign. Where the program only asks for the sign, as in
// `strcmp(a, b) == 0`, a form without the input for that number is enough.
#pragma once

#include <llvm/IR/Module.h>

namespace assay {

/// To be called before the models are linked: functions that the program defines itself are left alone.
void specialiseComparisons(llvm::Module& program);

} // namespace assay
