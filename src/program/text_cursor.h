// A position in the tokens of a text, and the small steps that parsers take from it.
#pragma once

#include "program/text_lexer.h"

#include <charconv>
#include <limits>

namespace assay::text {

class Cursor {
public:
  explicit Cursor(const Lexer& lexer) : lexer_(lexer) {}

  const Token& peek(size_t ahead = 0) const {
    return lexer_.tokens()[std::min(position_ + ahead, lexer_.tokens().size() - 1)];
  }
  std::string_view raw(size_t ahead = 0) const { return lexer_.raw(peek(ahead)); }
  Token next() {
    const Token token = peek();
    if (token.kind != TokenKind::End) ++position_;
    return token;
  }
  bool atEnd() const { return peek().kind == TokenKind::End; }
  size_t position() const { return position_; }
  void seek(size_t position) { position_ = position; }
  std::string content(const Token& token) const { return lexer_.content(token); }

  [[noreturn]] void fail(const std::string& message) const { lexer_.fail(peek(), message); }
  [[noreturn]] void fail(const Token& token, const std::string& message) const { lexer_.fail(token, message); }

  bool isOp(std::string_view op, size_t ahead = 0) const {
    return peek(ahead).kind == TokenKind::Operator && raw(ahead) == op;
  }
  bool acceptOp(std::string_view op) { return isOp(op) && (next(), true); }
  void expectOp(std::string_view op) {
    if (!acceptOp(op)) fail("expected '" + std::string(op) + "'" + butFound());
  }
  /// A keyword: an identifier that is not quoted.
  bool isWord(std::string_view word, size_t ahead = 0) const {
    return peek(ahead).kind == TokenKind::Identifier && raw(ahead) == word;
  }
  bool acceptWord(std::string_view word) { return isWord(word) && (next(), true); }
  bool isName() const { return peek().kind == TokenKind::Identifier; }
  bool isString() const { return peek().kind == TokenKind::String; }

  std::string expectName(std::string_view what) {
    if (!isName()) fail("expected " + std::string(what) + butFound());
    return content(next());
  }
  std::string expectString(std::string_view what) {
    if (!isString()) fail("expected " + std::string(what) + " as a quoted text" + butFound());
    return content(next());
  }
  std::string acceptString() { return isString() ? content(next()) : std::string(); }
  uint64_t expectNumber(std::string_view what, uint64_t max = std::numeric_limits<uint64_t>::max()) {
    if (peek().kind != TokenKind::Number) fail("expected " + std::string(what) + butFound());
    std::string_view digits = raw();
    const int base = digits.starts_with("0x") ? 16 : 10;
    if (base == 16) digits.remove_prefix(2);
    uint64_t value = 0;
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value, base);
    if (error != std::errc() || end != digits.data() + digits.size() || value > max) {
      fail("the number is no " + std::string(what) + " or is too large");
    }
    next();
    return value;
  }
  std::string butFound() const { return atEnd() ? ", found the end" : ", found '" + std::string(raw()) + "'"; }

private:
  const Lexer& lexer_;
  size_t position_ = 0;
};

} // namespace assay::text
