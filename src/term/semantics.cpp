#include "term/semantics.h"

#include "term/array_value.h"

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
  return apply ? apply(application, args) : Value();
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

} // namespace assay
