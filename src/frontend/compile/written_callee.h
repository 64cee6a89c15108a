// Calls whose callee is not the function that the user has written: what stands for a call of printf, the form of
// strcmp that returns a sign, functions that headers put in the place of others.
#pragma once

#include <llvm/IR/Instructions.h>

namespace assay {

/// The call stands for one of this function.
void noteWrittenCallee(llvm::CallInst& call, llvm::StringRef name);

/// What the source calls there.
llvm::StringRef writtenCallee(const llvm::CallInst& call, const llvm::Function& callee);

} // namespace assay
