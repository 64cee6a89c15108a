// What assembly in the source says of itself. None is executed here: it does nothing, or it is not modelled.
#pragma once

#include <llvm/ADT/StringRef.h>
#include <llvm/IR/InlineAsm.h>

namespace assay {

/// Whether it consists of nothing but blanks, comments, what does nothing, and barriers.
bool isEmptyAssembly(llvm::StringRef assembly);

/// Whether it may write memory: it says so by an output there, or by a clobber of all of it.
bool mayWriteMemory(const llvm::InlineAsm::ConstraintInfoVector& constraints);

} // namespace assay
