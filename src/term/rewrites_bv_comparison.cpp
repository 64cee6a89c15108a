// Orders of bit-vectors, and multiplication overflow, which against a constant is an order too.
#include "term/rewrite_rules.h"
#include "util/planted.h"

#include <algorithm>

namespace assay::rewrites {

namespace {

bool isMinSigned(Term t) { return isBvConst(t) && t.value().isMinSigned(); }
bool isMaxSigned(Term t) { return isBvConst(t) && t.value() == BitVector::maxSigned(widthOf(t)); }

// (bvult x x), (bvslt x x) -> false
Term lessSame(TermManager& tm, const Application& a) { return a[0] == a[1] ? tm.mkFalse() : Term(); }

// (bvult (bvnot x) (bvnot y)) -> (bvult y x), also with a constant for one; the same for bvslt
Term lessNot(TermManager& tm, const Application& a) {
  bool first = isKind(a[0], Kind::BvNot), second = isKind(a[1], Kind::BvNot);
  bool fits = (first && second) || (first && isBvConst(a[1])) || (isBvConst(a[0]) && second);
  return fits ? tm.mk(a.kind, {tm.mkBvNot(a[1]), tm.mkBvNot(a[0])}) : Term();
}

// (bvult x 0) -> false, (bvult ones x) -> false
Term ultNever(TermManager& tm, const Application& a) { return isZero(a[1]) || isOnes(a[0]) ? tm.mkFalse() : Term(); }

// (bvult x 1) -> (= x 0), (bvult ones-1 x) -> (= x ones)
Term ultIsExtreme(TermManager& tm, const Application& a) {
  if (isOne(a[1])) return tm.mkEqual(a[0], mkZeroLike(tm, a[0]));
  bool below = isBvConst(a[0]) && a[0].value().not_().isOne();
  return below ? tm.mkEqual(a[1], tm.mkOnes(widthOf(a[1]))) : Term();
}

// (bvult 0 x) -> (not (= x 0)), (bvult x ones) -> (not (= x ones))
Term ultIsNotExtreme(TermManager& tm, const Application& a) {
  return isZero(a[0]) || isOnes(a[1]) ? tm.mkDistinct(a[0], a[1]) : Term();
}

// width 1: (bvult x y) -> (and (not (= x 1)) (= y 1))
Term ultBits(TermManager& tm, const Application& a) {
  if (widthOf(a[0]) != 1) return {};
  Term one = tm.mkBv(1, 1);
  return tm.mkAnd(tm.mkDistinct(a[0], one), tm.mkEqual(a[1], one));
}

/// Both operands without their common zero extension.
Term ultNarrowed(TermManager& tm, Term x, Term y, uint32_t width) {
  return tm.mkBvUlt(tm.mkBvExtract(x, width - 1, 0), tm.mkBvExtract(y, width - 1, 0));
}

// (bvult (zero_extend x) (zero_extend y)) -> (bvult x y), the narrower extended to the wider
Term ultZeroExtended(TermManager& tm, const Application& a) {
  if (!isKind(a[0], Kind::BvZeroExtend) || !isKind(a[1], Kind::BvZeroExtend)) return {};
  return ultNarrowed(tm, a[0], a[1], std::max(widthOf(a[0][0]), widthOf(a[1][0])));
}

// (bvult (zero_extend x) c) -> (bvult x c'), or true if c is too large; (bvult c (zero_extend x)) likewise
Term ultZeroExtendedConstant(TermManager& tm, const Application& a) {
  bool first = isKind(a[0], Kind::BvZeroExtend) && isBvConst(a[1]);
  bool second = isBvConst(a[0]) && isKind(a[1], Kind::BvZeroExtend);
  if (!first && !second) return {};
  uint32_t inner = widthOf((first ? a[0] : a[1])[0]);
  const BitVector& c = (first ? a[1] : a[0]).value();
  if (!c.extract(c.width() - 1, inner).isZero()) return tm.mkBool(first);
  return ultNarrowed(tm, a[0], a[1], inner);
}

// width 1: (bvslt x y) -> (bvult y x)
Term sltBits(TermManager& tm, const Application& a) { return widthOf(a[0]) == 1 ? tm.mkBvUlt(a[1], a[0]) : Term(); }

// (bvslt x min) -> false, (bvslt max x) -> false
Term sltNever(TermManager& tm, const Application& a) {
  return isMinSigned(a[1]) || isMaxSigned(a[0]) ? tm.mkFalse() : Term();
}

// (bvslt x 0) -> (= sign 1), (bvslt -1 x) -> (not (= sign 1))
Term sltSignBit(TermManager& tm, const Application& a) {
  if (isZero(a[1])) return tm.mkEqual(mkBit(tm, a[0], widthOf(a[0]) - 1), tm.mkBv(1, 1));
  if (isOnes(a[0])) return tm.mkDistinct(mkBit(tm, a[1], widthOf(a[1]) - 1), tm.mkBv(1, 1));
  return {};
}

// (bvslt x min+1) -> (= x min), (bvslt max-1 x) -> (= x max)
Term sltIsExtreme(TermManager& tm, const Application& a) {
  BitVector one = BitVector::one(widthOf(a[0]));
  if (isBvConst(a[1]) && a[1].value().sub(one).isMinSigned()) return tm.mkEqual(a[0], tm.mkBvSub(a[1], tm.mkBv(one)));
  bool below = isBvConst(a[0]) && a[0].value().add(one).add(one).isMinSigned();
  return below ? tm.mkEqual(a[1], tm.mkBv(a[0].value().add(one))) : Term();
}

// (bvslt min x) -> (not (= x min)), (bvslt x max) -> (not (= x max))
Term sltIsNotExtreme(TermManager& tm, const Application& a) {
  return isMinSigned(a[0]) || isMaxSigned(a[1]) ? tm.mkDistinct(a[0], a[1]) : Term();
}

// (bvslt x y) -> (bvult x y) if neither is negative
Term sltNonNegative(TermManager& tm, const Application& a) {
  if (planted(Defect::SignlessComparison)) return tm.mkBvUlt(a[0], a[1]);
  return isNonNegative(a[0]) && isNonNegative(a[1]) ? tm.mkBvUlt(a[0], a[1]) : Term();
}

// (bvslt x c) -> false, (bvslt c x) -> true if c is negative and x is not
Term sltOppositeSigns(TermManager& tm, const Application& a) {
  auto isNegative = [](Term t) { return isBvConst(t) && t.value().signBit(); };
  if (isNonNegative(a[0]) && isNegative(a[1])) return tm.mkFalse();
  return isNegative(a[0]) && isNonNegative(a[1]) ? tm.mkTrue() : Term();
}

// (bvslt (sign_extend x) (sign_extend y)) -> (bvslt x y), the narrower extended to the wider
Term sltSignExtended(TermManager& tm, const Application& a) {
  if (!isKind(a[0], Kind::BvSignExtend) || !isKind(a[1], Kind::BvSignExtend)) return {};
  uint32_t width = std::max(widthOf(a[0][0]), widthOf(a[1][0]));
  return tm.mkBvSlt(tm.mkBvExtract(a[0], width - 1, 0), tm.mkBvExtract(a[1], width - 1, 0));
}

// (bvslt (sign_extend x) c) -> (bvslt x c'), or by the sign of c if it is out of range; (bvslt c (sign_extend x))
// likewise
Term sltSignExtendedConstant(TermManager& tm, const Application& a) {
  bool first = isKind(a[0], Kind::BvSignExtend) && isBvConst(a[1]);
  bool second = isBvConst(a[0]) && isKind(a[1], Kind::BvSignExtend);
  if (!first && !second) return {};
  uint32_t inner = widthOf((first ? a[0] : a[1])[0]);
  const BitVector& c = (first ? a[1] : a[0]).value();
  if (!(c.extract(inner - 1, 0).signExtend(c.width()) == c)) return tm.mkBool(first != c.signBit());
  return tm.mkBvSlt(tm.mkBvExtract(a[0], inner - 1, 0), tm.mkBvExtract(a[1], inner - 1, 0));
}

// (bvumulo x 0) -> false, (bvumulo x c) -> (bvult ones/c x)
Term umuloConstant(TermManager& tm, const Application& a) {
  if (!isBvConst(a[1])) return {};
  if (isZero(a[1])) return tm.mkFalse();
  return tm.mkBvUlt(tm.mkBv(BitVector::ones(widthOf(a[1])).udiv(a[1].value())), a[0]);
}

/// How many bits the signed (or, if `isSigned` is false, unsigned) values of a term can need, from its top operator.
uint32_t neededBits(Term t, bool isSigned) {
  if (isKind(t, Kind::BvZeroExtend) && t.index(0) > 0) return widthOf(t[0]) + (isSigned ? 1 : 0);
  if (isKind(t, Kind::BvSignExtend) && isSigned) return widthOf(t[0]);
  return widthOf(t);
}

// (bvumulo (zero_extend x) (zero_extend y)), (bvsmulo (extend x) (extend y)) -> false if the product has room
Term muloRoom(TermManager& tm, const Application& a) {
  bool isSigned = a.kind == Kind::BvSmulo;
  return neededBits(a[0], isSigned) + neededBits(a[1], isSigned) <= widthOf(a[0]) ? tm.mkFalse() : Term();
}

// (bvsmulo x -1) -> (= x min), (bvsmulo x 0), (bvsmulo x 1) -> false
Term smuloUnit(TermManager& tm, const Application& a) {
  if (isOnes(a[1])) return tm.mkEqual(a[0], tm.mkBv(BitVector::minSigned(widthOf(a[0]))));
  return isZero(a[1]) || isOne(a[1]) ? tm.mkFalse() : Term();
}

// (bvsmulo x c) -> (or (bvslt x low) (bvslt high x)), the quotients of min and max by c
Term smuloConstant(TermManager& tm, const Application& a) {
  if (!isBvConst(a[1])) return {};
  const BitVector& c = a[1].value();
  Term fromMin = tm.mkBv(BitVector::minSigned(c.width()).sdiv(c));
  Term fromMax = tm.mkBv(BitVector::maxSigned(c.width()).sdiv(c));
  Term low = c.signBit() ? fromMax : fromMin, high = c.signBit() ? fromMin : fromMax;
  return tm.mkOr(tm.mkBvSlt(a[0], low), tm.mkBvSlt(high, a[0]));
}

} // namespace

void addBvComparisonRules(Rules& rules) {
  rules.insert(rules.end(), {
                                {Kind::BvUlt, "less-same", lessSame},
                                {Kind::BvUlt, "ult-never", ultNever},
                                {Kind::BvUlt, "ult-bits", ultBits},
                                {Kind::BvUlt, "ult-is-extreme", ultIsExtreme},
                                {Kind::BvUlt, "ult-is-not-extreme", ultIsNotExtreme},
                                {Kind::BvUlt, "less-not", lessNot},
                                {Kind::BvUlt, "ult-zero-extended", ultZeroExtended},
                                {Kind::BvUlt, "ult-zero-extended-constant", ultZeroExtendedConstant},
                                {Kind::BvSlt, "less-same", lessSame},
                                {Kind::BvSlt, "slt-bits", sltBits},
                                {Kind::BvSlt, "slt-never", sltNever},
                                {Kind::BvSlt, "slt-opposite-signs", sltOppositeSigns},
                                {Kind::BvSlt, "slt-non-negative", sltNonNegative},
                                {Kind::BvSlt, "slt-sign-bit", sltSignBit},
                                {Kind::BvSlt, "slt-is-extreme", sltIsExtreme},
                                {Kind::BvSlt, "slt-is-not-extreme", sltIsNotExtreme},
                                {Kind::BvSlt, "less-not", lessNot},
                                {Kind::BvSlt, "slt-sign-extended", sltSignExtended},
                                {Kind::BvSlt, "slt-sign-extended-constant", sltSignExtendedConstant},
                                {Kind::BvUmulo, "umulo-constant", umuloConstant},
                                {Kind::BvUmulo, "mulo-room", muloRoom},
                                {Kind::BvSmulo, "smulo-unit", smuloUnit},
                                {Kind::BvSmulo, "smulo-constant", smuloConstant},
                                {Kind::BvSmulo, "mulo-room", muloRoom},
                            });
}

} // namespace assay::rewrites
