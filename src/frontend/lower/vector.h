// Vectors: instructions on each element, and the intrinsics of x86 that clang leaves.
#pragma once

#include "frontend/lower/part.h"

namespace assay {

class LowerVector : public LowerPart {
public:
  using LowerPart::LowerPart;

  Term vectorValue(const llvm::Instruction& instruction);
  Term shuffledVector(const llvm::ShuffleVectorInst& shuffle);
  Term extractedElement(const llvm::ExtractElementInst& extract);
  Term insertedElement(const llvm::InsertElementInst& insert);
  Term simdIntrinsic(const llvm::IntrinsicInst& call, const Arguments& arguments);

private:
  Term elementShift(const llvm::Value* index, llvm::FixedVectorType* vector);
  Term eachElement(Term left, Term right, uint32_t bits, const std::function<Term(Term, Term)>& operation);
};

} // namespace assay
