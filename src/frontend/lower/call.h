// Calls: which function is called, with which arguments, and what is known about it.
#pragma once

#include "frontend/lower/part.h"

namespace assay {

class LowerCall : public LowerPart {
public:
  using LowerPart::LowerPart;

  void lowerCall(const llvm::CallInst& call);

private:
  Term callFunction(const llvm::Function& callee, const llvm::CallInst& call, const Arguments& arguments);
  void checkWeak(const llvm::Function& callee);
  Term callBody(const llvm::Function& callee, const llvm::CallInst& call, const Arguments& arguments);
  void noteSharedState(const llvm::Function& callee);
  Term callThreadFunction(const llvm::Function& callee, const llvm::CallInst& call, const Arguments& arguments);
  bool touchesMemoryOnly(llvm::StringRef name) const;
  Term callUnknown(const llvm::Function& callee, const llvm::CallInst& call);
  void lowerIndirectCall(const llvm::CallInst& call);
  bool callCandidate(const llvm::Function& candidate, const llvm::CallInst& call, const Arguments& arguments,
                     VariableId result);
  Term copyByValue(Term pointer, llvm::Type* type);
  Term packVariadic(const llvm::CallInst& call, const Arguments& arguments, unsigned first);
  Term inlineAssembly(const llvm::CallInst& call);
};

} // namespace assay
