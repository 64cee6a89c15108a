// Text for other processes: words with a space behind each; a string is its length, a colon and its characters. A
// writer ends its text with the word "end".
#pragma once

#include <charconv>
#include <cstdint>
#include <limits>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>

namespace assay {

class WordWriter {
public:
  WordWriter& number(uint64_t value) { return word(std::to_string(value)); }
  WordWriter& word(std::string_view text) {
    text_.append(text).push_back(' ');
    return *this;
  }
  WordWriter& string(std::string_view text) {
    text_.append(std::to_string(text.size())).push_back(':');
    return word(text);
  }
  std::string take() { return std::move(text_); }

private:
  std::string text_;
};

/// Once a word is not what was expected, everything that follows is zero or empty and `failed` stays true.
class WordReader {
public:
  explicit WordReader(std::string_view text) : rest_(text) {}
  bool failed() const { return failed_; }
  bool atEnd() const { return rest_.empty(); }

  uint64_t number(uint64_t limit = std::numeric_limits<uint64_t>::max()) {
    const std::string_view digits = until(' ');
    uint64_t value = 0;
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
    require(error == std::errc() && end == digits.data() + digits.size() && value <= limit);
    return failed_ ? 0 : value;
  }
  std::string string() {
    const std::string_view digits = until(':');
    size_t length = 0;
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), length);
    require(error == std::errc() && length < rest_.size() && rest_[length] == ' ');
    if (failed_) return {};
    std::string result(rest_.substr(0, length));
    rest_.remove_prefix(length + 1);
    return result;
  }
  std::string_view word() { return until(' '); }
  void require(bool condition) { failed_ = failed_ || !condition; }

private:
  std::string_view until(char separator) {
    const size_t end = failed_ ? std::string_view::npos : rest_.find(separator);
    require(end != std::string_view::npos);
    if (failed_) return {};
    const std::string_view result = rest_.substr(0, end);
    rest_.remove_prefix(end + 1);
    return result;
  }

  std::string_view rest_;
  bool failed_ = false;
};

} // namespace assay
