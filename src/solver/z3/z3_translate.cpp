#include "solver/z3/z3_translate.h"

#include "term/array_value.h"
#include "term/semantics.h"
#include "term/traverse.h"

#include <array>
#include <concepts>
#include <stdexcept>
#include <string>

namespace assay {

struct Z3Translator::Row {
  Kind kind;
  Rule rule;
};

using T = Z3Translator;

const Z3Translator::Row Z3Translator::kRows[] = {
    {Kind::Variable, &T::leaf},
    {Kind::True, &T::leaf},
    {Kind::False, &T::leaf},
    {Kind::BvConst, &T::leaf},
    {Kind::FpConst, &T::leaf},
    {Kind::ConstArray, &T::constArray},
    {Kind::Not, &T::unary<Z3_mk_not>},
    {Kind::And, &T::nary<Z3_mk_and>},
    {Kind::Or, &T::nary<Z3_mk_or>},
    {Kind::Equal, &T::binary<Z3_mk_eq>},
    {Kind::Ite, &T::ternary<Z3_mk_ite>},
    {Kind::BvNot, &T::unary<Z3_mk_bvnot>},
    {Kind::BvNeg, &T::unary<Z3_mk_bvneg>},
    {Kind::BvAnd, &T::binary<Z3_mk_bvand>},
    {Kind::BvOr, &T::binary<Z3_mk_bvor>},
    {Kind::BvXor, &T::binary<Z3_mk_bvxor>},
    {Kind::BvAdd, &T::binary<Z3_mk_bvadd>},
    {Kind::BvMul, &T::binary<Z3_mk_bvmul>},
    {Kind::BvUdiv, &T::binary<Z3_mk_bvudiv>},
    {Kind::BvUrem, &T::binary<Z3_mk_bvurem>},
    {Kind::BvSdiv, &T::binary<Z3_mk_bvsdiv>},
    {Kind::BvSrem, &T::binary<Z3_mk_bvsrem>},
    {Kind::BvShl, &T::binary<Z3_mk_bvshl>},
    {Kind::BvLshr, &T::binary<Z3_mk_bvlshr>},
    {Kind::BvAshr, &T::binary<Z3_mk_bvashr>},
    {Kind::BvUlt, &T::binary<Z3_mk_bvult>},
    {Kind::BvSlt, &T::binary<Z3_mk_bvslt>},
    {Kind::BvUmulo, &T::umulo},
    {Kind::BvSmulo, &T::smulo},
    {Kind::BvConcat, &T::concat},
    {Kind::BvExtract, &T::extract},
    {Kind::BvZeroExtend, &T::zeroExtend},
    {Kind::BvSignExtend, &T::signExtend},
    {Kind::FpAbs, &T::unary<Z3_mk_fpa_abs>},
    {Kind::FpNeg, &T::unary<Z3_mk_fpa_neg>},
    {Kind::FpAdd, &T::rounded<Z3_mk_fpa_add>},
    {Kind::FpMul, &T::rounded<Z3_mk_fpa_mul>},
    {Kind::FpDiv, &T::rounded<Z3_mk_fpa_div>},
    {Kind::FpFma, &T::rounded<Z3_mk_fpa_fma>},
    {Kind::FpSqrt, &T::rounded<Z3_mk_fpa_sqrt>},
    {Kind::FpRem, &T::binary<Z3_mk_fpa_rem>},
    {Kind::FpRoundToIntegral, &T::rounded<Z3_mk_fpa_round_to_integral>},
    {Kind::FpMin, &T::extremum<Z3_mk_fpa_min>},
    {Kind::FpMax, &T::extremum<Z3_mk_fpa_max>},
    {Kind::FpLe, &T::binary<Z3_mk_fpa_leq>},
    {Kind::FpLt, &T::binary<Z3_mk_fpa_lt>},
    {Kind::FpEq, &T::binary<Z3_mk_fpa_eq>},
    {Kind::FpIsNan, &T::unary<Z3_mk_fpa_is_nan>},
    {Kind::FpIsInf, &T::unary<Z3_mk_fpa_is_infinite>},
    {Kind::FpIsZero, &T::unary<Z3_mk_fpa_is_zero>},
    {Kind::FpIsNormal, &T::unary<Z3_mk_fpa_is_normal>},
    {Kind::FpIsSubnormal, &T::unary<Z3_mk_fpa_is_subnormal>},
    {Kind::FpIsNegative, &T::isNegative},
    {Kind::FpFromBits, &T::fromBits},
    {Kind::FpToBits, &T::toBits},
    {Kind::FpToFp, &T::converted<Z3_mk_fpa_to_fp_float>},
    {Kind::FpFromSbv, &T::converted<Z3_mk_fpa_to_fp_signed>},
    {Kind::FpFromUbv, &T::converted<Z3_mk_fpa_to_fp_unsigned>},
    {Kind::FpToSbv, &T::toInteger},
    {Kind::FpToUbv, &T::toInteger},
    {Kind::Select, &T::binary<Z3_mk_select>},
    {Kind::Store, &T::ternary<Z3_mk_store>},
};

Z3Translator::Rule Z3Translator::ruleOf(Kind kind) {
  const Row& row = kRows[static_cast<size_t>(kind)];
  assert(row.kind == kind && "rows stand in the order of Kind");
  return row.rule;
}

Z3Ast Z3Translator::operator()(Term term) {
  auto translate = [&](Term t) { memo_.insert(t, (this->*ruleOf(t.kind()))(t, Args(memo_, t))); };
  postOrder(term, [&](Term t) { return !memo_.contains(t); }, translate);
  return memo_.at(term);
}

Z3Sort Z3Translator::sort(Sort sort) {
  switch (sort.kind()) {
  case SortKind::Bool:
    return z3_.call<Z3_mk_bool_sort>();
  case SortKind::BitVec:
    return z3_.call<Z3_mk_bv_sort>(sort.width());
  case SortKind::Float:
    return z3_.call<Z3_mk_fpa_sort>(sort.exponentBits(), sort.significandBits());
  case SortKind::Array:
    break;
  }
  const Z3Sort index = this->sort(sort.index());
  const Z3Sort element = this->sort(sort.element());
  return z3_.call<Z3_mk_array_sort>(index, element);
}

Z3Ast Z3Translator::mkBv(const BitVector& value) {
  const Z3Sort sort = z3_.call<Z3_mk_bv_sort>(value.width());
  return z3_.call<Z3_mk_numeral>(value.toString(), sort);
}

Z3Ast Z3Translator::mkFp(const Z3Sort& sort, const BitVector& bits) {
  return z3_.call<Z3_mk_fpa_to_fp_bv>(mkBv(bits), sort);
}

Z3Ast Z3Translator::roundingMode(RoundingMode rm) {
  switch (rm) {
  case RoundingMode::NearestEven:
    return z3_.call<Z3_mk_fpa_rne>();
  case RoundingMode::NearestAway:
    return z3_.call<Z3_mk_fpa_rna>();
  case RoundingMode::TowardPositive:
    return z3_.call<Z3_mk_fpa_rtp>();
  case RoundingMode::TowardNegative:
    return z3_.call<Z3_mk_fpa_rtn>();
  case RoundingMode::TowardZero:
    break;
  }
  return z3_.call<Z3_mk_fpa_rtz>();
}

Z3Ast Z3Translator::leaf(Term t, const Args&) {
  switch (t.kind()) {
  case Kind::True:
    return z3_.call<Z3_mk_true>();
  case Kind::False:
    return z3_.call<Z3_mk_false>();
  case Kind::BvConst:
    return mkBv(t.value());
  case Kind::FpConst:
    return mkFp(sort(t.sort()), t.value());
  default:
    break;
  }
  const Z3_symbol name = z3_.call<Z3_mk_string_symbol>(std::string(t.symbol()));
  return z3_.call<Z3_mk_const>(name, sort(t.sort()));
}

template <auto f>
Z3Ast Z3Translator::rounded(Term t, const Args& a) {
  const Z3Ast rm = roundingMode(t.roundingMode());
  if constexpr (std::invocable<decltype(f), Z3_context, Z3_ast, Z3_ast, Z3_ast, Z3_ast>) {
    return z3_.call<f>(rm, a[0], a[1], a[2]);
  } else if constexpr (std::invocable<decltype(f), Z3_context, Z3_ast, Z3_ast, Z3_ast>) {
    return z3_.call<f>(rm, a[0], a[1]);
  } else {
    return z3_.call<f>(rm, a[0]);
  }
}

// Of two zeros it is the second.
template <auto f>
Z3Ast Z3Translator::extremum(Term, const Args& a) {
  const std::array zeros{z3_.call<Z3_mk_fpa_is_zero>(a[0]), z3_.call<Z3_mk_fpa_is_zero>(a[1])};
  const Z3Ast areZeros = mkAnd(zeros);
  const Z3Ast otherwise = z3_.call<f>(a[0], a[1]);
  return z3_.call<Z3_mk_ite>(areZeros, a[1], otherwise);
}

template <auto f>
Z3Ast Z3Translator::converted(Term t, const Args& a) {
  const Z3Ast rm = roundingMode(t.roundingMode());
  return z3_.call<f>(rm, a[0], sort(t.sort()));
}

Z3Ast Z3Translator::constArray(Term t, const Args& a) {
  return z3_.call<Z3_mk_const_array>(sort(t.sort().index()), a[0]);
}
// What is a product becomes one again: Z3 puts sums of products in order.
Z3Ast Z3Translator::concat(Term t, const Args& a) {
  const uint32_t twos = powerOfTwoFactor(t);
  if (twos == 0) return z3_.call<Z3_mk_concat>(a[0], a[1]);
  const Z3Ast factor = mkBv(BitVector::one(t.sort().width()).shl(twos));
  return z3_.call<Z3_mk_bvmul>(memo_.at(t[0][0]), factor);
}

Z3Ast Z3Translator::extract(Term t, const Args& a) { return z3_.call<Z3_mk_extract>(t.index(0), t.index(1), a[0]); }
Z3Ast Z3Translator::zeroExtend(Term t, const Args& a) { return z3_.call<Z3_mk_zero_ext>(t.index(0), a[0]); }
Z3Ast Z3Translator::signExtend(Term t, const Args& a) { return z3_.call<Z3_mk_sign_ext>(t.index(0), a[0]); }
Z3Ast Z3Translator::umulo(Term, const Args& a) { return mkNot(z3_.call<Z3_mk_bvmul_no_overflow>(a[0], a[1], false)); }

// Z3's own predicates ask separately for results that are too large and too small; the product at twice the width says
// both at once.
Z3Ast Z3Translator::smulo(Term t, const Args& a) {
  const uint32_t width = t[0].sort().width();
  const Z3Ast left = z3_.call<Z3_mk_sign_ext>(width, a[0]);
  const Z3Ast right = z3_.call<Z3_mk_sign_ext>(width, a[1]);
  const Z3Ast product = z3_.call<Z3_mk_bvmul>(left, right);
  const Z3Ast low = z3_.call<Z3_mk_extract>(width - 1, 0, product);
  const Z3Ast extended = z3_.call<Z3_mk_sign_ext>(width, low);
  return mkNot(z3_.call<Z3_mk_eq>(product, extended));
}

Z3Ast Z3Translator::isNegative(Term, const Args& a) {
  const std::array both{z3_.call<Z3_mk_fpa_is_negative>(a[0]), mkNot(z3_.call<Z3_mk_fpa_is_nan>(a[0]))};
  return mkAnd(both);
}

Z3Ast Z3Translator::fromBits(Term t, const Args& a) { return z3_.call<Z3_mk_fpa_to_fp_bv>(a[0], sort(t.sort())); }

Z3Ast Z3Translator::toBits(Term t, const Args& a) {
  const Z3Ast nan = z3_.call<Z3_mk_bvor>(a[1], mkBv(FloatFormat(t[0].sort()).nan()));
  const Z3Ast isNan = z3_.call<Z3_mk_fpa_is_nan>(a[0]);
  const Z3Ast bits = z3_.call<Z3_mk_fpa_to_ieee_bv>(a[0]);
  return z3_.call<Z3_mk_ite>(isNan, nan, bits);
}

// The conversion where the rounded value fits, our own value elsewhere. In formats so small that an integer may be out
// of range, rounding to an integer is done with a wider exponent.
Z3Ast Z3Translator::toInteger(Term t, const Args& a) {
  const bool isSigned = t.kind() == Kind::FpToSbv;
  const uint32_t width = t.index(1);
  FloatFormat format(t[0].sort());
  const Z3Ast rm = roundingMode(t.roundingMode());
  Z3Ast x = a[0];
  if (format.maxExponent() <= format.fractionBits()) {
    while (format.maxExponent() <= format.fractionBits()) ++format.exponentBits;
    x = z3_.call<Z3_mk_fpa_to_fp_float>(rm, x, z3_.call<Z3_mk_fpa_sort>(format.exponentBits, format.significandBits));
  }
  x = z3_.call<Z3_mk_fpa_round_to_integral>(rm, x);
  const Z3Ast fits = mkAnd(fitsInteger(x, format, isSigned ? width - 1 : width, isSigned));
  const Z3Ast result = isSigned ? z3_.call<Z3_mk_fpa_to_sbv>(rm, x, width) : z3_.call<Z3_mk_fpa_to_ubv>(rm, x, width);
  const Z3Ast otherwise = mkBv(isSigned ? BitVector::minSigned(width) : BitVector::ones(width));
  return z3_.call<Z3_mk_ite>(fits, result, otherwise);
}

/// What makes an integral x of this format a number below 2^bound, and from -2^bound or 0 on.
std::vector<Z3Ast> Z3Translator::fitsInteger(const Z3Ast& x, FloatFormat format, uint32_t bound, bool isSigned) {
  const Z3Sort sort = z3_.call<Z3_get_sort>(x);
  std::vector<Z3Ast> fits{mkNot(z3_.call<Z3_mk_fpa_is_nan>(x)), mkNot(z3_.call<Z3_mk_fpa_is_infinite>(x))};
  if (!isSigned) fits.push_back(z3_.call<Z3_mk_fpa_leq>(mkFp(sort, FloatValue::zero(format).bits()), x));
  if (bound > format.maxExponent()) return fits;
  const BitVector power = BitVector::one(bound + 2).shl(bound);
  const FloatValue limit = FloatValue::fromUnsigned(format, RoundingMode::TowardZero, power);
  fits.push_back(z3_.call<Z3_mk_fpa_lt>(x, mkFp(sort, limit.bits())));
  if (isSigned) fits.push_back(z3_.call<Z3_mk_fpa_leq>(mkFp(sort, limit.neg().bits()), x));
  return fits;
}

Value Z3Translator::value(const Z3Model& model, const Z3Ast& ast, Sort sort) {
  const Z3Ast result = z3_.evaluate(model, ast);
  auto bits = [&](const Z3Ast& number) {
    return BitVector::fromString(sort.width(), z3_.call<Z3_get_numeral_string>(number));
  };
  switch (sort.kind()) {
  case SortKind::Bool:
    return Value::boolean(z3_.call<Z3_get_bool_value>(result) == Z3_L_TRUE);
  case SortKind::BitVec:
    return Value::bitVector(bits(result));
  case SortKind::Float: {
    const FloatFormat format(sort);
    if (z3_.call<Z3_fpa_is_numeral_nan>(result)) return Value::floating(format.nan());
    return Value::floating(format.canonical(bits(z3_.evaluate(model, z3_.call<Z3_mk_fpa_to_ieee_bv>(result)))));
  }
  case SortKind::Array:
    break;
  }
  return arrayValue(model, result, sort);
}

// Z3 gives an array as stores into a constant array, or as a function's graph.
Value Z3Translator::arrayValue(const Z3Model& model, Z3Ast ast, Sort sort) {
  std::vector<std::pair<BitVector, Value>> stores;
  auto index = [&](const Z3Ast& number) { return value(model, number, sort.index()).bits(); };
  auto element = [&](const Z3Ast& number) { return value(model, number, sort.element()); };
  auto finished = [&](ArrayValue array) {
    for (size_t i = stores.size(); i-- > 0;) array = array.store(stores[i].first, stores[i].second);
    return Value::array(array);
  };
  while (!z3_.call<Z3_is_as_array>(ast)) {
    if (z3_.call<Z3_get_ast_kind>(ast) != Z3_APP_AST) throw std::logic_error("Z3: an array value that is a function");
    const Z3Ref<Z3_app> app = z3_.call<Z3_to_app>(ast);
    auto operand = [&](unsigned i) { return z3_.call<Z3_get_app_arg>(app, i); };
    const Z3_decl_kind kind = z3_.call<Z3_get_decl_kind>(z3_.call<Z3_get_app_decl>(app));
    if (kind == Z3_OP_CONST_ARRAY) return finished(ArrayValue(sort.index().width(), element(operand(0))));
    if (kind != Z3_OP_STORE) throw std::logic_error("Z3: an array value of unknown form");
    BitVector at = index(operand(1));
    stores.emplace_back(std::move(at), element(operand(2)));
    ast = operand(0);
  }
  const Z3Ref<Z3_func_decl> function = z3_.call<Z3_get_as_array_func_decl>(ast);
  const Z3Ref<Z3_func_interp> graph = z3_.call<Z3_model_get_func_interp>(model, function);
  ArrayValue array(sort.index().width(), element(z3_.call<Z3_func_interp_get_else>(graph)));
  for (unsigned i = 0; i < z3_.call<Z3_func_interp_get_num_entries>(graph); ++i) {
    const Z3Ref<Z3_func_entry> entry = z3_.call<Z3_func_interp_get_entry>(graph, i);
    const BitVector at = index(z3_.call<Z3_func_entry_get_arg>(entry, 0U));
    array = array.store(at, element(z3_.call<Z3_func_entry_get_value>(entry)));
  }
  return finished(std::move(array));
}

} // namespace assay
