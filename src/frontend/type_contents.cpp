#include "frontend/type_contents.h"

#include "frontend/debug_info.h"

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

TypeContents::TypeContents(const llvm::Module& module) : width_(module.getDataLayout().getPointerSizeInBits()) {
  llvm::DebugInfoFinder finder;
  finder.processModule(module);
  for (const llvm::DIType* type : finder.types()) {
    auto* composite = llvm::dyn_cast<llvm::DICompositeType>(type);
    if (composite == nullptr || composite->getTag() != llvm::dwarf::DW_TAG_union_type) continue;
    const std::string name = composite->getName().empty() ? "anon" : composite->getName().str();
    uint8_t& kind = unions_[name];
    kind = std::max(kind, ofUnion(*composite));
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

uint8_t TypeContents::of(const llvm::Type* type) const {
  if (type->isPointerTy()) return AddressInfo::Pointers | AddressInfo::Here;
  if (type->isArrayTy()) return of(type->getArrayElementType());
  if (isUnion(type)) {
    llvm::StringRef name = llvm::cast<llvm::StructType>(type)->getName().drop_front(strlen("union."));
    auto found = unions_.find(name.split('.').first.str());
    return found == unions_.end() ? 0 : found->second;
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
