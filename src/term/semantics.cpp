#include "term/semantics.h"

#include "term/array_value.h"
#include "term/float_value.h"
#include "term/term_manager.h"

#include <array>

namespace assay {

namespace {

using Args = std::span<const Value>;
using Apply = Value (*)(const Application&, Args);

// Adapters from BitVector's members to rows of the table.
template <auto op>
Value bv1(const Application&, Args v) {
  return Value::bitVector((v[0].bits().*op)());
}
template <auto op>
Value bv2(const Application&, Args v) {
  return Value::bitVector((v[0].bits().*op)(v[1].bits()));
}
template <auto op>
Value bvPredicate(const Application&, Args v) {
  return Value::boolean((v[0].bits().*op)(v[1].bits()));
}

using Shift = BitVector (BitVector::*)(const BitVector&) const;

Value applyNot(const Application&, Args v) { return Value::boolean(!v[0].asBool()); }
Value applyAnd(const Application&, Args v) { return Value::boolean(v[0].asBool() && v[1].asBool()); }
Value applyOr(const Application&, Args v) { return Value::boolean(v[0].asBool() || v[1].asBool()); }
Value applyEqual(const Application&, Args v) { return Value::boolean(v[0] == v[1]); }
Value applyIte(const Application&, Args v) { return v[0].asBool() ? v[1] : v[2]; }

Value applyConcat(const Application&, Args v) { return Value::bitVector(BitVector::concat(v[0].bits(), v[1].bits())); }
Value applyExtract(const Application& a, Args v) {
  return Value::bitVector(v[0].bits().extract(a.index(0), a.index(1)));
}
Value applyZeroExtend(const Application& a, Args v) { return Value::bitVector(v[0].bits().zeroExtend(a.sort.width())); }
Value applySignExtend(const Application& a, Args v) { return Value::bitVector(v[0].bits().signExtend(a.sort.width())); }

// Floats: v[i] is in the format of the i-th argument's sort.
FloatValue fp(const Application& a, Args v, size_t i) { return {FloatFormat(a[i].sort()), v[i].bits()}; }
Value floating(const FloatValue& x) { return Value::floating(x.bits()); }

template <auto op>
Value fp1(const Application& a, Args v) {
  return floating((fp(a, v, 0).*op)());
}
template <auto op>
Value fp2(const Application& a, Args v) {
  return floating((fp(a, v, 0).*op)(fp(a, v, 1)));
}
template <auto op>
Value fpRounded1(const Application& a, Args v) {
  return floating((fp(a, v, 0).*op)(a.roundingMode()));
}
template <auto op>
Value fpRounded2(const Application& a, Args v) {
  return floating((fp(a, v, 0).*op)(a.roundingMode(), fp(a, v, 1)));
}
template <auto op>
Value fpPredicate(const Application& a, Args v) {
  return Value::boolean((fp(a, v, 0).*op)(fp(a, v, 1)));
}
template <auto op>
Value fpClass(const Application& a, Args v) {
  return Value::boolean((fp(a, v, 0).*op)());
}

Value applyFma(const Application& a, Args v) {
  return floating(fp(a, v, 0).fma(a.roundingMode(), fp(a, v, 1), fp(a, v, 2)));
}
Value applyFromBits(const Application& a, Args v) { return floating(FloatValue(FloatFormat(a.sort), v[0].bits())); }
Value applyToBits(const Application& a, Args v) {
  FloatValue x = fp(a, v, 0);
  return Value::bitVector(x.isNan() ? v[1].bits().or_(x.bits()) : x.bits());
}
Value applyToFp(const Application& a, Args v) {
  return floating(fp(a, v, 0).convert(FloatFormat(a.sort), a.roundingMode()));
}
Value applyFromSbv(const Application& a, Args v) {
  return floating(FloatValue::fromSigned(FloatFormat(a.sort), a.roundingMode(), v[0].bits()));
}
Value applyFromUbv(const Application& a, Args v) {
  return floating(FloatValue::fromUnsigned(FloatFormat(a.sort), a.roundingMode(), v[0].bits()));
}
Value applyToSbv(const Application& a, Args v) {
  uint32_t width = a.index(1);
  return Value::bitVector(fp(a, v, 0).toSigned(a.roundingMode(), width).value_or(BitVector::minSigned(width)));
}
Value applyToUbv(const Application& a, Args v) {
  uint32_t width = a.index(1);
  return Value::bitVector(fp(a, v, 0).toUnsigned(a.roundingMode(), width).value_or(BitVector::ones(width)));
}

Value applyConstArray(const Application& a, Args v) { return Value::array(ArrayValue(a.sort.index().width(), v[0])); }
Value applySelect(const Application&, Args v) { return v[0].asArray().select(v[1].bits()); }
Value applyStore(const Application&, Args v) { return Value::array(v[0].asArray().store(v[1].bits(), v[2])); }

struct Row {
  Kind kind;
  Apply apply;
};

constexpr Row kRows[] = {
    {Kind::ConstArray, applyConstArray},
    {Kind::Not, applyNot},
    {Kind::And, applyAnd},
    {Kind::Or, applyOr},
    {Kind::Equal, applyEqual},
    {Kind::Ite, applyIte},
    {Kind::BvNot, bv1<&BitVector::not_>},
    {Kind::BvNeg, bv1<&BitVector::neg>},
    {Kind::BvAnd, bv2<&BitVector::and_>},
    {Kind::BvOr, bv2<&BitVector::or_>},
    {Kind::BvXor, bv2<&BitVector::xor_>},
    {Kind::BvAdd, bv2<&BitVector::add>},
    {Kind::BvMul, bv2<&BitVector::mul>},
    {Kind::BvUdiv, bv2<&BitVector::udiv>},
    {Kind::BvUrem, bv2<&BitVector::urem>},
    {Kind::BvSdiv, bv2<&BitVector::sdiv>},
    {Kind::BvSrem, bv2<&BitVector::srem>},
    {Kind::BvShl, bv2<Shift(&BitVector::shl)>},
    {Kind::BvLshr, bv2<Shift(&BitVector::lshr)>},
    {Kind::BvAshr, bv2<Shift(&BitVector::ashr)>},
    {Kind::BvUlt, bvPredicate<&BitVector::ult>},
    {Kind::BvSlt, bvPredicate<&BitVector::slt>},
    {Kind::BvUmulo, bvPredicate<&BitVector::umulOverflows>},
    {Kind::BvSmulo, bvPredicate<&BitVector::smulOverflows>},
    {Kind::BvConcat, applyConcat},
    {Kind::BvExtract, applyExtract},
    {Kind::BvZeroExtend, applyZeroExtend},
    {Kind::BvSignExtend, applySignExtend},
    {Kind::FpAbs, fp1<&FloatValue::abs>},
    {Kind::FpNeg, fp1<&FloatValue::neg>},
    {Kind::FpAdd, fpRounded2<&FloatValue::add>},
    {Kind::FpMul, fpRounded2<&FloatValue::mul>},
    {Kind::FpDiv, fpRounded2<&FloatValue::div>},
    {Kind::FpFma, applyFma},
    {Kind::FpSqrt, fpRounded1<&FloatValue::sqrt>},
    {Kind::FpRem, fp2<&FloatValue::remainder>},
    {Kind::FpRoundToIntegral, fpRounded1<&FloatValue::roundToIntegral>},
    {Kind::FpMin, fp2<&FloatValue::min>},
    {Kind::FpMax, fp2<&FloatValue::max>},
    {Kind::FpLe, fpPredicate<&FloatValue::le>},
    {Kind::FpLt, fpPredicate<&FloatValue::lt>},
    {Kind::FpEq, fpPredicate<&FloatValue::eq>},
    {Kind::FpIsNan, fpClass<&FloatValue::isNan>},
    {Kind::FpIsInf, fpClass<&FloatValue::isInf>},
    {Kind::FpIsZero, fpClass<&FloatValue::isZero>},
    {Kind::FpIsNormal, fpClass<&FloatValue::isNormal>},
    {Kind::FpIsSubnormal, fpClass<&FloatValue::isSubnormal>},
    {Kind::FpIsNegative, fpClass<&FloatValue::isNegative>},
    {Kind::FpFromBits, applyFromBits},
    {Kind::FpToBits, applyToBits},
    {Kind::FpToFp, applyToFp},
    {Kind::FpFromSbv, applyFromSbv},
    {Kind::FpFromUbv, applyFromUbv},
    {Kind::FpToSbv, applyToSbv},
    {Kind::FpToUbv, applyToUbv},
    {Kind::Select, applySelect},
    {Kind::Store, applyStore},
};

constexpr size_t kNumKinds = static_cast<size_t>(Kind::Count_);

constexpr std::array<Apply, kNumKinds> kTable = [] {
  std::array<Apply, kNumKinds> table{};
  for (const Row& row : kRows) table[static_cast<size_t>(row.kind)] = row.apply;
  return table;
}();

} // namespace

Value applyOperator(const Application& application, Args args) {
  Apply apply = kTable[static_cast<size_t>(application.kind)];
  assert(apply && "variables and constants are no operators");
  return apply(application, args);
}

bool isCommutative(Kind kind) {
  switch (kind) {
  case Kind::And:
  case Kind::Or:
  case Kind::Equal:
  case Kind::BvAnd:
  case Kind::BvOr:
  case Kind::BvXor:
  case Kind::BvAdd:
  case Kind::BvMul:
  case Kind::BvUmulo:
  case Kind::BvSmulo:
  case Kind::FpAdd:
  case Kind::FpMul:
  case Kind::FpFma:
  case Kind::FpEq:
    return true;
  default:
    return false;
  }
}

uint32_t powerOfTwoFactor(Term t) {
  if (t.kind() != Kind::BvConcat || t[1].kind() != Kind::BvConst || !t[1].value().isZero()) return 0;
  const bool isLowPart = t[0].kind() == Kind::BvExtract && t[0].index(1) == 0 && t[0][0].sort() == t.sort();
  return isLowPart ? t[1].sort().width() : 0;
}

Value valueOfConstant(Term constant) {
  switch (constant.kind()) {
  case Kind::True:
    return Value::boolean(true);
  case Kind::False:
    return Value::boolean(false);
  case Kind::BvConst:
    return Value::bitVector(constant.value());
  case Kind::FpConst:
    return Value::floating(constant.value());
  default:
    return {};
  }
}

Term mkValue(TermManager& tm, Sort sort, const Value& value) {
  switch (sort.kind()) {
  case SortKind::Bool:
    return tm.mkBool(value.asBool());
  case SortKind::BitVec:
    return tm.mkBv(value.bits());
  case SortKind::Float:
    return tm.mkFp(sort, value.bits());
  case SortKind::Array:
    break;
  }
  Term array = tm.mkConstArray(sort, mkValue(tm, sort.element(), value.asArray().defaultValue()));
  value.asArray().forEach([&](const BitVector& index, const Value& element) {
    array = tm.mkStore(array, tm.mkBv(index), mkValue(tm, sort.element(), element));
  });
  return array;
}

} // namespace assay
