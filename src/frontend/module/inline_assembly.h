// What assembly in the source says of itself. Assembly is never executed here: it does nothing, or it is not modelled.
#pragma once

#include <llvm/ADT/StringRef.h>
#include <llvm/IR/InlineAsm.h>
#include <llvm/IR/Module.h>

namespace assay {

/// Whether the assembly consists of nothing but blanks, comments, instructions that do nothing, and barriers.
bool isEmptyAssembly(llvm::StringRef assembly);

/// Whether control stays in the assembly, but for calls of functions that are defined elsewhere, and it names no object
/// or function of the module: then it reads and writes what its operands and clobbers say.
bool keepsToOperands(llvm::StringRef assembly, const llvm::Module& module);

/// Whether the assembly may write memory: it says so by an output in memory, or by a clobber of all of it.
bool mayWriteMemory(const llvm::InlineAsm::ConstraintInfoVector& constraints);

} // namespace assay
