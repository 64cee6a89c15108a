// The statements of a source file, as text that formatting does not change: without comments, preprocessor directives,
// and blanks outside of literals. So a place can be told by what stands there, wherever that has moved to.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace assay {

class Statements {
public:
  explicit Statements(std::string_view source);

  /// A place in a statement. No two places of a function have the same.
  struct Place {
    std::string text;   // of the statement: up to ';', '{' or '}'
    size_t offset = 0;  // in the text
    size_t ordinal = 0; // how many statements before it, from the function's first line on, begin with the same text
    auto operator<=>(const Place&) const = default;
  };
  /// Lines and columns count from 1; column 0 is the beginning of the line. Nothing if there is no such line.
  std::optional<Place> at(size_t line, size_t column, size_t functionsLine) const;

private:
  std::optional<size_t> offsetOf(size_t line, size_t column) const;
  void addCode(std::string_view text, size_t begin, size_t end);
  void endStatement();

  std::string code_;
  std::vector<size_t> begins_{0}; // of statements in the code, in their order
  std::vector<size_t> offsets_;   // in the code, of each character of the source
  std::vector<size_t> lines_;     // where each line begins in the source
};

} // namespace assay
