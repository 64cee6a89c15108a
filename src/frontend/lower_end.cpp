// The program's start and end: constructors, destructors and what was given to atexit. As the C library does it:
// constructors run before main, in the order of their priorities. exit() and the return from main run what was given to
// atexit, last first, and then the destructors, in the reverse order of constructors. quick_exit() runs what was given to
// at_quick_exit; _Exit() and abort() run nothing.
#include "frontend/edge_builder.h"
#include "frontend/lower_module.h"

#include <llvm/IR/Constants.h>

#include <algorithm>

namespace assay {

namespace {

/// The functions of llvm.global_ctors or llvm.global_dtors, by priority, then in the order of the source. The list goes:
/// to be in it does not make a function one whose address is a value.
std::vector<const llvm::Function*> takeFunctions(llvm::Module& module, const char* list) {
  std::vector<const llvm::Function*> functions;
  llvm::GlobalVariable* variable = module.getGlobalVariable(list);
  if (variable == nullptr) return functions;
  struct Entry {
    uint64_t priority;
    const llvm::Function* function;
  };
  std::vector<Entry> entries;
  const llvm::Constant* initializer = variable->getInitializer();
  for (unsigned i = 0; const llvm::Constant* entry = initializer->getAggregateElement(i); i++) {
    auto* function = llvm::dyn_cast<llvm::Function>(entry->getAggregateElement(1u)->stripPointerCasts());
    if (function == nullptr) continue;
    entries.push_back({llvm::cast<llvm::ConstantInt>(entry->getAggregateElement(0u))->getZExtValue(), function});
  }
  std::stable_sort(entries.begin(), entries.end(),
                   [](const Entry& a, const Entry& b) { return a.priority < b.priority; });
  for (const Entry& entry : entries) functions.push_back(entry.function);
  variable->eraseFromParent();
  return functions;
}

} // namespace

void LowerModule::takeStartAndEnd() {
  constructors_ = takeFunctions(module_, "llvm.global_ctors");
  destructors_ = takeFunctions(module_, "llvm.global_dtors");
  std::reverse(destructors_.begin(), destructors_.end());
  for (const char* list : {"llvm.used", "llvm.compiler.used"})
    if (llvm::GlobalVariable* variable = module_.getGlobalVariable(list)) variable->eraseFromParent();
}

void LowerModule::callAll(EdgeBuilder& edges, FunctionId caller, const std::vector<const llvm::Function*>& functions) {
  for (const llvm::Function* function : functions) {
    if (!edges.open()) return;
    if (function->isDeclaration() || !function->arg_empty()) {
      edges.jump(
          terminal(caller, LocationKind::Unsupported, "a constructor or destructor with parameters", edges.position()));
      return;
    }
    const FunctionId callee = this->function(function);
    edges.emitLast(Call{{}, callee, {}});
  }
}

void LowerModule::callConstructors(EdgeBuilder& edges, FunctionId caller) { callAll(edges, caller, constructors_); }

void LowerModule::callExitFunctions(EdgeBuilder& edges, FunctionId caller, ExitKind kind) {
  std::vector<const llvm::Function*> functions;
  const llvm::Function* registered =
      module_.getFunction(kind == ExitKind::Quick ? "__assay_run_at_quick_exit" : "__assay_run_atexit");
  if (registered != nullptr && !registered->isDeclaration()) functions.push_back(registered);
  if (kind == ExitKind::Orderly)
    for (const llvm::Function* destructor : destructors_) functions.push_back(destructor);
  if (functions.empty()) return;
  if (!isExiting_.valid()) {
    isExiting_ = program_.addVariable({}, "is_exiting", terms_.boolSort());
    program_[isExiting_].initial = terms_.mkFalse();
  }
  edges.leaveIf(program_[isExiting_].term, terminal(caller, LocationKind::Unsupported,
                                                    "exit is called while the program exits", edges.position()));
  edges.emit(Assign{isExiting_, terms_.mkTrue()});
  callAll(edges, caller, functions);
}

} // namespace assay
