#include "witness/loop_keyword.h"

#include <algorithm>
#include <cctype>
#include <string>
#include <vector>

namespace assay {

namespace {

constexpr auto kNowhere = std::string::npos;

bool isWordCharacter(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }
bool isBlank(char c) { return std::isspace(static_cast<unsigned char>(c)) != 0; }

/// Some lines of the file up to the place and the rest of its line.
class Text {
public:
  Text(SourceLines& lines, SourcePosition position) : place_(position) {
    constexpr uint32_t kMaxLines = 100;
    first_ = position.line > kMaxLines ? position.line - kMaxLines : 1;
    for (uint32_t line = first_; line <= position.line; ++line) {
      starts_.push_back(text_.size());
      text_ += lines.line({position.file, line, 1});
      text_ += '\n';
    }
    at_ = starts_.back() + position.column - 1;
  }

  bool isThere() const { return place_.column != 0 && at_ < text_.size(); }
  size_t place() const { return at_; }
  char operator[](size_t i) const { return text_[i]; }

  std::string_view wordAt(size_t begin) const {
    size_t end = begin;
    while (end < text_.size() && isWordCharacter(text_[end])) ++end;
    return std::string_view(text_).substr(begin, end - begin);
  }
  /// The last character before this one that is not blank.
  size_t before(size_t i) const {
    while (i > 0 && isBlank(text_[i - 1])) --i;
    return i == 0 ? kNowhere : i - 1;
  }
  /// Where the word that ends there begins.
  size_t wordEndingAt(size_t last) const {
    size_t begin = last + 1;
    while (begin > 0 && isWordCharacter(text_[begin - 1])) --begin;
    return begin;
  }
  /// The parenthesis that this one closes.
  size_t opening(size_t closing) const {
    size_t depth = 0;
    for (size_t i = closing + 1; i-- > 0;) {
      depth += text_[i] == ')' ? 1 : 0;
      if (text_[i] == '(' && --depth == 0) return i;
    }
    return kNowhere;
  }

  SourcePosition positionOf(size_t i) const {
    const auto after = std::upper_bound(starts_.begin(), starts_.end(), i);
    const auto line = static_cast<uint32_t>(after - starts_.begin() - 1);
    return {place_.file, first_ + line, static_cast<uint32_t>(i - starts_[line] + 1)};
  }

private:
  SourcePosition place_;
  uint32_t first_ = 1;
  std::string text_;
  std::vector<size_t> starts_; // of lines
  size_t at_ = 0;
};

/// The keyword of the loop whose header this parenthesis opens.
size_t keywordOf(const Text& text, size_t parenthesis, bool needsFor) {
  const size_t last = text.before(parenthesis);
  if (last == kNowhere || !isWordCharacter(text[last])) return kNowhere;
  const size_t begin = text.wordEndingAt(last);
  const std::string_view word = text.wordAt(begin);
  if (word == "for") return begin;
  if (word != "while" || needsFor) return kNowhere;
  // After a block it may be the end of a `do` loop.
  const size_t previous = text.before(begin);
  return previous != kNowhere && text[previous] == '}' && text.positionOf(previous).line == text.positionOf(begin).line
             ? kNowhere
             : begin;
}

size_t findKeyword(const Text& text) {
  const std::string_view word = text.wordAt(text.place());
  if (word == "for" || word == "while") return text.place();
  if (word == "do") return kNowhere;
  size_t depth = 0;
  bool sawSemicolon = false;
  for (size_t i = text.place(); i-- > 0;) {
    const char c = text[i];
    if (c == ')') {
      ++depth;
    } else if (c == '(' && depth > 0) {
      --depth;
    } else if (c == '(') {
      const size_t found = keywordOf(text, i, sawSemicolon);
      if (found != kNowhere || sawSemicolon) return found;
    } else if (c == ';') {
      sawSemicolon = sawSemicolon || depth == 0;
    } else if (c == '{' || c == '}') {
      // The first statement of a body.
      const size_t closing = text.before(i);
      const bool isFirst = c == '{' && text.before(text.place()) == i && closing != kNowhere && text[closing] == ')';
      const size_t opening = isFirst ? text.opening(closing) : kNowhere;
      return opening == kNowhere ? kNowhere : keywordOf(text, opening, false);
    }
  }
  return kNowhere;
}

} // namespace

SourcePosition loopKeyword(SourceLines& lines, SourcePosition position) {
  if (!position.known()) return {};
  const Text text(lines, position);
  const size_t found = text.isThere() ? findKeyword(text) : kNowhere;
  return found == kNowhere ? SourcePosition() : text.positionOf(found);
}

} // namespace assay
