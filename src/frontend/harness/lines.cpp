#include "frontend/harness/lines.h"

#include <algorithm>
#include <cctype>
#include <sstream>

namespace assay {

std::string placed(const std::string& text, const std::string& name) {
  std::istringstream in(text);
  std::string result;
  size_t number = 1;
  for (std::string line; std::getline(in, line); ++number) {
    const bool isDirective = line.starts_with("# ");
    if (isDirective && name.empty()) continue;
    result += line == kBackHere ? "# " + std::to_string(number + 1) + " \"" + name + "\"" : line;
    result += "\n";
  }
  return result;
}

std::string renamed(const std::string& text, const std::map<std::string, std::string>& names) {
  const auto isLetter = [](char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; };
  std::string result;
  for (size_t i = 0; i < text.size();) {
    if (text[i] == '"' || text[i] == '\'') {
      const size_t begin = i++;
      while (i < text.size() && text[i] != text[begin]) i += text[i] == '\\' ? 2 : 1;
      i = std::min(i + 1, text.size());
      result += text.substr(begin, i - begin);
      continue;
    }
    if (!isLetter(text[i])) {
      result += text[i++];
      continue;
    }
    const size_t begin = i;
    while (i < text.size() && isLetter(text[i])) ++i;
    const std::string word = text.substr(begin, i - begin);
    const size_t before = result.find_last_not_of(" \t");
    const bool isMember = before != std::string::npos &&
                          (result[before] == '.' || (result[before] == '>' && before > 0 && result[before - 1] == '-'));
    const auto found = names.find(word);
    result += found == names.end() || isMember ? word : found->second;
  }
  return result;
}

} // namespace assay
