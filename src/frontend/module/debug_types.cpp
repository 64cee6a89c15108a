#include "frontend/module/debug_types.h"

#include "frontend/module/debug_info.h"

#include <llvm/BinaryFormat/Dwarf.h>

#include <vector>

namespace assay {

namespace {

/// Typedefs have no size of their own.
uint64_t bytesOf(const llvm::DIType* type) {
  type = underlyingType(type);
  return type == nullptr ? 0 : type->getSizeInBits() / 8;
}

} // namespace

CTypeId DebugTypes::of(const llvm::DIType* type) {
  if (type == nullptr || llvm::isa<llvm::DISubroutineType>(type)) return {};
  auto found = known_.find(type);
  if (found != known_.end()) return found->second;
  if (types_.size() >= kMaxTypes) return {};
  const CTypeId id = types_.add({});
  known_.emplace(type, id);
  undescribed_.emplace_back(id, type);
  return id;
}

CTypeId DebugTypes::pointerTo(const llvm::DIType* type, uint64_t pointerSize) {
  auto found = pointers_.find(type);
  if (found != pointers_.end()) return found->second;
  CType pointer;
  pointer.kind = CType::Pointer;
  pointer.typeClass = TypeClass::Pointer;
  pointer.size = pointerSize;
  pointer.name = typeText(type) + " *";
  pointer.target = of(type);
  const CTypeId id = types_.add(std::move(pointer));
  pointers_.emplace(type, id);
  return id;
}

CTypes DebugTypes::take() {
  while (!undescribed_.empty()) {
    const auto [id, type] = undescribed_.front();
    undescribed_.pop_front();
    describe(id, type);
  }
  return std::move(types_);
}

void DebugTypes::describe(CTypeId id, const llvm::DIType* type) {
  types_[id].name = typeText(type);
  type = underlyingType(type);
  if (type == nullptr) return;
  types_[id].size = bytesOf(type);
  types_[id].typeClass = typeClass(type);
  if (auto* composite = llvm::dyn_cast<llvm::DICompositeType>(type)) {
    describeComposite(id, *composite);
  } else if (auto* basic = llvm::dyn_cast<llvm::DIBasicType>(type)) {
    types_[id].kind = CType::Scalar;
    types_[id].isCharacter = basic->getName() == "char";
  } else if (type->getTag() == llvm::dwarf::DW_TAG_pointer_type) {
    types_[id].kind = CType::Pointer;
    const CTypeId target = of(llvm::cast<llvm::DIDerivedType>(type)->getBaseType());
    types_[id].target = target;
  }
}

void DebugTypes::describeComposite(CTypeId id, const llvm::DICompositeType& type) {
  if (type.isForwardDecl()) return;
  switch (type.getTag()) {
  case llvm::dwarf::DW_TAG_array_type:
    describeArray(id, type);
    break;
  case llvm::dwarf::DW_TAG_enumeration_type:
    types_[id].kind = CType::Scalar;
    for (const llvm::DINode* node : type.getElements())
      if (auto* enumerator = llvm::dyn_cast<llvm::DIEnumerator>(node))
        types_[id].enumerators.push_back({enumerator->getName().str(), enumerator->getValue().getSExtValue()});
    break;
  case llvm::dwarf::DW_TAG_structure_type:
  case llvm::dwarf::DW_TAG_union_type: {
    std::vector<CMember> members;
    for (const llvm::DINode* node : type.getElements())
      if (auto* member = llvm::dyn_cast<llvm::DIDerivedType>(node);
          member != nullptr && member->getTag() == llvm::dwarf::DW_TAG_member)
        members.push_back({member->getName().str(), member->getOffsetInBits(), member->getSizeInBits(),
                           member->isBitField(), of(member->getBaseType())});
    types_[id].kind = type.getTag() == llvm::dwarf::DW_TAG_union_type ? CType::Union : CType::Struct;
    types_[id].members = std::move(members);
    break;
  }
  default:
    break;
  }
}

/// One type of debug information holds all dimensions; here each dimension is an array of the rest.
void DebugTypes::describeArray(CTypeId id, const llvm::DICompositeType& type) {
  CTypeId element = of(type.getBaseType());
  uint64_t size = bytesOf(type.getBaseType());
  std::string dimensions;
  const llvm::DINodeArray ranges = type.getElements();
  for (unsigned i = ranges.size(); i-- > 0;) {
    CType array;
    array.kind = CType::Array;
    array.target = element;
    array.count = dimensionCount(ranges[i]);
    array.size = size *= array.count;
    dimensions.insert(0, "[" + (array.count == 0 ? std::string() : std::to_string(array.count)) + "]");
    array.name = typeText(type.getBaseType()) + dimensions;
    if (i == 0) {
      array.name = std::move(types_[id].name);
      types_[id] = std::move(array);
    } else {
      element = types_.add(std::move(array));
    }
  }
}

} // namespace assay
