// Places in the user's files.
#pragma once

#include <compare>
#include <cstdint>
#include <string>
#include <unordered_map>
#include <vector>

namespace assay {

/// Line and column count from 1; line 0 means that the place is not known. `file` is its number in SourceFiles.
struct SourcePosition {
  uint32_t file = 0;
  uint32_t line = 0;
  uint32_t column = 0;

  bool known() const { return line != 0; }
  auto operator<=>(const SourcePosition&) const = default;
};

class SourceFiles {
public:
  /// The file's number; the same name gives the same number.
  uint32_t add(std::string name);
  size_t size() const { return names_.size(); }
  bool empty() const { return names_.empty(); }
  const std::string& operator[](uint32_t file) const { return names_[file]; }
  auto begin() const { return names_.begin(); }
  auto end() const { return names_.end(); }

  /// "file:line:column", or the empty string.
  std::string format(SourcePosition position) const;

private:
  std::vector<std::string> names_;
  std::unordered_map<std::string, uint32_t> numbers_;
};

} // namespace assay
