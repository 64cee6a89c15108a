#pragma once

#include <filesystem>
#include <fstream>
#include <iterator>
#include <optional>
#include <string>

#include "util/error.h"

namespace assay {

/// What a file contains; nothing when it cannot be read.
inline std::optional<std::string> textOfFile(const std::filesystem::path& file) {
  std::error_code error;
  std::ifstream in(file, std::ios::binary);
  if (!in || std::filesystem::is_directory(file, error)) return std::nullopt;
  return std::string(std::istreambuf_iterator<char>(in), {});
}

/// The same for a file that the user named.
inline std::string readFile(const std::string& file) {
  std::optional<std::string> text = textOfFile(file);
  if (!text) throw InputError(file + ": cannot be read");
  return *std::move(text);
}

} // namespace assay
