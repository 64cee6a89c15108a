// Vectors of C's extension and of the ABI: what happens to each element, and their rearrangement.
#include "frontend/lower/parts.h"

namespace assay {

Term LowerVector::vectorValue(const llvm::Instruction& instruction) {
  auto* type = llvm::cast<llvm::FixedVectorType>(instruction.getType());
  Arguments whole;
  for (const llvm::Value* operand : instruction.operands()) whole.push_back(value(operand));
  Term result;
  for (unsigned i = 0; i < type->getNumElements(); i++) {
    Arguments elements;
    for (unsigned k = 0; k < whole.size(); k++) {
      llvm::Type* operand = instruction.getOperand(k)->getType();
      llvm::Type* element = operand->getScalarType();
      elements.push_back(operand->isVectorTy()
                             ? parts_.instructions.elementAt(element, whole[k], i * types_.bits(element))
                             : whole[k]);
    }
    Term bits = types_.toBits(parts_.instructions.scalarValue(instruction, elements));
    result = result.isNull() ? bits : terms_.mkBvConcat(bits, result);
  }
  return result;
}

Term LowerVector::shuffledVector(const llvm::ShuffleVectorInst& shuffle) {
  auto* source = llvm::cast<llvm::FixedVectorType>(shuffle.getOperand(0)->getType());
  uint32_t bits = types_.bits(source->getElementType());
  auto count = static_cast<int>(source->getNumElements());
  Term result;
  for (int index : shuffle.getShuffleMask()) {
    Term element;
    if (index < 0) {
      element = input(InputKind::Unspecified, terms_.bvSort(bits), "an undefined value");
    } else {
      auto at = static_cast<uint32_t>(index % count) * bits;
      element = terms_.mkBvExtract(value(shuffle.getOperand(index < count ? 0 : 1)), at + bits - 1, at);
    }
    result = result.isNull() ? element : terms_.mkBvConcat(element, result);
  }
  return result;
}

/// How far to shift the whole vector so that the element with this index comes first. An index that is no element's is
/// an access outside of the vector; where that is not checked, what happens then is not modelled.
Term LowerVector::elementShift(const llvm::Value* index, llvm::FixedVectorType* vector) {
  Term position = types_.toBits(value(index));
  uint32_t width = position.sort().width();
  Term outside = terms_.mkBvUge(position, terms_.mkBv(width, vector->getNumElements()));
  if (module_.checks(Property::ValidDeref))
    failIf(outside, Property::ValidDeref, "an index outside of a vector", Behind::Nothing);
  else
    edges_.leaveIf(outside, edges_.terminal(LocationKind::Unsupported, "an index outside of a vector"));
  uint32_t bits = types_.bits(vector);
  return terms_.mkBvMul(terms_.mkBvZeroResize(position, bits),
                        terms_.mkBv(bits, types_.bits(vector->getElementType())));
}

Term LowerVector::extractedElement(const llvm::ExtractElementInst& extract) {
  Term vector = value(extract.getVectorOperand());
  Term shift =
      elementShift(extract.getIndexOperand(), llvm::cast<llvm::FixedVectorType>(extract.getVectorOperandType()));
  return parts_.instructions.elementAt(extract.getType(), terms_.mkBvLshr(vector, shift), 0);
}

Term LowerVector::insertedElement(const llvm::InsertElementInst& insert) {
  auto* type = llvm::cast<llvm::FixedVectorType>(insert.getType());
  uint32_t width = types_.bits(type);
  Term vector = value(insert.getOperand(0));
  Term element = terms_.mkBvZeroResize(types_.toBits(value(insert.getOperand(1))), width);
  Term shift = elementShift(insert.getOperand(2), type);
  Term mask = terms_.mkBvShl(terms_.mkBvZeroResize(terms_.mkOnes(types_.bits(type->getElementType())), width), shift);
  Term kept = terms_.mkBvAnd(vector, terms_.mkBvNot(mask));
  return terms_.mkBvOr(kept, terms_.mkBvShl(element, shift));
}

} // namespace assay
