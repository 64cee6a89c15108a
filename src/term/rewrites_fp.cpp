// Floats. Little of real arithmetic survives rounding, NaN and the two zeros; what is here holds for all of them.
#include "term/float_value.h"
#include "term/rewrite_rules.h"

#include <array>

namespace assay::rewrites {

namespace {

bool isFpConst(Term t) { return t.kind() == Kind::FpConst; }
FloatValue valueOf(Term t) { return {FloatFormat(t.sort()), t.value()}; }
bool isNan(Term t) { return isFpConst(t) && valueOf(t).isNan(); }
/// The constant 1 or -1.
bool isUnit(Term t, bool negative) {
  if (!isFpConst(t)) return false;
  BitVector one = BitVector::one(1);
  FloatValue unit = FloatValue::fromUnsigned(FloatFormat(t.sort()), RoundingMode::NearestEven, one);
  return valueOf(t) == (negative ? unit.neg() : unit);
}
/// Every value of format a is one of format b.
bool isWithin(Sort a, Sort b) {
  return a.exponentBits() <= b.exponentBits() && a.significandBits() <= b.significandBits();
}
Term mkNotNan(TermManager& tm, Term t) { return tm.mkNot(tm.mkFpIsNan(t)); }

// (fp.neg (fp.neg x)) -> x
Term fpNegNeg(TermManager&, const Application& a) { return isKind(a[0], Kind::FpNeg) ? a[0][0] : Term(); }

// (fp.abs (fp.abs x)), (fp.abs (fp.neg x)) -> (fp.abs x)
Term absOfSign(TermManager& tm, const Application& a) {
  return isKind(a[0], Kind::FpAbs) || isKind(a[0], Kind::FpNeg) ? tm.mkFpAbs(a[0][0]) : Term();
}

// (op ... NaN ...) -> NaN
Term nanOperand(TermManager&, const Application& a) {
  for (Term t : a.args)
    if (isNan(t)) return t;
  return {};
}

// (pred x NaN) -> false
Term nanCompared(TermManager& tm, const Application& a) { return isNan(a[0]) || isNan(a[1]) ? tm.mkFalse() : Term(); }

// (fp.add rm x -0) -> x unless rm is RTN; (fp.add RTN x +0) -> x
Term fpAddZero(TermManager&, const Application& a) {
  if (!isFpConst(a[1]) || !valueOf(a[1]).isZero()) return {};
  bool down = a.roundingMode() == RoundingMode::TowardNegative;
  return valueOf(a[1]).sign() != down ? a[0] : Term();
}

// (fp.mul rm x 1), (fp.div rm x 1) -> x; (fp.mul rm x -1), (fp.div rm x -1) -> (fp.neg x)
Term byUnit(TermManager& tm, const Application& a) {
  return isUnit(a[1], false) ? a[0] : isUnit(a[1], true) ? tm.mkFpNeg(a[0]) : Term();
}

// (fp.mul rm (fp.neg x) (fp.neg y)) -> (fp.mul rm x y), the same for fp.div, and with a constant for y
Term negatedTwice(TermManager& tm, const Application& a) {
  auto negated = [](Term t) { return isKind(t, Kind::FpNeg); };
  bool fits = (negated(a[0]) && (negated(a[1]) || isFpConst(a[1]))) || (isFpConst(a[0]) && negated(a[1]));
  return fits ? mkSame(tm, a, std::array{tm.mkFpNeg(a[0]), tm.mkFpNeg(a[1])}) : Term();
}

// (fp.div rm x c) -> (fp.mul rm x 1/c) for a power of two c whose inverse is a float
Term divPowerOfTwo(TermManager& tm, const Application& a) {
  if (!isFpConst(a[1]) || !valueOf(a[1]).isNormal() || !FloatFormat(a[1].sort()).fractionIsZero(a[1].value()))
    return {};
  FloatValue one = FloatValue::fromUnsigned(FloatFormat(a.sort), RoundingMode::NearestEven, BitVector::one(1));
  FloatValue up = one.div(RoundingMode::TowardPositive, valueOf(a[1]));
  FloatValue down = one.div(RoundingMode::TowardNegative, valueOf(a[1]));
  if (!(up == down) || !up.isFinite() || up.isZero()) return {};
  return tm.mkFpMul(a.roundingMode(), a[0], tm.mkFp(a.sort, up.bits()));
}

// (fp.roundToIntegral rm x) -> x if x is integral: a rounded one, or a converted integer where too large integers
// cannot have become a largest float with a fraction
Term integralAlready(TermManager&, const Application& a) {
  if (isKind(a[0], Kind::FpRoundToIntegral)) return a[0];
  bool converted = isKind(a[0], Kind::FpFromSbv) || isKind(a[0], Kind::FpFromUbv);
  FloatFormat format(a.sort);
  return converted && format.maxExponent() >= format.fractionBits() ? a[0] : Term();
}

// (fp.min x x), (fp.max x x) -> x
Term extremumSame(TermManager&, const Application& a) { return a[0] == a[1] ? a[0] : Term(); }

// (fp.min x NaN), (fp.min NaN x) -> x, the same for fp.max
Term extremumNan(TermManager&, const Application& a) { return isNan(a[0]) ? a[1] : isNan(a[1]) ? a[0] : Term(); }

// (fp.eq x x), (fp.leq x x) -> (not (fp.isNaN x)); (fp.lt x x) -> false
Term compareSame(TermManager& tm, const Application& a) {
  if (a[0] != a[1]) return {};
  return a.kind == Kind::FpLt ? tm.mkFalse() : mkNotNan(tm, a[0]);
}

// (fp.eq x +-0) -> (fp.isZero x), (fp.eq x c) -> (= x c)
Term eqConstant(TermManager& tm, const Application& a) {
  if (!isFpConst(a[1]) || isNan(a[1])) return {};
  return valueOf(a[1]).isZero() ? tm.mkFpIsZero(a[0]) : tm.mkEqual(a[0], a[1]);
}

// (fp.eq (fp.neg x) (fp.neg y)) -> (fp.eq x y)
Term eqNegated(TermManager& tm, const Application& a) {
  return isKind(a[0], Kind::FpNeg) && isKind(a[1], Kind::FpNeg) ? tm.mkFpEq(a[0][0], a[1][0]) : Term();
}

// (fp.lt (fp.neg x) (fp.neg y)) -> (fp.lt y x), also with a constant for one; the same for fp.leq
Term orderNegated(TermManager& tm, const Application& a) {
  auto negated = [](Term t) { return isKind(t, Kind::FpNeg); };
  bool fits = (negated(a[0]) && (negated(a[1]) || isFpConst(a[1]))) || (isFpConst(a[0]) && negated(a[1]));
  return fits ? tm.mk(a.kind, {tm.mkFpNeg(a[1]), tm.mkFpNeg(a[0])}) : Term();
}

// (fp.lt x -oo), (fp.lt +oo x) -> false; (fp.leq x +oo), (fp.leq -oo x) -> (not (fp.isNaN x))
Term orderInfinity(TermManager& tm, const Application& a) {
  auto isInf = [](Term t, bool negative) {
    return isFpConst(t) && valueOf(t).isInf() && valueOf(t).sign() == negative;
  };
  if (a.kind == Kind::FpLt) return isInf(a[1], true) || isInf(a[0], false) ? tm.mkFalse() : Term();
  return isInf(a[1], false) ? mkNotNan(tm, a[0]) : isInf(a[0], true) ? mkNotNan(tm, a[1]) : Term();
}

// (is (fp.neg x)), (is (fp.abs x)) -> (is x) for every class but negative
Term classOfSign(TermManager& tm, const Application& a) {
  return isKind(a[0], Kind::FpNeg) || isKind(a[0], Kind::FpAbs) ? tm.mk(a.kind, {a[0][0]}) : Term();
}

// (fp.isNegative (fp.abs x)) -> false, (fp.isNegative (fp.neg x)) -> (not (or (fp.isNaN x) (fp.isNegative x)))
Term negativeOfSign(TermManager& tm, const Application& a) {
  if (isKind(a[0], Kind::FpAbs)) return tm.mkFalse();
  if (!isKind(a[0], Kind::FpNeg)) return {};
  return tm.mkNot(tm.mkOr(tm.mkFpIsNan(a[0][0]), tm.mkFpIsNegative(a[0][0])));
}

// (fp.isNaN (to_fp x)), (fp.isNaN (fp.roundToIntegral x)) -> (fp.isNaN x); of a converted integer: false
Term nanOfConversion(TermManager& tm, const Application& a) {
  if (isKind(a[0], Kind::FpToFp) || isKind(a[0], Kind::FpRoundToIntegral)) return tm.mkFpIsNan(a[0][0]);
  return isKind(a[0], Kind::FpFromSbv) || isKind(a[0], Kind::FpFromUbv) ? tm.mkFalse() : Term();
}

// (= x NaN) -> (fp.isNaN x)
Term equalNan(TermManager& tm, const Application& a) { return isNan(a[1]) ? tm.mkFpIsNan(a[0]) : Term(); }

// (= (fp.neg x) (fp.neg y)) -> (= x y), (= (fp.neg x) c) -> (= x -c)
Term equalNegated(TermManager& tm, const Application& a) {
  if (!isKind(a[0], Kind::FpNeg)) return {};
  return isKind(a[1], Kind::FpNeg) || isFpConst(a[1]) ? tm.mkEqual(a[0][0], tm.mkFpNeg(a[1])) : Term();
}

// (from_bits (to_bits x nan)) -> x
Term bitsAndBack(TermManager&, const Application& a) {
  return isKind(a[0], Kind::FpToBits) && a[0][0].sort() == a.sort ? a[0][0] : Term();
}

// (to_fp rm x) -> x if x has that format
Term convertSame(TermManager&, const Application& a) { return a[0].sort() == a.sort ? a[0] : Term(); }

// (to_fp rm (to_fp rm' x)) -> (to_fp rm x) if the format between holds every x
Term convertThroughWider(TermManager& tm, const Application& a) {
  bool exact = isKind(a[0], Kind::FpToFp) && isWithin(a[0][0].sort(), a[0].sort());
  return exact ? tm.mkFpToFp(a.roundingMode(), a[0][0], a.sort) : Term();
}

// (to_fp rm (to_fp_signed rm' x)) -> (to_fp_signed rm x), the same unsigned, if the format between holds every x
Term convertIntegerThroughWider(TermManager& tm, const Application& a) {
  Term inner = a[0];
  if (!isKind(inner, Kind::FpFromSbv) && !isKind(inner, Kind::FpFromUbv)) return {};
  FloatFormat between(inner.sort());
  bool exact = widthOf(inner[0]) <= between.significandBits && between.maxExponent() >= widthOf(inner[0]);
  return exact ? tm.mk(inner.kind(), {inner[0]}, {a.index(0), a.index(1), a.index(2)}) : Term();
}

// (fp.to_sbv rm (to_fp_signed rm' x)) -> (sign_extend x) if the float holds every x, the same unsigned
Term integerAndBack(TermManager& tm, const Application& a) {
  bool isSigned = a.kind == Kind::FpToSbv;
  if (!isKind(a[0], isSigned ? Kind::FpFromSbv : Kind::FpFromUbv)) return {};
  Term x = a[0][0];
  FloatFormat format(a[0].sort());
  bool exact = widthOf(x) <= format.significandBits && format.maxExponent() >= widthOf(x);
  if (!exact || widthOf(x) > a.sort.width()) return {};
  return isSigned ? tm.mkBvSignResize(x, a.sort.width()) : tm.mkBvZeroResize(x, a.sort.width());
}

} // namespace

void addFpRules(Rules& rules) {
  rules.insert(rules.end(), {
                                {Kind::FpNeg, "fp-neg-neg", fpNegNeg},
                                {Kind::FpAbs, "fp-abs-of-sign", absOfSign},
                                {Kind::FpAdd, "fp-add-zero", fpAddZero},
                                {Kind::FpMul, "fp-by-unit", byUnit},
                                {Kind::FpDiv, "fp-by-unit", byUnit},
                                {Kind::FpMul, "fp-negated-twice", negatedTwice},
                                {Kind::FpDiv, "fp-negated-twice", negatedTwice},
                                {Kind::FpDiv, "fp-div-power-of-two", divPowerOfTwo},
                                {Kind::FpRoundToIntegral, "fp-integral-already", integralAlready},
                                {Kind::FpEq, "fp-eq-constant", eqConstant},
                                {Kind::FpEq, "fp-eq-negated", eqNegated},
                                {Kind::FpIsNan, "fp-nan-of-conversion", nanOfConversion},
                                {Kind::FpIsNegative, "fp-negative-of-sign", negativeOfSign},
                                {Kind::Equal, "fp-equal-nan", equalNan},
                                {Kind::Equal, "fp-equal-negated", equalNegated},
                                {Kind::FpFromBits, "fp-bits-and-back", bitsAndBack},
                                {Kind::FpToFp, "fp-convert-same", convertSame},
                                {Kind::FpToFp, "fp-convert-through-wider", convertThroughWider},
                                {Kind::FpToFp, "fp-convert-integer-through-wider", convertIntegerThroughWider},
                                {Kind::FpToSbv, "fp-integer-and-back", integerAndBack},
                                {Kind::FpToUbv, "fp-integer-and-back", integerAndBack},
                            });
  for (Kind kind : {Kind::FpAdd, Kind::FpMul, Kind::FpDiv, Kind::FpFma, Kind::FpRem})
    rules.push_back({kind, "fp-nan-operand", nanOperand});
  for (Kind kind : {Kind::FpEq, Kind::FpLt, Kind::FpLe}) {
    rules.push_back({kind, "fp-nan-compared", nanCompared});
    rules.push_back({kind, "fp-compare-same", compareSame});
  }
  for (Kind kind : {Kind::FpLt, Kind::FpLe}) {
    rules.push_back({kind, "fp-order-negated", orderNegated});
    rules.push_back({kind, "fp-order-infinity", orderInfinity});
  }
  for (Kind kind : {Kind::FpMin, Kind::FpMax}) {
    rules.push_back({kind, "fp-extremum-same", extremumSame});
    rules.push_back({kind, "fp-extremum-nan", extremumNan});
  }
  for (Kind kind : {Kind::FpIsNan, Kind::FpIsInf, Kind::FpIsZero, Kind::FpIsNormal, Kind::FpIsSubnormal})
    rules.push_back({kind, "fp-class-of-sign", classOfSign});
}

} // namespace assay::rewrites
