// TermManager makes and owns all terms and sorts. Every builder type-checks its arguments (a violation is a defect of
// the caller and asserts) and, unless rewriting is off, applies the rewriter's rules at the top of the new term.
#pragma once

#include "term/bit_vector.h"
#include "term/term.h"

#include <initializer_list>
#include <memory>
#include <span>
#include <string_view>

namespace assay {

class Rewriter;

class TermManager {
public:
  enum class Rewriting : uint8_t { Off, On };
  explicit TermManager(Rewriting rewriting = Rewriting::On);
  ~TermManager();
  TermManager(const TermManager&) = delete;
  TermManager& operator=(const TermManager&) = delete;

  // Sorts.
  Sort boolSort();
  Sort bvSort(uint32_t width);
  Sort fpSort(uint32_t exponentBits, uint32_t significandBits);
  Sort arraySort(Sort index, Sort element);

  // Leaves.
  Term mkTrue();
  Term mkFalse();
  Term mkBool(bool value) { return value ? mkTrue() : mkFalse(); }
  Term mkBv(const BitVector& value);
  Term mkBv(uint32_t width, uint64_t value);
  Term mkOnes(uint32_t width);
  /// The float with these IEEE bits; NaNs become the canonical one.
  Term mkFp(Sort sort, const BitVector& bits);
  Term mkConstArray(Sort arraySort, Term value);
  /// The variable of this name; asking again with the same sort gives the same term, with another sort asserts.
  Term mkVariable(std::string_view symbol, Sort sort);
  /// A variable with a name that no other has: the prefix, and a number if the prefix is taken.
  Term mkFreshVariable(std::string_view prefix, Sort sort);
  /// The variable of this name, or the null term.
  Term findVariable(std::string_view symbol) const;
  /// False, zero, +0.0 or the array of zeros.
  Term mkZero(Sort sort);

  // The general builder; `indices` as Kind documents them.
  Term mk(Kind kind, std::span<const Term> children, std::span<const uint32_t> indices = {});
  Term mk(Kind kind, std::initializer_list<Term> children, std::initializer_list<uint32_t> indices = {}) {
    return mk(kind, std::span(children.begin(), children.size()), std::span(indices.begin(), indices.size()));
  }
  /// The same operator with other children (leaves are returned as they are).
  Term rebuild(Term term, std::span<const Term> children);

  // Core.
  Term mkNot(Term a);
  Term mkAnd(Term a, Term b);
  Term mkAnd(std::span<const Term> terms); // true if empty; a balanced tree
  Term mkOr(Term a, Term b);
  Term mkOr(std::span<const Term> terms); // false if empty
  Term mkXor(Term a, Term b);
  Term mkImplies(Term a, Term b);
  Term mkEqual(Term a, Term b);
  Term mkDistinct(Term a, Term b);
  Term mkIte(Term condition, Term thenTerm, Term elseTerm);

  // Bit-vectors.
  Term mkBvNot(Term a);
  Term mkBvNeg(Term a);
  Term mkBvAnd(Term a, Term b);
  Term mkBvOr(Term a, Term b);
  Term mkBvXor(Term a, Term b);
  Term mkBvAdd(Term a, Term b);
  Term mkBvSub(Term a, Term b);
  Term mkBvMul(Term a, Term b);
  Term mkBvUdiv(Term a, Term b);
  Term mkBvUrem(Term a, Term b);
  Term mkBvSdiv(Term a, Term b);
  Term mkBvSrem(Term a, Term b);
  Term mkBvShl(Term a, Term b);
  Term mkBvLshr(Term a, Term b);
  Term mkBvAshr(Term a, Term b);
  Term mkBvUlt(Term a, Term b);
  Term mkBvUle(Term a, Term b);
  Term mkBvUgt(Term a, Term b) { return mkBvUlt(b, a); }
  Term mkBvUge(Term a, Term b) { return mkBvUle(b, a); }
  Term mkBvSlt(Term a, Term b);
  Term mkBvSle(Term a, Term b);
  Term mkBvSgt(Term a, Term b) { return mkBvSlt(b, a); }
  Term mkBvSge(Term a, Term b) { return mkBvSle(b, a); }
  Term mkBvConcat(Term high, Term low);
  Term mkBvExtract(Term a, uint32_t high, uint32_t low);
  Term mkBvZeroExtend(Term a, uint32_t bits);
  Term mkBvSignExtend(Term a, uint32_t bits);
  /// Zero- or sign-extends or truncates to `width`.
  Term mkBvZeroResize(Term a, uint32_t width);
  Term mkBvSignResize(Term a, uint32_t width);
  /// The bit-vector of width 1 that is 1 where a is true; and back (a != 0).
  Term mkBoolToBv(Term a, uint32_t width = 1);
  Term mkBvToBool(Term a);
  // Overflow predicates, as SMT-LIB 2.7 has them.
  Term mkBvUaddo(Term a, Term b);
  Term mkBvSaddo(Term a, Term b);
  Term mkBvUsubo(Term a, Term b);
  Term mkBvSsubo(Term a, Term b);
  Term mkBvUmulo(Term a, Term b);
  Term mkBvSmulo(Term a, Term b);
  Term mkBvNego(Term a);
  Term mkBvSdivo(Term a, Term b);

  // Floats.
  Term mkFpAbs(Term a);
  Term mkFpNeg(Term a);
  Term mkFpAdd(RoundingMode rm, Term a, Term b);
  Term mkFpSub(RoundingMode rm, Term a, Term b);
  Term mkFpMul(RoundingMode rm, Term a, Term b);
  Term mkFpDiv(RoundingMode rm, Term a, Term b);
  Term mkFpFma(RoundingMode rm, Term a, Term b, Term c);
  Term mkFpSqrt(RoundingMode rm, Term a);
  Term mkFpRem(Term a, Term b);
  Term mkFpRoundToIntegral(RoundingMode rm, Term a);
  Term mkFpMin(Term a, Term b);
  Term mkFpMax(Term a, Term b);
  Term mkFpLe(Term a, Term b);
  Term mkFpLt(Term a, Term b);
  Term mkFpEq(Term a, Term b);
  Term mkFpIsNan(Term a);
  Term mkFpIsInf(Term a);
  Term mkFpIsZero(Term a);
  Term mkFpIsNormal(Term a);
  Term mkFpIsSubnormal(Term a);
  Term mkFpIsNegative(Term a);
  Term mkFpFromBits(Term bits, Sort sort);
  Term mkFpToBits(Term a, Term nan);
  Term mkFpToBits(Term a); // the canonical NaN
  Term mkFpToFp(RoundingMode rm, Term a, Sort sort);
  Term mkFpFromSbv(RoundingMode rm, Term a, Sort sort);
  Term mkFpFromUbv(RoundingMode rm, Term a, Sort sort);
  Term mkFpToSbv(RoundingMode rm, Term a, uint32_t width);
  Term mkFpToUbv(RoundingMode rm, Term a, uint32_t width);

  // Arrays.
  Term mkSelect(Term array, Term index);
  Term mkStore(Term array, Term index, Term value);

  /// How many terms there are; ids run from 0 to this.
  uint32_t numTerms() const;
  /// Null when rewriting is off.
  Rewriter* rewriter();

private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

} // namespace assay
