#include "frontend/lower/constant.h"

namespace assay {

namespace {

/// Of incomplete type, or with an array at its end whose length the definition gives.
bool hasUnknownSize(llvm::Type* type) {
  for (;;) {
    if (!type->isSized()) return true;
    if (auto* array = llvm::dyn_cast<llvm::ArrayType>(type)) return array->getNumElements() == 0;
    auto* structure = llvm::dyn_cast<llvm::StructType>(type);
    if (structure == nullptr || structure->getNumElements() == 0) return false;
    type = structure->getElementType(structure->getNumElements() - 1);
  }
}

BitVector toBitVector(const llvm::APInt& value) {
  return BitVector::fromWords(value.getBitWidth(), {value.getRawData(), value.getNumWords()});
}

} // namespace

const llvm::GlobalIFunc* resolvedFunction(const llvm::Constant* constant) {
  if (auto* function = llvm::dyn_cast<llvm::GlobalIFunc>(constant)) return function;
  if (llvm::isa<llvm::GlobalObject, llvm::BlockAddress>(constant)) return nullptr;
  for (const llvm::Value* operand : constant->operands()) // those of an alias among them
    if (const llvm::GlobalIFunc* found = resolvedFunction(llvm::cast<llvm::Constant>(operand))) return found;
  return nullptr;
}

const llvm::GlobalVariable* objectOfUnknownSize(const llvm::Constant* constant) {
  if (auto* variable = llvm::dyn_cast<llvm::GlobalVariable>(constant))
    return variable->isDeclaration() && hasUnknownSize(variable->getValueType()) ? variable : nullptr;
  if (llvm::isa<llvm::GlobalValue, llvm::BlockAddress>(constant)) return nullptr;
  for (const llvm::Value* operand : constant->operands())
    if (const llvm::GlobalVariable* found = objectOfUnknownSize(llvm::cast<llvm::Constant>(operand))) return found;
  return nullptr;
}

Term LowerConstants::value(const llvm::Constant* constant) {
  auto found = values_.find(constant);
  if (found != values_.end()) return found->second;
  Term made = make(constant);
  values_.emplace(constant, made);
  return made;
}

Term LowerConstants::make(const llvm::Constant* constant) {
  llvm::Type* type = constant->getType();
  if (auto* integer = llvm::dyn_cast<llvm::ConstantInt>(constant))
    return type->isIntegerTy(1) ? terms_.mkBool(integer->isOne()) : terms_.mkBv(toBitVector(integer->getValue()));
  if (auto* real = llvm::dyn_cast<llvm::ConstantFP>(constant))
    return terms_.mkBv(toBitVector(real->getValueAPF().bitcastToAPInt()));
  if (constant->isNullValue() || llvm::isa<llvm::UndefValue>(constant)) return terms_.mkZero(types_.sort(type));
  if (auto* alias = llvm::dyn_cast<llvm::GlobalAlias>(constant)) return value(alias->getAliasee());
  if (llvm::isa<llvm::GlobalIFunc>(constant)) return {}; // resolved when the program starts
  if (auto* global = llvm::dyn_cast<llvm::GlobalObject>(constant)) return objects_.address(*global);
  if (auto* block = llvm::dyn_cast<llvm::BlockAddress>(constant)) return blockAddress(*block);
  if (type->isAggregateType() || type->isVectorTy()) return aggregate(constant);
  auto* computed = llvm::dyn_cast<llvm::ConstantExpr>(constant);
  return computed == nullptr ? Term() : expression(*computed);
}

/// The n-th block of a function has the offset n in the function's object.
Term LowerConstants::blockAddress(const llvm::BlockAddress& address) {
  uint64_t index = 1;
  for (const llvm::BasicBlock& candidate : *address.getFunction()) {
    if (&candidate == address.getBasicBlock()) break;
    index++;
  }
  return program_.objectAddress(objects_.number(*address.getFunction()), index);
}

Term LowerConstants::aggregate(const llvm::Constant* constant) {
  Term result;
  for (unsigned i = 0; const llvm::Constant* element = constant->getAggregateElement(i); i++) {
    if (types_.bits(element->getType()) == 0) continue;
    Term part = value(element);
    if (part.isNull()) return {};
    Term bits = types_.toBits(part);
    result = result.isNull() ? bits : terms_.mkBvConcat(bits, result);
  }
  return result.isNull() ? terms_.mkZero(types_.sort(constant->getType())) : result;
}

/// A number as a pointer. It means no object, whatever numbers objects have. Small ones stay what they are. Each of the
/// others has a place of its own, with its alignment; the program is not told its value when it asks for it, nor its
/// order: with the guard bit zero it is no plain number (address.cpp). Null: there are too many of them.
Term LowerConstants::constantPlace(Term number) {
  constexpr uint64_t kPage = 4096;
  const PointerLayout& layout = program_.layout();
  Term bits = terms_.mkBvZeroResize(number, layout.width);
  const uint64_t value = bits.value().toUint64(), room = layout.guardBit();
  if (value < room || bits.value().toInt64() >= -static_cast<int64_t>(room)) return bits;
  uint64_t low = value % room;
  for (uint64_t tries = 0; tries <= room / kPage; ++tries, low = (low + kPage) % room)
    if (const auto [taken, isNew] = numberAt_.try_emplace(low, value); isNew || taken->second == value)
      return terms_.mkBv(layout.width, (layout.wildObject() << layout.offsetBits) + low);
  return {};
}

Term LowerConstants::elementAddress(const llvm::GEPOperator& gep) {
  Term base = value(llvm::cast<llvm::Constant>(gep.getPointerOperand()));
  const llvm::DataLayout& layout = types_.layout();
  llvm::APInt offset(layout.getPointerSizeInBits(), 0);
  if (base.isNull() || !gep.accumulateConstantOffset(layout, offset)) return {};
  return terms_.mkBvAdd(base, terms_.mkBv(toBitVector(offset)));
}

Term LowerConstants::expression(const llvm::ConstantExpr& expression) {
  if (auto* gep = llvm::dyn_cast<llvm::GEPOperator>(&expression)) return elementAddress(*gep);
  Term first = value(expression.getOperand(0));
  if (first.isNull()) return {};
  switch (expression.getOpcode()) {
  case llvm::Instruction::IntToPtr:
    if (llvm::isa<llvm::ConstantInt>(expression.getOperand(0))) return constantPlace(first);
    [[fallthrough]];
  case llvm::Instruction::PtrToInt:
  case llvm::Instruction::BitCast:
  case llvm::Instruction::AddrSpaceCast:
  case llvm::Instruction::Trunc:
    return types_.convert(first, expression.getType());
  default:
    break;
  }
  if (expression.getNumOperands() != 2) return {};
  Term second = value(expression.getOperand(1));
  if (second.isNull() || first.sort().isBool()) return {};
  switch (expression.getOpcode()) {
  case llvm::Instruction::Add:
    return terms_.mkBvAdd(first, second);
  case llvm::Instruction::Sub:
    return terms_.mkBvSub(first, second);
  case llvm::Instruction::Mul:
    return terms_.mkBvMul(first, second);
  case llvm::Instruction::Xor:
    return terms_.mkBvXor(first, second);
  case llvm::Instruction::Shl:
    return terms_.mkBvShl(first, second);
  default:
    return {};
  }
}

} // namespace assay
