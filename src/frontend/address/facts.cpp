#include "frontend/address/facts.h"

#include <llvm/IR/GetElementPtrTypeIterator.h>

#include <algorithm>

namespace assay {

namespace {

/// What the declaration of a global says.
AddressInfo declaredInfo(const llvm::GlobalObject& global, const AddressFacts& facts) {
  AddressInfo info;
  info.object = &global;
  auto* variable = llvm::dyn_cast<llvm::GlobalVariable>(&global);
  if (variable == nullptr) {
    info.logAlign = 0;
    return info;
  }
  llvm::Type* type = variable->getValueType();
  const llvm::Align natural = type->isSized() ? facts.layout.getABITypeAlign(type) : llvm::Align(1);
  info.logAlign = llvm::Log2(variable->getAlign().value_or(natural));
  info.holds = facts.types.ofVariable(type);
  info.lead = facts.types.lead(type);
  info.padded = facts.padding.setOf(type);
  return info;
}

/// A constant that touches low bits only.
bool isLowMask(const llvm::APInt& mask, uint32_t width) { return mask.getActiveBits() < width / 2; }

} // namespace

AddressInfo AddressFacts::of(const llvm::Value* value) const {
  AddressInfo info;
  if (auto* alias = llvm::dyn_cast<llvm::GlobalAlias>(value)) value = alias->getAliaseeObject();
  if (auto* global = llvm::dyn_cast<llvm::GlobalObject>(value)) {
    info = declaredInfo(*global, *this);
    if (auto found = values.find(value); found != values.end()) {
      info.holds |= found->second.holds;
      info.lead = std::min(info.lead, found->second.lead);
      info.padded |= found->second.padded;
    }
    return info;
  }
  if (llvm::isa<llvm::BlockAddress>(value)) {
    info.logAlign = 0;
    info.isOne = false;
    return info;
  }
  if (auto* expression = llvm::dyn_cast<llvm::ConstantExpr>(value)) {
    if (auto* gep = llvm::dyn_cast<llvm::GEPOperator>(expression)) return at(*gep);
    info = of(expression->getOperand(0));
    if (expression->getOpcode() == llvm::Instruction::PtrToInt)
      info.isAddress = expression->getType()->getIntegerBitWidth() >= width;
    else if (llvm::Instruction::isBinaryOp(expression->getOpcode()))
      info = combined(expression->getOpcode(), expression->getOperand(0), expression->getOperand(1));
    return info;
  }
  if (llvm::isa<llvm::Constant>(value)) return info;
  auto found = values.find(value);
  return found == values.end() ? info : found->second;
}

/// What is left of the bytes before the first address. A step to another element may lead anywhere, and the search for
/// all that pointers may be would follow a loop of such steps one by one.
uint64_t AddressFacts::leadOfMember(const llvm::GEPOperator& gep, uint64_t lead) const {
  auto* element = llvm::dyn_cast<llvm::ConstantInt>(*gep.idx_begin());
  llvm::APInt step(layout.getIndexTypeSizeInBits(gep.getType()), 0);
  if (element == nullptr || !element->isZero() || !gep.accumulateConstantOffset(layout, step)) return 0;
  return step.isNegative() || step.ugt(lead) ? 0 : lead - step.getZExtValue();
}

AddressInfo AddressFacts::at(const llvm::GEPOperator& gep) const {
  AddressInfo info = of(gep.getPointerOperand());
  const llvm::Type* source = gep.getSourceElementType();
  if (source->isPointerTy() || source->isAggregateType()) {
    info.holds &= AddressInfo::Variant | AddressInfo::Parts;
    info.lead = info.holds == 0 ? AddressInfo::kAll : leadOfMember(gep, info.lead);
    info.holds |= types.of(gep.getResultElementType());
    info.lead = std::min(info.lead, types.lead(gep.getResultElementType()));
  } else if (!gep.hasAllZeroIndices()) {
    info.holds &= static_cast<uint8_t>(~AddressInfo::Here);
    info.lead = std::min<uint64_t>(info.lead, info.holds == 0 ? AddressInfo::kAll : 0);
  }
  if (source->isStructTy()) info.padded = padding.setOf(gep.getResultElementType());
  return info;
}

/// Elements of arrays are alike, so what is at one of them is at the first one, or behind it.
uint64_t AddressFacts::leadAtRoot(const llvm::Value* pointer, uint64_t lead) const {
  if (lead == AddressInfo::kAll) return lead;
  for (; auto* gep = llvm::dyn_cast<llvm::GEPOperator>(pointer); pointer = gep->getPointerOperand()) {
    if (gep->hasAllZeroIndices()) continue;
    if (!gep->getSourceElementType()->isAggregateType()) return 0;
    for (auto step = llvm::gep_type_begin(gep); step != llvm::gep_type_end(gep); ++step)
      if (llvm::StructType* structure = step.getStructTypeOrNull()) {
        const auto member = static_cast<unsigned>(llvm::cast<llvm::ConstantInt>(step.getOperand())->getZExtValue());
        lead += layout.getStructLayout(structure)->getElementOffset(member).getFixedValue();
      }
  }
  return lead;
}

AddressInfo AddressFacts::combined(unsigned opcode, const llvm::Value* left, const llvm::Value* right) const {
  AddressInfo a = of(left), b = of(right);
  if (!left->getType()->isIntegerTy() || (!a.isAddress && !b.isAddress)) return {};
  if (left->getType()->getIntegerBitWidth() != width) return {};
  auto* mask = llvm::dyn_cast<llvm::ConstantInt>(right);
  switch (opcode) {
  case llvm::Instruction::Add:
  case llvm::Instruction::Xor:
    break;
  case llvm::Instruction::Sub:
    if (b.isAddress) return {}; // a distance
    break;
  case llvm::Instruction::Or:
    if (mask == nullptr || !isLowMask(mask->getValue(), width)) return {};
    break;
  case llvm::Instruction::And:
    if (mask == nullptr || !isLowMask(~mask->getValue(), width)) return {};
    break;
  default:
    return {};
  }
  if (opcode == llvm::Instruction::Xor && !(a.isAddress && b.isAddress) &&
      (mask == nullptr || !(isLowMask(mask->getValue(), width) || mask->isMinusOne())))
    return {};
  if (a.isAddress && b.isAddress)
    a.join(b);
  else if (b.isAddress)
    a = b;
  a.isMoved = true;
  a.isMixed |= opcode == llvm::Instruction::Xor;
  return a;
}

} // namespace assay
