#include "frontend/lower_float.h"

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
