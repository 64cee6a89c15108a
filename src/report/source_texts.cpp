#include "report/source_texts.h"
#include "util/file_text.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <sstream>

namespace assay {

const SourceTexts::Source& SourceTexts::source(const std::string& file) {
  const auto [entry, isNew] = sources_.try_emplace(file);
  Source& source = entry->second;
  std::error_code error;
  if (!isNew || !std::filesystem::is_regular_file(file, error)) return source;
  source.text = textOfFile(file);
  if (!source.text) return source;
  const std::string_view whole = *source.text;
  for (size_t begin = 0; begin < whole.size();) {
    const size_t end = std::min(whole.find('\n', begin), whole.size());
    std::string_view line = whole.substr(begin, end - begin);
    if (line.ends_with('\r')) line.remove_suffix(1);
    source.lines.push_back(line);
    begin = end + 1;
  }
  return source;
}

const std::optional<std::string>& SourceTexts::text(const std::string& file) { return source(file).text; }

std::string_view SourceTexts::line(const std::string& file, size_t number) {
  const Source& found = source(file);
  return number != 0 && number <= found.lines.size() ? found.lines[number - 1] : std::string_view();
}

size_t SourceTexts::numLines(const std::string& file) { return source(file).lines.size(); }

size_t SourceTexts::characterColumn(const std::string& file, size_t line, size_t column) {
  const std::string_view before = this->line(file, line).substr(0, column - 1);
  constexpr unsigned kKindMask = 0xc0, kContinuation = 0x80; // of UTF-8
  const auto inside = std::ranges::count_if(
      before, [](char c) { return (static_cast<unsigned char>(c) & kKindMask) == kContinuation; });
  return column - static_cast<size_t>(inside);
}

} // namespace assay
