#include "frontend/module/variadic_alignment.h"

#include "frontend/module/debug_info.h"

#include <llvm/BinaryFormat/Dwarf.h>
#include <llvm/IR/DebugInfo.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/Operator.h>

#include <algorithm>
#include <optional>
#include <vector>

namespace assay {

namespace {

constexpr uint64_t kWide = 16;

/// The address of the n-th half of what clang takes apart: the whole's, or null.
const llvm::Value* wholeOfHalf(const llvm::Value* argument, uint64_t half) {
  auto* load = llvm::dyn_cast<llvm::LoadInst>(argument);
  auto* gep = load == nullptr ? nullptr : llvm::dyn_cast<llvm::GEPOperator>(load->getPointerOperand());
  if (gep == nullptr || gep->getNumIndices() != 2) return nullptr;
  auto* structure = llvm::dyn_cast<llvm::StructType>(gep->getSourceElementType());
  auto* member = llvm::dyn_cast<llvm::ConstantInt>(gep->getOperand(2));
  if (structure == nullptr || !structure->isLiteral() || member == nullptr || member->getZExtValue() != half)
    return nullptr;
  return gep->getPointerOperand();
}

/// The types of 16 bytes that may be what stands at a place: the type itself, or what it begins with.
void addWideTypes(llvm::Type* type, const llvm::DataLayout& layout, std::vector<llvm::Type*>& wide) {
  while (type->isSized()) {
    if (layout.getTypeAllocSize(type).getFixedValue() == kWide && !type->isArrayTy()) wide.push_back(type);
    if (type->isArrayTy())
      type = type->getArrayElementType();
    else if (type->isStructTy() && type->getStructNumElements() > 0)
      type = type->getStructElementType(0);
    else
      return;
  }
}

/// What may be passed if its address is this; nothing if that cannot be seen.
std::optional<std::vector<llvm::Type*>> typesAt(const llvm::Value* place, const llvm::DataLayout& layout) {
  std::vector<llvm::Type*> wide;
  if (auto* gep = llvm::dyn_cast<llvm::GEPOperator>(place)) {
    llvm::Type* type = gep->getResultElementType();
    if (!type->isAggregateType() && gep->hasAllZeroIndices()) type = gep->getSourceElementType(); // its only member
    if (layout.getTypeAllocSize(type).getFixedValue() == kWide) wide.push_back(type);
    return wide;
  }
  if (auto* alloca = llvm::dyn_cast<llvm::AllocaInst>(place)) {
    if (layout.getTypeAllocSize(alloca->getAllocatedType()).getFixedValue() == kWide)
      wide.push_back(alloca->getAllocatedType());
    return wide;
  }
  auto* global = llvm::dyn_cast<llvm::GlobalVariable>(place);
  if (global == nullptr) return std::nullopt;
  addWideTypes(global->getValueType(), layout, wide);
  return wide;
}

/// The largest alignment that the source gives to a type, to a member of it or to the type of one, in bytes.
uint64_t givenAlignment(const llvm::DIType* type) {
  uint64_t alignment = 0;
  for (; type != nullptr; type = llvm::cast<llvm::DIDerivedType>(type)->getBaseType()) {
    alignment = std::max<uint64_t>(alignment, type->getAlignInBytes());
    if (type->getTag() == llvm::dwarf::DW_TAG_pointer_type) return alignment;
    if (auto* composite = llvm::dyn_cast<llvm::DICompositeType>(type)) {
      if (composite->getTag() == llvm::dwarf::DW_TAG_array_type)
        return std::max(alignment, givenAlignment(composite->getBaseType()));
      for (const llvm::DINode* element : composite->getElements())
        if (auto* member = llvm::dyn_cast<llvm::DIDerivedType>(element))
          alignment = std::max(alignment, givenAlignment(member));
      return alignment;
    }
    if (!llvm::isa<llvm::DIDerivedType>(type)) return alignment;
  }
  return alignment;
}

/// The alignment that the source gives a struct, in bytes; nothing if there is no such struct in the debug information.
std::optional<uint64_t> declaredAlignment(const llvm::StructType& type, const llvm::Module& module) {
  if (!type.hasName()) return std::nullopt;
  llvm::StringRef name = type.getName();
  name = name.substr(name.find('.') + 1);
  if (const size_t dot = name.find('.'); dot != llvm::StringRef::npos)
    name = name.take_front(dot); // another of this name
  llvm::DebugInfoFinder finder;
  finder.processModule(module);
  std::optional<uint64_t> result;
  for (const llvm::DIType* known : finder.types()) {
    if (known->getName() != name) continue;
    auto* composite = llvm::dyn_cast_or_null<llvm::DICompositeType>(underlyingType(known));
    if (composite == nullptr || composite->getSizeInBits() != kWide * 8) continue;
    const uint64_t alignment = givenAlignment(composite);
    if (result && *result != alignment) return std::nullopt;
    result = alignment;
  }
  return result;
}

/// Whether a type of 16 bytes begins at a multiple of that.
std::optional<bool> isAligned(llvm::Type* type, const llvm::Module& module) {
  if (module.getDataLayout().getABITypeAlign(type).value() >= kWide) return true;
  auto* structure = llvm::dyn_cast<llvm::StructType>(type);
  if (structure == nullptr) return false;
  const std::optional<uint64_t> declared = declaredAlignment(*structure, module);
  return declared ? std::optional(*declared >= kWide) : std::nullopt;
}

} // namespace

WideArgument wideArgument(const llvm::CallInst& call, unsigned argument) {
  const llvm::Value* value = call.getArgOperand(argument);
  auto* load = llvm::dyn_cast<llvm::LoadInst>(value);
  if (load == nullptr || load->getType()->isVectorTy()) return WideArgument::No;
  const llvm::Module& module = *call.getModule();
  const llvm::DataLayout& layout = module.getDataLayout();
  if (layout.getTypeAllocSize(load->getType()).getFixedValue() > kWide / 2) return WideArgument::No;
  const llvm::Value* place = wholeOfHalf(value, 0);
  if (place == nullptr) place = load->getPointerOperand(); // of a global, the address of its first half is its own
  const llvm::Value* other =
      argument + 1 < call.arg_size() ? wholeOfHalf(call.getArgOperand(argument + 1), 1) : nullptr;
  const bool isHalf = other != nullptr && other == place;
  const bool isAlignedHere = load->getAlign().value() >= kWide;
  const std::optional<std::vector<llvm::Type*>> types = typesAt(place, layout);
  const WideArgument found = isHalf ? WideArgument::FirstHalf : WideArgument::Alone;
  if (!types) { // what a pointer leads to is as aligned as its type is
    if (!isAlignedHere) return WideArgument::No;
    return isHalf ? found : WideArgument::Unknown;
  }
  bool some = false, others = false;
  for (llvm::Type* type : *types) {
    if (!isHalf && !type->isStructTy()) continue;
    const std::optional<bool> known = isAligned(type, module);
    if (!known && isAlignedHere) return WideArgument::Unknown;
    (known.value_or(false) ? some : others) = true;
  }
  if (some && others) return WideArgument::Unknown;
  return some ? found : WideArgument::No;
}

} // namespace assay
