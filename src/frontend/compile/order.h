// Evaluation order where C leaves it open, made explicit in clang's AST:
// - Operands and arguments of which one may see what another one writes by calling functions are evaluated in one order
// or
//   the other, by a choice that C leaves open.
// - A variable that an expression writes, and reads or writes again with nothing to say which is first, makes it
// undefined:
//   it is unsupported.
#pragma once

#include <clang/AST/ASTConsumer.h>

#include <memory>

namespace assay {

/// Hands everything on to `next` when the whole file has been read and its expressions have been rewritten.
std::unique_ptr<clang::ASTConsumer> makeOrderExplicit(std::unique_ptr<clang::ASTConsumer> next);

} // namespace assay
