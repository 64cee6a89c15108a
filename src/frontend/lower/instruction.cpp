// Instructions without effect: a term each. Undefined arithmetic wraps; a shift by too much takes the exponent modulo
// the width, as the machine does.
#include "frontend/compile/bitcode.h"
#include "frontend/lower/parts.h"
#include "program/input_names.h"

#include <llvm/ADT/SmallSet.h>

namespace assay {

namespace {

/// Instructions that C's vector extension applies to each element.
bool isElementwise(const llvm::Instruction& instruction) {
  return llvm::isa<llvm::BinaryOperator, llvm::CmpInst, llvm::SelectInst, llvm::UnaryOperator>(instruction) ||
         (llvm::isa<llvm::CastInst>(instruction) && !llvm::isa<llvm::BitCastInst>(instruction));
}

/// Whether nothing is left of the value that the first of these instructions inserts into: they follow each other and
/// insert every element.
bool isFilledUp(const llvm::InsertValueInst& first) {
  llvm::Type* type = first.getType();
  const uint64_t count = type->isStructTy() ? type->getStructNumElements() : type->getArrayNumElements();
  llvm::SmallSet<unsigned, 8> filled;
  for (const llvm::InsertValueInst* insert = &first; insert != nullptr && insert->getNumIndices() == 1;) {
    filled.insert(insert->getIndices()[0]);
    if (filled.size() == count) return true;
    const llvm::User* next = insert->hasOneUse() ? *insert->user_begin() : nullptr;
    auto* follower = llvm::dyn_cast_or_null<llvm::InsertValueInst>(next);
    insert = follower != nullptr && follower->getAggregateOperand() == insert ? follower : nullptr;
  }
  return false;
}

} // namespace

Term LowerInstruction::pureValue(const llvm::Instruction& instruction) {
  llvm::Type* type = instruction.getType();
  if (isElementwise(instruction)) {
    for (const llvm::Value* operand : instruction.operands())
      if (operand->getType()->isVectorTy()) return parts_.vectors.vectorValue(instruction);
    Arguments operands;
    for (const llvm::Value* operand : instruction.operands()) operands.push_back(value(operand));
    if (Term seen = parts_.addresses.addressValue(instruction, operands)) return seen;
    return scalarValue(instruction, operands);
  }
  if (auto* gep = llvm::dyn_cast<llvm::GEPOperator>(&instruction)) return parts_.memory.address(*gep);
  if (auto* freeze = llvm::dyn_cast<llvm::FreezeInst>(&instruction)) return value(freeze->getOperand(0));
  if (llvm::isa<llvm::BitCastInst>(instruction)) return types_.convert(value(instruction.getOperand(0)), type);
  if (auto* shuffle = llvm::dyn_cast<llvm::ShuffleVectorInst>(&instruction))
    return parts_.vectors.shuffledVector(*shuffle);
  if (auto* extract = llvm::dyn_cast<llvm::ExtractValueInst>(&instruction)) {
    llvm::Type* aggregate = extract->getAggregateOperand()->getType();
    uint32_t offset = 0;
    for (unsigned index : extract->getIndices()) {
      offset += types_.elementBitOffset(aggregate, index);
      aggregate = llvm::GetElementPtrInst::getTypeAtIndex(aggregate, uint64_t{index});
    }
    return elementAt(type, value(extract->getAggregateOperand()), offset);
  }
  if (auto* insert = llvm::dyn_cast<llvm::InsertValueInst>(&instruction)) {
    llvm::Type* aggregate = type;
    uint32_t offset = 0;
    for (unsigned index : insert->getIndices()) {
      offset += types_.elementBitOffset(aggregate, index);
      aggregate = llvm::GetElementPtrInst::getTypeAtIndex(aggregate, uint64_t{index});
    }
    const llvm::Value* base = insert->getAggregateOperand();
    const bool isOverwritten = llvm::isa<llvm::UndefValue>(base) && isFilledUp(*insert);
    Term whole = isOverwritten ? terms_.mkZero(types_.sort(type)) : value(base);
    return insertElement(type, whole, offset, value(insert->getInsertedValueOperand()));
  }
  if (auto* extract = llvm::dyn_cast<llvm::ExtractElementInst>(&instruction))
    return parts_.vectors.extractedElement(*extract);
  if (auto* insert = llvm::dyn_cast<llvm::InsertElementInst>(&instruction))
    return parts_.vectors.insertedElement(*insert);
  throw Unsupported(std::string("the instruction ") + instruction.getOpcodeName());
}

Term LowerInstruction::elementAt(llvm::Type* type, Term aggregate, uint32_t bitOffset) {
  uint32_t bits = types_.bits(type);
  if (bits == 0) return terms_.mkZero(types_.sort(type));
  return types_.fromBits(terms_.mkBvExtract(types_.toBits(aggregate), bitOffset + bits - 1, bitOffset), type);
}

Term LowerInstruction::insertElement(llvm::Type* type, Term aggregate, uint32_t bitOffset, Term element) {
  uint32_t width = types_.bits(type);
  Term bits = types_.toBits(element);
  uint32_t end = bitOffset + bits.sort().width();
  if (width == 0) return aggregate;
  Term result = bits;
  if (bitOffset > 0) result = terms_.mkBvConcat(result, terms_.mkBvExtract(aggregate, bitOffset - 1, 0));
  if (end < width) result = terms_.mkBvConcat(terms_.mkBvExtract(aggregate, width - 1, end), result);
  return result;
}

/// The instruction on scalars: its own operands, or an element of each.
Term LowerInstruction::scalarValue(const llvm::Instruction& instruction, const Arguments& operands) {
  llvm::Type* type = instruction.getType()->getScalarType();
  llvm::Type* from = instruction.getOperand(0)->getType()->getScalarType();
  if (auto* binary = llvm::dyn_cast<llvm::BinaryOperator>(&instruction)) {
    if (type->isFloatingPointTy()) return floatBinary(binary->getOpcode(), operands[0], operands[1], type);
    if (type->isIntegerTy(1)) return boolBinary(binary->getOpcode(), operands[0], operands[1]);
    if (module_.checks(Property::NoOverflow) && function_.hasFnAttribute(kIrAttribute))
      checkSignedWrap(*binary, operands[0], operands[1]);
    return integerBinary(binary->getOpcode(), operands[0], operands[1]);
  }
  if (llvm::isa<llvm::FPToSIInst, llvm::FPToUIInst>(instruction)) return integerPart(instruction, operands[0]);
  if (auto* cast = llvm::dyn_cast<llvm::CastInst>(&instruction))
    return castValue(cast->getOpcode(), operands[0], from, type);
  if (auto* compare = llvm::dyn_cast<llvm::CmpInst>(&instruction)) {
    if (compare->isFPPredicate()) return floats_.compare(compare->getPredicate(), operands[0], operands[1], from);
    return compareIntegers(compare->getPredicate(), operands[0], operands[1]);
  }
  if (llvm::isa<llvm::SelectInst>(instruction)) return terms_.mkIte(operands[0], operands[1], operands[2]);
  return floats_.negate(operands[0]); // FNeg
}

/// LLVM IR that was not made here says by `nsw` which operations are signed; division is signed or not by itself.
void LowerInstruction::checkSignedWrap(const llvm::BinaryOperator& instruction, Term left, Term right) {
  unsigned opcode = instruction.getOpcode();
  bool isDivision = opcode == llvm::Instruction::SDiv || opcode == llvm::Instruction::SRem;
  if (!isDivision && (!llvm::isa<llvm::OverflowingBinaryOperator>(instruction) || !instruction.hasNoSignedWrap()))
    return;
  Term overflows;
  switch (opcode) {
  case llvm::Instruction::Add:
    overflows = terms_.mkBvSaddo(left, right);
    break;
  case llvm::Instruction::Sub:
    overflows = terms_.mkBvSsubo(left, right);
    break;
  case llvm::Instruction::Mul:
    overflows = terms_.mkBvSmulo(left, right);
    break;
  case llvm::Instruction::Shl:
    overflows = terms_.mkDistinct(terms_.mkBvAshr(terms_.mkBvShl(left, right), right), left);
    break;
  default:
    overflows = terms_.mkBvSdivo(left, right);
    break;
  }
  failIf(overflows, Property::NoOverflow, "the result of a signed operation overflows");
}

Term LowerInstruction::boolBinary(unsigned opcode, Term left, Term right) {
  switch (opcode) {
  case llvm::Instruction::And:
  case llvm::Instruction::Mul:
    return terms_.mkAnd(left, right);
  case llvm::Instruction::Or:
    return terms_.mkOr(left, right);
  case llvm::Instruction::Xor:
  case llvm::Instruction::Add:
  case llvm::Instruction::Sub:
    return terms_.mkXor(left, right);
  default: {
    Term bits = integerBinary(opcode, terms_.mkBoolToBv(left), terms_.mkBoolToBv(right));
    return terms_.mkBvToBool(bits);
  }
  }
}

Term LowerInstruction::integerBinary(unsigned opcode, Term left, Term right) {
  uint32_t width = left.sort().width();
  auto exponent = [&] { // modulo the width; C's types all have a power of two
    return (width & (width - 1)) == 0 ? terms_.mkBvAnd(right, terms_.mkBv(width, width - 1)) : right;
  };
  switch (opcode) {
  case llvm::Instruction::Add:
    return terms_.mkBvAdd(left, right);
  case llvm::Instruction::Sub:
    return terms_.mkBvSub(left, right);
  case llvm::Instruction::Mul:
    return terms_.mkBvMul(left, right);
  case llvm::Instruction::UDiv:
    return terms_.mkBvUdiv(left, right);
  case llvm::Instruction::URem:
    return terms_.mkBvUrem(left, right);
  case llvm::Instruction::SDiv:
    return terms_.mkBvSdiv(left, right);
  case llvm::Instruction::SRem:
    return terms_.mkBvSrem(left, right);
  case llvm::Instruction::And:
    return terms_.mkBvAnd(left, right);
  case llvm::Instruction::Or:
    return terms_.mkBvOr(left, right);
  case llvm::Instruction::Xor:
    return terms_.mkBvXor(left, right);
  case llvm::Instruction::Shl:
    return terms_.mkBvShl(left, exponent());
  case llvm::Instruction::LShr:
    return terms_.mkBvLshr(left, exponent());
  case llvm::Instruction::AShr:
    return terms_.mkBvAshr(left, exponent());
  default:
    throw Unsupported("an integer operation that is not known");
  }
}

/// A division by zero that is not checked stops the program, as the machine's trap does.
void LowerInstruction::divideByZero(Term condition) {
  if (module_.checks(Property::DivisionByZero))
    failIf(condition, Property::DivisionByZero, "division by zero", Behind::Abort);
  else
    edges_.leaveIf(condition, edges_.terminal(LocationKind::Abort, "division by zero"));
}

/// One divisor, or each element of a vector of them.
void LowerInstruction::guardDivision(const llvm::BinaryOperator& instruction) {
  llvm::Type* type = instruction.getType();
  llvm::Type* element = type->getScalarType();
  auto* vector = llvm::dyn_cast<llvm::FixedVectorType>(type);
  Term divisors = types_.toBits(value(instruction.getOperand(1)));
  std::vector<Term> zeros;
  for (unsigned i = 0; i < (vector == nullptr ? 1 : vector->getNumElements()); i++) {
    Term divisor = types_.toBits(elementAt(element, divisors, i * types_.bits(element)));
    zeros.push_back(terms_.mkEqual(divisor, terms_.mkZero(divisor.sort())));
  }
  if (Term zero = terms_.mkOr(zeros); !zero.isFalse()) divideByZero(zero);
}

Term LowerInstruction::floatBinary(unsigned opcode, Term leftBits, Term rightBits, llvm::Type* type) {
  Term left = floats_.toFloat(leftBits, type);
  Term right = floats_.toFloat(rightBits, type);
  auto apply = [&](RoundingMode mode) {
    switch (opcode) {
    case llvm::Instruction::FAdd:
      return terms_.mkFpAdd(mode, left, right);
    case llvm::Instruction::FSub:
      return terms_.mkFpSub(mode, left, right);
    case llvm::Instruction::FMul:
      return terms_.mkFpMul(mode, left, right);
    case llvm::Instruction::FDiv:
      return terms_.mkFpDiv(mode, left, right);
    default:
      throw Unsupported("the floating-point operation frem");
    }
  };
  return parts_.math.floatResult(parts_.math.rounded(apply), type);
}

Term LowerInstruction::integerPart(const llvm::Instruction& instruction, Term operand) {
  llvm::Type* from = instruction.getOperand(0)->getType()->getScalarType();
  llvm::Type* to = instruction.getType()->getScalarType();
  const LowerFloat::IntegerKind kind{types_.bits(to), instruction.getOpcode() == llvm::Instruction::FPToSI};
  const LowerFloat::Integer part = instruction.getType()->isVectorTy()
                                       ? floats_.toFittingInteger(operand, from, kind)
                                       : floats_.toInteger(operand, from, kind, module_.options().dataModel);
  Term bits = part.bits;
  if (!part.isOpen.isFalse()) {
    const char* name = instruction.getType()->isVectorTy() ? kVectorMisfit : kFloatMisfit;
    Term any = input(InputKind::Unspecified, bits.sort(), name);
    bits = terms_.mkIte(part.isOpen, any, bits);
  }
  return types_.convert(bits, to);
}

Term LowerInstruction::castValue(unsigned opcode, Term operand, llvm::Type* from, llvm::Type* to) {
  switch (opcode) {
  case llvm::Instruction::Trunc:
  case llvm::Instruction::ZExt:
  case llvm::Instruction::PtrToInt:
  case llvm::Instruction::IntToPtr:
  case llvm::Instruction::BitCast:
  case llvm::Instruction::AddrSpaceCast:
    return types_.convert(operand, to);
  case llvm::Instruction::SExt:
    if (operand.sort().isBool())
      return terms_.mkIte(operand, terms_.mkOnes(types_.bits(to)), terms_.mkBv(types_.bits(to), 0));
    return terms_.mkBvSignResize(operand, types_.bits(to));
  case llvm::Instruction::FPTrunc:
  case llvm::Instruction::FPExt:
    return parts_.math.floatResult(parts_.math.rounded([&](RoundingMode mode) {
      return terms_.mkFpToFp(mode, floats_.toFloat(operand, from), floats_.sort(to));
    }),
                                   to);
  case llvm::Instruction::SIToFP:
  case llvm::Instruction::UIToFP: {
    Term bits = types_.toBits(operand);
    bool isSigned = opcode == llvm::Instruction::SIToFP;
    Sort sort = floats_.sort(to);
    return floats_.toBits(parts_.math.rounded([&](RoundingMode mode) {
      return isSigned ? terms_.mkFpFromSbv(mode, bits, sort) : terms_.mkFpFromUbv(mode, bits, sort);
    }),
                          to);
  }
  default:
    throw Unsupported(std::string("the conversion ") + llvm::Instruction::getOpcodeName(opcode));
  }
}

Term LowerInstruction::compareIntegers(llvm::CmpInst::Predicate predicate, Term left, Term right) {
  using P = llvm::CmpInst::Predicate;
  if (predicate == P::ICMP_EQ) return terms_.mkEqual(left, right);
  if (predicate == P::ICMP_NE) return terms_.mkDistinct(left, right);
  left = types_.toBits(left);
  right = types_.toBits(right);
  switch (predicate) {
  case P::ICMP_UGT:
    return terms_.mkBvUgt(left, right);
  case P::ICMP_UGE:
    return terms_.mkBvUge(left, right);
  case P::ICMP_ULT:
    return terms_.mkBvUlt(left, right);
  case P::ICMP_ULE:
    return terms_.mkBvUle(left, right);
  case P::ICMP_SGT:
    return terms_.mkBvSgt(left, right);
  case P::ICMP_SGE:
    return terms_.mkBvSge(left, right);
  case P::ICMP_SLT:
    return terms_.mkBvSlt(left, right);
  case P::ICMP_SLE:
    return terms_.mkBvSle(left, right);
  default:
    throw Unsupported("an integer comparison that is not known");
  }
}

} // namespace assay
