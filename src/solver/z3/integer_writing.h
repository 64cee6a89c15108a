// Conditions of integers, written as bit-vectors: the way back from integer_reading.h.
#pragma once

#include "solver/z3/z3_api.h"
#include "term/linear_form.h"
#include "term/term_manager.h"
#include "term/term_map.h"

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace assay {

class IntegerWriting {
public:
  /// These variables are signed, all others are not.
  IntegerWriting(const Z3Api& z3, TermManager& terms, std::span<const Term> signedVariables);

  /// The conjuncts of a condition, as bit-vectors so wide that nothing wraps around; an equation of variables of one
  /// width keeps that width. The condition is over Z3's bound variables, which stand for these variables, and then for
  /// large numbers. A conjunct that cannot be written is left out.
  std::vector<Term> conjuncts(const Z3Ast& condition, std::span<const Term> variables,
                              std::span<const int64_t> numbers);

private:
  Term condition(const Z3Ast& ast);
  Term comparison(const Z3Ast& ast, Z3_decl_kind kind);
  std::optional<LinearForm> form(const Z3Ast& ast);
  Term notNegative(const LinearForm& form, bool isEquality);
  Term side(const LinearForm& form, bool isRight, uint32_t width) const;
  std::vector<Z3Ast> arguments(const Z3Ast& ast) const;
  Z3_decl_kind kindOf(const Z3Ast& ast) const;

  const Z3Api& z3_;
  TermManager& terms_;
  TermSet signed_;
  std::span<const Term> bound_;
  std::span<const int64_t> boundNumbers_;
};

} // namespace assay
