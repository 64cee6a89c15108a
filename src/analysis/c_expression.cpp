#include "analysis/c_expression.h"

#include <algorithm>
#include <cctype>
#include <optional>
#include <string>
#include <vector>

namespace assay {

namespace {

constexpr unsigned kMaxDepth = 200;

/// A value with its type. Comparisons and the like have type int, but stay Bool as long as nothing is computed with
/// them.
struct Typed {
  Term term; // Bool, or a bit-vector
  bool isSigned = true;
};

struct Token {
  enum class Kind : uint8_t { End, Name, Number, Sign };
  Kind kind = Kind::End;
  std::string text;
};

std::vector<Token> tokenise(std::string_view text) {
  static constexpr std::string_view kSigns[] = {"<<", ">>", "<=", ">=", "==", "!=", "&&", "||"};
  std::vector<Token> tokens;
  const auto isWord = [](char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; };
  for (size_t i = 0; i < text.size();) {
    const char c = text[i];
    if (std::isspace(static_cast<unsigned char>(c)) != 0) {
      ++i;
      continue;
    }
    size_t end = i + 1;
    if (isWord(c)) {
      while (end < text.size() && isWord(text[end])) ++end;
      const bool isNumber = std::isdigit(static_cast<unsigned char>(c)) != 0;
      tokens.push_back({isNumber ? Token::Kind::Number : Token::Kind::Name, std::string(text.substr(i, end - i))});
    } else {
      const std::string_view two = text.substr(i, 2);
      if (std::find(std::begin(kSigns), std::end(kSigns), two) != std::end(kSigns)) end = i + 2;
      tokens.push_back({Token::Kind::Sign, std::string(text.substr(i, end - i))});
    }
    i = end;
  }
  tokens.push_back({});
  return tokens;
}

class Parser {
public:
  Parser(std::string_view text, const Program& program, const VariableLookup& lookup)
      : tokens_(tokenise(text)), program_(program), terms_(program.terms()), lookup_(lookup) {}

  Term run() {
    const Typed value = conditional();
    if (next().kind != Token::Kind::End) fail("'" + next().text + "' does not belong here");
    return isTrue(value);
  }

private:
  [[noreturn]] static void fail(const std::string& message) { throw BadExpression(message); }

  const Token& next() const { return tokens_[position_]; }
  bool accept(std::string_view sign) {
    if (next().kind != Token::Kind::Sign || next().text != sign) return false;
    ++position_;
    return true;
  }
  void expect(std::string_view sign) {
    if (!accept(sign)) fail("'" + std::string(sign) + "' is missing");
  }

  Term isTrue(const Typed& value) {
    return value.term.sort().isBool() ? value.term
                                      : terms_.mkNot(terms_.mkEqual(value.term, terms_.mkZero(value.term.sort())));
  }
  Typed resized(const Typed& value, uint32_t width, bool isSigned) {
    if (value.term.sort().isBool()) return {terms_.mkBoolToBv(value.term, width), isSigned};
    return {value.isSigned ? terms_.mkBvSignResize(value.term, width) : terms_.mkBvZeroResize(value.term, width),
            isSigned};
  }
  Typed promoted(const Typed& value) {
    if (value.term.sort().isBool() || value.term.sort().width() < 32) return resized(value, 32, true);
    return value;
  }
  /// The usual arithmetic conversions.
  void balance(Typed& a, Typed& b) {
    a = promoted(a);
    b = promoted(b);
    const uint32_t wa = a.term.sort().width(), wb = b.term.sort().width(), width = std::max(wa, wb);
    const bool isSigned = wa == wb ? a.isSigned && b.isSigned : wa > wb ? a.isSigned : b.isSigned;
    a = resized(a, width, isSigned);
    b = resized(b, width, isSigned);
  }

  Typed conditional() {
    if (++depth_ > kMaxDepth) fail("too deeply nested");
    Typed value = binary(0);
    if (accept("?")) {
      Typed yes = conditional();
      expect(":");
      Typed no = conditional();
      balance(yes, no);
      value = {terms_.mkIte(isTrue(value), yes.term, no.term), yes.isSigned};
    }
    --depth_;
    return value;
  }

  struct Operator {
    std::string_view sign;
    unsigned level; // the higher, the tighter
  };
  static constexpr Operator kOperators[] = {{"||", 1}, {"&&", 2}, {"|", 3}, {"^", 4},  {"&", 5},  {"==", 6},
                                            {"!=", 6}, {"<", 7},  {">", 7}, {"<=", 7}, {">=", 7}, {"<<", 8},
                                            {">>", 8}, {"+", 9},  {"-", 9}, {"*", 10}, {"/", 10}, {"%", 10}};
  const Operator* nextOperator(unsigned level) const {
    if (next().kind != Token::Kind::Sign) return nullptr;
    for (const Operator& candidate : kOperators)
      if (candidate.sign == next().text) return candidate.level > level ? &candidate : nullptr;
    return nullptr;
  }

  /// Operators that bind more tightly than the level.
  Typed binary(unsigned level) {
    Typed left = unary();
    while (const Operator* found = nextOperator(level)) {
      ++position_;
      left = apply(found->sign, left, binary(found->level));
    }
    return left;
  }

  Typed apply(std::string_view sign, Typed a, Typed b) {
    if (sign == "&&") return {terms_.mkAnd(isTrue(a), isTrue(b))};
    if (sign == "||") return {terms_.mkOr(isTrue(a), isTrue(b))};
    if (sign == "<<" || sign == ">>") return shift(sign == "<<", a, b);
    balance(a, b);
    const Term x = a.term, y = b.term;
    const bool isSigned = a.isSigned;
    const auto isLess = [&](Term p, Term q) { return isSigned ? terms_.mkBvSlt(p, q) : terms_.mkBvUlt(p, q); };
    if (sign == "==") return {terms_.mkEqual(x, y)};
    if (sign == "!=") return {terms_.mkNot(terms_.mkEqual(x, y))};
    if (sign == "<") return {isLess(x, y)};
    if (sign == ">") return {isLess(y, x)};
    if (sign == "<=") return {terms_.mkNot(isLess(y, x))};
    if (sign == ">=") return {terms_.mkNot(isLess(x, y))};
    Term result;
    if (sign == "|") result = terms_.mkBvOr(x, y);
    if (sign == "^") result = terms_.mkBvXor(x, y);
    if (sign == "&") result = terms_.mkBvAnd(x, y);
    if (sign == "+") result = terms_.mkBvAdd(x, y);
    if (sign == "-") result = terms_.mkBvSub(x, y);
    if (sign == "*") result = terms_.mkBvMul(x, y);
    if (sign == "/") result = isSigned ? terms_.mkBvSdiv(x, y) : terms_.mkBvUdiv(x, y);
    if (sign == "%") result = isSigned ? terms_.mkBvSrem(x, y) : terms_.mkBvUrem(x, y);
    return {result, isSigned};
  }

  Typed shift(bool isLeft, Typed a, Typed b) {
    a = promoted(a);
    const Term by = resized(promoted(b), a.term.sort().width(), false).term;
    const Term result = isLeft       ? terms_.mkBvShl(a.term, by)
                        : a.isSigned ? terms_.mkBvAshr(a.term, by)
                                     : terms_.mkBvLshr(a.term, by);
    return {result, a.isSigned};
  }

  Typed unary() {
    if (++depth_ > kMaxDepth) fail("too deeply nested");
    Typed result;
    if (accept("!")) {
      result = {terms_.mkNot(isTrue(unary()))};
    } else if (accept("-")) {
      result = promoted(unary());
      result.term = terms_.mkBvNeg(result.term);
    } else if (accept("+")) {
      result = promoted(unary());
    } else if (accept("~")) {
      result = promoted(unary());
      result.term = terms_.mkBvNot(result.term);
    } else if (accept("(")) {
      if (const auto type = typeName()) {
        expect(")");
        const Typed value = unary();
        result = type->isBool ? Typed{isTrue(value)} : resized(value, type->width, type->isSigned);
      } else {
        result = conditional();
        expect(")");
      }
    } else {
      result = primary();
    }
    --depth_;
    return result;
  }

  struct Type {
    uint32_t width;
    bool isSigned;
    bool isBool;
  };
  /// The words of an integer type, in any order.
  std::optional<Type> typeName() {
    static constexpr std::string_view kWords[] = {"int",  "unsigned", "signed", "long",     "short",
                                                  "char", "_Bool",    "bool",   "__int128", "const"};
    unsigned longs = 0;
    bool isUnsigned = false, isBool = false, isAny = false;
    uint32_t width = 32;
    while (next().kind == Token::Kind::Name &&
           std::find(std::begin(kWords), std::end(kWords), next().text) != std::end(kWords)) {
      const std::string& word = next().text;
      isAny = true;
      if (word == "long") ++longs;
      if (word == "unsigned") isUnsigned = true;
      if (word == "short") width = 16;
      if (word == "char") width = 8;
      if (word == "__int128") width = 128;
      if (word == "_Bool" || word == "bool") isBool = true;
      ++position_;
    }
    if (!isAny) return std::nullopt;
    if (longs > 0) width = longs == 1 ? program_.layout().width : 64;
    return Type{width, !isUnsigned, isBool};
  }

  Typed primary() {
    const Token token = next();
    ++position_;
    if (token.kind == Token::Kind::Number) return number(token.text);
    if (token.kind != Token::Kind::Name)
      fail(token.text.empty() ? "an operand is missing" : "'" + token.text + "' is no operand");
    std::string name = token.text;
    while (next().text == "." && tokens_[position_ + 1].kind == Token::Kind::Name) { // a part of an object has one name
      name += "." + tokens_[position_ + 1].text;
      position_ += 2;
    }
    const VariableId id = lookup_(name);
    if (!id.valid()) fail("there is no variable " + name + " here");
    const Variable& variable = program_[id];
    if (variable.typeClass == TypeClass::Float || variable.typeClass == TypeClass::Pointer ||
        !(variable.sort().isBool() || variable.sort().isBitVec()))
      fail(name + " is no integer");
    return {variable.term, variable.typeClass != TypeClass::Unsigned && variable.typeClass != TypeClass::Bool};
  }

  /// The first type that holds it, of those that its suffix and base allow.
  Typed number(const std::string& text) {
    size_t digits = text.size();
    bool isUnsigned = false;
    unsigned longs = 0;
    const bool isHex = text.starts_with("0x") || text.starts_with("0X");
    while (digits > 0 && std::string_view("uUlL").find(text[digits - 1]) != std::string_view::npos) {
      --digits;
      if (text[digits] == 'u' || text[digits] == 'U')
        isUnsigned = true;
      else
        ++longs;
    }
    const unsigned base = isHex ? 16 : text[0] == '0' ? 8 : 10;
    uint64_t value = 0;
    for (size_t i = isHex ? 2 : 0; i < digits; ++i) {
      const char c = static_cast<char>(std::tolower(static_cast<unsigned char>(text[i])));
      const unsigned digit = std::isdigit(static_cast<unsigned char>(c)) != 0 ? static_cast<unsigned>(c - '0')
                             : c >= 'a' && c <= 'f'                           ? static_cast<unsigned>(c - 'a') + 10
                                                                              : 99;
      if (digit >= base || value > (UINT64_MAX - digit) / base) fail("'" + text + "' is no number");
      value = value * base + digit;
    }
    const uint32_t least = longs == 0 ? 32 : longs == 1 ? program_.layout().width : 64;
    const bool mayBeUnsigned = isUnsigned || base != 10;
    for (uint32_t width : {32u, 64u}) {
      if (width < least) continue;
      const uint64_t most = width == 64 ? UINT64_MAX : UINT32_MAX;
      if (!isUnsigned && value <= most / 2) return {terms_.mkBv(width, value), true};
      if (mayBeUnsigned && value <= most) return {terms_.mkBv(width, value), false};
    }
    return {terms_.mkBv(64, value), false};
  }

  const std::vector<Token> tokens_;
  size_t position_ = 0;
  unsigned depth_ = 0;
  const Program& program_;
  TermManager& terms_;
  const VariableLookup& lookup_;
};

} // namespace

Term parseCondition(std::string_view text, const Program& program, const VariableLookup& lookup) {
  return Parser(text, program, lookup).run();
}

} // namespace assay
