#include "solver/z3/integer_writing.h"

#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <string>

namespace assay {

IntegerWriting::IntegerWriting(const Z3Api& z3, TermManager& terms, std::span<const Term> signedVariables)
    : z3_(z3), terms_(terms) {
  for (Term variable : signedVariables) signed_.insert(variable);
}

std::vector<Z3Ast> IntegerWriting::arguments(const Z3Ast& ast) const {
  const Z3Ref<Z3_app> app = z3_.call<Z3_to_app>(ast);
  std::vector<Z3Ast> result;
  const unsigned number = z3_.call<Z3_get_app_num_args>(app);
  for (unsigned i = 0; i < number; ++i) result.push_back(z3_.call<Z3_get_app_arg>(app, i));
  return result;
}

Z3_decl_kind IntegerWriting::kindOf(const Z3Ast& ast) const {
  const Z3_ast_kind kind = z3_.call<Z3_get_ast_kind>(ast);
  if (kind != Z3_APP_AST && kind != Z3_NUMERAL_AST) return Z3_OP_UNINTERPRETED;
  const Z3Ref<Z3_app> app = z3_.call<Z3_to_app>(ast);
  const Z3Decl decl = z3_.call<Z3_get_app_decl>(app);
  return z3_.call<Z3_get_decl_kind>(decl);
}

std::vector<Term> IntegerWriting::conjuncts(const Z3Ast& condition, std::span<const Term> variables,
                                            std::span<const int64_t> numbers) {
  bound_ = variables;
  boundNumbers_ = numbers;
  std::vector<Term> result;
  std::vector<Z3Ast> open{condition};
  while (!open.empty()) {
    const Z3Ast ast = open.back();
    open.pop_back();
    if (kindOf(ast) == Z3_OP_AND) {
      for (const Z3Ast& part : arguments(ast)) open.push_back(part);
    } else if (const Term term = this->condition(ast); !term.isNull() && !term.isValue()) {
      result.push_back(term);
    }
  }
  return result;
}

/// Null: it cannot be said. Lemmas are shallow.
Term IntegerWriting::condition(const Z3Ast& ast) {
  if (z3_.call<Z3_get_ast_kind>(ast) == Z3_VAR_AST) {
    const unsigned index = z3_.call<Z3_get_index_value>(ast);
    return index < bound_.size() && bound_[index].sort().isBool() ? bound_[index] : Term();
  }
  const Z3_decl_kind kind = kindOf(ast);
  switch (kind) {
  case Z3_OP_TRUE:
    return terms_.mkTrue();
  case Z3_OP_FALSE:
    return terms_.mkFalse();
  case Z3_OP_NOT: {
    const Term inner = condition(arguments(ast)[0]);
    return inner.isNull() ? Term() : terms_.mkNot(inner);
  }
  case Z3_OP_AND:
  case Z3_OP_OR: {
    std::vector<Term> parts;
    for (const Z3Ast& part : arguments(ast)) {
      parts.push_back(condition(part));
      if (parts.back().isNull()) return {};
    }
    return kind == Z3_OP_AND ? terms_.mkAnd(parts) : terms_.mkOr(parts);
  }
  case Z3_OP_EQ:
  case Z3_OP_LE:
  case Z3_OP_GE:
  case Z3_OP_LT:
  case Z3_OP_GT:
    return comparison(ast, kind);
  default:
    return {};
  }
}

Term IntegerWriting::comparison(const Z3Ast& ast, Z3_decl_kind kind) {
  const std::vector<Z3Ast> sides = arguments(ast);
  const Z3Sort sort = z3_.call<Z3_get_sort>(sides[0]);
  if (z3_.call<Z3_get_sort_kind>(sort) == Z3_BOOL_SORT) {
    const Term left = condition(sides[0]);
    const Term right = condition(sides[1]);
    return left.isNull() || right.isNull() ? Term() : terms_.mkEqual(left, right);
  }
  const auto left = form(sides[0]), right = form(sides[1]);
  if (!left || !right) return {};
  const bool isLess = kind == Z3_OP_LE || kind == Z3_OP_LT;
  LinearForm difference = isLess ? *right : *left;
  if (!difference.add(isLess ? *left : *right, -1)) return {};
  if (kind == Z3_OP_LT || kind == Z3_OP_GT) --difference.constant;
  return notNegative(difference, kind == Z3_OP_EQ);
}

std::optional<LinearForm> IntegerWriting::form(const Z3Ast& ast) {
  if (z3_.call<Z3_get_ast_kind>(ast) == Z3_VAR_AST) {
    const unsigned index = z3_.call<Z3_get_index_value>(ast);
    if (index < bound_.size() && bound_[index].sort().isBitVec()) return LinearForm{{{bound_[index], 1}}, 0};
    if (index >= bound_.size() && index < bound_.size() + boundNumbers_.size())
      return LinearForm{{}, boundNumbers_[index - bound_.size()]};
    return std::nullopt;
  }
  if (z3_.call<Z3_get_ast_kind>(ast) == Z3_NUMERAL_AST) {
    const std::string digits = z3_.call<Z3_get_numeral_string>(ast);
    LinearForm result;
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), result.constant);
    return error == std::errc() && end == digits.data() + digits.size() ? std::optional(result) : std::nullopt;
  }
  const Z3_decl_kind kind = kindOf(ast);
  if (kind != Z3_OP_ADD && kind != Z3_OP_SUB && kind != Z3_OP_UMINUS && kind != Z3_OP_MUL) return std::nullopt;
  LinearForm result;
  bool isFirst = true;
  for (const Z3Ast& argument : arguments(ast)) {
    const auto part = form(argument);
    if (!part) return std::nullopt;
    if (kind == Z3_OP_MUL && !isFirst) {
      const bool isFactor = result.summands.empty();
      if (!isFactor && !part->summands.empty()) return std::nullopt;
      LinearForm times;
      if (!times.add(isFactor ? *part : result, isFactor ? result.constant : part->constant)) return std::nullopt;
      result = std::move(times);
    } else {
      const bool isNegative = kind == Z3_OP_UMINUS || (kind == Z3_OP_SUB && !isFirst);
      if (!result.add(*part, isNegative ? -1 : 1)) return std::nullopt;
    }
    isFirst = false;
  }
  return result;
}

// left <= right, where right - left is not negative.
Term IntegerWriting::side(const LinearForm& form, bool isRight, uint32_t width) const {
  Term sum = terms_.mkBv(width, 0);
  for (const auto& [term, factor] : form.summands) {
    if ((factor > 0) != isRight) continue;
    const Term value = signed_.contains(term) ? terms_.mkBvSignResize(term, width) : terms_.mkBvZeroResize(term, width);
    const Term times = terms_.mkBv(width, static_cast<uint64_t>(std::abs(factor)));
    sum = terms_.mkBvAdd(sum, terms_.mkBvMul(times, value));
  }
  if ((form.constant > 0) != isRight) return sum;
  return terms_.mkBvAdd(sum, terms_.mkBv(width, static_cast<uint64_t>(std::abs(form.constant))));
}

Term IntegerWriting::notNegative(const LinearForm& form, bool isEquality) {
  if (form.summands.empty()) return terms_.mkBool(isEquality ? form.constant == 0 : form.constant >= 0);
  const Term first = form.summands[0].first;
  const bool isAlike = std::ranges::all_of(form.summands, [&](const auto& summand) {
    return summand.first.sort() == first.sort() && signed_.contains(summand.first) == signed_.contains(first);
  });
  uint32_t width = first.sort().width();
  // One bound, or the order of two: nothing is added, and nothing can wrap around.
  const bool isBound = form.summands.size() == 1 && std::abs(form.summands[0].second) == 1;
  const bool isOrder = form.summands.size() == 2 && form.summands[0].second * form.summands[1].second == -1 &&
                       (form.constant == 0 || form.constant == -1);
  if (isEquality && isAlike) {
    const Term left = side(form, false, width);
    const Term right = side(form, true, width);
    return terms_.mkEqual(left, right);
  }
  if (isOrder && isAlike) {
    const Term left = form.summands[form.summands[0].second < 0 ? 0 : 1].first;
    const Term right = form.summands[form.summands[0].second < 0 ? 1 : 0].first;
    const bool isStrict = form.constant == -1;
    if (signed_.contains(first)) return isStrict ? terms_.mkBvSlt(left, right) : terms_.mkBvSle(left, right);
    return isStrict ? terms_.mkBvUlt(left, right) : terms_.mkBvUle(left, right);
  }
  if (isBound) { // x >= -c, or x <= c
    const bool isLower = form.summands[0].second > 0;
    const int64_t bound = isLower ? -form.constant : form.constant;
    const bool isSigned = signed_.contains(first);
    const int64_t half = width < 64 ? int64_t{1} << (width - 1) : INT64_MAX;
    const int64_t low = isSigned ? -half : 0, high = isSigned || width >= 63 ? half - 1 : 2 * half - 1;
    if (bound < low || bound > high) return terms_.mkBool(isLower == (bound < low));
    const Term constant = terms_.mkBv(width, static_cast<uint64_t>(bound));
    const Term least = isLower ? constant : first, most = isLower ? first : constant;
    return isSigned ? terms_.mkBvSle(least, most) : terms_.mkBvUle(least, most);
  }
  constexpr uint32_t kEnough = 144;
  BitVector most = BitVector::fromSigned(kEnough, std::abs(form.constant));
  for (const auto& [term, factor] : form.summands)
    most = most.add(BitVector::fromSigned(kEnough, std::abs(factor)).shl(term.sort().width()));
  width = kEnough - most.countLeadingZeros() + 1;
  const Term left = side(form, false, width);
  const Term right = side(form, true, width);
  return isEquality ? terms_.mkEqual(left, right) : terms_.mkBvSle(left, right);
}

} // namespace assay
