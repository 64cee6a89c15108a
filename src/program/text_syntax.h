// The words of the text form, shared by its writer and its parser: names of enumerators, operators and sorts, and how
// names and strings are quoted. The grammar stands in text_parser.h.
#pragma once

#include "program/program.h"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace assay::text {

// Enumerators, by their number.
std::span<const std::string_view> typeClassNames();    // "" for Unknown
std::span<const std::string_view> locationKindNames(); // "" for Plain
std::span<const std::string_view> inputKindNames();
std::span<const std::string_view> accessNames(); // "" for None
std::span<const std::string_view> awaitNames();
std::span<const std::string_view> storageNames();
std::span<const std::string_view> contentsNames();
std::span<const std::string_view> queryNames();
std::span<const std::string_view> objectKindNames(); // "" for Global
std::span<const std::string_view> roundingModeNames();

template <class Enum>
std::string_view nameOf(Enum value, std::span<const std::string_view> names) {
  return names[static_cast<size_t>(value)];
}
template <class Enum>
std::optional<Enum> valueOf(std::string_view name, std::span<const std::string_view> names) {
  for (size_t i = 0; i < names.size(); ++i) {
    if (!names[i].empty() && names[i] == name) return static_cast<Enum>(i);
  }
  return std::nullopt;
}

/// An infix operator. `a >=s b` is `!(a <s b)`: negate; `a >s b` is `b <s a`: swap; `a <=s b` is both.
struct Infix {
  std::string_view token;
  uint8_t level; // binds the tighter the higher
  Kind kind;
  bool swap = false;
  bool negate = false;
};
inline constexpr uint8_t kOrLevel = 1, kAndLevel = 2, kCompareLevel = 3, kBitOrLevel = 4, kBitXorLevel = 5,
                         kBitAndLevel = 6, kConcatLevel = 7, kShiftLevel = 8, kAddLevel = 9, kMulLevel = 10,
                         kUnaryLevel = 11, kPrimaryLevel = 12;
const Infix* infixByToken(std::string_view token);
/// The operator that prints a term of this kind; null if it has none.
const Infix* infixByKind(Kind kind, bool swap = false, bool negate = false);

/// What stands between the parentheses of an operator in function notation.
enum class Shape : uint8_t {
  Terms,      // f(a, b): as many terms as the operator has
  ToWidth,    // zext(a, 64): a term and the width of the result
  ToSort,     // asfloat(a, f64): a term and the float sort of the result
  ConstArray, // aconst(array<bv8, bv8>, a)
};
struct FunctionSyntax {
  std::string_view name;
  Kind kind;
  uint8_t arity;
  bool rounds; // the name carries a rounding mode: fadd.rne
  Shape shape = Shape::Terms;
};
/// `name` without the rounding mode.
const FunctionSyntax* functionByName(std::string_view name);
const FunctionSyntax* functionByKind(Kind kind);

std::string sortName(Sort sort);

/// How far an identifier reaches from `begin`; `begin` itself if none starts there. Letters, digits, `_ . $`, and `::`
/// between such.
size_t scanIdentifier(std::string_view text, size_t begin);
/// The name as it stands in the text: itself, or `quoted` if it is no identifier or a reserved word.
std::string quoteName(std::string_view name);
/// Escapes for a text between `quote`s: \n \t \\ \xHH.
std::string escape(std::string_view raw, char quote);

} // namespace assay::text
