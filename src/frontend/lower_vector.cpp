// Vectors of C's extension and of the ABI: what happens to each element, and their rearrangement.
#include "frontend/lower_function.h"

namespace assay {

Term LowerFunction::vectorValue(const llvm::Instruction& instruction) {
  auto* type = llvm::cast<llvm::FixedVectorType>(instruction.getType());
  Arguments whole;
  for (const llvm::Value* operand : instruction.operands()) whole.push_back(value(operand));
  Term result;
  for (unsigned i = 0; i < type->getNumElements(); i++) {
    Arguments elements;
    for (unsigned k = 0; k < whole.size(); k++) {
      llvm::Type* operand = instruction.getOperand(k)->getType();
      llvm::Type* element = operand->getScalarType();
      elements.push_back(operand->isVectorTy() ? elementAt(element, whole[k], i * types_.bits(element)) : whole[k]);
    }
    Term bits = types_.toBits(scalarValue(instruction, elements));
    result = result.isNull() ? bits : terms_.mkBvConcat(bits, result);
  }
  return result;
}

Term LowerFunction::shuffledVector(const llvm::ShuffleVectorInst& shuffle) {
  auto* source = llvm::cast<llvm::FixedVectorType>(shuffle.getOperand(0)->getType());
  uint32_t bits = types_.bits(source->getElementType());
  auto count = static_cast<int>(source->getNumElements());
  Term result;
  for (int index : shuffle.getShuffleMask()) {
    Term element = terms_.mkBv(bits, 0); // where the mask leaves it open
    if (index >= 0) {
      auto at = static_cast<uint32_t>(index % count) * bits;
      element = terms_.mkBvExtract(value(shuffle.getOperand(index < count ? 0 : 1)), at + bits - 1, at);
    }
    result = result.isNull() ? element : terms_.mkBvConcat(element, result);
  }
  return result;
}

} // namespace assay
