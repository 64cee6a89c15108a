#include "frontend/padding.h"

#include "frontend/debug_info.h"

#include <llvm/BinaryFormat/Dwarf.h>
#include <llvm/IR/DebugInfo.h>
#include <llvm/IR/TypeFinder.h>

#include <algorithm>

namespace assay {

namespace {

constexpr unsigned kLastBit = 63;

void clearBits(Padding::Mask& mask, uint64_t from, uint64_t count) {
  const uint64_t end = std::min<uint64_t>(from + count, mask.size() * 8);
  for (uint64_t bit = from; bit < end; bit++) mask[bit / 8] &= static_cast<uint8_t>(~(1U << (bit % 8)));
}

bool hasBits(const Padding::Mask& mask) {
  return std::ranges::any_of(mask, [](uint8_t bits) { return bits != 0; });
}

/// LLVM numbers types of the same name.
std::string baseName(llvm::StringRef name) {
  auto [base, number] = name.rsplit('.');
  uint64_t unused = 0;
  return !number.empty() && !number.getAsInteger(10, unused) ? base.str() : name.str();
}

} // namespace

Padding::Padding(const llvm::Module& module) : layout_(module.getDataLayout()) {
  llvm::DebugInfoFinder finder;
  finder.processModule(module);
  for (const llvm::DIType* type : finder.types()) {
    auto* composite = llvm::dyn_cast_or_null<llvm::DICompositeType>(underlyingType(type));
    if (composite == nullptr || composite->getTag() != llvm::dwarf::DW_TAG_structure_type) continue;
    const bool isNamed = !composite->getName().empty();
    if (type->getName().empty() || (isNamed && type != composite)) continue;
    auto [found, isNew] = declared_.try_emplace("struct." + type->getName().str(), composite);
    if (!isNew && found->second != composite) found->second = nullptr; // two of one name
  }
  llvm::TypeFinder types;
  types.run(module, /*onlyNamed=*/false);
  for (const llvm::StructType* structure : types) {
    if (structure->isOpaque() || !structure->isSized() || !hasBits(ownMask(structure))) continue;
    sets_[structure] = Set{1} << std::min<size_t>(structs_.size(), kLastBit);
    structs_.push_back(structure);
    if (const llvm::DICompositeType* known = declared(structure)) declaredSets_[known] = sets_[structure];
  }
  for (const llvm::DIType* type : finder.types()) {
    auto* composite = llvm::dyn_cast<llvm::DICompositeType>(type);
    if (composite == nullptr || composite->getTag() != llvm::dwarf::DW_TAG_structure_type) continue;
    if (composite->isForwardDecl() || declaredSets_.count(composite) != 0 || !hasBits(maskOf(*composite))) continue;
    declaredSets_[composite] = Set{1} << std::min<size_t>(structs_.size() + otherStructs_.size(), kLastBit);
    otherStructs_.push_back(composite);
  }
}

Padding::Set Padding::setOf(const llvm::DICompositeType* structure) const {
  auto found = declaredSets_.find(structure);
  return found == declaredSets_.end() ? 0 : found->second;
}

Padding::Set Padding::setOf(const llvm::Type* type) const {
  if (sets_.empty()) return 0;
  Set set = 0;
  if (auto* structure = llvm::dyn_cast<llvm::StructType>(type))
    if (auto found = sets_.find(structure); found != sets_.end()) set = found->second;
  for (const llvm::Type* part : type->subtypes()) set |= setOf(part);
  return set;
}

bool Padding::beginsWith(Set set, const llvm::Type* type) const {
  return std::ranges::any_of(structs_, [&](const llvm::StructType* structure) {
    const llvm::Type* first = structure;
    while (first->isStructTy() && first->getNumContainedTypes() > 0) first = first->getContainedType(0);
    return first == type && (sets_.at(structure) & set) != 0;
  });
}

const llvm::DICompositeType* Padding::declared(const llvm::StructType* structure) const {
  if (!structure->hasName()) return nullptr;
  auto found = declared_.find(baseName(structure->getName()));
  if (found == declared_.end() || found->second == nullptr) return nullptr;
  const uint64_t bits = layout_.getTypeAllocSizeInBits(const_cast<llvm::StructType*>(structure)).getFixedValue();
  return found->second->getSizeInBits() == bits ? found->second : nullptr;
}

/// The bits of a value are no padding; of a struct those of its members, unless `isDeep` is false: then it is all of it.
void Padding::clearMembers(const llvm::DIType* type, uint64_t bitOffset, bool isDeep, Mask& mask) const {
  auto* composite = llvm::dyn_cast_or_null<llvm::DICompositeType>(underlyingType(type));
  if (composite == nullptr || !isDeep) {
    if (type != nullptr) clearBits(mask, bitOffset, type->getSizeInBits());
    return;
  }
  if (composite->getTag() == llvm::dwarf::DW_TAG_array_type) {
    const llvm::DIType* element = underlyingType(composite->getBaseType());
    const uint64_t size = element == nullptr ? 0 : element->getSizeInBits();
    for (uint64_t at = 0; size > 0 && at + size <= composite->getSizeInBits(); at += size)
      clearMembers(element, bitOffset + at, isDeep, mask);
    return;
  }
  if (composite->getTag() != llvm::dwarf::DW_TAG_structure_type &&
      composite->getTag() != llvm::dwarf::DW_TAG_union_type) {
    clearBits(mask, bitOffset, composite->getSizeInBits()); // an enumeration
    return;
  }
  for (const llvm::DINode* node : composite->getElements()) {
    auto* member = llvm::dyn_cast<llvm::DIDerivedType>(node);
    if (member == nullptr || member->getTag() != llvm::dwarf::DW_TAG_member) continue;
    if (member->isBitField())
      clearBits(mask, bitOffset + member->getOffsetInBits(), member->getSizeInBits());
    else
      clearMembers(member->getBaseType(), bitOffset + member->getOffsetInBits(), isDeep, mask);
  }
}

/// The same by LLVM's type, which shows no bit-fields.
void Padding::clearElements(const llvm::Type* type, uint64_t offset, bool isDeep, Mask& mask) const {
  auto* structure = llvm::dyn_cast<llvm::StructType>(type);
  if (auto* array = llvm::dyn_cast<llvm::ArrayType>(type)) {
    const uint64_t size = layout_.getTypeAllocSize(array->getElementType()).getFixedValue();
    for (uint64_t i = 0; i < array->getNumElements(); i++)
      clearElements(array->getElementType(), offset + i * size, isDeep, mask);
  } else if (structure == nullptr) {
    clearBits(mask, offset * 8, layout_.getTypeAllocSizeInBits(const_cast<llvm::Type*>(type)).getFixedValue());
  } else if (const llvm::DICompositeType* known = isDeep ? declared(structure) : nullptr) {
    clearMembers(known, offset * 8, isDeep, mask);
  } else {
    const llvm::StructLayout* places = layout_.getStructLayout(const_cast<llvm::StructType*>(structure));
    for (unsigned i = 0; i < structure->getNumElements(); i++)
      clearElements(structure->getElementType(i), offset + places->getElementOffset(i).getFixedValue(), isDeep, mask);
  }
}

Padding::Mask Padding::maskOf(const llvm::Type* type) const {
  if (setOf(type) == 0) return {};
  Mask mask(layout_.getTypeAllocSize(const_cast<llvm::Type*>(type)).getFixedValue(), 0xff);
  clearElements(type, 0, true, mask);
  return mask;
}

Padding::Mask Padding::ownMask(const llvm::StructType* structure) const {
  Mask mask(layout_.getTypeAllocSize(const_cast<llvm::StructType*>(structure)).getFixedValue(), 0xff);
  const llvm::DICompositeType* known = declared(structure);
  if (known == nullptr) {
    const llvm::StructLayout* places = layout_.getStructLayout(const_cast<llvm::StructType*>(structure));
    for (unsigned i = 0; i < structure->getNumElements(); i++)
      clearBits(mask, places->getElementOffset(i).getFixedValue() * 8,
                layout_.getTypeAllocSizeInBits(structure->getElementType(i)).getFixedValue());
    return mask;
  }
  for (const llvm::DINode* node : known->getElements())
    if (auto* member = llvm::dyn_cast<llvm::DIDerivedType>(node);
        member != nullptr && member->getTag() == llvm::dwarf::DW_TAG_member)
      clearBits(mask, member->getOffsetInBits(),
                member->isBitField() ? member->getSizeInBits()
                                     : underlyingType(member->getBaseType())->getSizeInBits());
  return mask;
}

Padding::Mask Padding::maskOf(const llvm::DICompositeType& structure) const {
  Mask mask(structure.getSizeInBits() / 8, 0xff);
  clearMembers(&structure, 0, true, mask);
  return mask;
}

std::vector<Padding::Mask> Padding::masksOfSize(Set set, uint64_t bytes) const {
  std::vector<Mask> found;
  for (const llvm::StructType* structure : structs_)
    if (Mask mask = maskOf(structure); (setOf(structure) & set) != 0 && mask.size() == bytes) found.push_back(mask);
  for (const llvm::DICompositeType* structure : otherStructs_)
    if (Mask mask = maskOf(*structure); (setOf(structure) & set) != 0 && mask.size() == bytes) found.push_back(mask);
  return found;
}

} // namespace assay
