#include "term/sort_check.h"

#include "term/term_manager.h"

#include <cstdio>
#include <cstdlib>
#include <string>

namespace assay {

namespace {

using Args = std::span<const Term>;
using Indices = std::span<const uint32_t>;
/// The result's sort, or null where the arguments do not fit.
using Check = Sort (*)(TermManager&, Args, Indices);

bool sameSorts(Args args) {
  for (Term t : args)
    if (t.sort() != args[0].sort()) return false;
  return true;
}
bool roundingModeOk(Indices indices) { return indices[0] <= static_cast<uint32_t>(RoundingMode::TowardZero); }
bool formatOk(uint32_t exponentBits, uint32_t significandBits) {
  return exponentBits >= 2 && exponentBits <= 30 && significandBits >= 2;
}

Sort leaf(TermManager&, Args, Indices) { return {}; }

Sort boolToBool(TermManager& tm, Args args, Indices) {
  return args[0].sort().isBool() && sameSorts(args) ? tm.boolSort() : Sort();
}
Sort anyEqual(TermManager& tm, Args args, Indices) { return sameSorts(args) ? tm.boolSort() : Sort(); }
Sort ite(TermManager&, Args args, Indices) {
  return args[0].sort().isBool() && sameSorts(args.subspan(1)) ? args[1].sort() : Sort();
}

Sort bvToSame(TermManager&, Args args, Indices) {
  return args[0].sort().isBitVec() && sameSorts(args) ? args[0].sort() : Sort();
}
Sort bvToBool(TermManager& tm, Args args, Indices) {
  return args[0].sort().isBitVec() && sameSorts(args) ? tm.boolSort() : Sort();
}
Sort concat(TermManager& tm, Args args, Indices) {
  bool ok = args[0].sort().isBitVec() && args[1].sort().isBitVec();
  return ok ? tm.bvSort(args[0].sort().width() + args[1].sort().width()) : Sort();
}
Sort extract(TermManager& tm, Args args, Indices indices) {
  bool ok = args[0].sort().isBitVec() && indices[1] <= indices[0] && indices[0] < args[0].sort().width();
  return ok ? tm.bvSort(indices[0] - indices[1] + 1) : Sort();
}
Sort extend(TermManager& tm, Args args, Indices indices) {
  return args[0].sort().isBitVec() ? tm.bvSort(args[0].sort().width() + indices[0]) : Sort();
}

Sort fpToSame(TermManager&, Args args, Indices) {
  return args[0].sort().isFloat() && sameSorts(args) ? args[0].sort() : Sort();
}
Sort fpRounded(TermManager& tm, Args args, Indices indices) {
  return roundingModeOk(indices) ? fpToSame(tm, args, indices) : Sort();
}
Sort fpToBool(TermManager& tm, Args args, Indices) {
  return args[0].sort().isFloat() && sameSorts(args) ? tm.boolSort() : Sort();
}
Sort fpFromBits(TermManager& tm, Args args, Indices indices) {
  bool ok = args[0].sort().isBitVec() && formatOk(indices[0], indices[1]) &&
            args[0].sort().width() == indices[0] + indices[1];
  return ok ? tm.fpSort(indices[0], indices[1]) : Sort();
}
Sort fpToBits(TermManager&, Args args, Indices) {
  bool ok = args[0].sort().isFloat() && args[1].sort().isBitVec() && args[0].sort().width() == args[1].sort().width();
  return ok ? args[1].sort() : Sort();
}
Sort convertedFp(TermManager& tm, Indices indices) {
  return roundingModeOk(indices) && formatOk(indices[1], indices[2]) ? tm.fpSort(indices[1], indices[2]) : Sort();
}
Sort fpToFp(TermManager& tm, Args args, Indices indices) {
  return args[0].sort().isFloat() ? convertedFp(tm, indices) : Sort();
}
Sort fpFromBv(TermManager& tm, Args args, Indices indices) {
  return args[0].sort().isBitVec() ? convertedFp(tm, indices) : Sort();
}
Sort fpToBv(TermManager& tm, Args args, Indices indices) {
  return args[0].sort().isFloat() && roundingModeOk(indices) && indices[1] >= 1 ? tm.bvSort(indices[1]) : Sort();
}

Sort select(TermManager&, Args args, Indices) {
  bool ok = args[0].sort().isArray() && args[0].sort().index() == args[1].sort();
  return ok ? args[0].sort().element() : Sort();
}
Sort store(TermManager&, Args args, Indices) {
  bool ok = args[0].sort().isArray() && args[0].sort().index() == args[1].sort() &&
            args[0].sort().element() == args[2].sort();
  return ok ? args[0].sort() : Sort();
}

struct Row {
  Kind kind;
  std::string_view name;
  Arity arity;
  Check check;
  const char* expected; // for the message
};

constexpr const char* kBools = "Booleans";
constexpr const char* kSame = "operands of one sort";
constexpr const char* kBvs = "bit-vectors of one width";
constexpr const char* kFps = "floats of one format";
constexpr const char* kRounded = "a rounding mode and floats of one format";

constexpr Row kRows[] = {
    {Kind::Variable, "variable", {0, 0}, leaf, "nothing"},
    {Kind::True, "true", {0, 0}, leaf, "nothing"},
    {Kind::False, "false", {0, 0}, leaf, "nothing"},
    {Kind::BvConst, "bv-constant", {0, 0}, leaf, "nothing"},
    {Kind::FpConst, "fp-constant", {0, 0}, leaf, "nothing"},
    {Kind::ConstArray, "const", {1, 0}, leaf, "the builder mkConstArray"},
    {Kind::Not, "not", {1, 0}, boolToBool, kBools},
    {Kind::And, "and", {2, 0}, boolToBool, kBools},
    {Kind::Or, "or", {2, 0}, boolToBool, kBools},
    {Kind::Equal, "=", {2, 0}, anyEqual, kSame},
    {Kind::Ite, "ite", {3, 0}, ite, "a Boolean and two operands of one sort"},
    {Kind::BvNot, "bvnot", {1, 0}, bvToSame, kBvs},
    {Kind::BvNeg, "bvneg", {1, 0}, bvToSame, kBvs},
    {Kind::BvAnd, "bvand", {2, 0}, bvToSame, kBvs},
    {Kind::BvOr, "bvor", {2, 0}, bvToSame, kBvs},
    {Kind::BvXor, "bvxor", {2, 0}, bvToSame, kBvs},
    {Kind::BvAdd, "bvadd", {2, 0}, bvToSame, kBvs},
    {Kind::BvMul, "bvmul", {2, 0}, bvToSame, kBvs},
    {Kind::BvUdiv, "bvudiv", {2, 0}, bvToSame, kBvs},
    {Kind::BvUrem, "bvurem", {2, 0}, bvToSame, kBvs},
    {Kind::BvSdiv, "bvsdiv", {2, 0}, bvToSame, kBvs},
    {Kind::BvSrem, "bvsrem", {2, 0}, bvToSame, kBvs},
    {Kind::BvShl, "bvshl", {2, 0}, bvToSame, kBvs},
    {Kind::BvLshr, "bvlshr", {2, 0}, bvToSame, kBvs},
    {Kind::BvAshr, "bvashr", {2, 0}, bvToSame, kBvs},
    {Kind::BvUlt, "bvult", {2, 0}, bvToBool, kBvs},
    {Kind::BvSlt, "bvslt", {2, 0}, bvToBool, kBvs},
    {Kind::BvUmulo, "bvumulo", {2, 0}, bvToBool, kBvs},
    {Kind::BvSmulo, "bvsmulo", {2, 0}, bvToBool, kBvs},
    {Kind::BvConcat, "concat", {2, 0}, concat, "bit-vectors"},
    {Kind::BvExtract, "extract", {1, 2}, extract, "a bit-vector that has these bits, high before low"},
    {Kind::BvZeroExtend, "zero_extend", {1, 1}, extend, "a bit-vector"},
    {Kind::BvSignExtend, "sign_extend", {1, 1}, extend, "a bit-vector"},
    {Kind::FpAbs, "fp.abs", {1, 0}, fpToSame, kFps},
    {Kind::FpNeg, "fp.neg", {1, 0}, fpToSame, kFps},
    {Kind::FpAdd, "fp.add", {2, 1}, fpRounded, kRounded},
    {Kind::FpMul, "fp.mul", {2, 1}, fpRounded, kRounded},
    {Kind::FpDiv, "fp.div", {2, 1}, fpRounded, kRounded},
    {Kind::FpFma, "fp.fma", {3, 1}, fpRounded, kRounded},
    {Kind::FpSqrt, "fp.sqrt", {1, 1}, fpRounded, kRounded},
    {Kind::FpRem, "fp.rem", {2, 0}, fpToSame, kFps},
    {Kind::FpRoundToIntegral, "fp.roundToIntegral", {1, 1}, fpRounded, kRounded},
    {Kind::FpMin, "fp.min", {2, 0}, fpToSame, kFps},
    {Kind::FpMax, "fp.max", {2, 0}, fpToSame, kFps},
    {Kind::FpLe, "fp.leq", {2, 0}, fpToBool, kFps},
    {Kind::FpLt, "fp.lt", {2, 0}, fpToBool, kFps},
    {Kind::FpEq, "fp.eq", {2, 0}, fpToBool, kFps},
    {Kind::FpIsNan, "fp.isNaN", {1, 0}, fpToBool, kFps},
    {Kind::FpIsInf, "fp.isInfinite", {1, 0}, fpToBool, kFps},
    {Kind::FpIsZero, "fp.isZero", {1, 0}, fpToBool, kFps},
    {Kind::FpIsNormal, "fp.isNormal", {1, 0}, fpToBool, kFps},
    {Kind::FpIsSubnormal, "fp.isSubnormal", {1, 0}, fpToBool, kFps},
    {Kind::FpIsNegative, "fp.isNegative", {1, 0}, fpToBool, kFps},
    {Kind::FpFromBits, "to_fp_from_bits", {1, 2}, fpFromBits, "a bit-vector as wide as the format"},
    {Kind::FpToBits, "fp.to_ieee_bv", {2, 0}, fpToBits, "a float and a bit-vector as wide as its format"},
    {Kind::FpToFp, "to_fp", {1, 3}, fpToFp, "a rounding mode, a format and a float"},
    {Kind::FpFromSbv, "to_fp_signed", {1, 3}, fpFromBv, "a rounding mode, a format and a bit-vector"},
    {Kind::FpFromUbv, "to_fp_unsigned", {1, 3}, fpFromBv, "a rounding mode, a format and a bit-vector"},
    {Kind::FpToSbv, "fp.to_sbv", {1, 2}, fpToBv, "a rounding mode, a width of at least 1 and a float"},
    {Kind::FpToUbv, "fp.to_ubv", {1, 2}, fpToBv, "a rounding mode, a width of at least 1 and a float"},
    {Kind::Select, "select", {2, 0}, select, "an array and an index of its index sort"},
    {Kind::Store, "store", {3, 0}, store, "an array, an index and a value of its sorts"},
};

constexpr bool rowsStandInOrder() {
  for (size_t i = 0; i < std::size(kRows); ++i)
    if (static_cast<size_t>(kRows[i].kind) != i) return false;
  return std::size(kRows) == static_cast<size_t>(Kind::Count_);
}
static_assert(rowsStandInOrder());

const Row& rowOf(Kind kind) { return kRows[static_cast<size_t>(kind)]; }

[[noreturn]] void reportIllSorted(const Row& row, Args args, Indices indices) {
  std::string message = "ill-sorted term: (" + std::string(row.name);
  for (uint32_t i : indices) message += " " + std::to_string(i);
  for (Term t : args) message += t.isNull() ? " <null>" : " " + t.sort().toString();
  message += "); it takes " + std::to_string(row.arity.indices) + " indices and " + std::to_string(row.arity.children) +
             " arguments: " + row.expected;
  std::fprintf(stderr, "assay: %s\n", message.c_str());
  std::abort();
}

} // namespace

std::string_view kindName(Kind kind) { return rowOf(kind).name; }

Arity arityOf(Kind kind) { return rowOf(kind).arity; }

Sort checkSorts(TermManager& tm, Kind kind, Args args, Indices indices) {
  const Row& row = rowOf(kind);
  bool complete = args.size() == row.arity.children && indices.size() == row.arity.indices;
  for (Term t : args) complete = complete && !t.isNull();
  Sort sort = complete ? row.check(tm, args, indices) : Sort();
  if (sort.isNull()) reportIllSorted(row, args, indices);
  return sort;
}

} // namespace assay
