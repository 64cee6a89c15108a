#include "term/smtlib_syntax.h"

#include "term/float_format.h"
#include "term/sort_check.h"

#include <algorithm>
#include <cctype>
#include <iterator>

namespace assay {

namespace {

constexpr std::string_view kReserved[] = {"BINARY", "DECIMAL", "HEXADECIMAL", "NUMERAL", "STRING", "_",  "!",
                                          "as",     "exists",  "forall",      "let",     "match",  "par"};

/// Functions of the logics that are no names of kinds.
constexpr std::string_view kTheoryFunctions[] = {"xor",
                                                 "=>",
                                                 "distinct",
                                                 "bvsub",
                                                 "bvnand",
                                                 "bvnor",
                                                 "bvxnor",
                                                 "bvcomp",
                                                 "bvule",
                                                 "bvugt",
                                                 "bvuge",
                                                 "bvsle",
                                                 "bvsgt",
                                                 "bvsge",
                                                 "bvsmod",
                                                 "bvnego",
                                                 "bvuaddo",
                                                 "bvsaddo",
                                                 "bvusubo",
                                                 "bvssubo",
                                                 "bvsdivo",
                                                 "rotate_left",
                                                 "rotate_right",
                                                 "repeat",
                                                 "fp",
                                                 "fp.sub",
                                                 "fp.geq",
                                                 "fp.gt",
                                                 "fp.isPositive",
                                                 "fp.to_real",
                                                 "RNE",
                                                 "RNA",
                                                 "RTP",
                                                 "RTN",
                                                 "RTZ",
                                                 "roundNearestTiesToEven",
                                                 "roundNearestTiesToAway",
                                                 "roundTowardPositive",
                                                 "roundTowardNegative",
                                                 "roundTowardZero",
                                                 "to_fp_unsigned",
                                                 "int2bv",
                                                 "bv2nat"};

bool contains(std::span<const std::string_view> words, std::string_view word) {
  return std::ranges::find(words, word) != words.end();
}

bool isSimpleCharacter(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) ||
         std::string_view("~!@$%^&*_-+=<>.?/").find(c) != std::string_view::npos;
}

bool isSimpleSymbol(std::string_view s) {
  return !s.empty() && !std::isdigit(static_cast<unsigned char>(s[0])) && std::ranges::all_of(s, isSimpleCharacter) &&
         !contains(kReserved, s);
}

bool isTheoryFunction(std::string_view s) {
  for (size_t k = 0; k < static_cast<size_t>(Kind::Count_); ++k)
    if (kindName(static_cast<Kind>(k)) == s) return true;
  return contains(kTheoryFunctions, s);
}

std::string indexed(std::string_view name, std::initializer_list<uint32_t> indices) {
  std::string text = "(_ " + std::string(name);
  for (uint32_t i : indices) text += " " + std::to_string(i);
  return text + ")";
}

std::string floatConstant(Sort sort, const BitVector& bits) {
  FloatFormat format(sort);
  auto special = [&](std::string_view name) { return indexed(name, {format.exponentBits, format.significandBits}); };
  if (format.isNan(bits)) return special("NaN");
  if (format.exponentIsOnes(bits)) return special(bits.signBit() ? "-oo" : "+oo");
  uint32_t fraction = format.fractionBits();
  return "(fp #b" + std::string(bits.signBit() ? "1" : "0") + " #b" + format.exponent(bits).toBinary() + " #b" +
         bits.extract(fraction - 1, 0).toBinary() + ")";
}

} // namespace

std::string smtlibSymbol(std::string_view symbol) {
  std::string text(symbol);
  // Bars would not help: |and| is and.
  if (isTheoryFunction(symbol)) text += "!";
  if (isSimpleSymbol(text)) return text;
  for (char& c : text)
    if (c == '|' || c == '\\' || (std::iscntrl(static_cast<unsigned char>(c)) && c != '\n' && c != '\t')) c = '_';
  return "|" + text + "|";
}

std::string smtlibBits(const BitVector& bits) {
  if (bits.width() % 4 != 0) return "#b" + bits.toBinary();
  std::string digits = bits.toString(16);
  return "#x" + std::string(bits.width() / 4 - digits.size(), '0') + digits;
}

std::string smtlibConstant(Term constant) {
  switch (constant.kind()) {
  case Kind::True:
    return "true";
  case Kind::False:
    return "false";
  case Kind::BvConst:
    return smtlibBits(constant.value());
  default:
    return floatConstant(constant.sort(), constant.value());
  }
}

std::string_view smtlibRoundingMode(RoundingMode rm) {
  constexpr std::string_view kNames[] = {"RNE", "RNA", "RTP", "RTN", "RTZ"};
  return kNames[static_cast<size_t>(rm)];
}

std::string smtlibHead(Term t) {
  std::string rm = t.kind() >= Kind::FpAbs && arityOf(t.kind()).indices > 0 && t.kind() != Kind::FpFromBits
                       ? " " + std::string(smtlibRoundingMode(t.roundingMode()))
                       : "";
  switch (t.kind()) {
  case Kind::BvExtract:
    return indexed("extract", {t.index(0), t.index(1)});
  case Kind::BvZeroExtend:
  case Kind::BvSignExtend:
    return indexed(kindName(t.kind()), {t.index(0)});
  case Kind::FpFromBits:
    return indexed("to_fp", {t.index(0), t.index(1)});
  case Kind::FpToFp:
  case Kind::FpFromSbv:
    return indexed("to_fp", {t.index(1), t.index(2)}) + rm;
  case Kind::FpFromUbv:
    return indexed("to_fp_unsigned", {t.index(1), t.index(2)}) + rm;
  case Kind::FpToSbv:
  case Kind::FpToUbv:
    return indexed(kindName(t.kind()), {t.index(1)}) + rm;
  case Kind::ConstArray:
    return "(as const " + t.sort().toString() + ")";
  default:
    return std::string(kindName(t.kind())) + rm;
  }
}

} // namespace assay
