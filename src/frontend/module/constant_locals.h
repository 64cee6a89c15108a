// Locals and compound literals that are constant, where a program may write them nevertheless (compile/objects.h): such
// a write is invalid. Memory knows constant objects only among the static ones. So each constant local has a global
// variable of the Program that holds its address from the moment on at which the program takes it, until the local
// dies, and else null.
#pragma once

#include "program/program.h"

#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>

#include <vector>

namespace assay {

/// void *__assay_constant_local(const void *): its argument, the address of such an object or of a part of it.
inline constexpr const char* kConstantLocal = "__assay_constant_local";

/// The local or parameter that the pointer leads into by name; null if it leads elsewhere, or that is not known.
const llvm::Value* namedLocal(const llvm::Value* pointer);

class ConstantLocals {
public:
  ConstantLocals(const llvm::Module& module, Program& program);

  struct Local {
    const llvm::Value* object;
    const llvm::Function* function;
    VariableId address;
  };
  const std::vector<Local>& all() const { return locals_; }
  /// Null if the object is no constant local.
  const Local* find(const llvm::Value* object) const;
  /// Whether the pointer leads into a constant local that is alive.
  Term isLedTo(const Program& program, Term pointer) const;

private:
  std::vector<Local> locals_;
};

} // namespace assay
