#include "frontend/compile/specialise_comparisons.h"

#include "frontend/compile/written_callee.h"

#include <llvm/IR/Constants.h>
#include <llvm/IR/Instructions.h>

#include <algorithm>
#include <string>
#include <vector>

namespace assay {

namespace {

constexpr const char* kComparisons[] = {"memcmp",      "strcmp", "strncmp", "strcoll", "strcasecmp",
                                        "strncasecmp", "wcscmp", "wcsncmp", "wmemcmp"};

/// Compared with 0 as a whole, in whatever way.
bool asksForSign(const llvm::User* user) {
  auto* comparison = llvm::dyn_cast<llvm::ICmpInst>(user);
  if (comparison == nullptr) return false;
  auto* number = llvm::dyn_cast<llvm::ConstantInt>(comparison->getOperand(1));
  return number != nullptr && number->isZero();
}

} // namespace

void specialiseComparisons(llvm::Module& program) {
  for (const char* name : kComparisons) {
    llvm::Function* callee = program.getFunction(name);
    if (callee == nullptr || !callee->isDeclaration()) continue;
    std::vector<llvm::CallInst*> calls;
    for (llvm::User* user : callee->users()) {
      auto* call = llvm::dyn_cast<llvm::CallInst>(user);
      const bool isCalled = call != nullptr && call->getCalledOperand() == callee && call->getType()->isIntegerTy(32);
      if (isCalled && std::all_of(call->user_begin(), call->user_end(), asksForSign)) calls.push_back(call);
    }
    if (calls.empty()) continue;
    llvm::FunctionCallee form =
        program.getOrInsertFunction(std::string("__assay_sign_of_") + name, callee->getFunctionType());
    for (llvm::CallInst* call : calls) {
      call->setCalledOperand(form.getCallee());
      noteWrittenCallee(*call, name);
    }
  }
}

} // namespace assay
