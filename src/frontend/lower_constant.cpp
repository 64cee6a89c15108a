// Constants of LLVM as terms. Addresses are known before the program runs, so every constant has a value.
#include "frontend/lower_module.h"

#include <llvm/IR/Constants.h>
#include <llvm/IR/Operator.h>

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

const llvm::GlobalVariable* LowerModule::objectOfUnknownSize(const llvm::Constant* constant) {
  if (auto* variable = llvm::dyn_cast<llvm::GlobalVariable>(constant))
    return variable->isDeclaration() && hasUnknownSize(variable->getValueType()) ? variable : nullptr;
  if (llvm::isa<llvm::GlobalValue, llvm::BlockAddress>(constant)) return nullptr;
  for (const llvm::Value* operand : constant->operands())
    if (const llvm::GlobalVariable* found = objectOfUnknownSize(llvm::cast<llvm::Constant>(operand))) return found;
  return nullptr;
}

Term LowerModule::constant(const llvm::Constant* constant) {
  auto found = constants_.find(constant);
  if (found != constants_.end()) return found->second;
  Term result;
  llvm::Type* type = constant->getType();
  if (auto* integer = llvm::dyn_cast<llvm::ConstantInt>(constant))
    result = type->isIntegerTy(1) ? terms_.mkBool(integer->isOne()) : terms_.mkBv(toBitVector(integer->getValue()));
  else if (auto* real = llvm::dyn_cast<llvm::ConstantFP>(constant))
    result = terms_.mkBv(toBitVector(real->getValueAPF().bitcastToAPInt()));
  else if (constant->isNullValue() || llvm::isa<llvm::UndefValue>(constant))
    result = terms_.mkZero(types_.sort(type));
  else if (auto* alias = llvm::dyn_cast<llvm::GlobalAlias>(constant))
    result = this->constant(alias->getAliasee());
  else if (auto* global = llvm::dyn_cast<llvm::GlobalObject>(constant))
    result = global->hasExternalWeakLinkage() ? weakAddress(*global) : program_.objectAddress(object(global));
  else if (auto* block = llvm::dyn_cast<llvm::BlockAddress>(constant)) {
    uint64_t index = 1;
    for (const llvm::BasicBlock& candidate : *block->getFunction()) {
      if (&candidate == block->getBasicBlock()) break;
      index++;
    }
    result = program_.objectAddress(object(block->getFunction()), index);
  } else if (type->isAggregateType() || type->isVectorTy())
    result = constantAggregate(constant);
  else
    result = constantExpression(constant);
  constants_.emplace(constant, result);
  return result;
}

Term LowerModule::constantAggregate(const llvm::Constant* constant) {
  Term result;
  for (unsigned i = 0; const llvm::Constant* element = constant->getAggregateElement(i); i++) {
    if (types_.bits(element->getType()) == 0) continue;
    Term value = this->constant(element);
    if (value.isNull()) return {};
    Term bits = types_.toBits(value);
    result = result.isNull() ? bits : terms_.mkBvConcat(bits, result);
  }
  return result.isNull() ? terms_.mkZero(types_.sort(constant->getType())) : result;
}

Term LowerModule::constantAddress(const llvm::GEPOperator& gep) {
  Term base = constant(llvm::cast<llvm::Constant>(gep.getPointerOperand()));
  llvm::APInt offset(layout().getPointerSizeInBits(), 0);
  if (base.isNull() || !gep.accumulateConstantOffset(layout(), offset)) return {};
  return terms_.mkBvAdd(base, terms_.mkBv(toBitVector(offset)));
}

/// A number as a pointer. It means no object, whatever number one has.
Term LowerModule::constantPlace(Term number) {
  const PointerLayout& layout = program_.layout();
  Term place = terms_.mkBvZeroResize(number, layout.width);
  const uint64_t bits = place.value().toUint64();
  if (bits < layout.guardBit() || layout.object(bits) == layout.wildObject()) return place;
  return terms_.mkBvConcat(terms_.mkOnes(layout.objectBits()), terms_.mkBvExtract(place, layout.offsetBits - 1, 0));
}

Term LowerModule::constantExpression(const llvm::Constant* constant) {
  auto* expression = llvm::dyn_cast<llvm::ConstantExpr>(constant);
  if (expression == nullptr) return {};
  if (auto* gep = llvm::dyn_cast<llvm::GEPOperator>(expression)) return constantAddress(*gep);
  Term first = this->constant(expression->getOperand(0));
  if (first.isNull()) return {};
  switch (expression->getOpcode()) {
  case llvm::Instruction::IntToPtr:
    if (llvm::isa<llvm::ConstantInt>(expression->getOperand(0))) return constantPlace(first);
    [[fallthrough]];
  case llvm::Instruction::PtrToInt:
  case llvm::Instruction::BitCast:
  case llvm::Instruction::AddrSpaceCast:
  case llvm::Instruction::Trunc:
    return types_.convert(first, expression->getType());
  default:
    break;
  }
  if (expression->getNumOperands() != 2) return {};
  Term second = this->constant(expression->getOperand(1));
  if (second.isNull() || first.sort().isBool()) return {};
  switch (expression->getOpcode()) {
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
