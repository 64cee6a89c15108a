#include "cli/project_includes.h"

#include <algorithm>
#include <string_view>

namespace assay {

namespace fs = std::filesystem;

namespace {

/// The header in `fatal error: 'NAME' file not found`; empty: the message says something else.
std::string missingHeader(std::string_view message) {
  constexpr std::string_view kNotFound = "' file not found";
  const size_t end = message.find(kNotFound);
  const size_t begin = end == std::string_view::npos ? end : message.rfind('\'', end - 1);
  return begin == std::string_view::npos ? std::string() : std::string(message.substr(begin + 1, end - begin - 1));
}

/// What is left of the path without these last parts; nothing if it does not end so.
std::optional<fs::path> without(const fs::path& path, const fs::path& last) {
  fs::path rest = path, part = last;
  while (part.has_filename()) {
    if (rest.filename() != part.filename()) return std::nullopt;
    rest = rest.parent_path();
    part = part.parent_path();
  }
  return rest;
}

auto numCommonParts(const fs::path& one, const fs::path& other) {
  return std::distance(one.begin(), std::mismatch(one.begin(), one.end(), other.begin(), other.end()).first);
}

} // namespace

void ProjectIncludes::look() {
  std::error_code error;
  fs::recursive_directory_iterator it(folder_, fs::directory_options::skip_permission_denied, error), end;
  for (; !error && it != end; it.increment(error)) {
    std::error_code gone;
    const std::string name = it->path().filename().string();
    if (it->is_directory(gone) && name.starts_with(".")) it.disable_recursion_pending();
    if (it->is_regular_file(gone)) headers_[name].push_back(fs::absolute(it->path()).lexically_normal());
  }
  hasLooked_ = true;
}

std::optional<std::string> ProjectIncludes::folderFor(const std::string& message, const fs::path& file) {
  const fs::path header = fs::path(missingHeader(message)).lexically_normal();
  if (header.empty() || header.is_absolute()) return std::nullopt;
  if (!hasLooked_) look();
  std::vector<fs::path> folders;
  if (const auto found = headers_.find(header.filename().string()); found != headers_.end())
    for (const fs::path& path : found->second)
      if (std::optional<fs::path> folder = without(path, header)) folders.push_back(std::move(*folder));
  if (folders.empty()) return std::nullopt;
  std::ranges::sort(folders); // the file system's order is none
  return std::ranges::max(folders, {}, [&](const fs::path& folder) { return numCommonParts(folder, file); }).string();
}

} // namespace assay
