#include "frontend/module/padding.h"

#include "frontend/module/debug_info.h"
#include "frontend/module/unsupported_code.h"

#include <llvm/BinaryFormat/Dwarf.h>
#include <llvm/IR/DebugInfo.h>
#include <llvm/IR/TypeFinder.h>

#include <algorithm>

namespace assay {

namespace {

constexpr unsigned kLastBit = 63;

/// Padding that nobody looks at costs nothing; of more than this it is not modelled.
Padding::Mask fullMask(uint64_t bytes) {
  constexpr uint64_t kMost = 1 << 24;
  if (bytes > kMost) throw UnsupportedCode("padding of a large struct that the program looks at");
  return Padding::Mask(bytes, 0xff);
}

void clearBits(Padding::Mask& mask, uint64_t from, uint64_t count) {
  const uint64_t end = std::min<uint64_t>(from + count, mask.size() * 8);
  for (uint64_t bit = from; bit < end; bit++) mask[bit / 8] &= static_cast<uint8_t>(~(1U << (bit % 8)));
}

/// Bits of members, as [first, one past the last).
using Ranges = std::vector<std::pair<uint64_t, uint64_t>>;

bool coverAll(Ranges ranges, uint64_t bits) {
  std::ranges::sort(ranges);
  uint64_t end = 0;
  for (auto [from, to] : ranges) {
    if (from > end) return false;
    end = std::max(end, to);
  }
  return end >= bits;
}

uint64_t memberBits(const llvm::DIDerivedType& member) {
  if (member.isBitField()) return member.getSizeInBits();
  const llvm::DIType* type = underlyingType(member.getBaseType());
  return type == nullptr ? 0 : type->getSizeInBits();
}

Ranges memberRanges(const llvm::DICompositeType& structure) {
  Ranges ranges;
  for (const llvm::DINode* node : structure.getElements())
    if (auto* member = llvm::dyn_cast<llvm::DIDerivedType>(node);
        member != nullptr && member->getTag() == llvm::dwarf::DW_TAG_member)
      ranges.emplace_back(member->getOffsetInBits(), member->getOffsetInBits() + memberBits(*member));
  return ranges;
}

/// Whether there is padding in a type, at whatever depth. (Members of a union may hide each other's: an upper bound.)
bool hasPadding(const llvm::DIType* type) {
  auto* composite = llvm::dyn_cast_or_null<llvm::DICompositeType>(underlyingType(type));
  if (composite == nullptr) return false;
  if (composite->getTag() == llvm::dwarf::DW_TAG_array_type) return hasPadding(composite->getBaseType());
  const bool isStruct = composite->getTag() == llvm::dwarf::DW_TAG_structure_type;
  if (!isStruct && composite->getTag() != llvm::dwarf::DW_TAG_union_type) return false;
  if (!coverAll(memberRanges(*composite), composite->getSizeInBits())) return true;
  return llvm::any_of(composite->getElements(), [](const llvm::DINode* node) {
    auto* member = llvm::dyn_cast<llvm::DIDerivedType>(node);
    return member != nullptr && member->getTag() == llvm::dwarf::DW_TAG_member && hasPadding(member->getBaseType());
  });
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
    if (structure->isOpaque() || !structure->isSized() || !hasOwnPadding(structure)) continue;
    sets_[structure] = Set{1} << std::min<size_t>(structs_.size(), kLastBit);
    structs_.push_back(structure);
    if (const llvm::DICompositeType* known = declared(structure)) declaredSets_[known] = sets_[structure];
  }
  for (const llvm::DIType* type : finder.types()) {
    auto* composite = llvm::dyn_cast<llvm::DICompositeType>(type);
    if (composite == nullptr || composite->getTag() != llvm::dwarf::DW_TAG_structure_type) continue;
    if (composite->isForwardDecl() || declaredSets_.count(composite) != 0 || !hasPadding(composite)) continue;
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

/// The bits of a value are no padding; of a struct those of its members, unless `isDeep` is false: then it is all of
/// it.
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
  Mask mask = fullMask(sizeOf(type));
  clearElements(type, 0, true, mask);
  return mask;
}

bool Padding::hasOwnPadding(const llvm::StructType* structure) const {
  const uint64_t bits = layout_.getTypeAllocSizeInBits(const_cast<llvm::StructType*>(structure)).getFixedValue();
  if (const llvm::DICompositeType* known = declared(structure)) return !coverAll(memberRanges(*known), bits);
  const llvm::StructLayout* places = layout_.getStructLayout(const_cast<llvm::StructType*>(structure));
  Ranges ranges;
  for (unsigned i = 0; i < structure->getNumElements(); i++) {
    const uint64_t from = places->getElementOffset(i).getFixedValue() * 8;
    ranges.emplace_back(from, from + layout_.getTypeAllocSizeInBits(structure->getElementType(i)).getFixedValue());
  }
  return !coverAll(std::move(ranges), bits);
}

Padding::Mask Padding::ownMask(const llvm::StructType* structure) const {
  Mask mask = fullMask(sizeOf(structure));
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
  Mask mask = fullMask(structure.getSizeInBits() / 8);
  clearMembers(&structure, 0, true, mask);
  return mask;
}

std::vector<Padding::Mask> Padding::masksOfSize(Set set, uint64_t bytes) const {
  std::vector<Mask> found;
  for (const llvm::StructType* structure : structs_)
    if ((setOf(structure) & set) != 0 && sizeOf(structure) == bytes) found.push_back(maskOf(structure));
  for (const llvm::DICompositeType* structure : otherStructs_)
    if ((setOf(structure) & set) != 0 && structure->getSizeInBits() / 8 == bytes) found.push_back(maskOf(*structure));
  return found;
}

} // namespace assay
