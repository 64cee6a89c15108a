// A folder that is gone when its owner is.
#pragma once

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <string>

namespace assay {

class TemporaryFolder {
public:
  /// `failure` tells why there is none.
  explicit TemporaryFolder(const std::string& prefix) {
    std::error_code error;
    std::string pattern = (std::filesystem::temp_directory_path(error) / (prefix + "-XXXXXX")).string();
    if (!error && mkdtemp(pattern.data()) != nullptr)
      path_ = pattern;
    else
      failure_ = "no temporary folder: " + (error ? error.message() : std::string(std::strerror(errno)));
  }
  ~TemporaryFolder() {
    std::error_code ignored;
    if (!path_.empty()) std::filesystem::remove_all(path_, ignored);
  }
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;

  const std::filesystem::path& path() const { return path_; }
  const std::string& failure() const { return failure_; }

private:
  std::filesystem::path path_;
  std::string failure_;
};

} // namespace assay
