#include "witness/temporary_folder.h"

#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <sys/socket.h>
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

/// Makes the folder, tells its name (or why there is none, behind a '!'), and removes it when the other end of the
/// socket is closed, which happens when the last process is gone that has it.
[[noreturn]] void keep(std::string pattern, int socket) {
  setsid(); // whoever kills a group of processes does not mean this one
  for (const int number : {SIGINT, SIGTERM, SIGHUP, SIGPIPE}) std::signal(number, SIG_IGN);
  constexpr int kMany = 1024;
  for (int file = 0; file < kMany; ++file)
    if (file != socket) close(file); // others wait for the end of what its owner writes
  const bool isMade = mkdtemp(pattern.data()) != nullptr;
  const std::string told = isMade ? pattern : "!" + std::string(std::strerror(errno));
  (void)!write(socket, told.data(), told.size());
  char byte = 0;
  while (read(socket, &byte, 1) < 0 && errno == EINTR) {
  }
  if (isMade) removeFolder(pattern);
  _exit(0);
}

} // namespace

TemporaryFolder::TemporaryFolder(const std::string& prefix) {
  constexpr const char* kNone = "no temporary folder: ";
  constexpr size_t kLongest = 4096;
  std::error_code error;
  const fs::path place = fs::absolute(fs::temp_directory_path(error), error);
  const std::string pattern = (place / (prefix + "-XXXXXX")).string();
  int ends[2];
  if (error || socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends) != 0) {
    failure_ = kNone + (error ? error.message() : std::string(std::strerror(errno)));
    return;
  }
  keeper_ = fork();
  if (keeper_ == 0) keep(pattern, ends[1]);
  close(ends[1]);
  socket_ = ends[0];
  std::string told(kLongest, 0);
  ssize_t size = 0;
  do size = read(socket_, told.data(), told.size());
  while (size < 0 && errno == EINTR);
  told.resize(size < 0 ? 0 : static_cast<size_t>(size));
  if (told.starts_with('/'))
    path_ = told;
  else
    failure_ = kNone + (told.empty() ? std::string("there can be no process") : told.substr(1));
}

TemporaryFolder::~TemporaryFolder() {
  if (!path_.empty()) removeFolder(path_);
  if (socket_ >= 0) close(socket_);
  if (keeper_ <= 0) return;
  kill(keeper_, SIGKILL);
  waitpid(keeper_, nullptr, 0);
}

} // namespace assay
