// A folder that is gone when its owner is, also if that is killed: a process of its own waits for its end.
#pragma once

#include <filesystem>
#include <string>
#include <sys/types.h>

namespace assay {

class TemporaryFolder {
public:
  /// `failure` tells why there is none.
  explicit TemporaryFolder(const std::string& prefix);
  ~TemporaryFolder();
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;

  const std::filesystem::path& path() const { return path_; }
  const std::string& failure() const { return failure_; }

private:
  std::filesystem::path path_;
  std::string failure_;
  pid_t keeper_ = -1; // makes the folder, and removes it when nobody has the other end of its socket any more
  int socket_ = -1;   // its other end
};

} // namespace assay
