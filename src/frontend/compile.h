// Files to one LLVM module: clang in-process for C, readers for bitcode and assembly, a linker for several files, and
// the library models linked in where the program calls them.
#pragma once

#include "frontend/frontend.h"
#include "util/error.h"

#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>

#include <memory>

namespace assay {

/// Clang, or LLVM below it, has crashed. What it was making stays half made: the context must not be used again, nor be
/// destroyed.
class ClangCrash : public InputError {
  using InputError::InputError;
};

/// IR as clang generates it: no LLVM pass has run, lifetime markers and debug information are there, signed
/// arithmetic and shifts carry sanitizer checks if the specification asks for no-overflow.
std::unique_ptr<llvm::Module> compileFiles(const std::vector<std::string>& files, const FrontendOptions& options,
                                           llvm::LLVMContext& context);

} // namespace assay
