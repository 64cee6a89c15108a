// Equality of bit-vectors: solve for the unknown where an operator can be undone, split where parts are independent.
#include "term/rewrite_rules.h"

#include <algorithm>

namespace assay::rewrites {

namespace {

// (= (bvnot x) c) -> (= x ~c), (= (bvneg x) c) -> (= x -c)
Term equalUnary(TermManager& tm, const Application& a) {
  bool unary = isKind(a[0], Kind::BvNot) || isKind(a[0], Kind::BvNeg);
  return unary && isBvConst(a[1]) ? tm.mkEqual(a[0][0], tm.mk(a[0].kind(), {a[1]})) : Term();
}

// (= (bvnot x) (bvnot y)) -> (= x y), (= (bvneg x) (bvneg y)) -> (= x y)
Term equalUnaries(TermManager& tm, const Application& a) {
  bool unary = isKind(a[0], Kind::BvNot) || isKind(a[0], Kind::BvNeg);
  return unary && isKind(a[1], a[0].kind()) ? tm.mkEqual(a[0][0], a[1][0]) : Term();
}

// (= (bvadd x c1) c2) -> (= x c2-c1)
Term equalAddConstant(TermManager& tm, const Application& a) {
  if (!hasConstant(a[0], Kind::BvAdd) || !isBvConst(a[1])) return {};
  return tm.mkEqual(a[0][0], tm.mkBvSub(a[1], a[0][1]));
}

// (= (bvxor x c1) c2) -> (= x c1^c2)
Term equalXorConstant(TermManager& tm, const Application& a) {
  if (!hasConstant(a[0], Kind::BvXor) || !isBvConst(a[1])) return {};
  return tm.mkEqual(a[0][0], tm.mkBvXor(a[1], a[0][1]));
}

/// The y with c * y = 1 for odd c. Newton's iteration doubles the number of correct low bits, of which c has three.
BitVector inverse(const BitVector& c) {
  BitVector two(c.width(), 2), y = c;
  for (uint32_t bits = 3; bits < c.width(); bits *= 2) y = y.mul(two.sub(c.mul(y)));
  return y;
}

// (= (bvmul x c1) c2) -> (= x c2/c1) for odd c1
Term equalMulConstant(TermManager& tm, const Application& a) {
  if (!hasConstant(a[0], Kind::BvMul) || !isBvConst(a[1]) || !a[0][1].value().bit(0)) return {};
  return tm.mkEqual(a[0][0], tm.mkBv(a[1].value().mul(inverse(a[0][1].value()))));
}

// (= (bvadd x y) x) -> (= y 0), (= (bvxor x y) x) -> (= y 0)
Term equalOperand(TermManager& tm, const Application&, Term x, Term y) {
  if (!isKind(x, Kind::BvAdd) && !isKind(x, Kind::BvXor)) return {};
  Term rest = otherOperand(x, y);
  return rest ? tm.mkEqual(rest, mkZeroLike(tm, y)) : Term();
}

// (= (bvadd x y) (bvadd x z)) -> (= y z), the same for bvxor
Term equalCancel(TermManager& tm, const Application& a) {
  if (!isKind(a[0], Kind::BvAdd) && !isKind(a[0], Kind::BvXor)) return {};
  if (!isKind(a[1], a[0].kind())) return {};
  for (uint32_t i = 0; i < 2; ++i)
    if (Term rest = otherOperand(a[1], a[0][i])) return tm.mkEqual(a[0][1 - i], rest);
  return {};
}

// (= (bvadd x c1) (bvadd y c2)) -> (= (bvadd x c1-c2) y)
Term equalAddConstants(TermManager& tm, const Application& a) {
  if (!hasConstant(a[0], Kind::BvAdd) || !hasConstant(a[1], Kind::BvAdd)) return {};
  return tm.mkEqual(tm.mkBvAdd(a[0][0], tm.mkBvSub(a[0][1], a[1][1])), a[1][0]);
}

// (= (bvadd x (bvneg y)) 0) -> (= x y), (= (bvxor x y) 0) -> (= x y)
Term equalDifferenceZero(TermManager& tm, const Application& a) {
  if (!isZero(a[1])) return {};
  Term t = a[0];
  if (isKind(t, Kind::BvXor)) return tm.mkEqual(t[0], t[1]);
  if (!isKind(t, Kind::BvAdd)) return {};
  if (isKind(t[1], Kind::BvNeg)) return tm.mkEqual(t[0], t[1][0]);
  return isKind(t[0], Kind::BvNeg) ? tm.mkEqual(t[1], t[0][0]) : Term();
}

// (= (bvand x c1) c2) -> false if c2 has a bit that c1 lacks; (= (bvor x c1) c2) if it lacks one that c1 has
Term equalMasked(TermManager& tm, const Application& a) {
  if (!isBvConst(a[1])) return {};
  auto impossible = [](const BitVector& has, const BitVector& lacks) { return !has.and_(lacks.not_()).isZero(); };
  bool never = (hasConstant(a[0], Kind::BvAnd) && impossible(a[1].value(), a[0][1].value())) ||
               (hasConstant(a[0], Kind::BvOr) && impossible(a[0][1].value(), a[1].value()));
  return never ? tm.mkFalse() : Term();
}

// (= (extend x) c) -> (= x c'), or false if c is no such extension
Term equalExtendedConstant(TermManager& tm, const Application& a) {
  bool zero = isKind(a[0], Kind::BvZeroExtend);
  if ((!zero && !isKind(a[0], Kind::BvSignExtend)) || !isBvConst(a[1])) return {};
  const BitVector& c = a[1].value();
  BitVector low = c.extract(widthOf(a[0][0]) - 1, 0);
  bool possible = (zero ? low.zeroExtend(c.width()) : low.signExtend(c.width())) == c;
  return possible ? tm.mkEqual(a[0][0], tm.mkBv(low)) : tm.mkFalse();
}

// (= (extend x) (extend y)) -> (= (extend x) y) with the smaller extended to the larger, both in the same way
Term equalExtended(TermManager& tm, const Application& a) {
  bool extended = isKind(a[0], Kind::BvZeroExtend) || isKind(a[0], Kind::BvSignExtend);
  if (!extended || !isKind(a[1], a[0].kind())) return {};
  uint32_t common = std::min(a[0].index(0), a[1].index(0));
  auto less = [&](Term t) { return tm.mk(t.kind(), {t[0]}, {t.index(0) - common}); };
  return tm.mkEqual(less(a[0]), less(a[1]));
}

// (= (concat x y) c) -> (and (= x c') (= y c''))
Term equalConcatConstant(TermManager& tm, const Application& a) {
  if (!isKind(a[0], Kind::BvConcat) || !isBvConst(a[1])) return {};
  uint32_t low = widthOf(a[0][1]);
  return tm.mkAnd(tm.mkEqual(a[0][0], tm.mkBvExtract(a[1], widthOf(a[1]) - 1, low)),
                  tm.mkEqual(a[0][1], tm.mkBvExtract(a[1], low - 1, 0)));
}

// (= (concat x y) (concat v w)) -> (and (= x v) (= y w)) for equal widths
Term equalConcats(TermManager& tm, const Application& a) {
  bool fits = isKind(a[0], Kind::BvConcat) && isKind(a[1], Kind::BvConcat) && a[0][1].sort() == a[1][1].sort();
  return fits ? tm.mkAnd(tm.mkEqual(a[0][0], a[1][0]), tm.mkEqual(a[0][1], a[1][1])) : Term();
}

// width 1: (= x 0) -> (not (= x 1))
Term equalZeroBit(TermManager& tm, const Application& a) {
  bool bit = isZero(a[1]) && widthOf(a[1]) == 1;
  return bit ? tm.mkNot(tm.mkEqual(a[0], tm.mkBv(1, 1))) : Term();
}

} // namespace

void addBvEqualityRules(Rules& rules) {
  rules.insert(rules.end(), {
                                {Kind::Equal, "equal-unary", equalUnary},
                                {Kind::Equal, "equal-unaries", equalUnaries},
                                {Kind::Equal, "equal-add-constant", equalAddConstant},
                                {Kind::Equal, "equal-xor-constant", equalXorConstant},
                                {Kind::Equal, "equal-mul-constant", equalMulConstant},
                                {Kind::Equal, "equal-operand", eitherWay<equalOperand>},
                                {Kind::Equal, "equal-cancel", equalCancel},
                                {Kind::Equal, "equal-add-constants", equalAddConstants},
                                {Kind::Equal, "equal-difference-zero", equalDifferenceZero},
                                {Kind::Equal, "equal-masked", equalMasked},
                                {Kind::Equal, "equal-extended-constant", equalExtendedConstant},
                                {Kind::Equal, "equal-extended", equalExtended},
                                {Kind::Equal, "equal-concat-constant", equalConcatConstant},
                                {Kind::Equal, "equal-concats", equalConcats},
                                {Kind::Equal, "equal-zero-bit", equalZeroBit},
                            });
}

} // namespace assay::rewrites
