#include "frontend/address/memory.h"

#include "frontend/address/type_contents.h"

#include <llvm/IR/Constants.h>
#include <llvm/IR/Operator.h>

namespace assay {

namespace {

template <class Key>
AddressInfo get(const std::map<Key, AddressInfo>& map, const Key& key) {
  auto found = map.find(key);
  return found == map.end() ? AddressInfo() : found->second;
}

} // namespace

MemoryPlace placeOf(const llvm::Value* pointer, llvm::Type* type) {
  const unsigned width = type->isIntegerTy() ? type->getIntegerBitWidth() : 0;
  auto* gep = llvm::dyn_cast<llvm::GEPOperator>(pointer);
  if (gep == nullptr || gep->getNumIndices() != 2 || !gep->getSourceElementType()->isStructTy())
    return {nullptr, 0, width};
  auto* member = llvm::dyn_cast<llvm::ConstantInt>(gep->getOperand(2));
  if (member == nullptr || isUnion(gep->getSourceElementType())) return {nullptr, 0, width};
  return {gep->getSourceElementType(), static_cast<unsigned>(member->getZExtValue()), width};
}

AddressInfo AddressMemory::cell(Cell cell) const { return get(cells_, cell); }

AddressInfo AddressMemory::everywhere(unsigned width) const { return get(everywhere_, width); }

AddressInfo AddressMemory::contents(const MemoryPlace& place) const {
  using enum AddressInfo::Holds;
  const bool isMember = place.structure != nullptr;
  AddressInfo info = get(isMember ? anywhere_ : everywhere_, place.width);
  info.padded = get(anywhere_, place.width).padded;
  info.holds = (info.holds & (Variant | Parts | Somewhere)) != 0 ? Somewhere : 0;
  info.lead = AddressInfo::kAll;
  if (isMember) info.join(get(members_, place));
  return info;
}

bool AddressMemory::store(const MemoryPlace& place, const AddressInfo& info) {
  bool isNew = everywhere_[place.width].join(info);
  if (place.structure == nullptr)
    isNew |= anywhere_[place.width].join(info);
  else
    isNew |= includeMember(place, info);
  return isNew;
}

} // namespace assay
