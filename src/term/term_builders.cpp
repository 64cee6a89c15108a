// The builders of single operators. Most only name their kind; the others spell out an operator that has none.
#include "term/sort_check.h"
#include "term/term_manager.h"

#include <cassert>
#include <vector>

namespace assay {

namespace {

uint32_t code(RoundingMode rm) { return static_cast<uint32_t>(rm); }

/// Pairs neighbours until one is left, so that n operands make a tree of depth log n.
Term mkBalanced(TermManager& tm, Kind kind, std::span<const Term> terms) {
  std::vector<Term> level(terms.begin(), terms.end());
  while (level.size() > 1) {
    size_t half = 0;
    for (size_t i = 0; i < level.size(); i += 2)
      level[half++] = i + 1 < level.size() ? tm.mk(kind, {level[i], level[i + 1]}) : level[i];
    level.resize(half);
  }
  return level[0];
}

} // namespace

// Core.
Term TermManager::mkNot(Term a) { return mk(Kind::Not, {a}); }
Term TermManager::mkAnd(Term a, Term b) { return mk(Kind::And, {a, b}); }
Term TermManager::mkAnd(std::span<const Term> terms) {
  return terms.empty() ? mkTrue() : mkBalanced(*this, Kind::And, terms);
}
Term TermManager::mkOr(Term a, Term b) { return mk(Kind::Or, {a, b}); }
Term TermManager::mkOr(std::span<const Term> terms) {
  return terms.empty() ? mkFalse() : mkBalanced(*this, Kind::Or, terms);
}
Term TermManager::mkXor(Term a, Term b) {
  assert(a.sort().isBool());
  return mkDistinct(a, b);
}
Term TermManager::mkImplies(Term a, Term b) { return mkOr(mkNot(a), b); }
Term TermManager::mkEqual(Term a, Term b) { return mk(Kind::Equal, {a, b}); }
Term TermManager::mkDistinct(Term a, Term b) { return mkNot(mkEqual(a, b)); }
Term TermManager::mkIte(Term condition, Term thenTerm, Term elseTerm) {
  return mk(Kind::Ite, {condition, thenTerm, elseTerm});
}

// Bit-vectors.
Term TermManager::mkBvNot(Term a) { return mk(Kind::BvNot, {a}); }
Term TermManager::mkBvNeg(Term a) { return mk(Kind::BvNeg, {a}); }
Term TermManager::mkBvAnd(Term a, Term b) { return mk(Kind::BvAnd, {a, b}); }
Term TermManager::mkBvOr(Term a, Term b) { return mk(Kind::BvOr, {a, b}); }
Term TermManager::mkBvXor(Term a, Term b) { return mk(Kind::BvXor, {a, b}); }
Term TermManager::mkBvAdd(Term a, Term b) { return mk(Kind::BvAdd, {a, b}); }
Term TermManager::mkBvSub(Term a, Term b) { return mkBvAdd(a, mkBvNeg(b)); }
Term TermManager::mkBvMul(Term a, Term b) { return mk(Kind::BvMul, {a, b}); }
Term TermManager::mkBvUdiv(Term a, Term b) { return mk(Kind::BvUdiv, {a, b}); }
Term TermManager::mkBvUrem(Term a, Term b) { return mk(Kind::BvUrem, {a, b}); }
Term TermManager::mkBvSdiv(Term a, Term b) { return mk(Kind::BvSdiv, {a, b}); }
Term TermManager::mkBvSrem(Term a, Term b) { return mk(Kind::BvSrem, {a, b}); }
Term TermManager::mkBvShl(Term a, Term b) { return mk(Kind::BvShl, {a, b}); }
Term TermManager::mkBvLshr(Term a, Term b) { return mk(Kind::BvLshr, {a, b}); }
Term TermManager::mkBvAshr(Term a, Term b) { return mk(Kind::BvAshr, {a, b}); }
Term TermManager::mkBvUlt(Term a, Term b) { return mk(Kind::BvUlt, {a, b}); }
Term TermManager::mkBvUle(Term a, Term b) { return mkNot(mkBvUlt(b, a)); }
Term TermManager::mkBvSlt(Term a, Term b) { return mk(Kind::BvSlt, {a, b}); }
Term TermManager::mkBvSle(Term a, Term b) { return mkNot(mkBvSlt(b, a)); }
Term TermManager::mkBvConcat(Term high, Term low) { return mk(Kind::BvConcat, {high, low}); }
Term TermManager::mkBvExtract(Term a, uint32_t high, uint32_t low) { return mk(Kind::BvExtract, {a}, {high, low}); }
Term TermManager::mkBvZeroExtend(Term a, uint32_t bits) { return mk(Kind::BvZeroExtend, {a}, {bits}); }
Term TermManager::mkBvSignExtend(Term a, uint32_t bits) { return mk(Kind::BvSignExtend, {a}, {bits}); }

Term TermManager::mkBvZeroResize(Term a, uint32_t width) {
  uint32_t present = a.sort().width();
  if (width == present) return a;
  return width < present ? mkBvExtract(a, width - 1, 0) : mkBvZeroExtend(a, width - present);
}
Term TermManager::mkBvSignResize(Term a, uint32_t width) {
  uint32_t present = a.sort().width();
  if (width == present) return a;
  return width < present ? mkBvExtract(a, width - 1, 0) : mkBvSignExtend(a, width - present);
}

Term TermManager::mkBoolToBv(Term a, uint32_t width) { return mkIte(a, mkBv(width, 1), mkBv(width, 0)); }
Term TermManager::mkBvToBool(Term a) { return mkDistinct(a, mkBv(a.sort().width(), 0)); }

// The sum wraps exactly if it is smaller than an operand.
Term TermManager::mkBvUaddo(Term a, Term b) { return mkBvUlt(mkBvAdd(a, b), a); }
Term TermManager::mkBvUsubo(Term a, Term b) { return mkBvUlt(a, b); }

// Signed overflow: without wrapping, a + b < a exactly if b < 0; wrapping turns that around.
Term TermManager::mkBvSaddo(Term a, Term b) {
  Term zero = mkBv(a.sort().width(), 0);
  return mkXor(mkBvSlt(mkBvAdd(a, b), a), mkBvSlt(b, zero));
}
Term TermManager::mkBvSsubo(Term a, Term b) {
  Term zero = mkBv(a.sort().width(), 0);
  return mkXor(mkBvSlt(a, mkBvSub(a, b)), mkBvSlt(b, zero));
}
Term TermManager::mkBvUmulo(Term a, Term b) { return mk(Kind::BvUmulo, {a, b}); }
Term TermManager::mkBvSmulo(Term a, Term b) { return mk(Kind::BvSmulo, {a, b}); }
Term TermManager::mkBvNego(Term a) { return mkEqual(a, mkBv(BitVector::minSigned(a.sort().width()))); }
Term TermManager::mkBvSdivo(Term a, Term b) { return mkAnd(mkBvNego(a), mkEqual(b, mkOnes(b.sort().width()))); }

// Floats.
Term TermManager::mkFpAbs(Term a) { return mk(Kind::FpAbs, {a}); }
Term TermManager::mkFpNeg(Term a) { return mk(Kind::FpNeg, {a}); }
Term TermManager::mkFpAdd(RoundingMode rm, Term a, Term b) { return mk(Kind::FpAdd, {a, b}, {code(rm)}); }
Term TermManager::mkFpSub(RoundingMode rm, Term a, Term b) { return mkFpAdd(rm, a, mkFpNeg(b)); }
Term TermManager::mkFpMul(RoundingMode rm, Term a, Term b) { return mk(Kind::FpMul, {a, b}, {code(rm)}); }
Term TermManager::mkFpDiv(RoundingMode rm, Term a, Term b) { return mk(Kind::FpDiv, {a, b}, {code(rm)}); }
Term TermManager::mkFpFma(RoundingMode rm, Term a, Term b, Term c) { return mk(Kind::FpFma, {a, b, c}, {code(rm)}); }
Term TermManager::mkFpSqrt(RoundingMode rm, Term a) { return mk(Kind::FpSqrt, {a}, {code(rm)}); }
Term TermManager::mkFpRem(Term a, Term b) { return mk(Kind::FpRem, {a, b}); }
Term TermManager::mkFpRoundToIntegral(RoundingMode rm, Term a) { return mk(Kind::FpRoundToIntegral, {a}, {code(rm)}); }
Term TermManager::mkFpMin(Term a, Term b) { return mk(Kind::FpMin, {a, b}); }
Term TermManager::mkFpMax(Term a, Term b) { return mk(Kind::FpMax, {a, b}); }
Term TermManager::mkFpLe(Term a, Term b) { return mk(Kind::FpLe, {a, b}); }
Term TermManager::mkFpLt(Term a, Term b) { return mk(Kind::FpLt, {a, b}); }
Term TermManager::mkFpEq(Term a, Term b) { return mk(Kind::FpEq, {a, b}); }
Term TermManager::mkFpIsNan(Term a) { return mk(Kind::FpIsNan, {a}); }
Term TermManager::mkFpIsInf(Term a) { return mk(Kind::FpIsInf, {a}); }
Term TermManager::mkFpIsZero(Term a) { return mk(Kind::FpIsZero, {a}); }
Term TermManager::mkFpIsNormal(Term a) { return mk(Kind::FpIsNormal, {a}); }
Term TermManager::mkFpIsSubnormal(Term a) { return mk(Kind::FpIsSubnormal, {a}); }
Term TermManager::mkFpIsNegative(Term a) { return mk(Kind::FpIsNegative, {a}); }
Term TermManager::mkFpFromBits(Term bits, Sort sort) {
  return mk(Kind::FpFromBits, {bits}, {sort.exponentBits(), sort.significandBits()});
}
Term TermManager::mkFpToBits(Term a, Term nan) { return mk(Kind::FpToBits, {a, nan}); }
Term TermManager::mkFpToBits(Term a) { return mkFpToBits(a, mkBv(a.sort().width(), 0)); }
Term TermManager::mkFpToFp(RoundingMode rm, Term a, Sort sort) {
  return mk(Kind::FpToFp, {a}, {code(rm), sort.exponentBits(), sort.significandBits()});
}
Term TermManager::mkFpFromSbv(RoundingMode rm, Term a, Sort sort) {
  return mk(Kind::FpFromSbv, {a}, {code(rm), sort.exponentBits(), sort.significandBits()});
}
Term TermManager::mkFpFromUbv(RoundingMode rm, Term a, Sort sort) {
  return mk(Kind::FpFromUbv, {a}, {code(rm), sort.exponentBits(), sort.significandBits()});
}
Term TermManager::mkFpToSbv(RoundingMode rm, Term a, uint32_t width) {
  return mk(Kind::FpToSbv, {a}, {code(rm), width});
}
Term TermManager::mkFpToUbv(RoundingMode rm, Term a, uint32_t width) {
  return mk(Kind::FpToUbv, {a}, {code(rm), width});
}

// Arrays.
Term TermManager::mkSelect(Term array, Term index) { return mk(Kind::Select, {array, index}); }
Term TermManager::mkStore(Term array, Term index, Term value) { return mk(Kind::Store, {array, index, value}); }

} // namespace assay
