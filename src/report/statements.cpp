#include "report/statements.h"

#include <algorithm>
#include <cctype>

namespace assay {

namespace {

bool isBlank(char c) { return std::isspace(static_cast<unsigned char>(c)) != 0; }

/// Where the logical line ends: a backslash at its end joins it with the next one.
size_t endOfLine(std::string_view text, size_t at) {
  while (true) {
    at = std::min(text.find('\n', at), text.size());
    const size_t last = text.substr(0, at).find_last_not_of('\r');
    if (at == text.size() || last == std::string_view::npos || text[last] != '\\') return at;
    ++at;
  }
}

size_t endOfComment(std::string_view text, size_t at) {
  if (text[at + 1] == '/') return endOfLine(text, at);
  const size_t end = text.find("*/", at + 2);
  return end == std::string_view::npos ? text.size() : end + 2;
}

/// Whether the quotation mark separates digits: 1'000.
bool isInNumber(std::string_view text, size_t at) {
  const auto isPart = [&](char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '\'' || c == '_'; };
  size_t begin = at;
  while (begin > 0 && isPart(text[begin - 1])) --begin;
  return begin < at && std::isdigit(static_cast<unsigned char>(text[begin])) != 0;
}

/// Behind the quotation mark that ends the literal, or at the end of the line.
size_t endOfLiteral(std::string_view text, size_t at) {
  const char mark = text[at++];
  while (at < text.size() && text[at] != mark && text[at] != '\n') at += text[at] == '\\' ? 2 : 1;
  return std::min(at < text.size() && text[at] == mark ? at + 1 : at, text.size());
}

} // namespace

Statements::Statements(std::string_view source) {
  lines_.push_back(0);
  for (size_t i = 0; i < source.size(); ++i)
    if (source[i] == '\n') lines_.push_back(i + 1);
  offsets_.reserve(source.size());
  bool isLineEmpty = true; // but for blanks and comments
  int depth = 0;           // of parentheses, in which ';' ends nothing
  for (size_t at = 0; at < source.size(); at = offsets_.size()) {
    const char c = source[at];
    const std::string_view two = source.substr(at, 2);
    if (c == '\n') isLineEmpty = true;
    if (isBlank(c) || two == "\\\n" || two == "\\\r") {
      addCode({}, at, at + 1);
    } else if (two == "//" || two == "/*") {
      addCode({}, at, endOfComment(source, at));
    } else if (c == '#' && isLineEmpty) {
      endStatement();
      addCode({}, at, endOfLine(source, at));
    } else {
      const bool isLiteral = c == '"' || (c == '\'' && !isInNumber(source, at));
      addCode(source, at, isLiteral ? endOfLiteral(source, at) : at + 1);
      isLineEmpty = false;
      depth = c == '{' || c == '}' ? 0 : depth + (c == '(') - (c == ')');
      if (depth <= 0 && (c == ';' || c == '{' || c == '}')) endStatement();
    }
  }
}

/// Characters of the source; without text, they are none of the code.
void Statements::addCode(std::string_view text, size_t begin, size_t end) {
  for (size_t i = begin; i < end; ++i) {
    offsets_.push_back(code_.size());
    if (!text.empty()) code_ += text[i];
  }
}

void Statements::endStatement() {
  if (begins_.back() != code_.size()) begins_.push_back(code_.size());
}

std::optional<size_t> Statements::offsetOf(size_t line, size_t column) const {
  if (line == 0 || line > lines_.size()) return std::nullopt;
  const size_t at = lines_[line - 1] + (column == 0 ? 0 : column - 1);
  return at < offsets_.size() ? offsets_[at] : code_.size();
}

std::optional<Statements::Place> Statements::at(size_t line, size_t column, size_t functionsLine) const {
  const std::optional<size_t> offset = offsetOf(line, column);
  if (!offset) return std::nullopt;
  const auto next = std::ranges::upper_bound(begins_, *offset);
  auto statement = std::prev(next);
  while (statement != begins_.begin() && code_[*statement] == '}') --statement; // there are many of them
  const size_t begin = *statement, end = next == begins_.end() ? code_.size() : *next;
  Place place{code_.substr(begin, end - begin), *offset - begin};
  const size_t first = offsetOf(functionsLine, 0).value_or(0);
  for (auto other = std::ranges::lower_bound(begins_, first); other != begins_.end() && *other < begin; ++other)
    place.ordinal += std::string_view(code_).substr(*other).starts_with(place.text);
  return place;
}

} // namespace assay
