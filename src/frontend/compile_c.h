// One C file to one LLVM module, by clang as a library.
#pragma once

#include "frontend/frontend.h"

#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>

#include <memory>

namespace assay {

/// The target that stands for a data model, whatever machine we run on.
const char* targetTriple(uint32_t dataModel);

/// Compiles `source`, the text of the C file `path`, with `arguments` of clang's cc1 added at the end. Throws
/// InputError with clang's diagnostics. Deep nesting needs a deep stack: call it on a thread that has one.
std::unique_ptr<llvm::Module> compileC(const std::string& path, std::string source, const FrontendOptions& options,
                                       const std::vector<std::string>& arguments, llvm::LLVMContext& context);

} // namespace assay
