#include "frontend/lower/types.h"

namespace assay {

uint32_t LowerTypes::bits(llvm::Type* type) const {
  if (type->isVoidTy()) return 0;
  if (type->isPointerTy()) return pointerWidth();
  if (auto* structure = llvm::dyn_cast<llvm::StructType>(type)) {
    uint32_t sum = 0;
    for (llvm::Type* element : structure->elements()) sum += bits(element);
    return sum;
  }
  if (auto* array = llvm::dyn_cast<llvm::ArrayType>(type))
    return static_cast<uint32_t>(array->getNumElements()) * bits(array->getElementType());
  if (auto* vector = llvm::dyn_cast<llvm::FixedVectorType>(type))
    return vector->getNumElements() * bits(vector->getElementType());
  return static_cast<uint32_t>(layout_.getTypeSizeInBits(type).getFixedValue());
}

Sort LowerTypes::sort(llvm::Type* type) const {
  if (type->isVoidTy()) return {};
  if (type->isIntegerTy(1)) return terms_.boolSort();
  return terms_.bvSort(std::max(1u, bits(type)));
}

std::vector<LowerTypes::Leaf> LowerTypes::leaves(llvm::Type* type) const {
  std::vector<Leaf> result;
  // Types nest as deep as the user's declarations: a small depth.
  auto visit = [&](auto& self, llvm::Type* t, uint64_t byteOffset, uint32_t bitOffset) -> void {
    if (auto* structure = llvm::dyn_cast<llvm::StructType>(t)) {
      const llvm::StructLayout* layout = layout_.getStructLayout(structure);
      for (unsigned i = 0; i < structure->getNumElements(); i++) {
        self(self, structure->getElementType(i), byteOffset + layout->getElementOffset(i), bitOffset);
        bitOffset += bits(structure->getElementType(i));
      }
      return;
    }
    llvm::Type* element = nullptr;
    uint64_t count = 0;
    if (auto* array = llvm::dyn_cast<llvm::ArrayType>(t)) {
      element = array->getElementType();
      count = array->getNumElements();
    } else if (auto* vector = llvm::dyn_cast<llvm::FixedVectorType>(t)) {
      element = vector->getElementType();
      count = vector->getNumElements();
    }
    if (element == nullptr) {
      result.push_back({t, byteOffset, bitOffset});
      return;
    }
    uint64_t stride = layout_.getTypeAllocSize(element).getFixedValue();
    for (uint64_t i = 0; i < count; i++) {
      self(self, element, byteOffset + i * stride, bitOffset);
      bitOffset += bits(element);
    }
  };
  visit(visit, type, 0, 0);
  return result;
}

uint32_t LowerTypes::elementBitOffset(llvm::Type* aggregate, unsigned element) const {
  if (auto* structure = llvm::dyn_cast<llvm::StructType>(aggregate)) {
    uint32_t sum = 0;
    for (unsigned i = 0; i < element; i++) sum += bits(structure->getElementType(i));
    return sum;
  }
  if (auto* array = llvm::dyn_cast<llvm::ArrayType>(aggregate)) return element * bits(array->getElementType());
  return element * bits(llvm::cast<llvm::FixedVectorType>(aggregate)->getElementType());
}

Term LowerTypes::toBits(Term value) const { return value.sort().isBool() ? terms_.mkBoolToBv(value) : value; }

Term LowerTypes::fromBits(Term bits, llvm::Type* type) const {
  return type->isIntegerTy(1) ? terms_.mkEqual(bits, terms_.mkBv(1, 1)) : bits;
}

Term LowerTypes::convert(Term value, llvm::Type* to) const {
  Sort target = sort(to);
  if (value.sort() == target) return value;
  Term plain = toBits(value);
  if (target.isBool()) return terms_.mkEqual(terms_.mkBvExtract(plain, 0, 0), terms_.mkBv(1, 1));
  return terms_.mkBvZeroResize(plain, target.width());
}

} // namespace assay
