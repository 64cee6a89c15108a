// LLVM bitcode and LLVM assembly to a module.
#pragma once

#include "frontend/compile/input.h"

#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>

namespace assay {

/// Functions that were read as LLVM IR carry this attribute: no sanitizer has marked their signed operations.
inline constexpr const char* kIrAttribute = "assay-ir";

/// The module in a file of kind Bitcode or Assembly. Throws InputError where it cannot be read, is malformed, or was
/// made for another target than the data model's.
std::unique_ptr<llvm::Module> readModule(const InputFile& file, uint32_t dataModel, llvm::LLVMContext& context);

} // namespace assay
