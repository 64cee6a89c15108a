#include "frontend/lower/end.h"

#include "frontend/lower/module.h"

#include <llvm/IR/Constants.h>

#include <algorithm>

namespace assay {

namespace {

/// The functions of llvm.global_ctors or llvm.global_dtors, by priority, then in the order of the source. The list
/// goes.
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
    auto* function = llvm::dyn_cast<llvm::Function>(entry->getAggregateElement(1u)->stripPointerCastsAndAliases());
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

StartAndEnd::StartAndEnd(llvm::Module& module, LowerModule& lowering)
    : module_(module), lowering_(lowering), constructors_(takeFunctions(module, "llvm.global_ctors")),
      destructors_(takeFunctions(module, "llvm.global_dtors")) {
  std::reverse(destructors_.begin(), destructors_.end());
  for (const char* list : {"llvm.used", "llvm.compiler.used"})
    if (llvm::GlobalVariable* variable = module.getGlobalVariable(list)) variable->eraseFromParent();
}

void StartAndEnd::callAll(EdgeBuilder& edges, const std::vector<const llvm::Function*>& functions) {
  for (const llvm::Function* function : functions) {
    if (!edges.open()) return;
    if (lowering_.isErrorFunction(function->getName()) && lowering_.checks(Property::UnreachCall)) {
      if (const llvm::DISubprogram* place = function->getSubprogram())
        edges.setPosition(lowering_.positions().of(place, place->getLine()));
      edges.jump(edges.error(Property::UnreachCall, "call of " + function->getName().str()));
      return;
    }
    if (function->isDeclaration() || !function->arg_empty()) {
      edges.jump(edges.terminal(LocationKind::Unsupported, "a constructor or destructor with parameters"));
      return;
    }
    const FunctionId callee = lowering_.function(function);
    std::vector<Term> arguments;
    lowering_.libraryCalls().pass(callee, {}, {}, arguments);
    edges.emitLast(Call{{}, callee, std::move(arguments)});
  }
}

void StartAndEnd::callExitFunctions(EdgeBuilder& edges, ExitKind kind) {
  std::vector<const llvm::Function*> functions;
  const llvm::Function* registered =
      module_.getFunction(kind == ExitKind::Quick ? "__assay_run_at_quick_exit" : "__assay_run_atexit");
  if (registered != nullptr && !registered->isDeclaration()) functions.push_back(registered);
  if (kind == ExitKind::Orderly)
    for (const llvm::Function* destructor : destructors_) functions.push_back(destructor);
  if (functions.empty()) return;
  Program& program = lowering_.program();
  TermManager& terms = program.terms();
  if (!isExiting_.valid()) {
    isExiting_ = program.addVariable({}, "is_exiting", terms.boolSort());
    program[isExiting_].initial = terms.mkFalse();
    // Threads that exit at the same time share out what was given to atexit, as in glibc. Destructors run once.
    program[isExiting_].isThreadLocal = lowering_.threads().arePresent && destructors_.empty();
  }
  edges.leaveIf(program[isExiting_].term,
                edges.terminal(LocationKind::Unsupported, "exit is called while the program exits"));
  edges.emit(Assign{isExiting_, terms.mkTrue()});
  callAll(edges, functions);
}

VariableId StartAndEnd::exitStatus() {
  if (!exitStatus_.valid()) {
    Program& program = lowering_.program();
    exitStatus_ = program.addVariable({}, "exit_status", program.terms().bvSort(32));
    program[exitStatus_].initial = program.terms().mkBv(32, 0);
  }
  return exitStatus_;
}

} // namespace assay
