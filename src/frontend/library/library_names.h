// The names of functions that a C program does not define itself because the system does.
#pragma once

#include <llvm/IR/Function.h>

namespace assay {

/// Marks functions that a header of the system declares (a function attribute).
inline constexpr const char* kSystemAttribute = "assay-system";

/// Whether a function without body is one of the C library, of POSIX or of the compiler's runtime: by the header that
/// declares it, or by its name, and where that is a common word, by how it is called as well.
bool isLibraryFunction(const llvm::Function& declaration);
/// Whether the function has the name of a library function, but not its parameters: then it is a function of the
/// program, defined elsewhere.
bool isCalledLikeLibrary(const llvm::Function& declaration);
/// Whether the library defines a variable of this name.
bool isLibraryVariable(llvm::StringRef name);
/// Whether the function starts, stops or orders threads.
bool isThreadFunction(llvm::StringRef name);
/// Whether calls of the library function in several threads may race with each other, as C11 and POSIX let them: it
/// keeps state without a lock. (glibc has one for rand and random.)
bool mayRaceWithItself(llvm::StringRef name);

} // namespace assay
