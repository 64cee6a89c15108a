// Makes explicit in clang's AST what LLVM's language cannot say of objects, before the code generator runs:
// - Which locals and compound literals are constant. Where a file takes a qualifier `const` away from what a pointer
//   leads to, each address of a constant local goes through a call of void *__assay_constant_local(const void *),
//   which lowering knows.
// - That __builtin_object_size asks for a part of an object (its second argument is 1): the answer is any number.
#pragma once

#include <clang/AST/ASTConsumer.h>

#include <memory>

namespace assay {

/// To be placed directly before the code generator.
std::unique_ptr<clang::ASTConsumer> makeObjectsExplicit();

} // namespace assay
