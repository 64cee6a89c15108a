// LLVM's intrinsics, as clang emits them for C.
#include "frontend/lower/bit_counting.h"
#include "frontend/lower/parts.h"

namespace assay {

Term LowerIntrinsic::callIntrinsic(const llvm::IntrinsicInst& call, const Arguments& arguments) {
  if (llvm::isa<llvm::DbgInfoIntrinsic>(call)) return {};
  if (memoryIntrinsic(call, arguments)) return {};
  if (Term result = floatIntrinsic(call, arguments)) return result;
  if (Term result = overflowIntrinsic(call, arguments)) return result;
  if (Term result = bitIntrinsic(call, seenArguments(call, arguments))) return result;
  if (Term result = parts_.vectors.simdIntrinsic(call, arguments)) return result;
  switch (call.getIntrinsicID()) {
  case llvm::Intrinsic::expect:
  case llvm::Intrinsic::expect_with_probability:
  case llvm::Intrinsic::launder_invariant_group:
  case llvm::Intrinsic::ptr_annotation:
  case llvm::Intrinsic::annotation:
  case llvm::Intrinsic::threadlocal_address: // of the one thread that there is
    return arguments[0];
  case llvm::Intrinsic::assume:
  case llvm::Intrinsic::prefetch:
  case llvm::Intrinsic::var_annotation:
  case llvm::Intrinsic::donothing:
  case llvm::Intrinsic::experimental_noalias_scope_decl:
    return {};
  case llvm::Intrinsic::stacksave:
    parts_.memory.saveStack(call);
    return pointerConstant(0);
  case llvm::Intrinsic::is_constant: // depends on what a compiler finds out
    return input(InputKind::Unspecified, terms_.boolSort(), "__builtin_constant_p");
  case llvm::Intrinsic::objectsize:
    return objectSize(call, arguments[0]);
  case llvm::Intrinsic::trap:
  case llvm::Intrinsic::ubsantrap:
  case llvm::Intrinsic::debugtrap:
    stop(LocationKind::Abort, "a trap");
    return {};
  case llvm::Intrinsic::frameaddress:
  case llvm::Intrinsic::returnaddress:
  case llvm::Intrinsic::readcyclecounter:
    return input(InputKind::Unspecified, types_.sort(call.getType()), call.getCalledFunction()->getName().str());
  case llvm::Intrinsic::get_rounding:
    return parts_.math.fltRounds(types_.bits(call.getType()));
  case llvm::Intrinsic::set_rounding:
    parts_.math.setFltRounds(arguments[0]);
    return {};
  default:
    throw Unsupported("the intrinsic " + call.getCalledFunction()->getName().str());
  }
}

/// Intrinsics that act on memory or on the life of locals. True if it was one.
bool LowerIntrinsic::memoryIntrinsic(const llvm::IntrinsicInst& call, const Arguments& arguments) {
  switch (call.getIntrinsicID()) {
  case llvm::Intrinsic::memcpy:
  case llvm::Intrinsic::memcpy_inline:
  case llvm::Intrinsic::memmove:
    parts_.memoryFunctions.copyMemory(
        arguments[0], arguments[1], arguments[2],
        {.target = call.getArgOperand(0), .source = call.getArgOperand(1), .isOfCompiler = true});
    parts_.padding.openUndefined(call.getArgOperand(0), arguments[0], call.getArgOperand(1));
    parts_.padding.openPaddingOfCopy(call.getArgOperand(0), arguments[0], arguments[2], call.getArgOperand(1));
    return true;
  case llvm::Intrinsic::memset:
  case llvm::Intrinsic::memset_inline:
    parts_.memoryFunctions.fillMemory(arguments[0], arguments[1], arguments[2],
                                      {.target = call.getArgOperand(0), .isOfCompiler = true});
    parts_.padding.openPaddingOfCopy(call.getArgOperand(0), arguments[0], arguments[2], nullptr);
    return true;
  case llvm::Intrinsic::lifetime_start:
  case llvm::Intrinsic::lifetime_end: {
    auto* alloca = llvm::dyn_cast<llvm::AllocaInst>(call.getArgOperand(1)->stripPointerCasts());
    if (alloca == nullptr || !alloca->isStaticAlloca()) return true;
    if (call.getIntrinsicID() == llvm::Intrinsic::lifetime_start)
      parts_.memory.beginLife(*alloca, call);
    else
      parts_.memory.endLife(*alloca, call);
    return true;
  }
  case llvm::Intrinsic::stackrestore:
    parts_.memory.restoreStack(call);
    return true;
  case llvm::Intrinsic::vastart:
    startVariadic(arguments[0]);
    return true;
  case llvm::Intrinsic::vacopy: {
    uint64_t size = program_.layout().width == 64 ? 24 : 4;
    parts_.memoryFunctions.copyMemory(arguments[0], arguments[1], pointerConstant(size),
                                      {.target = call.getArgOperand(0), .source = call.getArgOperand(1)});
    return true;
  }
  case llvm::Intrinsic::vaend:
  case llvm::Intrinsic::invariant_start:
  case llvm::Intrinsic::invariant_end:
    return true;
  default:
    return false;
  }
}

/// __builtin_object_size: at least (or at most) what the object has from here on, as far as a compiler finds out. Where
/// there is no object, any number.
Term LowerIntrinsic::objectSize(const llvm::IntrinsicInst& call, Term pointer) {
  const bool isAtMost = llvm::cast<llvm::ConstantInt>(call.getArgOperand(1))->isOne();
  const PointerLayout& layout = program_.layout();
  Term answer = input(InputKind::Unspecified, types_.sort(call.getType()), "__builtin_object_size");
  Term size = ask(QueryKind::ObjectSize, {pointer});
  Term offset = terms_.mkBvZeroResize(terms_.mkBvExtract(pointer, layout.offsetBits - 1, 0), layout.width);
  offset = terms_.mkBvSub(offset, pointerConstant(layout.guardBit()));
  Term rest = terms_.mkBvSub(size, offset);
  Term seen = terms_.mkBvZeroResize(answer, layout.width);
  Term wrong = isAtMost ? terms_.mkBvUgt(seen, rest) : terms_.mkBvUlt(seen, rest);
  Term isInside = terms_.mkAnd(terms_.mkDistinct(size, pointerConstant(0)), terms_.mkBvUle(offset, size));
  edges_.leaveIf(
      terms_.mkAnd(isInside, wrong),
      edges_.terminal(LocationKind::Blocked, "no compiler takes an object for smaller or larger than it is"));
  return answer;
}

/// va_list of the x86 ABIs: a pointer in 32 bits; in 64 bits { gp_offset, fp_offset, overflow area, register area },
/// with both offsets at their ends, so that every argument is taken from the overflow area.
void LowerIntrinsic::startVariadic(Term list) {
  if (!function_.isVarArg()) throw Unsupported("va_start in a function without variadic arguments");
  const Term variadic = termOf(program_[id_].parameters[function_.arg_size()]);
  auto field = [&](uint64_t offset, Term value) {
    edges_.emit(Store{terms_.mkBvAdd(list, pointerConstant(offset)), value});
  };
  if (program_.layout().width == 32) {
    field(0, variadic);
    return;
  }
  field(0, terms_.mkBv(32, 48));
  field(4, terms_.mkBv(32, 176));
  field(8, variadic);
  field(16, pointerConstant(0));
}

/// Of 0, clang's builtins for C return anything.
Term LowerIntrinsic::countZeros(const llvm::IntrinsicInst& call, Term operand) {
  bool leading = call.getIntrinsicID() == llvm::Intrinsic::ctlz;
  Term count = leading ? countLeadingZeros(terms_, operand) : countTrailingZeros(terms_, operand);
  if (!llvm::cast<llvm::ConstantInt>(call.getArgOperand(1))->isOne()) return count;
  Term isZero = terms_.mkEqual(operand, terms_.mkZero(operand.sort()));
  if (isZero.isFalse()) return count;
  Term any = input(InputKind::Unspecified, operand.sort(), leading ? "clz of 0" : "ctz of 0");
  return terms_.mkIte(isZero, any, count);
}

Term LowerIntrinsic::bitIntrinsic(const llvm::IntrinsicInst& call, const Arguments& arguments) {
  if (call.getType()->isVectorTy()) return {};
  auto choose = [&](Term condition) { return terms_.mkIte(condition, arguments[0], arguments[1]); };
  switch (call.getIntrinsicID()) {
  case llvm::Intrinsic::ctpop:
    return countOnes(terms_, arguments[0]);
  case llvm::Intrinsic::ctlz:
  case llvm::Intrinsic::cttz:
    return countZeros(call, arguments[0]);
  case llvm::Intrinsic::bswap:
    return reverseBytes(terms_, arguments[0]);
  case llvm::Intrinsic::bitreverse:
    return reverseBits(terms_, arguments[0]);
  case llvm::Intrinsic::smax:
    return choose(terms_.mkBvSge(arguments[0], arguments[1]));
  case llvm::Intrinsic::smin:
    return choose(terms_.mkBvSle(arguments[0], arguments[1]));
  case llvm::Intrinsic::umax:
    return choose(terms_.mkBvUge(arguments[0], arguments[1]));
  case llvm::Intrinsic::umin:
    return choose(terms_.mkBvUle(arguments[0], arguments[1]));
  case llvm::Intrinsic::abs: {
    Term negative = terms_.mkBvSlt(arguments[0], terms_.mkZero(arguments[0].sort()));
    return terms_.mkIte(negative, terms_.mkBvNeg(arguments[0]), arguments[0]);
  }
  case llvm::Intrinsic::fshl:
  case llvm::Intrinsic::fshr: { // both operands as one number of twice the width, shifted, and one half of it
    uint32_t width = arguments[0].sort().width();
    Term amount = terms_.mkBvZeroExtend(terms_.mkBvUrem(arguments[2], terms_.mkBv(width, width)), width);
    Term both = terms_.mkBvConcat(arguments[0], arguments[1]);
    if (call.getIntrinsicID() == llvm::Intrinsic::fshl)
      return terms_.mkBvExtract(terms_.mkBvShl(both, amount), 2 * width - 1, width);
    return terms_.mkBvExtract(terms_.mkBvLshr(both, amount), width - 1, 0);
  }
  case llvm::Intrinsic::ptrmask: {
    const uint32_t logAlign = module_.addressFlow().of(call.getArgOperand(0)).logAlign;
    Term result = arguments[1].isValue() ? parts_.addresses.maskedAddress(llvm::Instruction::And, arguments[0],
                                                                          arguments[1].value().toUint64(), logAlign)
                                         : Term();
    if (result.isNull()) throw Unsupported("a mask of an address");
    return result;
  }
  default:
    return {};
  }
}

/// Arguments as an operation on bits sees them.
LowerIntrinsic::Arguments LowerIntrinsic::seenArguments(const llvm::IntrinsicInst& call, Arguments arguments) {
  for (unsigned i = 0; i < call.arg_size(); i++)
    if (module_.addressFlow().isAddress(call.getArgOperand(i))) arguments[i] = parts_.addresses.opened(arguments[i]);
  return arguments;
}

Term LowerIntrinsic::overflowIntrinsic(const llvm::IntrinsicInst& call, const Arguments& arguments) {
  auto* operation = llvm::dyn_cast<llvm::WithOverflowInst>(&call);
  if (operation == nullptr) return {};
  const bool keeps = module_.addressFlow().of(&call).isAddress; // an address that is moved, far from any overflow
  const Arguments seen = keeps ? arguments : seenArguments(call, arguments);
  Term a = seen[0];
  Term b = seen[1];
  bool isSigned = operation->isSigned();
  Term result = parts_.instructions.integerBinary(operation->getBinaryOp(), a, b);
  Term overflows;
  switch (operation->getBinaryOp()) {
  case llvm::Instruction::Add:
    overflows = isSigned ? terms_.mkBvSaddo(a, b) : terms_.mkBvUaddo(a, b);
    break;
  case llvm::Instruction::Sub:
    overflows = isSigned ? terms_.mkBvSsubo(a, b) : terms_.mkBvUsubo(a, b);
    break;
  default:
    overflows = isSigned ? terms_.mkBvSmulo(a, b) : terms_.mkBvUmulo(a, b);
    break;
  }
  return terms_.mkBvConcat(terms_.mkBoolToBv(overflows), result);
}

Term LowerIntrinsic::floatIntrinsic(const llvm::IntrinsicInst& call, const Arguments& arguments) {
  if (call.arg_size() == 0 || !call.getArgOperand(0)->getType()->isFloatingPointTy()) return {};
  llvm::Type* type = call.getArgOperand(0)->getType();
  auto asFloat = [&](unsigned i) { return floats_.toFloat(arguments[i], type); };
  switch (call.getIntrinsicID()) {
  case llvm::Intrinsic::fabs:
    return floats_.absolute(arguments[0]);
  case llvm::Intrinsic::copysign:
    return floats_.copySign(arguments[0], arguments[1]);
  case llvm::Intrinsic::sqrt:
    return parts_.math.squareRoot(arguments[0], type);
  case llvm::Intrinsic::floor:
    return parts_.math.roundToIntegral(RoundingMode::TowardNegative, arguments[0], type);
  case llvm::Intrinsic::ceil:
    return parts_.math.roundToIntegral(RoundingMode::TowardPositive, arguments[0], type);
  case llvm::Intrinsic::trunc:
    return parts_.math.roundToIntegral(RoundingMode::TowardZero, arguments[0], type);
  case llvm::Intrinsic::rint:
  case llvm::Intrinsic::nearbyint:
    return parts_.math.roundToIntegral(arguments[0], type);
  case llvm::Intrinsic::roundeven:
    return parts_.math.roundToIntegral(RoundingMode::NearestEven, arguments[0], type);
  case llvm::Intrinsic::round:
    return parts_.math.roundToIntegral(RoundingMode::NearestAway, arguments[0], type);
  case llvm::Intrinsic::minnum:
    return parts_.math.smallerOrLarger(terms_.mkFpMin(asFloat(0), asFloat(1)), arguments, type);
  case llvm::Intrinsic::maxnum:
    return parts_.math.smallerOrLarger(terms_.mkFpMax(asFloat(0), asFloat(1)), arguments, type);
  case llvm::Intrinsic::fma:
    return parts_.math.fusedMultiplyAdd(arguments, type);
  case llvm::Intrinsic::fmuladd: // contraction is off: two roundings
    return parts_.math.floatResult(parts_.math.rounded([&](RoundingMode mode) {
      return terms_.mkFpAdd(mode, terms_.mkFpMul(mode, asFloat(0), asFloat(1)), asFloat(2));
    }),
                                   type);
  case llvm::Intrinsic::is_fpclass: {
    auto mask = llvm::cast<llvm::ConstantInt>(call.getArgOperand(1))->getZExtValue();
    return floats_.inClass(arguments[0], type, static_cast<unsigned>(mask));
  }
  case llvm::Intrinsic::canonicalize:
    return arguments[0];
  default:
    return {};
  }
}

} // namespace assay
