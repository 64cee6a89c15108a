// frontend/compile/: from C to one LLVM module, with clang in-process, and what only the syntax tree can tell.
//
// Files to one LLVM module: clang in-process for C, readers for bitcode and assembly, a linker for several files, and
// the library models linked in where the program calls them.
#pragma once

#include "frontend/compile/input.h"
#include "frontend/frontend.h"
#include "util/error.h"

#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>

#include <functional>
#include <memory>

namespace clang {
class ASTContext;
}

namespace assay {

/// Text that is appended to a file and is on no disk.
struct Appendix {
  std::string file, text;
};

/// Clang, or LLVM below it, has crashed. The module is left half made: its context must not be used again, nor be
/// destroyed.
class ClangCrash : public InputError {
  using InputError::InputError;
};

/// IR as clang generates it: no LLVM pass has run, lifetime markers and debug information are there, signed
/// arithmetic and shifts carry sanitizer checks if the specification asks for no-overflow.
/// `told` gets what is to be told of contracts and stubs.
std::unique_ptr<llvm::Module> compileFiles(const std::vector<std::string>& files, const FrontendOptions& options,
                                           llvm::LLVMContext& context, const std::vector<Appendix>& appendices = {},
                                           std::vector<std::string>* told = nullptr);

/// Shows the syntax tree of a C file, as it is compiled for these options. Returns what clang has to say where it does
/// not compile.
std::string inspectFile(const InputFile& file, const FrontendOptions& options,
                        const std::function<void(clang::ASTContext&)>& visit);

} // namespace assay
