#include "frontend/address/type_contents.h"

#include "frontend/module/debug_info.h"

#include <llvm/BinaryFormat/Dwarf.h>
#include <llvm/IR/DebugInfo.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Operator.h>

#include <algorithm>

namespace assay {

namespace {

bool holdsPointer(const llvm::DIType* type) {
  type = underlyingType(type);
  if (type == nullptr) return false;
  if (type->getTag() == llvm::dwarf::DW_TAG_pointer_type) return true;
  auto* composite = llvm::dyn_cast<llvm::DICompositeType>(type);
  if (composite == nullptr) return false;
  if (composite->getTag() == llvm::dwarf::DW_TAG_array_type) return holdsPointer(composite->getBaseType());
  for (const llvm::DINode* element : composite->getElements())
    if (auto* member = llvm::dyn_cast<llvm::DIDerivedType>(element))
      if (holdsPointer(member->getBaseType())) return true;
  return false;
}

/// The least offset of a pointer in what has some. Of what is nested, that of the members.
uint64_t firstPointer(const llvm::DIType* type) {
  auto* composite = llvm::dyn_cast_or_null<llvm::DICompositeType>(underlyingType(type));
  if (composite == nullptr) return 0;
  if (composite->getTag() == llvm::dwarf::DW_TAG_array_type) return firstPointer(composite->getBaseType());
  uint64_t first = AddressInfo::kAll;
  for (const llvm::DINode* element : composite->getElements())
    if (auto* member = llvm::dyn_cast<llvm::DIDerivedType>(element);
        member != nullptr && holdsPointer(member->getBaseType()))
      first = std::min(first, member->getOffsetInBits() / 8 + firstPointer(member->getBaseType()));
  return first == AddressInfo::kAll ? 0 : first;
}

/// An array of bytes or the like, or a struct of parts, that is as large as a pointer: made to look at one's bytes.
bool isPartition(const llvm::DIType* type, uint64_t width) {
  auto* composite = llvm::dyn_cast_or_null<llvm::DICompositeType>(underlyingType(type));
  return composite != nullptr && composite->getSizeInBits() == width && !holdsPointer(composite);
}

} // namespace

bool isUnion(const llvm::Type* type) {
  auto* structure = llvm::dyn_cast<llvm::StructType>(type);
  return structure != nullptr && structure->hasName() && structure->getName().starts_with("union.");
}

const llvm::Value* rootOf(const llvm::Value* pointer) {
  while (auto* gep = llvm::dyn_cast<llvm::GEPOperator>(pointer)) pointer = gep->getPointerOperand();
  return pointer;
}

const llvm::Type* variableType(const llvm::Value* pointer) {
  const llvm::Value* root = rootOf(pointer);
  if (auto* alloca = llvm::dyn_cast<llvm::AllocaInst>(root)) return alloca->getAllocatedType();
  auto* global = llvm::dyn_cast<llvm::GlobalVariable>(root);
  return global == nullptr ? nullptr : global->getValueType();
}

TypeContents::TypeContents(const llvm::Module& module)
    : layout_(module.getDataLayout()), width_(layout_.getPointerSizeInBits()) {
  llvm::DebugInfoFinder finder;
  finder.processModule(module);
  for (const llvm::DIType* type : finder.types()) {
    auto* composite = llvm::dyn_cast<llvm::DICompositeType>(type);
    if (composite == nullptr || composite->getTag() != llvm::dwarf::DW_TAG_union_type) continue;
    const std::string name = composite->getName().empty() ? "anon" : composite->getName().str();
    Union& known = unions_[name];
    known.holds = std::max(known.holds, ofUnion(*composite));
    known.lead = std::min(known.lead, leadOfUnion(*composite));
  }
}

uint8_t TypeContents::ofUnion(const llvm::DICompositeType& type) const {
  bool some = false, others = false, parts = false;
  for (const llvm::DINode* element : type.getElements())
    if (auto* member = llvm::dyn_cast<llvm::DIDerivedType>(element)) {
      const llvm::DIType* shape = underlyingType(member->getBaseType());
      some |= holdsPointer(shape);
      others |= shape == nullptr || shape->getTag() != llvm::dwarf::DW_TAG_pointer_type;
      parts |= isPartition(shape, width_);
    }
  return !some || !others ? 0 : parts ? AddressInfo::Parts : AddressInfo::Variant;
}

uint64_t TypeContents::leadOfUnion(const llvm::DICompositeType& type) const {
  return ofUnion(type) == 0 ? AddressInfo::kAll : firstPointer(&type);
}

const TypeContents::Union* TypeContents::findUnion(const llvm::Type* type) const {
  llvm::StringRef name = llvm::cast<llvm::StructType>(type)->getName().drop_front(strlen("union."));
  auto found = unions_.find(name.split('.').first.str());
  return found == unions_.end() ? nullptr : &found->second;
}

uint64_t TypeContents::lead(llvm::Type* type) const {
  if (of(type) == 0) return AddressInfo::kAll;
  if (type->isArrayTy()) return lead(type->getArrayElementType());
  if (isUnion(type)) return findUnion(type)->lead;
  auto* structure = llvm::dyn_cast<llvm::StructType>(type);
  if (structure == nullptr) return 0;
  for (unsigned i = 0; i < structure->getNumElements(); i++)
    if (const uint64_t inside = lead(structure->getElementType(i)); inside != AddressInfo::kAll)
      return layout_.getStructLayout(structure)->getElementOffset(i).getFixedValue() + inside;
  return 0;
}

uint8_t TypeContents::of(const llvm::Type* type) const {
  if (type->isPointerTy()) return AddressInfo::Pointers | AddressInfo::Here;
  if (type->isArrayTy()) return of(type->getArrayElementType());
  if (isUnion(type)) {
    const Union* known = findUnion(type);
    return known == nullptr ? 0 : known->holds;
  }
  for (const llvm::Type* part : type->subtypes())
    if (of(part) != 0) return AddressInfo::Pointers;
  return 0;
}

uint8_t TypeContents::ofVariable(const llvm::Type* type) const {
  const uint8_t holds = of(type);
  return holds == AddressInfo::Variant ? uint8_t{AddressInfo::Parts} : holds;
}

} // namespace assay
