#include "analysis/invariant_file.h"

#include "util/error.h"
#include "util/file_text.h"

#include <charconv>
#include <fstream>
#include <sstream>

namespace assay {

namespace {

bool isSameFile(std::string_view a, std::string_view b) {
  if (a.size() < b.size()) std::swap(a, b);
  return a.ends_with(b) && (a.size() == b.size() || a[a.size() - b.size() - 1] == '/');
}

std::string_view trimmed(std::string_view text) {
  const size_t begin = text.find_first_not_of(" \t\r");
  if (begin == std::string_view::npos) return {};
  return text.substr(begin, text.find_last_not_of(" \t\r") + 1 - begin);
}

} // namespace

std::vector<InvariantLine> parseInvariantLines(std::string_view text, const Program& program) {
  std::vector<InvariantLine> result;
  for (uint32_t number = 1; !text.empty(); ++number) {
    const size_t end = std::min(text.find('\n'), text.size());
    const std::string_view row = trimmed(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
    if (row.empty() || row[0] == '#') continue;
    const auto fail = [&] {
      throw InputError("invariants, line " + std::to_string(number) + ": expected FILE:LINE: EXPRESSION");
    };
    const size_t colon = row.find(':');
    if (colon == std::string_view::npos) fail();
    SourcePosition position;
    const char* const last = row.data() + row.size();
    const auto [rest, error] = std::from_chars(row.data() + colon + 1, last, position.line);
    if (error != std::errc() || rest == last || *rest != ':') fail();
    InvariantLine line{number, std::string(row.substr(0, rest - row.data())),
                       std::string(trimmed(std::string_view(rest + 1, last)))};
    for (position.file = 0; position.file < program.files.size(); ++position.file)
      if (isSameFile(row.substr(0, colon), program.files[position.file])) line.positions.push_back(position);
    result.push_back(std::move(line));
  }
  return result;
}

std::vector<InvariantLine> readInvariantLines(const std::string& file, const Program& program) {
  if (file.empty()) return {};
  return parseInvariantLines(readFile(file), program);
}

std::vector<Assertion> assertionsOf(const std::vector<InvariantLine>& lines, const Complain& complain) {
  std::vector<Assertion> result;
  for (const InvariantLine& line : lines) {
    for (const SourcePosition position : line.positions) result.push_back(Assertion::inC(position, line.text));
    if (line.positions.empty()) complain("invariant at " + line.place + " not used: there is no such file");
  }
  return result;
}

} // namespace assay
