// Signed operations that clang's sanitizer does not look at, made explicit in the AST for the property no-overflow:
// - An increment of a bit-field that promotes to int is an addition in int.
// - An operation on vectors is one on each pair of elements.
// - Arithmetic of complex integers, of vectors of numbers smaller than int, and of operands with side effects is
//   unsupported where it is executed.
#pragma once

#include <clang/AST/ASTConsumer.h>

#include <memory>

namespace assay {

/// To be placed before the code generator.
std::unique_ptr<clang::ASTConsumer> makeOverflowsExplicit();

} // namespace assay
