// Rules about where bits come from. Shifts by constants become extracts with zeros (or signs) beside them; extracts
// move inwards until they meet what they select from; leading zeros are always zero_extend and move outwards.
#include "term/rewrite_rules.h"

#include <algorithm>

namespace assay::rewrites {

namespace {

bool isExtension(Term t) { return isKind(t, Kind::BvZeroExtend) || isKind(t, Kind::BvSignExtend); }
bool isBitwise(Term t) { return isKind(t, Kind::BvAnd) || isKind(t, Kind::BvOr) || isKind(t, Kind::BvXor); }

// (bvnot (bvnot x)) -> x
Term notNot(TermManager&, const Application& a) { return isKind(a[0], Kind::BvNot) ? a[0][0] : Term(); }

// (bvnot (bvneg x)) -> (bvadd x ones)
Term notNeg(TermManager& tm, const Application& a) {
  return isKind(a[0], Kind::BvNeg) ? tm.mkBvAdd(a[0][0], tm.mkOnes(a.sort.width())) : Term();
}

// (bvxor x 0) -> x, (bvxor x ones) -> (bvnot x)
Term xorConstant(TermManager& tm, const Application& a) {
  return isZero(a[1]) ? a[0] : isOnes(a[1]) ? tm.mkBvNot(a[0]) : Term();
}

// (bvxor x x) -> 0
Term xorSame(TermManager& tm, const Application& a) { return a[0] == a[1] ? mkZeroLike(tm, a[0]) : Term(); }

// (bvxor (bvnot x) y) -> (bvnot (bvxor x y)), (bvxor (bvnot x) c) -> (bvxor x ~c)
Term xorNot(TermManager& tm, const Application&, Term x, Term y) {
  if (!isKind(x, Kind::BvNot)) return {};
  return isBvConst(y) ? tm.mkBvXor(x[0], tm.mkBvNot(y)) : tm.mkBvNot(tm.mkBvXor(x[0], y));
}

// (bvxor (bvxor x c1) c2) -> (bvxor x c1^c2)
Term xorConstants(TermManager& tm, const Application& a) {
  if (!isBvConst(a[1]) || !hasConstant(a[0], Kind::BvXor)) return {};
  return tm.mkBvXor(a[0][0], tm.mkBvXor(a[0][1], a[1]));
}

// (bvxor x (bvxor x y)) -> y
Term xorCancel(TermManager&, const Application&, Term x, Term y) {
  return isKind(y, Kind::BvXor) ? otherOperand(y, x) : Term();
}

// (op (concat x y) c) -> (concat (op x c') (op y c'')), op bitwise
Term bitwiseConcat(TermManager& tm, const Application& a) {
  if (!isKind(a[0], Kind::BvConcat) || !isBvConst(a[1])) return {};
  uint32_t low = widthOf(a[0][1]), width = a.sort.width();
  return tm.mkBvConcat(tm.mk(a.kind, {a[0][0], tm.mkBvExtract(a[1], width - 1, low)}),
                       tm.mk(a.kind, {a[0][1], tm.mkBvExtract(a[1], low - 1, 0)}));
}

// (op (zero_extend x) (zero_extend y)) -> (zero_extend (op x y)) for equal widths, op bitwise
Term bitwiseZeroExtended(TermManager& tm, const Application& a) {
  bool fits = isKind(a[0], Kind::BvZeroExtend) && isKind(a[1], Kind::BvZeroExtend) && a[0].index(0) == a[1].index(0);
  return fits ? tm.mkBvZeroExtend(tm.mk(a.kind, {a[0][0], a[1][0]}), a[0].index(0)) : Term();
}

// (op (zero_extend x) c) -> (zero_extend (op x c')), op bitwise, c as small as x or op bvand
Term bitwiseZeroExtendedConstant(TermManager& tm, const Application& a) {
  if (!isKind(a[0], Kind::BvZeroExtend) || !isBvConst(a[1])) return {};
  uint32_t width = widthOf(a[0][0]);
  bool highZero = a.kind == Kind::BvAnd || a[1].value().extract(a.sort.width() - 1, width).isZero();
  if (!highZero) return {};
  return tm.mkBvZeroExtend(tm.mk(a.kind, {a[0][0], tm.mkBvExtract(a[1], width - 1, 0)}), a[0].index(0));
}

// (shift 0 x) -> 0, (bvashr ones x) -> ones
Term shiftOfConstant(TermManager&, const Application& a) {
  return isZero(a[0]) || (a.kind == Kind::BvAshr && isOnes(a[0])) ? a[0] : Term();
}

/// A constant shift's distance, at most the width.
uint32_t distanceOf(const Application& a) {
  const BitVector& amount = a[1].value();
  uint32_t width = a.sort.width();
  return amount.fitsUint64() && amount.toUint64() < width ? static_cast<uint32_t>(amount.toUint64()) : width;
}

// (bvshl x k) -> (concat (extract x) 0)
Term shlConstant(TermManager& tm, const Application& a) {
  if (!isBvConst(a[1])) return {};
  uint32_t k = distanceOf(a), width = a.sort.width();
  if (k == 0) return a[0];
  if (k == width) return tm.mkBv(width, 0);
  return tm.mkBvConcat(tm.mkBvExtract(a[0], width - 1 - k, 0), tm.mkBv(k, 0));
}

// (bvlshr x k) -> (zero_extend (extract x))
Term lshrConstant(TermManager& tm, const Application& a) {
  if (!isBvConst(a[1])) return {};
  uint32_t k = distanceOf(a), width = a.sort.width();
  if (k == width) return tm.mkBv(width, 0);
  return tm.mkBvZeroExtend(tm.mkBvExtract(a[0], width - 1, k), k);
}

// (bvashr x k) -> (sign_extend (extract x))
Term ashrConstant(TermManager& tm, const Application& a) {
  if (!isBvConst(a[1])) return {};
  uint32_t width = a.sort.width(), k = std::min(distanceOf(a), width - 1);
  return tm.mkBvSignExtend(tm.mkBvExtract(a[0], width - 1, k), k);
}

// (bvashr x y) -> (bvlshr x y) if x is not negative
Term ashrNonNegative(TermManager& tm, const Application& a) {
  return isNonNegative(a[0]) ? tm.mkBvLshr(a[0], a[1]) : Term();
}

// (concat 0 x) -> (zero_extend x)
Term concatZero(TermManager& tm, const Application& a) {
  return isZero(a[0]) ? tm.mkBvZeroExtend(a[1], widthOf(a[0])) : Term();
}

// (concat (zero_extend x) y) -> (zero_extend (concat x y))
Term concatZeroExtended(TermManager& tm, const Application& a) {
  return isKind(a[0], Kind::BvZeroExtend) ? tm.mkBvZeroExtend(tm.mkBvConcat(a[0][0], a[1]), a[0].index(0)) : Term();
}

/// Whether the two are neighbouring pieces of one term, or constants: then their concatenation is one piece.
Term joined(TermManager& tm, Term high, Term low) {
  if (isBvConst(high) && isBvConst(low)) return tm.mkBvConcat(high, low);
  bool adjacent = isKind(high, Kind::BvExtract) && isKind(low, Kind::BvExtract) && high[0] == low[0] &&
                  high.index(1) == low.index(0) + 1;
  return adjacent ? tm.mkBvExtract(high[0], high.index(0), low.index(1)) : Term();
}

// (concat x[i:j+1] x[j:k]) -> x[i:k]
Term concatAdjacent(TermManager& tm, const Application& a) { return joined(tm, a[0], a[1]); }

// (concat (concat w x[i:j+1]) x[j:k]) -> (concat w x[i:k]), the same for constants
Term concatJoinLeft(TermManager& tm, const Application& a) {
  if (!isKind(a[0], Kind::BvConcat)) return {};
  Term piece = joined(tm, a[0][1], a[1]);
  return piece ? tm.mkBvConcat(a[0][0], piece) : Term();
}

// (concat x[i:j+1] (concat x[j:k] w)) -> (concat x[i:k] w), the same for constants
Term concatJoinRight(TermManager& tm, const Application& a) {
  if (!isKind(a[1], Kind::BvConcat)) return {};
  Term piece = joined(tm, a[0], a[1][0]);
  return piece ? tm.mkBvConcat(piece, a[1][1]) : Term();
}

// (concat c (zero_extend x)) -> (concat c0 x)
Term concatConstantZeroExtended(TermManager& tm, const Application& a) {
  if (!isBvConst(a[0]) || !isKind(a[1], Kind::BvZeroExtend)) return {};
  return tm.mkBvConcat(tm.mkBvConcat(a[0], tm.mkBv(a[1].index(0), 0)), a[1][0]);
}

// (extract x) -> x if it takes all of x
Term extractAll(TermManager&, const Application& a) { return a.sort == a[0].sort() ? a[0] : Term(); }

// (extract (extract x)) -> (extract x)
Term extractExtract(TermManager& tm, const Application& a) {
  if (!isKind(a[0], Kind::BvExtract)) return {};
  uint32_t offset = a[0].index(1);
  return tm.mkBvExtract(a[0][0], a.index(0) + offset, a.index(1) + offset);
}

// (extract (concat x y)) -> (extract x), (extract y) or (concat (extract x) (extract y))
Term extractConcat(TermManager& tm, const Application& a) {
  if (!isKind(a[0], Kind::BvConcat)) return {};
  Term x = a[0][0], y = a[0][1];
  uint32_t split = widthOf(y), high = a.index(0), low = a.index(1);
  if (high < split) return tm.mkBvExtract(y, high, low);
  if (low >= split) return tm.mkBvExtract(x, high - split, low - split);
  return tm.mkBvConcat(tm.mkBvExtract(x, high - split, 0), tm.mkBvExtract(y, split - 1, low));
}

// (extract (extend x)) -> (extract x), (extend (extract x)), or, all in the extension, 0 or copies of the sign
Term extractExtended(TermManager& tm, const Application& a) {
  if (!isExtension(a[0])) return {};
  Term x = a[0][0];
  bool zero = isKind(a[0], Kind::BvZeroExtend);
  uint32_t width = widthOf(x), high = a.index(0), low = a.index(1);
  if (high < width) return tm.mkBvExtract(x, high, low);
  if (low >= width && zero) return tm.mkBv(high - low + 1, 0);
  Term piece = tm.mkBvExtract(x, width - 1, std::min(low, width - 1));
  return zero ? tm.mkBvZeroResize(piece, a.sort.width()) : tm.mkBvSignResize(piece, a.sort.width());
}

// (extract (bvnot x)) -> (bvnot (extract x))
Term extractNot(TermManager& tm, const Application& a) {
  return isKind(a[0], Kind::BvNot) ? tm.mkBvNot(tm.mkBvExtract(a[0][0], a.index(0), a.index(1))) : Term();
}

// (extract (op x c)) -> (op (extract x) c'), op bitwise
Term extractBitwise(TermManager& tm, const Application& a) {
  if (!isBitwise(a[0]) || !isBvConst(a[0][1])) return {};
  return tm.mk(a[0].kind(),
               {tm.mkBvExtract(a[0][0], a.index(0), a.index(1)), tm.mkBvExtract(a[0][1], a.index(0), a.index(1))});
}

// (extract[k:0] (op (extend x) (extend y))) -> (op (extract ..) (extract ..)), also with constants; op bitwise, add,
// mul
Term extractLowOfArithmetic(TermManager& tm, const Application& a) {
  bool wraps = isKind(a[0], Kind::BvAdd) || isKind(a[0], Kind::BvMul);
  if (!(isBitwise(a[0]) || (wraps && a.index(1) == 0))) return {};
  for (Term operand : a[0].children())
    if (!isExtension(operand) && !isBvConst(operand)) return {};
  return tm.mk(a[0].kind(),
               {tm.mkBvExtract(a[0][0], a.index(0), a.index(1)), tm.mkBvExtract(a[0][1], a.index(0), a.index(1))});
}

// (zero_extend (zero_extend x)) -> (zero_extend x), (sign_extend (sign_extend x)) -> (sign_extend x)
Term extendTwice(TermManager& tm, const Application& a) {
  return isKind(a[0], a.kind) ? tm.mk(a.kind, {a[0][0]}, {a.index(0) + a[0].index(0)}) : Term();
}

// (sign_extend (zero_extend x)) -> (zero_extend x)
Term signExtendZeroExtended(TermManager& tm, const Application& a) {
  bool fits = isKind(a[0], Kind::BvZeroExtend) && a[0].index(0) > 0;
  return fits ? tm.mkBvZeroExtend(a[0][0], a.index(0) + a[0].index(0)) : Term();
}

} // namespace

void addBvStructureRules(Rules& rules) {
  rules.insert(rules.end(), {
                                {Kind::BvNot, "not-not", notNot},
                                {Kind::BvNot, "not-neg", notNeg},
                                {Kind::BvXor, "xor-constant", xorConstant},
                                {Kind::BvXor, "xor-same", xorSame},
                                {Kind::BvXor, "xor-not", eitherWay<xorNot>},
                                {Kind::BvXor, "xor-constants", xorConstants},
                                {Kind::BvXor, "xor-cancel", eitherWay<xorCancel>},
                            });
  for (Kind kind : {Kind::BvAnd, Kind::BvOr, Kind::BvXor}) {
    rules.push_back({kind, "bitwise-concat", bitwiseConcat});
    rules.push_back({kind, "bitwise-zero-extended", bitwiseZeroExtended});
    rules.push_back({kind, "bitwise-zero-extended-constant", bitwiseZeroExtendedConstant});
  }
  for (Kind kind : {Kind::BvShl, Kind::BvLshr, Kind::BvAshr})
    rules.push_back({kind, "shift-of-constant", shiftOfConstant});
  rules.insert(rules.end(), {
                                {Kind::BvShl, "shl-constant", shlConstant},
                                {Kind::BvLshr, "lshr-constant", lshrConstant},
                                {Kind::BvAshr, "ashr-constant", ashrConstant},
                                {Kind::BvAshr, "ashr-non-negative", ashrNonNegative},
                                {Kind::BvConcat, "concat-zero", concatZero},
                                {Kind::BvConcat, "concat-zero-extended", concatZeroExtended},
                                {Kind::BvConcat, "concat-adjacent", concatAdjacent},
                                {Kind::BvConcat, "concat-join-left", concatJoinLeft},
                                {Kind::BvConcat, "concat-join-right", concatJoinRight},
                                {Kind::BvConcat, "concat-constant-zero-extended", concatConstantZeroExtended},
                                {Kind::BvExtract, "extract-all", extractAll},
                                {Kind::BvExtract, "extract-extract", extractExtract},
                                {Kind::BvExtract, "extract-concat", extractConcat},
                                {Kind::BvExtract, "extract-extended", extractExtended},
                                {Kind::BvExtract, "extract-not", extractNot},
                                {Kind::BvExtract, "extract-bitwise", extractBitwise},
                                {Kind::BvExtract, "extract-low-of-arithmetic", extractLowOfArithmetic},
                                {Kind::BvZeroExtend, "extend-twice", extendTwice},
                                {Kind::BvSignExtend, "extend-twice", extendTwice},
                                {Kind::BvSignExtend, "sign-extend-zero-extended", signExtendZeroExtended},
                            });
}

} // namespace assay::rewrites
