#include "program/instruction_selection.h"

#include <algorithm>
#include <cassert>

namespace assay {

namespace {

bool isWord(Sort sort) { return !Registers::isWide(sort); }

Op immediateForm(Op op) { return static_cast<Op>(static_cast<uint16_t>(op) + 1); }
bool isComparison(Op op) { return op >= Op::Eq && op <= Op::SgeI; }

/// Comparisons stand in the order Eq Ne Ult Ule Ugt Uge Slt Sle Sgt Sge, each with its immediate form behind it.
constexpr Op kNegated[] = {Op::Ne, Op::Eq, Op::Uge, Op::Ugt, Op::Ule, Op::Ult, Op::Sge, Op::Sgt, Op::Sle, Op::Slt};
constexpr Op kSwapped[] = {Op::Eq, Op::Ne, Op::Ugt, Op::Uge, Op::Ult, Op::Ule, Op::Sgt, Op::Sge, Op::Slt, Op::Sle};
size_t comparisonIndex(Op op) { return (static_cast<size_t>(op) - static_cast<size_t>(Op::Eq)) / 2; }

Plan binary(Op op, Term a, Term b, Sort sort, bool isCommutative) {
  Plan plan;
  plan.shift = shiftOf(sort);
  const bool swaps = isCommutative || isComparison(op);
  if (swaps && wordConstant(a) && !wordConstant(b)) {
    std::swap(a, b);
    if (isComparison(op)) op = kSwapped[comparisonIndex(op)];
  }
  plan.op = op;
  plan.operands = {a, b};
  plan.numOperands = 2;
  if (const auto immediate = wordConstant(b)) {
    plan.op = immediateForm(op);
    plan.hasImmediate = true;
    plan.immediate = *immediate;
    plan.numOperands = 1;
  }
  return plan;
}

Plan unary(Op op, Term a, Sort sort, unsigned extra = 0) {
  Plan plan;
  plan.op = op;
  plan.operands = {a};
  plan.numOperands = 1;
  plan.shift = shiftOf(sort);
  plan.extra = static_cast<uint8_t>(extra);
  return plan;
}

struct BinaryRow {
  Kind kind;
  Op op;
  bool isCommutative;
};
constexpr BinaryRow kBinary[] = {
    {Kind::And, Op::And, true},       {Kind::Or, Op::Or, true},        {Kind::BvAnd, Op::And, true},
    {Kind::BvOr, Op::Or, true},       {Kind::BvXor, Op::Xor, true},    {Kind::BvAdd, Op::Add, true},
    {Kind::BvMul, Op::Mul, true},     {Kind::BvUdiv, Op::Udiv, false}, {Kind::BvUrem, Op::Urem, false},
    {Kind::BvSdiv, Op::Sdiv, false},  {Kind::BvSrem, Op::Srem, false}, {Kind::BvShl, Op::Shl, false},
    {Kind::BvLshr, Op::Lshr, false},  {Kind::BvAshr, Op::Ashr, false}, {Kind::BvUmulo, Op::Umulo, true},
    {Kind::BvSmulo, Op::Smulo, true},
};

/// Operators on host floats; the row gives the form for single precision, that for double stands behind it.
struct FloatRow {
  Kind kind;
  Op op;
  std::optional<RoundingMode> mode; // if the operator has one, the one that the host computes
};
constexpr RoundingMode kNearest = RoundingMode::NearestEven;
constexpr FloatRow kFloat[] = {
    {Kind::FpNeg, Op::FNeg32, {}},
    {Kind::FpAbs, Op::FAbs32, {}},
    {Kind::FpSqrt, Op::FSqrt32, kNearest},
    {Kind::FpIsNan, Op::FIsNan32, {}},
    {Kind::FpIsInf, Op::FIsInf32, {}},
    {Kind::FpIsZero, Op::FIsZero32, {}},
    {Kind::FpIsNegative, Op::FIsNegative32, {}},
    {Kind::FpFromBits, Op::FFromBits32, {}},
    {Kind::FpFromSbv, Op::FFromSbv32, kNearest},
    {Kind::FpFromUbv, Op::FFromUbv32, kNearest},
    {Kind::FpToSbv, Op::FToSbvRtz32, RoundingMode::TowardZero},
    {Kind::FpToUbv, Op::FToUbvRtz32, RoundingMode::TowardZero},
    {Kind::FpToBits, Op::FToBits32, {}},
    {Kind::FpAdd, Op::FAdd32, kNearest},
    {Kind::FpMul, Op::FMul32, kNearest},
    {Kind::FpDiv, Op::FDiv32, kNearest},
    {Kind::FpLe, Op::FLe32, {}},
    {Kind::FpLt, Op::FLt32, {}},
    {Kind::FpEq, Op::FEq32, {}},
};

bool isSingle(Sort sort) { return sort.isFloat() && sort.exponentBits() == 8 && sort.significandBits() == 24; }
bool isDouble(Sort sort) { return sort.isFloat() && sort.exponentBits() == 11 && sort.significandBits() == 53; }
bool isHost(Sort sort) { return isSingle(sort) || isDouble(sort); }

std::optional<Plan> floatPlan(Term term) {
  // The format is the operand's, or the result's where the operand is an integer.
  const Sort format = term[0].sort().isFloat() ? term[0].sort() : term.sort();
  if (!isHost(format)) return std::nullopt;
  if (term.kind() == Kind::FpToFp) {
    if (term.roundingMode() != kNearest || !isHost(term.sort()) || term.sort() == format) return std::nullopt;
    return unary(isDouble(format) ? Op::FToOther64 : Op::FToOther32, term[0], term.sort());
  }
  for (const FloatRow& row : kFloat) {
    if (row.kind != term.kind()) continue;
    if (row.mode && term.roundingMode() != *row.mode) return std::nullopt;
    const Op op = isDouble(format) ? static_cast<Op>(static_cast<uint16_t>(row.op) + 1) : row.op;
    Plan plan = unary(op, term[0], term.sort());
    if (!term[0].sort().isFloat()) plan.extra = shiftOf(term[0].sort());
    if (term.size() == 2) plan.operands[1] = term[1];
    plan.numOperands = term.size();
    return plan;
  }
  return std::nullopt;
}

bool isExtract(Term term, Term of, uint32_t high, uint32_t low) {
  return term.kind() == Kind::BvExtract && term[0] == of && term.index(0) == high && term.index(1) == low;
}

/// ite(a[top:low] == b[top:low], b, 11...1 ++ b[low-1:0]), as pointers are computed (frontend).
std::optional<Plan> withinPlan(Term term) {
  const Term condition = term[0], b = term[1], outside = term[2];
  if (condition.kind() != Kind::Equal || outside.kind() != Kind::BvConcat) return std::nullopt;
  const uint32_t low = outside[1].sort().width(), top = b.sort().width() - 1;
  const auto ones = wordConstant(outside[0]);
  if (!ones || *ones != ~uint64_t{0} >> (64 - outside[0].sort().width())) return std::nullopt;
  if (!isExtract(outside[1], b, low - 1, 0)) return std::nullopt;
  for (const uint32_t side : {0, 1}) {
    const Term other = condition[1 - side];
    if (!isExtract(condition[side], b, top, low) || other.kind() != Kind::BvExtract) continue;
    if (other[0].sort() != b.sort() || !isExtract(other, other[0], top, low)) continue;
    Plan plan;
    plan.op = Op::Within;
    plan.operands = {other[0], b};
    plan.numOperands = 2;
    plan.shift = shiftOf(b.sort());
    plan.extra = static_cast<uint8_t>(low);
    return plan;
  }
  return std::nullopt;
}

/// x[...:0] ++ 00...0, of the width of x.
std::optional<Plan> shiftPlan(Term term) {
  const uint32_t count = term[1].sort().width();
  if (wordConstant(term[1]) != 0 || term[0].kind() != Kind::BvExtract || term[0].index(1) != 0) return std::nullopt;
  const Term x = term[0][0];
  if (x.sort() != term.sort()) return std::nullopt;
  Plan plan;
  plan.op = Op::ShlI;
  plan.operands = {x};
  plan.numOperands = 1;
  plan.hasImmediate = true;
  plan.immediate = count;
  plan.shift = shiftOf(term.sort());
  return plan;
}

Plan genericPlan(Term term) {
  Plan plan;
  assert(term.size() <= 3);
  for (uint32_t i = 0; i < term.size(); ++i) plan.operands[i] = term[i];
  plan.numOperands = term.size();
  return plan;
}

} // namespace

std::optional<uint64_t> wordConstant(Term term) {
  switch (term.kind()) {
  case Kind::True:
    return 1;
  case Kind::False:
    return 0;
  case Kind::BvConst:
  case Kind::FpConst:
    if (isWord(term.sort())) return term.value().toUint64();
    return std::nullopt;
  default:
    return std::nullopt;
  }
}

Op branchForm(Op comparison) {
  return static_cast<Op>(static_cast<uint16_t>(Op::BrEq) + static_cast<uint16_t>(comparison) -
                         static_cast<uint16_t>(Op::Eq));
}

Op negate(Op comparison) {
  const bool isImmediate = (static_cast<size_t>(comparison) - static_cast<size_t>(Op::Eq)) % 2 != 0;
  const Op negated = kNegated[comparisonIndex(comparison)];
  return isImmediate ? immediateForm(negated) : negated;
}

std::optional<Op> comparisonOf(Kind kind) {
  switch (kind) {
  case Kind::Equal:
    return Op::Eq;
  case Kind::BvUlt:
    return Op::Ult;
  case Kind::BvSlt:
    return Op::Slt;
  default:
    return std::nullopt;
  }
}

Plan comparisonPlan(Op comparison, Term a, Term b) { return binary(comparison, a, b, a.sort(), false); }

Plan planOf(Term term) {
  const auto isWordTerm = [](Term t) { return isWord(t.sort()); };
  if (!isWordTerm(term) || !std::all_of(term.children().begin(), term.children().end(), isWordTerm)) {
    return genericPlan(term);
  }
  const Sort sort = term.sort();
  switch (term.kind()) {
  case Kind::Not: {
    if (const auto op = comparisonOf(term[0].kind()); op && isWordTerm(term[0][0])) {
      return binary(kNegated[comparisonIndex(*op)], term[0][0], term[0][1], term[0][0].sort(), false);
    }
    return unary(Op::BoolNot, term[0], sort);
  }
  case Kind::Equal:
  case Kind::BvUlt:
  case Kind::BvSlt:
    return comparisonPlan(*comparisonOf(term.kind()), term[0], term[1]);
  case Kind::BvUmulo:
    return binary(Op::Umulo, term[0], term[1], term[0].sort(), true);
  case Kind::BvSmulo:
    return binary(Op::Smulo, term[0], term[1], term[0].sort(), true);
  case Kind::BvAdd:
    if (term[1].kind() == Kind::BvNeg) return binary(Op::Sub, term[0], term[1][0], sort, false);
    if (term[0].kind() == Kind::BvNeg) return binary(Op::Sub, term[1], term[0][0], sort, false);
    break;
  case Kind::BvNot:
    return unary(Op::BvNot, term[0], sort);
  case Kind::BvNeg:
    return unary(Op::Neg, term[0], sort);
  case Kind::BvZeroExtend:
    return unary(Op::Move, term[0], sort);
  case Kind::BvSignExtend:
    return unary(Op::SignExtend, term[0], sort, shiftOf(term[0].sort()));
  case Kind::BvExtract:
    return unary(Op::Extract, term[0], sort, term.index(1));
  case Kind::BvConcat: {
    if (const auto plan = shiftPlan(term)) return *plan;
    Plan plan = genericPlan(term);
    plan.op = Op::Concat;
    plan.extra = static_cast<uint8_t>(term[1].sort().width());
    return plan;
  }
  case Kind::Ite: {
    if (const auto plan = withinPlan(term)) return *plan;
    Plan plan = genericPlan(term);
    plan.op = Op::Ite;
    return plan;
  }
  default:
    break;
  }
  for (const BinaryRow& row : kBinary) {
    if (row.kind == term.kind()) return binary(row.op, term[0], term[1], sort, row.isCommutative);
  }
  if (const auto plan = floatPlan(term)) return *plan;
  return genericPlan(term);
}

} // namespace assay
