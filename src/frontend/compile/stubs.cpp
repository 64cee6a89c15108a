#include "frontend/compile/stubs.h"

#include "util/error.h"

#include <llvm/ADT/StringExtras.h>
#include <llvm/IR/IRBuilder.h>

#include <algorithm>

namespace assay {

namespace {

/// The functions of this name: several where files have static ones, which the linker numbers.
std::vector<llvm::Function*> functionsNamed(llvm::Module& module, const std::string& name) {
  std::vector<llvm::Function*> functions;
  for (llvm::Function& function : module) {
    llvm::StringRef rest = function.getName();
    const bool isNumbered =
        rest.consume_front(name) && (rest.empty() || (rest.consume_front(".") && !rest.empty() &&
                                                      llvm::all_of(rest, [](char c) { return llvm::isDigit(c); })));
    if (isNumbered) functions.push_back(&function);
  }
  return functions;
}

/// A body that returns any value and does nothing else.
void returnAnything(llvm::Function& function) {
  llvm::Module& module = *function.getParent();
  function.deleteBody();
  function.setLinkage(llvm::Function::InternalLinkage);
  llvm::IRBuilder<> builder(llvm::BasicBlock::Create(module.getContext(), "entry", &function));
  llvm::Type* type = function.getReturnType();
  if (type->isVoidTy()) {
    builder.CreateRetVoid();
    return;
  }
  llvm::Value* result = builder.CreateAlloca(type);
  llvm::Type* size = module.getDataLayout().getIntPtrType(module.getContext());
  const llvm::FunctionCallee fill =
      module.getOrInsertFunction("__VERIFIER_nondet_memory", builder.getVoidTy(), builder.getPtrTy(), size);
  builder.CreateCall(fill, {result, llvm::ConstantInt::get(size, module.getDataLayout().getTypeAllocSize(type))});
  builder.CreateRet(builder.CreateLoad(type, result));
}

} // namespace

std::vector<std::string> putStubs(llvm::Module& module, const Config& config, const std::string& entry) {
  std::vector<std::string> told;
  for (const auto& [name, stub] : config.stubs) {
    if (entry == name || entry == "harness_of_" + name) continue;
    for (llvm::Function* function : functionsNamed(module, name)) {
      if (function->use_empty()) continue;
      if (stub.text == kAnyStub) {
        returnAnything(*function);
        told.push_back("'" + name + "' returns any value and does nothing else (" + config.file + ")");
        continue;
      }
      llvm::Function* instead = module.getFunction(stub.text);
      if (instead == nullptr || instead->isDeclaration())
        throw InputError(config.place(stub.line) + "'" + stub.text + "', the stub of '" + name +
                         "', is defined in none of the files");
      if (instead->getFunctionType() != function->getFunctionType())
        throw InputError(config.place(stub.line) + "'" + stub.text + "' does not take and return what '" + name +
                         "' does");
      // A stub may call what it stands for.
      function->replaceUsesWithIf(instead, [&](const llvm::Use& use) {
        const auto* instruction = llvm::dyn_cast<llvm::Instruction>(use.getUser());
        return instruction == nullptr || instruction->getFunction() != instead;
      });
      told.push_back("'" + stub.text + "' is called instead of '" + name + "' (" + config.file + ")");
    }
  }
  std::ranges::sort(told);
  const auto rest = std::ranges::unique(told);
  told.erase(rest.begin(), rest.end());
  return told;
}

} // namespace assay
