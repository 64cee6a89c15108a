#include "analysis/invariant_file.h"

#include "util/error.h"

#include <charconv>

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

bool OutsideInvariant::isAt(const Program& program, SourcePosition position) const {
  return position.known() && position.line == line && isSameFile(file, program.files()[position.file]);
}

std::vector<OutsideInvariant> parseInvariants(std::string_view text) {
  std::vector<OutsideInvariant> result;
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
    OutsideInvariant invariant;
    invariant.file = row.substr(0, colon);
    const char* const last = row.data() + row.size();
    const auto [rest, error] = std::from_chars(row.data() + colon + 1, last, invariant.line);
    if (error != std::errc() || rest == last || *rest != ':') fail();
    invariant.expression = trimmed(std::string_view(rest + 1, last));
    result.push_back(std::move(invariant));
  }
  return result;
}

} // namespace assay
