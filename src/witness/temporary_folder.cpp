#include "witness/temporary_folder.h"

#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

namespace assay {

namespace {

namespace fs = std::filesystem;

/// Somebody else may remove what is in it at the same time.
void removeFolder(const fs::path& folder) {
  constexpr int kTries = 3;
  std::error_code error;
  for (int i = 0; i < kTries && fs::exists(folder, error); ++i) fs::remove_all(folder, error);
}

/// Nobody writes to the pipe: it ends when the last process is gone that has its other end.
[[noreturn]] void keep(const fs::path& folder, int pipe) {
  setsid(); // whoever kills a group of processes does not mean this one
  for (const int number : {SIGINT, SIGTERM, SIGHUP}) std::signal(number, SIG_IGN);
  const long most = sysconf(_SC_OPEN_MAX);
  constexpr long kMany = 1024;
  for (int file = 0; file < (most < 0 || most > kMany ? kMany : most); ++file)
    if (file != pipe) close(file); // others wait for the end of what its owner writes
  (void)!chdir("/");
  char byte = 0;
  ssize_t number = 0;
  do number = read(pipe, &byte, 1);
  while (number < 0 && errno == EINTR);
  if (number == 0) removeFolder(folder);
  _exit(0);
}

} // namespace

TemporaryFolder::TemporaryFolder(const std::string& prefix) {
  std::error_code error;
  std::string pattern = (fs::temp_directory_path(error) / (prefix + "-XXXXXX")).string();
  if (error || mkdtemp(pattern.data()) == nullptr) {
    failure_ = "no temporary folder: " + (error ? error.message() : std::string(std::strerror(errno)));
    return;
  }
  path_ = fs::absolute(pattern, error);
  startKeeper();
}

void TemporaryFolder::startKeeper() {
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0) return;
  keeper_ = fork();
  if (keeper_ == 0) {
    close(ends[1]);
    keep(path_, ends[0]);
  }
  close(ends[0]);
  pipe_ = ends[1];
}

TemporaryFolder::~TemporaryFolder() {
  if (!path_.empty()) removeFolder(path_);
  if (pipe_ >= 0) close(pipe_);
  if (keeper_ <= 0) return;
  kill(keeper_, SIGKILL);
  waitpid(keeper_, nullptr, 0);
}

} // namespace assay
