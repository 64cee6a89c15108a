// Calls of library functions that a file does not declare. C's old rule makes each a function that returns int; a real
// compiler knows the types of its builtin functions, and so must Assay: the int would cut malloc's pointer in half.
#pragma once

#include <llvm/IR/Module.h>

#include <string>

namespace assay {

/// Declarations for the functions that `module` calls undeclared and that compilers know, on one line; empty for none.
std::string missingDeclarations(const llvm::Module& module);

/// Declarations of functions without result that are called before they are declared, as clang's messages name them: an
/// error for clang, a warning for gcc.
std::string lateVoidFunctions(const std::string& messages);

} // namespace assay
