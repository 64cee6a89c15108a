// frontend/module/: what lowering asks of an LLVM module: debug information, positions, static objects, objects that
// need no memory, padding, code that has no translation.
//
// What clang's debug information says about variables: names, C types, places.
#pragma once

#include "program/program.h"

#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/Instructions.h>

#include <string>

namespace assay {

/// The C type as a user would write it, e.g. "unsigned int", "struct node *".
std::string typeText(const llvm::DIType* type);
TypeClass typeClass(const llvm::DIType* type);
/// Typedefs and qualifiers looked through.
const llvm::DIType* underlyingType(const llvm::DIType* type);
/// The number of elements in a dimension of an array; 0 if it is not a constant.
uint64_t dimensionCount(const llvm::DINode* dimension);

/// The declaration behind a local, or null.
const llvm::DILocalVariable* declaredVariable(const llvm::AllocaInst* alloca);
const llvm::DILocalVariable* declaredArgument(const llvm::Argument* argument);

/// The member of a type that stands at a byte offset: its type and its path (".next.key"), as deep as there are
/// structs.
struct Member {
  const llvm::DIType* type;
  std::string path;
};
Member memberAt(const llvm::DIType* type, uint64_t byteOffset);

} // namespace assay
