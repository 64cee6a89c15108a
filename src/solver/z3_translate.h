// Terms to Z3 expressions and Z3's values back to ours. Each term is translated once.
//
// Where the meaning of an operator is left open by SMT-LIB but not by us (see kind.h), the translation spells it out.
#pragma once

#include "term/term_map.h"
#include "term/value.h"

#include <span>
#include <z3.h>

namespace assay {

class Z3Translator {
public:
  explicit Z3Translator(Z3_context context) : z3_(context) {}

  Z3_ast operator()(Term term);
  /// The translation of a term that has been translated, or null.
  Z3_ast find(Term term) const;
  Z3_sort sort(Sort sort);
  /// The value of a ground Z3 value of this sort, within a model.
  Value value(Z3_model model, Z3_ast ast, Sort sort);

private:
  using Args = std::span<const Z3_ast>;
  using Rule = Z3_ast (Z3Translator::*)(Term, Args);
  struct Row;
  static const Row kRows[];
  static Rule ruleOf(Kind kind);

  Z3_ast keep(Z3_ast ast);
  Z3_ast translate(Term term);
  Z3_ast mkBv(const BitVector& value);
  Z3_ast mkFp(Sort sort, const BitVector& bits);
  Z3_ast roundingMode(RoundingMode rm);
  Value arrayValue(Z3_model model, Z3_ast ast, Sort sort);
  Z3_ast evaluate(Z3_model model, Z3_ast ast);

  // One function a shape of operator.
  Z3_ast leaf(Term t, Args);
  template <auto f>
  Z3_ast unary(Term, Args a) {
    return f(z3_, a[0]);
  }
  template <auto f>
  Z3_ast binary(Term, Args a) {
    return f(z3_, a[0], a[1]);
  }
  template <auto f>
  Z3_ast ternary(Term, Args a) {
    return f(z3_, a[0], a[1], a[2]);
  }
  template <auto f>
  Z3_ast nary(Term, Args a) {
    return f(z3_, 2, a.data());
  }
  template <auto f>
  Z3_ast rounded(Term t, Args a);
  template <auto f>
  Z3_ast extremum(Term t, Args a);
  template <auto f>
  Z3_ast converted(Term t, Args a);
  Z3_ast constArray(Term t, Args a);
  Z3_ast extract(Term t, Args a);
  Z3_ast zeroExtend(Term t, Args a);
  Z3_ast signExtend(Term t, Args a);
  Z3_ast umulo(Term t, Args a);
  Z3_ast smulo(Term t, Args a);
  Z3_ast isNegative(Term t, Args a);
  Z3_ast fromBits(Term t, Args a);
  Z3_ast toBits(Term t, Args a);
  Z3_ast toInteger(Term t, Args a);

  Z3_context z3_;
  TermMap<Z3_ast> memo_;
};

} // namespace assay
