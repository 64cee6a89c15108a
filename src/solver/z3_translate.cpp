#include "solver/z3_translate.h"

#include "term/array_value.h"
#include "term/float_value.h"
#include "term/traverse.h"

#include <array>
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
    {Kind::BvConcat, &T::binary<Z3_mk_concat>},
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

Z3_ast Z3Translator::operator()(Term term) {
  postOrder(term, [&](Term t) { return !memo_.contains(t); }, [&](Term t) { memo_.insert(t, keep(translate(t))); });
  return memo_.at(term);
}

Z3_ast Z3Translator::find(Term term) const {
  const Z3_ast* known = memo_.find(term);
  return known ? *known : nullptr;
}

// References are given back with the context.
Z3_ast Z3Translator::keep(Z3_ast ast) {
  if (!ast) throw std::logic_error(std::string("Z3: ") + Z3_get_error_msg(z3_, Z3_get_error_code(z3_)));
  Z3_inc_ref(z3_, ast);
  return ast;
}

Z3_ast Z3Translator::translate(Term term) {
  std::array<Z3_ast, 3> args{};
  for (uint32_t i = 0; i < term.size(); ++i) args[i] = memo_.at(term[i]);
  return (this->*ruleOf(term.kind()))(term, Args(args).first(term.size()));
}

Z3_sort Z3Translator::sort(Sort sort) {
  switch (sort.kind()) {
  case SortKind::Bool:
    return Z3_mk_bool_sort(z3_);
  case SortKind::BitVec:
    return Z3_mk_bv_sort(z3_, sort.width());
  case SortKind::Float:
    return Z3_mk_fpa_sort(z3_, sort.exponentBits(), sort.significandBits());
  case SortKind::Array:
    break;
  }
  return Z3_mk_array_sort(z3_, this->sort(sort.index()), this->sort(sort.element()));
}

Z3_ast Z3Translator::mkBv(const BitVector& value) {
  return keep(Z3_mk_numeral(z3_, value.toString().c_str(), Z3_mk_bv_sort(z3_, value.width())));
}

Z3_ast Z3Translator::mkFp(Sort sort, const BitVector& bits) {
  return keep(Z3_mk_fpa_to_fp_bv(z3_, mkBv(bits), this->sort(sort)));
}

Z3_ast Z3Translator::roundingMode(RoundingMode rm) {
  switch (rm) {
  case RoundingMode::NearestEven:
    return Z3_mk_fpa_rne(z3_);
  case RoundingMode::NearestAway:
    return Z3_mk_fpa_rna(z3_);
  case RoundingMode::TowardPositive:
    return Z3_mk_fpa_rtp(z3_);
  case RoundingMode::TowardNegative:
    return Z3_mk_fpa_rtn(z3_);
  case RoundingMode::TowardZero:
    break;
  }
  return Z3_mk_fpa_rtz(z3_);
}

Z3_ast Z3Translator::leaf(Term t, Args) {
  switch (t.kind()) {
  case Kind::True:
    return Z3_mk_true(z3_);
  case Kind::False:
    return Z3_mk_false(z3_);
  case Kind::BvConst:
    return mkBv(t.value());
  case Kind::FpConst:
    return mkFp(t.sort(), t.value());
  default:
    return Z3_mk_const(z3_, Z3_mk_string_symbol(z3_, std::string(t.symbol()).c_str()), sort(t.sort()));
  }
}

template <auto f>
Z3_ast Z3Translator::rounded(Term t, Args a) {
  Z3_ast rm = keep(roundingMode(t.roundingMode()));
  if constexpr (requires { f(z3_, rm, a[0], a[1], a[2]); }) {
    return f(z3_, rm, a[0], a[1], a[2]);
  } else if constexpr (requires { f(z3_, rm, a[0], a[1]); }) {
    return f(z3_, rm, a[0], a[1]);
  } else {
    return f(z3_, rm, a[0]);
  }
}

// Of two zeros it is the second.
template <auto f>
Z3_ast Z3Translator::extremum(Term, Args a) {
  Z3_ast zeros[] = {keep(Z3_mk_fpa_is_zero(z3_, a[0])), keep(Z3_mk_fpa_is_zero(z3_, a[1]))};
  return Z3_mk_ite(z3_, keep(Z3_mk_and(z3_, 2, zeros)), a[1], keep(f(z3_, a[0], a[1])));
}

template <auto f>
Z3_ast Z3Translator::converted(Term t, Args a) {
  return f(z3_, keep(roundingMode(t.roundingMode())), a[0], sort(t.sort()));
}

Z3_ast Z3Translator::constArray(Term t, Args a) { return Z3_mk_const_array(z3_, sort(t.sort().index()), a[0]); }
Z3_ast Z3Translator::extract(Term t, Args a) { return Z3_mk_extract(z3_, t.index(0), t.index(1), a[0]); }
Z3_ast Z3Translator::zeroExtend(Term t, Args a) { return Z3_mk_zero_ext(z3_, t.index(0), a[0]); }
Z3_ast Z3Translator::signExtend(Term t, Args a) { return Z3_mk_sign_ext(z3_, t.index(0), a[0]); }

Z3_ast Z3Translator::umulo(Term, Args a) {
  return Z3_mk_not(z3_, keep(Z3_mk_bvmul_no_overflow(z3_, a[0], a[1], false)));
}

// Z3's own predicates ask separately for results that are too large and too small; the product at twice the width says
// both at once.
Z3_ast Z3Translator::smulo(Term t, Args a) {
  uint32_t width = t[0].sort().width();
  Z3_ast product =
      keep(Z3_mk_bvmul(z3_, keep(Z3_mk_sign_ext(z3_, width, a[0])), keep(Z3_mk_sign_ext(z3_, width, a[1]))));
  Z3_ast low = keep(Z3_mk_extract(z3_, width - 1, 0, product));
  return Z3_mk_not(z3_, keep(Z3_mk_eq(z3_, product, keep(Z3_mk_sign_ext(z3_, width, low)))));
}

Z3_ast Z3Translator::isNegative(Term, Args a) {
  Z3_ast both[] = {keep(Z3_mk_fpa_is_negative(z3_, a[0])), keep(Z3_mk_not(z3_, keep(Z3_mk_fpa_is_nan(z3_, a[0]))))};
  return Z3_mk_and(z3_, 2, both);
}

Z3_ast Z3Translator::fromBits(Term t, Args a) { return Z3_mk_fpa_to_fp_bv(z3_, a[0], sort(t.sort())); }

Z3_ast Z3Translator::toBits(Term t, Args a) {
  Z3_ast nan = keep(Z3_mk_bvor(z3_, a[1], mkBv(FloatFormat(t[0].sort()).nan())));
  return Z3_mk_ite(z3_, keep(Z3_mk_fpa_is_nan(z3_, a[0])), nan, keep(Z3_mk_fpa_to_ieee_bv(z3_, a[0])));
}

// The conversion where the rounded value fits, our own value elsewhere. In formats so small that an integer may be out of
// range, rounding to an integer is done with a wider exponent.
Z3_ast Z3Translator::toInteger(Term t, Args a) {
  bool isSigned = t.kind() == Kind::FpToSbv;
  uint32_t width = t.index(1), bound = isSigned ? width - 1 : width; // fits if below 2^bound
  FloatFormat format(t[0].sort());
  Z3_ast rm = keep(roundingMode(t.roundingMode())), x = a[0];
  if (format.maxExponent() <= format.fractionBits()) {
    while (format.maxExponent() <= format.fractionBits()) ++format.exponentBits;
    x = keep(Z3_mk_fpa_to_fp_float(z3_, rm, x, Z3_mk_fpa_sort(z3_, format.exponentBits, format.significandBits)));
  }
  x = keep(Z3_mk_fpa_round_to_integral(z3_, rm, x));
  Z3_sort sort = Z3_get_sort(z3_, x);
  auto constant = [&](const FloatValue& value) { return keep(Z3_mk_fpa_to_fp_bv(z3_, mkBv(value.bits()), sort)); };
  std::vector<Z3_ast> fits{keep(Z3_mk_not(z3_, keep(Z3_mk_fpa_is_nan(z3_, x)))),
                           keep(Z3_mk_not(z3_, keep(Z3_mk_fpa_is_infinite(z3_, x))))};
  if (!isSigned) fits.push_back(keep(Z3_mk_fpa_leq(z3_, constant(FloatValue::zero(format)), x)));
  if (bound <= format.maxExponent()) {
    BitVector power = BitVector::one(bound + 2).shl(bound);
    FloatValue limit = FloatValue::fromUnsigned(format, RoundingMode::TowardZero, power);
    fits.push_back(keep(Z3_mk_fpa_lt(z3_, x, constant(limit))));
    if (isSigned) fits.push_back(keep(Z3_mk_fpa_leq(z3_, constant(limit.neg()), x)));
  }
  Z3_ast all = keep(Z3_mk_and(z3_, static_cast<unsigned>(fits.size()), fits.data()));
  Z3_ast result = isSigned ? Z3_mk_fpa_to_sbv(z3_, rm, x, width) : Z3_mk_fpa_to_ubv(z3_, rm, x, width);
  BitVector otherwise = isSigned ? BitVector::minSigned(width) : BitVector::ones(width);
  return Z3_mk_ite(z3_, all, keep(result), mkBv(otherwise));
}

Z3_ast Z3Translator::evaluate(Z3_model model, Z3_ast ast) {
  Z3_ast result = nullptr;
  if (!Z3_model_eval(z3_, model, ast, true, &result)) throw std::logic_error("Z3: a term has no value in the model");
  return keep(result);
}

Value Z3Translator::value(Z3_model model, Z3_ast ast, Sort sort) {
  Z3_ast result = evaluate(model, ast);
  switch (sort.kind()) {
  case SortKind::Bool:
    return Value::boolean(Z3_get_bool_value(z3_, result) == Z3_L_TRUE);
  case SortKind::BitVec:
    return Value::bitVector(BitVector::fromString(sort.width(), Z3_get_numeral_string(z3_, result)));
  case SortKind::Float: {
    FloatFormat format(sort);
    if (Z3_fpa_is_numeral_nan(z3_, result)) return Value::floating(format.nan());
    Z3_ast bits = evaluate(model, keep(Z3_mk_fpa_to_ieee_bv(z3_, result)));
    return Value::floating(format.canonical(BitVector::fromString(sort.width(), Z3_get_numeral_string(z3_, bits))));
  }
  case SortKind::Array:
    break;
  }
  return arrayValue(model, result, sort);
}

// Z3 gives an array as stores into a constant array, or as a function's graph.
Value Z3Translator::arrayValue(Z3_model model, Z3_ast ast, Sort sort) {
  std::vector<std::pair<BitVector, Value>> stores;
  auto bits = [&](Z3_ast index) { return value(model, index, sort.index()).bits(); };
  for (;;) {
    if (Z3_is_as_array(z3_, ast)) break;
    if (Z3_get_ast_kind(z3_, ast) != Z3_APP_AST) throw std::logic_error("Z3: an array value that is a function");
    Z3_app app = Z3_to_app(z3_, ast);
    Z3_decl_kind kind = Z3_get_decl_kind(z3_, Z3_get_app_decl(z3_, app));
    if (kind == Z3_OP_CONST_ARRAY) {
      ArrayValue array(sort.index().width(), value(model, Z3_get_app_arg(z3_, app, 0), sort.element()));
      for (size_t i = stores.size(); i-- > 0;) array = array.store(stores[i].first, stores[i].second);
      return Value::array(array);
    }
    if (kind != Z3_OP_STORE) throw std::logic_error("Z3: an array value of unknown form");
    Z3_ast element = Z3_get_app_arg(z3_, app, 2);
    stores.emplace_back(bits(Z3_get_app_arg(z3_, app, 1)), value(model, element, sort.element()));
    ast = Z3_get_app_arg(z3_, app, 0);
  }
  Z3_func_interp graph = Z3_model_get_func_interp(z3_, model, Z3_get_as_array_func_decl(z3_, ast));
  if (!graph) throw std::logic_error("Z3: an array value without its function");
  Z3_func_interp_inc_ref(z3_, graph);
  ArrayValue array(sort.index().width(), value(model, Z3_func_interp_get_else(z3_, graph), sort.element()));
  for (unsigned i = 0; i < Z3_func_interp_get_num_entries(z3_, graph); ++i) {
    Z3_func_entry entry = Z3_func_interp_get_entry(z3_, graph, i);
    Z3_func_entry_inc_ref(z3_, entry);
    Value element = value(model, Z3_func_entry_get_value(z3_, entry), sort.element());
    array = array.store(bits(Z3_func_entry_get_arg(z3_, entry, 0)), element);
    Z3_func_entry_dec_ref(z3_, entry);
  }
  Z3_func_interp_dec_ref(z3_, graph);
  for (size_t i = stores.size(); i-- > 0;) array = array.store(stores[i].first, stores[i].second);
  return Value::array(array);
}

} // namespace assay
