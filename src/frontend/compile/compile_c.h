// One C file to one LLVM module, by clang as a library.
#pragma once

#include "frontend/compile/input.h"
#include "frontend/frontend.h"

#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>

#include <functional>
#include <memory>

namespace clang {
class ASTContext;
}

namespace assay {

/// The target that stands for a data model, whatever machine we run on, and its layout of data.
const char* targetTriple(uint32_t dataModel);
std::string targetDataLayout(uint32_t dataModel);

/// Compiles a file of kind C or PreprocessedC with `arguments` of clang's cc1 added to those of `options`. Throws
/// InputError with clang's diagnostics. Deep nesting needs a deep stack: call it on a thread that has one.
std::unique_ptr<llvm::Module> compileC(const InputFile& file, const FrontendOptions& options,
                                       const std::vector<std::string>& arguments, llvm::LLVMContext& context);

/// Shows the file's syntax tree. Returns what clang has to say where it does not compile, and shows nothing then.
std::string parseC(const InputFile& file, const FrontendOptions& options, const std::vector<std::string>& arguments,
                   const std::function<void(clang::ASTContext&)>& visit);

} // namespace assay
