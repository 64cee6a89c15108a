// LLVM's intrinsics, as clang emits them for C.
#pragma once

#include "frontend/lower/part.h"

namespace assay {

class LowerIntrinsic : public LowerPart {
public:
  using LowerPart::LowerPart;

  Term callIntrinsic(const llvm::IntrinsicInst& call, const Arguments& arguments);

private:
  bool memoryIntrinsic(const llvm::IntrinsicInst& call, const Arguments& arguments);
  Term objectSize(const llvm::IntrinsicInst& call, Term pointer);
  void startVariadic(Term list);
  Term countZeros(const llvm::IntrinsicInst& call, Term operand);
  Term bitIntrinsic(const llvm::IntrinsicInst& call, const Arguments& arguments);
  Arguments seenArguments(const llvm::IntrinsicInst& call, Arguments arguments);
  Term overflowIntrinsic(const llvm::IntrinsicInst& call, const Arguments& arguments);
  Term floatIntrinsic(const llvm::IntrinsicInst& call, const Arguments& arguments);
};

} // namespace assay
