#include "frontend/lower/float.h"

#include <llvm/ADT/FloatingPointMode.h>

#include <cassert>

namespace assay {

Sort LowerFloat::sort(llvm::Type* type) const {
  switch (type->getTypeID()) {
  case llvm::Type::HalfTyID:
    return terms_.fpSort(5, 11);
  case llvm::Type::BFloatTyID:
    return terms_.fpSort(8, 8);
  case llvm::Type::FloatTyID:
    return terms_.fpSort(8, 24);
  case llvm::Type::DoubleTyID:
    return terms_.fpSort(11, 53);
  case llvm::Type::X86_FP80TyID:
    return terms_.fpSort(15, 64);
  default:
    assert(type->isFP128Ty());
    return terms_.fpSort(15, 113);
  }
}

Term LowerFloat::toFloat(Term bits, llvm::Type* type) const {
  auto known = floatOf_.find(bits);
  if (known != floatOf_.end() && known->second.sort() == sort(type)) return known->second;
  if (!type->isX86_FP80Ty()) return terms_.mkFpFromBits(bits, sort(type));
  Term sign = terms_.mkBvExtract(bits, 79, 79);
  Term exponent = terms_.mkBvExtract(bits, 78, 64);
  Term integer = terms_.mkEqual(terms_.mkBvExtract(bits, 63, 63), terms_.mkBv(1, 1));
  Term fraction = terms_.mkBvExtract(bits, 62, 0);
  auto encode = [&](Term e, Term f) { return terms_.mkBvConcat(terms_.mkBvConcat(sign, e), f); };
  Term subnormal = terms_.mkEqual(exponent, terms_.mkBv(15, 0));
  Term regular = terms_.mkDistinct(integer, subnormal);
  Term nan = encode(terms_.mkOnes(15), terms_.mkOnes(63));
  Term odd = terms_.mkIte(subnormal, encode(terms_.mkBv(15, 1), fraction), nan);
  return terms_.mkFpFromBits(terms_.mkIte(regular, encode(exponent, fraction), odd), sort(type));
}

Term LowerFloat::toBits(Term value, llvm::Type* type, Term nan) {
  Term bits = nan.isNull() ? terms_.mkFpToBits(value) : terms_.mkFpToBits(value, nan);
  if (type->isX86_FP80Ty()) {
    Term exponent = terms_.mkBvExtract(bits, 77, 63);
    Term integer = terms_.mkBoolToBv(terms_.mkDistinct(exponent, terms_.mkBv(15, 0)));
    Term high = terms_.mkBvConcat(terms_.mkBvExtract(bits, 78, 63), integer);
    bits = terms_.mkBvConcat(high, terms_.mkBvExtract(bits, 62, 0));
  }
  if (!bits.isValue()) floatOf_.emplace(bits, value);
  return bits;
}

Term LowerFloat::compare(llvm::CmpInst::Predicate predicate, Term left, Term right, llvm::Type* type) const {
  using P = llvm::CmpInst::Predicate;
  Term a = toFloat(left, type);
  Term b = toFloat(right, type);
  auto less = [&](Term x, Term y) { return terms_.mkFpLt(x, y); };
  auto atMost = [&](Term x, Term y) { return terms_.mkFpLe(x, y); };
  auto unordered = [&] { return terms_.mkOr(terms_.mkFpIsNan(a), terms_.mkFpIsNan(b)); };
  auto apart = [&] { return terms_.mkOr(less(a, b), less(b, a)); };
  switch (predicate) {
  case P::FCMP_FALSE:
    return terms_.mkFalse();
  case P::FCMP_OEQ:
    return terms_.mkFpEq(a, b);
  case P::FCMP_OGT:
    return less(b, a);
  case P::FCMP_OGE:
    return atMost(b, a);
  case P::FCMP_OLT:
    return less(a, b);
  case P::FCMP_OLE:
    return atMost(a, b);
  case P::FCMP_ONE:
    return apart();
  case P::FCMP_ORD:
    return terms_.mkNot(unordered());
  case P::FCMP_UNO:
    return unordered();
  case P::FCMP_UEQ:
    return terms_.mkNot(apart());
  case P::FCMP_UGT:
    return terms_.mkNot(atMost(a, b));
  case P::FCMP_UGE:
    return terms_.mkNot(less(a, b));
  case P::FCMP_ULT:
    return terms_.mkNot(atMost(b, a));
  case P::FCMP_ULE:
    return terms_.mkNot(less(b, a));
  case P::FCMP_UNE:
    return terms_.mkNot(terms_.mkFpEq(a, b));
  default:
    return terms_.mkTrue();
  }
}

// ---- to integers
//
// C leaves undefined what a float becomes that does not fit. x86 has instructions for signed integers: of 32 and 64
// bits for float and double (SSE), of 16, 32 and 64 for long double (x87), and of 16 bits and more for float and double
// as well where code of 32 bits does without SSE. What does not fit one of them gives its smallest number. Compilers
// take the same ones for most types, and cut what comes out. They differ in unsigned types as wide as the machine's
// words.

/// The number as a term: a short float is exact as a double, which has room for every bound.
Term LowerFloat::asIntegerSource(Term bits, llvm::Type* type) const {
  Term value = toFloat(bits, type);
  if (!type->isHalfTy() && !type->isBFloatTy()) return value;
  return terms_.mkFpToFp(RoundingMode::NearestEven, value, terms_.fpSort(11, 53));
}

/// Infinity where the sort has no such number.
Term LowerFloat::powerOfTwo(uint32_t exponent, Sort sort) const {
  const BitVector number = BitVector(exponent + 1, 1).shl(exponent);
  return terms_.mkFpFromUbv(RoundingMode::NearestEven, terms_.mkBv(number), sort);
}

/// Whether the value without its fraction is at least the kind's smallest number. Not a NaN.
Term LowerFloat::isAbove(Term value, IntegerKind kind) const {
  const Sort sort = value.sort();
  if (!kind.isSigned) return terms_.mkFpLt(terms_.mkFpNeg(powerOfTwo(0, sort)), value);
  const uint32_t width = kind.width;
  if (sort.significandBits() < width) // nothing is between the smallest number and the one before it
    return terms_.mkFpLe(terms_.mkFpNeg(powerOfTwo(width - 1, sort)), value);
  const BitVector before = BitVector(width + 1, 1).shl(width - 1).add(BitVector(width + 1, 1));
  const Term bound = terms_.mkFpFromUbv(RoundingMode::NearestEven, terms_.mkBv(before), sort);
  return terms_.mkFpLt(terms_.mkFpNeg(bound), value);
}

Term LowerFloat::fits(Term value, IntegerKind kind) const {
  const Term bound = powerOfTwo(kind.isSigned ? kind.width - 1 : kind.width, value.sort());
  return terms_.mkAnd(isAbove(value, kind), terms_.mkFpLt(value, bound));
}

LowerFloat::Integer LowerFloat::toFittingInteger(Term bits, llvm::Type* type, IntegerKind kind) const {
  const Term value = asIntegerSource(bits, type);
  const Term result = kind.isSigned ? terms_.mkFpToSbv(RoundingMode::TowardZero, value, kind.width)
                                    : terms_.mkFpToUbv(RoundingMode::TowardZero, value, kind.width);
  return {result, terms_.mkNot(fits(value, kind))};
}

LowerFloat::Integer LowerFloat::toInteger(Term bits, llvm::Type* type, IntegerKind kind, uint32_t dataModel) const {
  const uint32_t width = kind.width;
  const bool isMachineType = width == 8 || width == 16 || width == 32 || width == 64;
  if (!isMachineType || type->isFP128Ty()) return toFittingInteger(bits, type, kind); // by functions of the runtime
  const Term value = asIntegerSource(bits, type);
  const bool isX87 = type->isX86_FP80Ty(), isSse64 = !isX87 && dataModel == 64;
  const auto machine = [&](uint32_t size) { // the instruction, and what is left of its result
    Term whole = terms_.mkFpToSbv(RoundingMode::TowardZero, value, size);
    return size == width ? whole : terms_.mkBvExtract(whole, width - 1, 0);
  };
  const Term never = terms_.mkFalse();
  if (width == 8 || (width == 16 && kind.isSigned)) {
    if (isX87) return {machine(16), never};
    return {machine(32), isSse64 ? never : terms_.mkNot(fits(value, {16, true}))};
  }
  if (width == 16) return {machine(32), never};
  if (kind.isSigned) return {machine(width), never};
  if (width == 32) {
    if (isX87 || isSse64) return {machine(64), never};
    return {machine(64), terms_.mkNot(terms_.mkOr(fits(value, {32, true}), fits(value, {32, false})))};
  }
  // One of 64 bits: from 2^63 on that is subtracted first, and put back afterwards in one way or another.
  const Term isLarge = terms_.mkFpLe(powerOfTwo(63, value.sort()), value);
  const Term isTooLarge = terms_.mkFpLe(powerOfTwo(64, value.sort()), value);
  const Term large = terms_.mkFpToUbv(RoundingMode::TowardZero, value, 64);
  if (isSse64) return {terms_.mkIte(isLarge, large, machine(64)), isTooLarge};
  const Term result = terms_.mkIte(isTooLarge, terms_.mkBv(64, 0), terms_.mkIte(isLarge, large, machine(64)));
  return {result, terms_.mkFpIsNan(value)};
}

// ---- signs and classes

Term LowerFloat::signBit(Term bits) const {
  uint32_t width = bits.sort().width();
  return terms_.mkBvExtract(bits, width - 1, width - 1);
}

Term LowerFloat::negate(Term bits) const {
  uint32_t width = bits.sort().width();
  return terms_.mkBvConcat(terms_.mkBvNot(signBit(bits)), terms_.mkBvExtract(bits, width - 2, 0));
}

Term LowerFloat::absolute(Term bits) const {
  uint32_t width = bits.sort().width();
  return terms_.mkBvConcat(terms_.mkBv(1, 0), terms_.mkBvExtract(bits, width - 2, 0));
}

Term LowerFloat::copySign(Term magnitude, Term sign) const {
  uint32_t width = magnitude.sort().width();
  return terms_.mkBvConcat(signBit(sign), terms_.mkBvExtract(magnitude, width - 2, 0));
}

Term LowerFloat::inClass(Term bits, llvm::Type* type, unsigned mask) const {
  Term value = toFloat(bits, type);
  Term negative = signIsSet(bits);
  Term result = terms_.mkFalse();
  auto either = [&](unsigned positiveBit, unsigned negativeBit, Term test) {
    if (mask & positiveBit) result = terms_.mkOr(result, terms_.mkAnd(test, terms_.mkNot(negative)));
    if (mask & negativeBit) result = terms_.mkOr(result, terms_.mkAnd(test, negative));
  };
  either(llvm::fcPosInf, llvm::fcNegInf, terms_.mkFpIsInf(value));
  either(llvm::fcPosNormal, llvm::fcNegNormal, terms_.mkFpIsNormal(value));
  either(llvm::fcPosSubnormal, llvm::fcNegSubnormal, terms_.mkFpIsSubnormal(value));
  either(llvm::fcPosZero, llvm::fcNegZero, terms_.mkFpIsZero(value));
  if ((mask & llvm::fcNan) == llvm::fcNan) return terms_.mkOr(result, terms_.mkFpIsNan(value));
  if (mask & llvm::fcNan) {
    uint32_t quiet = type->isX86_FP80Ty() ? 62 : sort(type).significandBits() - 2;
    Term isQuiet = terms_.mkEqual(terms_.mkBvExtract(bits, quiet, quiet), terms_.mkBv(1, 1));
    Term which = mask & llvm::fcQNan ? isQuiet : terms_.mkNot(isQuiet);
    result = terms_.mkOr(result, terms_.mkAnd(terms_.mkFpIsNan(value), which));
  }
  return result;
}

Term LowerFloat::infinitySign(Term bits, llvm::Type* type, uint32_t width) const {
  Term negative = signIsSet(bits);
  Term sign = terms_.mkIte(negative, terms_.mkOnes(width), terms_.mkBv(width, 1));
  return terms_.mkIte(terms_.mkFpIsInf(toFloat(bits, type)), sign, terms_.mkBv(width, 0));
}

Term LowerFloat::classify(Term bits, llvm::Type* type, uint32_t width) const {
  Term value = toFloat(bits, type);
  Term result = terms_.mkBv(width, 4);
  result = terms_.mkIte(terms_.mkFpIsSubnormal(value), terms_.mkBv(width, 3), result);
  result = terms_.mkIte(terms_.mkFpIsZero(value), terms_.mkBv(width, 2), result);
  result = terms_.mkIte(terms_.mkFpIsInf(value), terms_.mkBv(width, 1), result);
  return terms_.mkIte(terms_.mkFpIsNan(value), terms_.mkBv(width, 0), result);
}

} // namespace assay
