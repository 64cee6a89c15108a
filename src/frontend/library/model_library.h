// frontend/library/: which functions the C library has, and models of them in C (models/), as bitcode.
//
// The models of library functions: C under models/, compiled to bitcode for both targets when Assay is built, and
// embedded in the program.
#pragma once

#include <llvm/IR/Module.h>

#include <cstdint>
#include <string>
#include <vector>

namespace assay {

/// Marks functions and variables that came from the models (an attribute).
inline constexpr const char* kModelAttribute = "assay-model";

/// The model that sets errno when malloc and its kin fail; it is linked where the program looks at errno.
inline constexpr const char* kNoMemory = "__assay_no_memory";

/// The function that begins a thread: models of pthread_create and its kin call it.
inline constexpr const char* kSpawn = "__assay_spawn";

/// Gives each function that `program` declares and that has a model the model's body, and these what they use in turn.
/// What the program defines itself stays as it is.
void linkModels(llvm::Module& program, uint32_t dataModel);

/// Whether the program, which has its models, may start threads.
bool startsThreads(const llvm::Module& program);

/// The functions that have a model, in alphabetical order.
std::vector<std::string> modelNames(uint32_t dataModel);

} // namespace assay
