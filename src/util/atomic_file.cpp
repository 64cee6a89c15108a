#include "util/atomic_file.h"

#include "util/error.h"

#include <fstream>
#include <iostream>
#include <system_error>
#include <unistd.h>

namespace assay {

namespace fs = std::filesystem;

namespace {

[[noreturn]] void refuse(const fs::path& file, const std::string& why = {}) {
  throw InputError(file.string() + ": cannot be written" + (why.empty() ? "" : ": " + why));
}

void write(const fs::path& place, const fs::path& file, std::string_view content) {
  std::ofstream out(place, std::ios::binary);
  out << content;
  if (!out.flush()) refuse(file);
}

/// What has the name, or the link itself. A file that is not there yet will be a plain one.
bool isPlain(const fs::path& file) {
  std::error_code error;
  const fs::file_type type = fs::symlink_status(file, error).type();
  return type == fs::file_type::regular || type == fs::file_type::not_found;
}

} // namespace

bool isStandardOutput(std::string_view file) { return file == "-" || file == "/dev/stdout"; }

void writeAtOnce(const fs::path& file, std::string_view content) {
  if (isStandardOutput(file.native())) {
    if (!(std::cout << content).flush()) refuse(file);
    return;
  }
  if (!isPlain(file)) return write(file, file, content);
  const fs::path draft = file.string() + std::string(kDraftEnding);
  write(draft, file, content);
  std::error_code error;
  fs::rename(draft, file, error);
  if (!error) return;
  fs::remove(draft, error);
  refuse(file);
}

void requireWritable(const fs::path& file) {
  if (isStandardOutput(file.native())) return;
  std::error_code error;
  if (file.empty()) throw InputError("a file with an empty name cannot be written");
  if (fs::is_directory(file, error)) refuse(file, "it is a folder");
  if (!isPlain(file)) return;
  const fs::path folder = file.has_parent_path() ? file.parent_path() : fs::path(".");
  if (!fs::is_directory(folder, error)) refuse(file, "there is no folder " + folder.string());
  if (access(folder.c_str(), W_OK | X_OK) != 0) refuse(file, "nothing may be written in the folder " + folder.string());
}

} // namespace assay
