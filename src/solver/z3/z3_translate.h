// Terms to Z3 expressions and Z3's values back to ours. Each term is translated once.
//
// Where the meaning of an operator is left open by SMT-LIB but not by us (see kind.h), the translation spells it out.
#pragma once

#include "solver/z3/z3_api.h"
#include "term/float_value.h"
#include "term/term_map.h"
#include "term/value.h"

#include <array>
#include <span>
#include <vector>

namespace assay {

class Z3Translator {
public:
  explicit Z3Translator(const Z3Api& z3) : z3_(z3) {}

  Z3Ast operator()(Term term);
  /// The translation of a term that has been translated, or null.
  const Z3Ast* find(Term term) const { return memo_.find(term); }
  /// The value of a ground Z3 value of this sort, within a model.
  Value value(const Z3Model& model, const Z3Ast& ast, Sort sort);

private:
  /// The operands of the term that is being translated.
  class Args {
  public:
    Args(const TermMap<Z3Ast>& memo, Term term) {
      for (uint32_t i = 0; i < term.size(); ++i) operands_[i] = &memo.at(term[i]);
    }
    const Z3Ast& operator[](size_t i) const { return *operands_[i]; }

  private:
    std::array<const Z3Ast*, 3> operands_{};
  };
  using Rule = Z3Ast (Z3Translator::*)(Term, const Args&);
  struct Row;
  static const Row kRows[];
  static Rule ruleOf(Kind kind);

  Z3Sort sort(Sort sort);
  Z3Ast mkBv(const BitVector& value);
  Z3Ast mkFp(const Z3Sort& sort, const BitVector& bits);
  Z3Ast mkAnd(std::span<const Z3Ast> asts) { return z3_.callOn<Z3_mk_and>(asts); }
  Z3Ast mkNot(const Z3Ast& ast) { return z3_.call<Z3_mk_not>(ast); }
  Z3Ast roundingMode(RoundingMode rm);
  std::vector<Z3Ast> fitsInteger(const Z3Ast& x, FloatFormat format, uint32_t bound, bool isSigned);
  Value arrayValue(const Z3Model& model, Z3Ast ast, Sort sort);

  // One function a shape of operator.
  Z3Ast leaf(Term t, const Args& a);
  template <auto f>
  Z3Ast unary(Term, const Args& a) {
    return z3_.call<f>(a[0]);
  }
  template <auto f>
  Z3Ast binary(Term, const Args& a) {
    return z3_.call<f>(a[0], a[1]);
  }
  template <auto f>
  Z3Ast ternary(Term, const Args& a) {
    return z3_.call<f>(a[0], a[1], a[2]);
  }
  template <auto f>
  Z3Ast nary(Term, const Args& a) {
    return z3_.callOn<f>(std::array{a[0], a[1]});
  }
  template <auto f>
  Z3Ast rounded(Term t, const Args& a);
  template <auto f>
  Z3Ast extremum(Term t, const Args& a);
  template <auto f>
  Z3Ast converted(Term t, const Args& a);
  Z3Ast constArray(Term t, const Args& a);
  Z3Ast concat(Term t, const Args& a);
  Z3Ast extract(Term t, const Args& a);
  Z3Ast zeroExtend(Term t, const Args& a);
  Z3Ast signExtend(Term t, const Args& a);
  Z3Ast umulo(Term t, const Args& a);
  Z3Ast smulo(Term t, const Args& a);
  Z3Ast isNegative(Term t, const Args& a);
  Z3Ast fromBits(Term t, const Args& a);
  Z3Ast toBits(Term t, const Args& a);
  Z3Ast toInteger(Term t, const Args& a);

  const Z3Api& z3_;
  TermMap<Z3Ast> memo_;
};

} // namespace assay
