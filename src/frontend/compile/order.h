// Evaluation order where C leaves it open, made explicit in clang's AST:
// - If an operand or argument may see what another one writes by calling functions, the two are evaluated in one order
//   or the other, by a choice that C leaves open.
// - If an expression writes a variable, and reads or writes it again with nothing to say which comes first, the
//   expression is undefined. It becomes an unsupported location.
#pragma once

#include <clang/AST/ASTConsumer.h>

#include <memory>

namespace assay {

/// Hands everything on to `next` when the whole file has been read and its expressions have been rewritten.
std::unique_ptr<clang::ASTConsumer> makeOrderExplicit(std::unique_ptr<clang::ASTConsumer> next);

} // namespace assay
