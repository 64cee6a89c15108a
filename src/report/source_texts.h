// The user's files as text, for reports that are made from the JSON document and know files by name alone.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace assay {

class SourceTexts {
public:
  /// Nothing if the file cannot be read.
  const std::optional<std::string>& text(const std::string& file);
  /// Line numbers count from 1. Empty if there is no such line.
  std::string_view line(const std::string& file, size_t number);
  size_t numLines(const std::string& file);
  /// A column counts bytes, from 1; people and other programs count characters.
  size_t characterColumn(const std::string& file, size_t line, size_t column);

private:
  struct Source {
    std::optional<std::string> text;
    std::vector<std::string_view> lines;
  };
  const Source& source(const std::string& file);

  std::map<std::string, Source> sources_;
};

} // namespace assay
