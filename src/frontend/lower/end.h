// The program's start and end: constructors, destructors and what was given to atexit. As the C library does it:
// constructors run before main, in the order of their priorities. exit() and the return from main run what was given to
// atexit, last first, and then the destructors, in the reverse order of constructors. quick_exit() runs what was given
// to at_quick_exit; _Exit() and abort() run nothing.
#pragma once

#include "frontend/lower/edge_builder.h"

#include <llvm/IR/Module.h>

#include <vector>

namespace assay {

class LowerModule;

/// exit() or the return from main; quick_exit().
enum class ExitKind : uint8_t { Orderly, Quick };

class StartAndEnd {
public:
  /// Takes the lists of constructors and destructors out of the module: a function whose address is only in these lists
  /// is not one whose address is a value.
  StartAndEnd(llvm::Module& module, LowerModule& lowering);

  void callConstructors(EdgeBuilder& edges) { callAll(edges, constructors_); }
  void callExitFunctions(EdgeBuilder& edges, ExitKind kind);
  /// The variable that holds the argument of exit(), made on first use.
  VariableId exitStatus();

private:
  void callAll(EdgeBuilder& edges, const std::vector<const llvm::Function*>& functions);

  const llvm::Module& module_;
  LowerModule& lowering_;
  std::vector<const llvm::Function*> constructors_; // in the order in which they run
  std::vector<const llvm::Function*> destructors_;
  VariableId exitStatus_;
  VariableId isExiting_;
};

} // namespace assay
