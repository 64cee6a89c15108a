#include "program/text_lexer.h"

#include "program/text_syntax.h"
#include "util/error.h"

#include <algorithm>
#include <cctype>

namespace assay::text {

namespace {

bool isDigit(char c) { return std::isdigit(static_cast<unsigned char>(c)) != 0; }
bool isWord(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }

int hexDigit(char c) {
  if (isDigit(c)) return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  return c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
}

/// Longest first. Those that end in a comparison, shift or division take a signedness.
constexpr std::string_view kOperators[] = {"::", "->", "==", "!=", "<=", ">=", "<<", ">>", "&&", "||", "++", "<",
                                           ">",  "+",  "-",  "*",  "/",  "%",  "&",  "|",  "^",  "~",  "!",  "=",
                                           ":",  ";",  ",",  "(",  ")",  "[",  "]",  "{",  "}",  "@",  "#"};
constexpr std::string_view kSigned[] = {"<", ">", "<=", ">=", ">>", "/", "%"};

} // namespace

Lexer::Lexer(std::string_view text, std::string_view fileName) : text_(text), fileName_(fileName) {
  if (text.size() >= UINT32_MAX) throw InputError(fileName_ + ": the text is too long");
  for (size_t i = skipBlanks(0); i < text_.size(); i = skipBlanks(i)) {
    TokenKind kind = TokenKind::Operator;
    size_t end = scanIdentifier(text_, i);
    if (end != i) {
      kind = TokenKind::Identifier;
    } else if (isDigit(text_[i])) {
      kind = TokenKind::Number;
      end = scanNumber(i);
    } else if (text_[i] == '"' || text_[i] == '`') {
      kind = text_[i] == '"' ? TokenKind::String : TokenKind::Identifier;
      end = scanQuoted(i);
    } else {
      end = scanOperator(i);
    }
    tokens_.push_back({kind, static_cast<uint32_t>(i), static_cast<uint32_t>(end - i)});
    i = end;
  }
  tokens_.push_back({TokenKind::End, static_cast<uint32_t>(text_.size()), 0});
}

size_t Lexer::skipBlanks(size_t i) const {
  while (i < text_.size()) {
    if (std::isspace(static_cast<unsigned char>(text_[i]))) {
      ++i;
    } else if (text_.substr(i, 2) == "//") {
      i = std::min(text_.find('\n', i), text_.size());
    } else {
      break;
    }
  }
  return i;
}

size_t Lexer::scanQuoted(size_t begin) const {
  for (size_t i = begin + 1; i < text_.size() && text_[i] != '\n'; ++i) {
    if (text_[i] == '\\') {
      ++i;
    } else if (text_[i] == text_[begin]) {
      return i + 1;
    }
  }
  failAt(begin, "a quoted text does not end on its line");
}

size_t Lexer::scanNumber(size_t begin) const {
  size_t i = begin;
  const auto digits = [&](auto isOne) {
    const size_t first = i;
    while (i < text_.size() && isOne(text_[i])) ++i;
    return i != first;
  };
  bool ok = true;
  if (text_.substr(begin, 2) == "0x") {
    i += 2;
    ok = digits([](char c) { return hexDigit(c) >= 0; });
  } else {
    digits(isDigit);
    if (i + 1 < text_.size() && text_[i] == '.' && isDigit(text_[i + 1])) {
      ++i;
      digits(isDigit);
    }
    if (i < text_.size() && text_[i] == 'e') {
      ++i;
      if (i < text_.size() && (text_[i] == '+' || text_[i] == '-')) ++i;
      ok = digits(isDigit);
    }
  }
  if (!ok || (i < text_.size() && isWord(text_[i]))) failAt(begin, "this is no number");
  return i;
}

size_t Lexer::scanOperator(size_t begin) const {
  for (std::string_view op : kOperators) {
    if (text_.substr(begin, op.size()) != op) continue;
    const size_t end = begin + op.size();
    const bool takesSign = std::find(std::begin(kSigned), std::end(kSigned), op) != std::end(kSigned);
    if (takesSign && end < text_.size() && (text_[end] == 's' || text_[end] == 'u') &&
        (end + 1 == text_.size() || !isWord(text_[end + 1]))) {
      return end + 1;
    }
    return end;
  }
  failAt(begin, "unexpected character");
}

std::string Lexer::content(const Token& token) const {
  const std::string_view text = raw(token);
  if (token.kind != TokenKind::String && !isQuoted(token)) return std::string(text);
  std::string result;
  for (size_t i = 1; i + 1 < text.size(); ++i) {
    if (text[i] != '\\') {
      result += text[i];
      continue;
    }
    const char c = text[++i];
    if (c == 'x') {
      const int high = i + 2 < text.size() ? hexDigit(text[i + 1]) : -1;
      const int low = high >= 0 ? hexDigit(text[i + 2]) : -1;
      if (low < 0) failAt(token.begin + i, "\\x needs two hexadecimal digits");
      result += static_cast<char>(high * 16 + low);
      i += 2;
    } else if (c == 'n' || c == 't') {
      result += c == 'n' ? '\n' : '\t';
    } else if (c == '\\' || c == text[0]) {
      result += c;
    } else {
      failAt(token.begin + i, "unknown escape");
    }
  }
  return result;
}

void Lexer::failAt(size_t offset, const std::string& message) const {
  const std::string_view before = text_.substr(0, offset);
  const auto line = std::count(before.begin(), before.end(), '\n') + 1;
  const size_t lineBegin = before.rfind('\n') + 1; // npos + 1 is 0
  throw InputError(fileName_ + ":" + std::to_string(line) + ":" + std::to_string(offset - lineBegin + 1) + ": " +
                   message);
}

} // namespace assay::text
