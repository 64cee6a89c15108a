// Tokens of the text form. The whole text is cut up front: the parser looks ahead and comes back.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace assay::text {

enum class TokenKind : uint8_t {
  Identifier, // plain or `quoted`
  Number,     // 12, 0x1f, 1.5e+10
  String,     // "..."
  Operator,   // punctuation, with its signedness: <s
  End,
};

struct Token {
  TokenKind kind;
  uint32_t begin; // offset in the text
  uint32_t size;
};

class Lexer {
public:
  /// Cuts the text; InputError if something is no token.
  Lexer(std::string_view text, std::string_view fileName);

  const std::vector<Token>& tokens() const { return tokens_; }
  /// As it stands in the text.
  std::string_view raw(const Token& token) const { return text_.substr(token.begin, token.size); }
  bool isQuoted(const Token& token) const { return text_[token.begin] == '`'; }
  /// The name or string without quotes and escapes.
  std::string content(const Token& token) const;
  /// Throws InputError "file:line:column: message".
  [[noreturn]] void fail(const Token& token, const std::string& message) const { failAt(token.begin, message); }

private:
  [[noreturn]] void failAt(size_t offset, const std::string& message) const;
  size_t skipBlanks(size_t i) const;
  size_t scanQuoted(size_t i) const;
  size_t scanNumber(size_t i) const;
  size_t scanOperator(size_t i) const;

  std::string_view text_;
  std::string fileName_;
  std::vector<Token> tokens_;
};

} // namespace assay::text
