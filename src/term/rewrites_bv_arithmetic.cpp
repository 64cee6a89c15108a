// Negation, addition, multiplication, division. Sums are kept with one constant, outermost; a multiplication or
// division by a power of two is a move of bits, which costs a bit-blaster nothing.
#include "term/rewrite_rules.h"

#include <array>

namespace assay::rewrites {

namespace {

bool isAddWithConstant(Term t) { return hasConstant(t, Kind::BvAdd); }

// (bvneg (bvneg x)) -> x
Term negNeg(TermManager&, const Application& a) { return isKind(a[0], Kind::BvNeg) ? a[0][0] : Term(); }

// (bvneg (bvnot x)) -> (bvadd x 1)
Term negNot(TermManager& tm, const Application& a) {
  return isKind(a[0], Kind::BvNot) ? tm.mkBvAdd(a[0][0], mkOneLike(tm, a[0])) : Term();
}

// (bvneg (bvadd x c)) -> (bvadd (bvneg x) -c), (bvneg (bvadd x (bvneg y))) -> (bvadd y (bvneg x))
Term negAdd(TermManager& tm, const Application& a) {
  if (!isKind(a[0], Kind::BvAdd)) return {};
  Term x = a[0][0], y = a[0][1];
  if (isBvConst(y) || isKind(y, Kind::BvNeg)) return tm.mkBvAdd(tm.mkBvNeg(x), tm.mkBvNeg(y));
  return isKind(x, Kind::BvNeg) ? tm.mkBvAdd(x[0], tm.mkBvNeg(y)) : Term();
}

// (bvneg (bvmul x c)) -> (bvmul x -c)
Term negMul(TermManager& tm, const Application& a) {
  return hasConstant(a[0], Kind::BvMul) ? tm.mkBvMul(a[0][0], tm.mkBvNeg(a[0][1])) : Term();
}

// width 1: (bvneg x) -> x
Term negBit(TermManager&, const Application& a) { return a.sort.width() == 1 ? a[0] : Term(); }

// (bvadd x 0) -> x
Term addZero(TermManager&, const Application& a) { return isZero(a[1]) ? a[0] : Term(); }

// (bvadd x (bvneg x)) -> 0
Term addOpposite(TermManager& tm, const Application& a) {
  return areOpposites(a[0], a[1]) ? mkZeroLike(tm, a[0]) : Term();
}

// (bvadd x (bvnot x)) -> ones
Term addComplement(TermManager& tm, const Application& a) {
  return areComplements(a[0], a[1]) ? tm.mkOnes(a.sort.width()) : Term();
}

// width 1: (bvadd x y) -> (bvxor x y)
Term addBits(TermManager& tm, const Application& a) { return a.sort.width() == 1 ? tm.mkBvXor(a[0], a[1]) : Term(); }

// (bvadd x x) -> (bvmul x 2)
Term addSame(TermManager& tm, const Application& a) {
  return a[0] == a[1] ? tm.mkBvMul(a[0], tm.mkBv(a.sort.width(), 2)) : Term();
}

// (bvadd (bvnot x) 1) -> (bvneg x)
Term addNotOne(TermManager& tm, const Application& a) {
  return isKind(a[0], Kind::BvNot) && isOne(a[1]) ? tm.mkBvNeg(a[0][0]) : Term();
}

// (bvadd (bvadd x c1) c2) -> (bvadd x c1+c2)
Term addConstants(TermManager& tm, const Application& a) {
  if (!isBvConst(a[1]) || !isAddWithConstant(a[0])) return {};
  return tm.mkBvAdd(a[0][0], tm.mkBvAdd(a[0][1], a[1]));
}

// (bvadd (bvadd x c) y) -> (bvadd (bvadd x y) c)
Term addPullConstant(TermManager& tm, const Application&, Term x, Term y) {
  if (isBvConst(y) || !isAddWithConstant(x)) return {};
  return tm.mkBvAdd(tm.mkBvAdd(x[0], y), x[1]);
}

// (bvadd x (bvadd (bvneg x) y)) -> y, (bvadd (bvneg x) (bvadd x y)) -> y
Term addCancel(TermManager&, const Application&, Term x, Term y) {
  if (!isKind(y, Kind::BvAdd)) return {};
  return areOpposites(x, y[0]) ? y[1] : areOpposites(x, y[1]) ? y[0] : Term();
}

// (bvmul x 0) -> 0, (bvmul x 1) -> x
Term mulConstant(TermManager&, const Application& a) { return isZero(a[1]) ? a[1] : isOne(a[1]) ? a[0] : Term(); }

// width 1: (bvmul x y) -> (bvand x y)
Term mulBits(TermManager& tm, const Application& a) { return a.sort.width() == 1 ? tm.mkBvAnd(a[0], a[1]) : Term(); }

// (bvmul (bvmul x c1) c2) -> (bvmul x c1*c2)
Term mulConstants(TermManager& tm, const Application& a) {
  if (!isBvConst(a[1]) || !hasConstant(a[0], Kind::BvMul)) return {};
  return tm.mkBvMul(a[0][0], tm.mkBvMul(a[0][1], a[1]));
}

// (bvmul (bvadd x c1) c2) -> (bvadd (bvmul x c2) c1*c2)
Term mulDistribute(TermManager& tm, const Application& a) {
  if (!isBvConst(a[1]) || !isAddWithConstant(a[0])) return {};
  return tm.mkBvAdd(tm.mkBvMul(a[0][0], a[1]), tm.mkBvMul(a[0][1], a[1]));
}

// (bvmul (bvneg x) c) -> (bvmul x -c), (bvmul (bvneg x) y) -> (bvneg (bvmul x y))
Term mulNeg(TermManager& tm, const Application&, Term x, Term y) {
  if (!isKind(x, Kind::BvNeg)) return {};
  return isBvConst(y) ? tm.mkBvMul(x[0], tm.mkBvNeg(y)) : tm.mkBvNeg(tm.mkBvMul(x[0], y));
}

// (bvmul x 2^k) -> (concat (extract x) 0)
Term mulPowerOfTwo(TermManager& tm, const Application& a) {
  if (!isBvConst(a[1]) || !a[1].value().isPowerOfTwo()) return {};
  uint32_t k = a[1].value().countTrailingZeros();
  return k == 0 ? a[0] : tm.mkBvConcat(tm.mkBvExtract(a[0], a.sort.width() - 1 - k, 0), tm.mkBv(k, 0));
}

// (bvmul x -2^k) -> (bvneg (bvmul x 2^k))
Term mulNegatedPowerOfTwo(TermManager& tm, const Application& a) {
  if (!isBvConst(a[1]) || !a[1].value().neg().isPowerOfTwo()) return {};
  return tm.mkBvNeg(tm.mkBvMul(a[0], tm.mkBvNeg(a[1])));
}

// (bvmul (ite c 1 0) x) -> (ite c x 0)
Term mulByTruth(TermManager& tm, const Application&, Term x, Term y) {
  bool truth = isKind(x, Kind::Ite) && isOne(x[1]) && isZero(x[2]);
  return truth ? tm.mkIte(x[0], y, x[2]) : Term();
}

// (op (ite c k1 x) (ite c k2 y)) -> (ite c (op k1 k2) (op x y)), also with the constants in the other branches;
// op is costly, so the pairs that never meet are kept from its circuit
Term choicesTogether(TermManager& tm, const Application& a) {
  if (!isKind(a[0], Kind::Ite) || !isKind(a[1], Kind::Ite) || a[0][0] != a[1][0]) return {};
  auto areConstants = [&](uint32_t branch) { return isBvConst(a[0][branch]) && isBvConst(a[1][branch]); };
  if (!areConstants(1) && !areConstants(2)) return {};
  Term positive = mkSame(tm, a, std::array{a[0][1], a[1][1]});
  Term negative = mkSame(tm, a, std::array{a[0][2], a[1][2]});
  return tm.mkIte(a[0][0], positive, negative);
}

// (bvudiv x 0) -> ones, (bvudiv x 1) -> x
Term udivConstant(TermManager& tm, const Application& a) {
  return isZero(a[1]) ? tm.mkOnes(a.sort.width()) : isOne(a[1]) ? a[0] : Term();
}

// (bvudiv 0 x), (bvsdiv 0 x) -> (ite (= x 0) ones 0)
Term divOfZero(TermManager& tm, const Application& a) {
  return isZero(a[0]) ? tm.mkIte(tm.mkEqual(a[1], a[0]), tm.mkOnes(a.sort.width()), a[0]) : Term();
}

// (bvudiv x x), (bvsdiv x x) -> (ite (= x 0) ones 1)
Term divSame(TermManager& tm, const Application& a) {
  if (a[0] != a[1]) return {};
  return tm.mkIte(tm.mkEqual(a[0], mkZeroLike(tm, a[0])), tm.mkOnes(a.sort.width()), mkOneLike(tm, a[0]));
}

// (bvudiv x 2^k) -> (zero_extend (extract x))
Term udivPowerOfTwo(TermManager& tm, const Application& a) {
  if (!isBvConst(a[1]) || !a[1].value().isPowerOfTwo()) return {};
  uint32_t k = a[1].value().countTrailingZeros();
  return tm.mkBvZeroExtend(tm.mkBvExtract(a[0], a.sort.width() - 1, k), k);
}

// (bvudiv x ones) -> (ite (= x ones) 1 0)
Term udivOnes(TermManager& tm, const Application& a) {
  return isOnes(a[1]) ? tm.mkBoolToBv(tm.mkEqual(a[0], a[1]), a.sort.width()) : Term();
}

// (bvudiv (bvudiv x c1) c2) -> (bvudiv x c1*c2), or 0 if that is too large
Term udivConstants(TermManager& tm, const Application& a) {
  if (!isBvConst(a[1]) || !hasConstant(a[0], Kind::BvUdiv) || isZero(a[1]) || isZero(a[0][1])) return {};
  if (a[1].value().umulOverflows(a[0][1].value())) return mkZeroLike(tm, a[0]);
  return tm.mkBvUdiv(a[0][0], tm.mkBvMul(a[0][1], a[1]));
}

// (bvudiv (zero_extend x) c), (bvurem (zero_extend x) c) -> the same on x, zero-extended
Term divideZeroExtended(TermManager& tm, const Application& a) {
  if (!isKind(a[0], Kind::BvZeroExtend) || !isBvConst(a[1]) || isZero(a[1])) return {};
  Term x = a[0][0];
  uint32_t width = widthOf(x);
  if (!a[1].value().extract(a.sort.width() - 1, width).isZero()) // the divisor is larger than any x
    return a.kind == Kind::BvUdiv ? mkZeroLike(tm, a[0]) : a[0];
  return tm.mkBvZeroExtend(tm.mk(a.kind, {x, tm.mkBvExtract(a[1], width - 1, 0)}), a.sort.width() - width);
}

// (bvurem x 0), (bvsrem x 0) -> x
Term remByZero(TermManager&, const Application& a) { return isZero(a[1]) ? a[0] : Term(); }

// (bvurem x 1), (bvsrem x 1), (bvsrem x -1) -> 0
Term remByOne(TermManager& tm, const Application& a) {
  bool one = isOne(a[1]) || (a.kind == Kind::BvSrem && isOnes(a[1]));
  return one ? mkZeroLike(tm, a[0]) : Term();
}

// (bvurem 0 x), (bvsrem 0 x) -> 0
Term remOfZero(TermManager&, const Application& a) { return isZero(a[0]) ? a[0] : Term(); }

// (bvurem x x), (bvsrem x x) -> 0
Term remSame(TermManager& tm, const Application& a) { return a[0] == a[1] ? mkZeroLike(tm, a[0]) : Term(); }

// (bvurem x 2^k) -> (zero_extend (extract x))
Term uremPowerOfTwo(TermManager& tm, const Application& a) {
  if (!isBvConst(a[1]) || !a[1].value().isPowerOfTwo() || isOne(a[1])) return {};
  uint32_t k = a[1].value().countTrailingZeros();
  return tm.mkBvZeroExtend(tm.mkBvExtract(a[0], k - 1, 0), a.sort.width() - k);
}

// (bvsdiv x 0) -> (ite (bvslt x 0) 1 ones)
Term sdivByZero(TermManager& tm, const Application& a) {
  if (!isZero(a[1])) return {};
  return tm.mkIte(tm.mkBvSlt(a[0], a[1]), mkOneLike(tm, a[0]), tm.mkOnes(a.sort.width()));
}

// (bvsdiv x 1) -> x, (bvsdiv x -1) -> (bvneg x)
Term sdivByUnit(TermManager& tm, const Application& a) {
  return isOne(a[1]) ? a[0] : isOnes(a[1]) ? tm.mkBvNeg(a[0]) : Term();
}

// (bvsdiv x y) -> (bvudiv x y), (bvsrem x y) -> (bvurem x y) if both are not negative
Term signedToUnsigned(TermManager& tm, const Application& a) {
  if (!isNonNegative(a[0]) || !isNonNegative(a[1])) return {};
  return tm.mk(a.kind == Kind::BvSdiv ? Kind::BvUdiv : Kind::BvUrem, {a[0], a[1]});
}

/// log2 of a constant that is a power of two and positive as a signed number and not 1; 0 otherwise.
uint32_t signedLogarithm(Term t) {
  bool power = isBvConst(t) && t.value().isPowerOfTwo() && !t.value().signBit();
  return power ? t.value().countTrailingZeros() : 0;
}

/// 2^k - 1 where x is negative, else 0: what makes a right shift round towards zero.
Term mkRoundingBias(TermManager& tm, Term x, uint32_t k) {
  uint32_t width = widthOf(x);
  return tm.mkBvZeroExtend(tm.mkBvSignExtend(mkBit(tm, x, width - 1), k - 1), width - k);
}

// (bvsdiv x 2^k) -> (bvashr (bvadd x bias) k), bias = 2^k - 1 if x < 0 else 0
Term sdivPowerOfTwo(TermManager& tm, const Application& a) {
  uint32_t k = signedLogarithm(a[1]);
  if (k == 0) return {};
  return tm.mkBvAshr(tm.mkBvAdd(a[0], mkRoundingBias(tm, a[0], k)), tm.mkBv(a.sort.width(), k));
}

// (bvsrem x 2^k) -> (bvsub (bvand (bvadd x bias) 2^k-1) bias), bias = 2^k - 1 if x < 0 else 0
Term sremPowerOfTwo(TermManager& tm, const Application& a) {
  uint32_t k = signedLogarithm(a[1]);
  if (k == 0) return {};
  Term bias = mkRoundingBias(tm, a[0], k);
  Term low = tm.mkBvExtract(tm.mkBvAdd(a[0], bias), k - 1, 0);
  return tm.mkBvSub(tm.mkBvZeroExtend(low, a.sort.width() - k), bias);
}

} // namespace

void addBvArithmeticRules(Rules& rules) {
  rules.insert(rules.end(), {
                                {Kind::BvNeg, "neg-neg", negNeg},
                                {Kind::BvNeg, "neg-bit", negBit},
                                {Kind::BvNeg, "neg-not", negNot},
                                {Kind::BvNeg, "neg-add", negAdd},
                                {Kind::BvNeg, "neg-mul", negMul},
                                {Kind::BvAdd, "add-zero", addZero},
                                {Kind::BvAdd, "add-bits", addBits},
                                {Kind::BvAdd, "add-opposite", addOpposite},
                                {Kind::BvAdd, "add-complement", addComplement},
                                {Kind::BvAdd, "add-same", addSame},
                                {Kind::BvAdd, "add-not-one", addNotOne},
                                {Kind::BvAdd, "add-constants", addConstants},
                                {Kind::BvAdd, "add-pull-constant", eitherWay<addPullConstant>},
                                {Kind::BvAdd, "add-cancel", eitherWay<addCancel>},
                                {Kind::BvMul, "mul-constant", mulConstant},
                                {Kind::BvMul, "mul-bits", mulBits},
                                {Kind::BvMul, "mul-constants", mulConstants},
                                {Kind::BvMul, "mul-distribute", mulDistribute},
                                {Kind::BvMul, "mul-neg", eitherWay<mulNeg>},
                                {Kind::BvMul, "mul-power-of-two", mulPowerOfTwo},
                                {Kind::BvMul, "mul-negated-power-of-two", mulNegatedPowerOfTwo},
                                {Kind::BvMul, "mul-by-truth", eitherWay<mulByTruth>},
                                {Kind::BvUdiv, "udiv-constant", udivConstant},
                                {Kind::BvUdiv, "div-of-zero", divOfZero},
                                {Kind::BvUdiv, "div-same", divSame},
                                {Kind::BvUdiv, "udiv-power-of-two", udivPowerOfTwo},
                                {Kind::BvUdiv, "udiv-ones", udivOnes},
                                {Kind::BvUdiv, "udiv-constants", udivConstants},
                                {Kind::BvUdiv, "divide-zero-extended", divideZeroExtended},
                                {Kind::BvUrem, "rem-by-zero", remByZero},
                                {Kind::BvUrem, "rem-by-one", remByOne},
                                {Kind::BvUrem, "rem-of-zero", remOfZero},
                                {Kind::BvUrem, "rem-same", remSame},
                                {Kind::BvUrem, "urem-power-of-two", uremPowerOfTwo},
                                {Kind::BvUrem, "divide-zero-extended", divideZeroExtended},
                                {Kind::BvSdiv, "sdiv-by-zero", sdivByZero},
                                {Kind::BvSdiv, "sdiv-by-unit", sdivByUnit},
                                {Kind::BvSdiv, "div-of-zero", divOfZero},
                                {Kind::BvSdiv, "div-same", divSame},
                                {Kind::BvSdiv, "signed-to-unsigned", signedToUnsigned},
                                {Kind::BvSdiv, "sdiv-power-of-two", sdivPowerOfTwo},
                                {Kind::BvSrem, "rem-by-zero", remByZero},
                                {Kind::BvSrem, "rem-by-one", remByOne},
                                {Kind::BvSrem, "rem-of-zero", remOfZero},
                                {Kind::BvSrem, "rem-same", remSame},
                                {Kind::BvSrem, "signed-to-unsigned", signedToUnsigned},
                                {Kind::BvSrem, "srem-power-of-two", sremPowerOfTwo},
                            });
  for (Kind kind : {Kind::BvMul, Kind::BvUdiv, Kind::BvUrem, Kind::BvSdiv, Kind::BvSrem})
    rules.push_back({kind, "choices-together", choicesTogether});
}

} // namespace assay::rewrites
