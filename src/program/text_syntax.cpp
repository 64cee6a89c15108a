#include "program/text_syntax.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <unordered_map>
#include <unordered_set>

namespace assay::text {

namespace {

using Names = std::string_view[];

constexpr Names kTypeClasses = {"", "bool", "signed", "unsigned", "float", "pointer"};
constexpr Names kLocationKinds = {"",      "exit",    "error", "unsupported", "halt",
                                  "abort", "blocked", "limit", "thread_end"};
constexpr Names kInputKinds = {"nondet",   "uninitialised", "external", "volatile",
                               "argument", "unspecified",   "schedule"};
constexpr Names kAccesses = {"", "read", "write"};
constexpr Names kAwaits = {"equal", "distinct", "at_least"};
constexpr Names kStorages = {"heap", "stack", "library"};
constexpr Names kContents = {"any", "zero"};
constexpr Names kQueries = {
#define QUERY(kind, name, arguments, answer) name,
#include "program/queries.def"
};
constexpr Names kObjectKinds = {"", "string", "function"};
constexpr Names kRoundingModes = {"rne", "rna", "rtp", "rtn", "rtz"};
constexpr Names kStatements = {"if",   "let",  "var",    "input", "load",  "store", "allocate", "free",
                               "copy", "fill", "return", "call",  "entry", "label", "true",     "false",
                               "ite",  "neg",  "hex",    "step",  "spawn", "await", "atomic",   "thread_local"};

constexpr Infix kInfix[] = {
    {"||", kOrLevel, Kind::Or},
    {"&&", kAndLevel, Kind::And},
    {"==", kCompareLevel, Kind::Equal},
    {"!=", kCompareLevel, Kind::Equal, false, true},
    {"<s", kCompareLevel, Kind::BvSlt},
    {"<=s", kCompareLevel, Kind::BvSlt, true, true},
    {">s", kCompareLevel, Kind::BvSlt, true, false},
    {">=s", kCompareLevel, Kind::BvSlt, false, true},
    {"<u", kCompareLevel, Kind::BvUlt},
    {"<=u", kCompareLevel, Kind::BvUlt, true, true},
    {">u", kCompareLevel, Kind::BvUlt, true, false},
    {">=u", kCompareLevel, Kind::BvUlt, false, true},
    {"|", kBitOrLevel, Kind::BvOr},
    {"^", kBitXorLevel, Kind::BvXor},
    {"&", kBitAndLevel, Kind::BvAnd},
    {"++", kConcatLevel, Kind::BvConcat},
    {"<<", kShiftLevel, Kind::BvShl},
    {">>u", kShiftLevel, Kind::BvLshr},
    {">>s", kShiftLevel, Kind::BvAshr},
    {"+", kAddLevel, Kind::BvAdd},
    {"*", kMulLevel, Kind::BvMul},
    {"/u", kMulLevel, Kind::BvUdiv},
    {"/s", kMulLevel, Kind::BvSdiv},
    {"%u", kMulLevel, Kind::BvUrem},
    {"%s", kMulLevel, Kind::BvSrem},
};

constexpr FunctionSyntax kFunctions[] = {
    {"ite", Kind::Ite, 3, false},
    {"neg", Kind::BvNeg, 1, false},
    {"zext", Kind::BvZeroExtend, 1, false, Shape::ToWidth},
    {"sext", Kind::BvSignExtend, 1, false, Shape::ToWidth},
    {"umul_overflow", Kind::BvUmulo, 2, false},
    {"smul_overflow", Kind::BvSmulo, 2, false},
    {"fabs", Kind::FpAbs, 1, false},
    {"fneg", Kind::FpNeg, 1, false},
    {"fadd", Kind::FpAdd, 2, true},
    {"fmul", Kind::FpMul, 2, true},
    {"fdiv", Kind::FpDiv, 2, true},
    {"ffma", Kind::FpFma, 3, true},
    {"fsqrt", Kind::FpSqrt, 1, true},
    {"frem", Kind::FpRem, 2, false},
    {"fround", Kind::FpRoundToIntegral, 1, true},
    {"fmin", Kind::FpMin, 2, false},
    {"fmax", Kind::FpMax, 2, false},
    {"fle", Kind::FpLe, 2, false},
    {"flt", Kind::FpLt, 2, false},
    {"feq", Kind::FpEq, 2, false},
    {"is_nan", Kind::FpIsNan, 1, false},
    {"is_inf", Kind::FpIsInf, 1, false},
    {"is_zero", Kind::FpIsZero, 1, false},
    {"is_normal", Kind::FpIsNormal, 1, false},
    {"is_subnormal", Kind::FpIsSubnormal, 1, false},
    {"is_negative", Kind::FpIsNegative, 1, false},
    {"asfloat", Kind::FpFromBits, 1, false, Shape::ToSort},
    {"asbits", Kind::FpToBits, 2, false},
    {"fconvert", Kind::FpToFp, 1, true, Shape::ToSort},
    {"from_sint", Kind::FpFromSbv, 1, true, Shape::ToSort},
    {"from_uint", Kind::FpFromUbv, 1, true, Shape::ToSort},
    {"to_sint", Kind::FpToSbv, 1, true, Shape::ToWidth},
    {"to_uint", Kind::FpToUbv, 1, true, Shape::ToWidth},
    {"aselect", Kind::Select, 2, false},
    {"astore", Kind::Store, 3, false},
    {"aconst", Kind::ConstArray, 1, false, Shape::ConstArray},
};

struct FloatName {
  std::string_view name;
  uint32_t exponentBits, significandBits;
};
constexpr FloatName kFloats[] = {{"f16", 5, 11}, {"f32", 8, 24}, {"f64", 11, 53}, {"f80", 15, 64}, {"f128", 15, 113}};

bool isIdentifierChar(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) || c == '_' || c == '.' || c == '$';
}

bool isReserved(std::string_view name) {
  static const std::unordered_set<std::string_view> words = [] {
    std::unordered_set<std::string_view> set(std::begin(kStatements), std::end(kStatements));
    for (std::span<const std::string_view> names : {typeClassNames(), locationKindNames(), queryNames()}) {
      set.insert(names.begin(), names.end());
    }
    return set;
  }();
  if (words.contains(name)) return true;
  if (functionByName(name)) return true;
  const size_t dot = name.rfind('.');
  return dot != std::string_view::npos && functionByName(name.substr(0, dot)) != nullptr;
}

} // namespace

std::span<const std::string_view> typeClassNames() { return kTypeClasses; }
std::span<const std::string_view> locationKindNames() { return kLocationKinds; }
std::span<const std::string_view> inputKindNames() { return kInputKinds; }
std::span<const std::string_view> accessNames() { return kAccesses; }
std::span<const std::string_view> awaitNames() { return kAwaits; }
std::span<const std::string_view> storageNames() { return kStorages; }
std::span<const std::string_view> contentsNames() { return kContents; }
std::span<const std::string_view> queryNames() { return kQueries; }
std::span<const std::string_view> objectKindNames() { return kObjectKinds; }
std::span<const std::string_view> roundingModeNames() { return kRoundingModes; }

const Infix* infixByToken(std::string_view token) {
  const auto* it = std::find_if(std::begin(kInfix), std::end(kInfix), [&](const Infix& i) { return i.token == token; });
  return it == std::end(kInfix) ? nullptr : it;
}

const Infix* infixByKind(Kind kind, bool swap, bool negate) {
  const auto* it = std::find_if(std::begin(kInfix), std::end(kInfix),
                                [&](const Infix& i) { return i.kind == kind && i.swap == swap && i.negate == negate; });
  return it == std::end(kInfix) ? nullptr : it;
}

const FunctionSyntax* functionByName(std::string_view name) {
  static const std::unordered_map<std::string_view, const FunctionSyntax*> byName = [] {
    std::unordered_map<std::string_view, const FunctionSyntax*> map;
    for (const FunctionSyntax& f : kFunctions) map.emplace(f.name, &f);
    return map;
  }();
  const auto it = byName.find(name);
  return it == byName.end() ? nullptr : it->second;
}

const FunctionSyntax* functionByKind(Kind kind) {
  static const std::array<const FunctionSyntax*, static_cast<size_t>(Kind::Count_)> byKind = [] {
    std::array<const FunctionSyntax*, static_cast<size_t>(Kind::Count_)> table{};
    for (const FunctionSyntax& f : kFunctions) table[static_cast<size_t>(f.kind)] = &f;
    return table;
  }();
  return byKind[static_cast<size_t>(kind)];
}

std::string sortName(Sort sort) {
  switch (sort.kind()) {
  case SortKind::Bool:
    return "bool";
  case SortKind::BitVec:
    return "bv" + std::to_string(sort.width());
  case SortKind::Array:
    return "array<" + sortName(sort.index()) + ", " + sortName(sort.element()) + ">";
  case SortKind::Float:
    break;
  }
  for (const FloatName& f : kFloats) {
    if (f.exponentBits == sort.exponentBits() && f.significandBits == sort.significandBits())
      return std::string(f.name);
  }
  return "float<" + std::to_string(sort.exponentBits()) + ", " + std::to_string(sort.significandBits()) + ">";
}

size_t scanIdentifier(std::string_view text, size_t begin) {
  size_t end = begin;
  const auto isStart = [&](size_t i) {
    return i < text.size() && isIdentifierChar(text[i]) && !std::isdigit(static_cast<unsigned char>(text[i]));
  };
  if (!isStart(begin)) return begin;
  while (end < text.size()) {
    if (isIdentifierChar(text[end])) {
      ++end;
    } else if (text.substr(end, 2) == "::" && end + 2 < text.size() && isIdentifierChar(text[end + 2])) {
      end += 2;
    } else {
      break;
    }
  }
  return end;
}

std::string quoteName(std::string_view name) {
  const bool isPlain = !name.empty() && scanIdentifier(name, 0) == name.size() && !isReserved(name) &&
                       !(name[0] == '$' && name.size() > 1 && std::isdigit(static_cast<unsigned char>(name[1])));
  return isPlain ? std::string(name) : '`' + escape(name, '`') + '`';
}

std::string escape(std::string_view raw, char quote) {
  static constexpr char kHex[] = "0123456789abcdef";
  std::string out;
  out.reserve(raw.size());
  for (const char c : raw) {
    const auto byte = static_cast<unsigned char>(c);
    if (c == quote || c == '\\') {
      out += '\\';
      out += c;
    } else if (c == '\n') {
      out += "\\n";
    } else if (c == '\t') {
      out += "\\t";
    } else if (byte < 0x20 || byte == 0x7f) {
      out += "\\x";
      out += kHex[byte >> 4];
      out += kHex[byte & 15];
    } else {
      out += c;
    }
  }
  return out;
}

} // namespace assay::text
