#include "strategy/process.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <fcntl.h>
#include <fstream>
#include <new>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <system_error>
#include <thread>
#include <unistd.h>
#include <utility>

namespace assay {

namespace {

enum ExitStatus : int { kFinished = 0, kFailed = 70, kOutOfMemory = 71 };

/// A message on its way is its length in four bytes and its text; that makes a message whole or not there.
using Length = uint32_t;

void writeAll(int file, std::string_view text) {
  while (!text.empty()) {
    const ssize_t written = write(file, text.data(), text.size());
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) _exit(kFailed); // nobody listens
    text.remove_prefix(static_cast<size_t>(written));
  }
}

void sendMessage(int file, std::string_view message) {
  std::array<char, sizeof(Length)> head{};
  const auto length = static_cast<Length>(message.size());
  std::memcpy(head.data(), &length, sizeof length);
  std::string whole(head.begin(), head.end());
  writeAll(file, whole.append(message));
}

/// Bytes of private writable memory, which is what RLIMIT_DATA counts.
uint64_t dataBytes() {
  std::ifstream in("/proc/self/statm");
  uint64_t total = 0, resident = 0, shared = 0, text = 0, library = 0, data = 0;
  in >> total >> resident >> shared >> text >> library >> data;
  return data * static_cast<uint64_t>(sysconf(_SC_PAGESIZE));
}

void limitMemory(uint64_t megabytes) {
  rlimit limit{};
  getrlimit(RLIMIT_DATA, &limit);
  limit.rlim_cur = std::min<rlim_t>(limit.rlim_max, dataBytes() + (megabytes << 20));
  setrlimit(RLIMIT_DATA, &limit);
}

/// A thread of the child that hears the parent's wish to stop.
void cancelWhenAsked(Deadline& deadline) {
  sigset_t stop;
  sigemptyset(&stop);
  sigaddset(&stop, SIGTERM);
  pthread_sigmask(SIG_BLOCK, &stop, nullptr);
  std::thread([stop, &deadline] {
    int signal = 0;
    sigwait(&stop, &signal);
    deadline.cancel();
  }).detach();
}

} // namespace

void ChildProcess::runChild(const Deadline& parentDeadline, uint64_t memoryMegabytes, const Work& work, int out) {
  int status = kFinished;
  try {
    limitMemory(memoryMegabytes);
    const auto left = parentDeadline.limited()
                          ? std::max(parentDeadline.end() - Deadline::Clock::now(), Deadline::Clock::duration(1))
                          : Deadline::Clock::duration::zero();
    Deadline deadline(left);
    cancelWhenAsked(deadline);
    work(deadline, [out](std::string_view message) { sendMessage(out, message); });
  } catch (const std::bad_alloc&) {
    status = kOutOfMemory;
  } catch (const std::exception& error) {
    sendMessage(out, std::string("failed ") + error.what());
    status = kFailed;
  }
  _exit(status); // no destructors: the memory goes with the process
}

ChildProcess::ChildProcess(const Deadline& parentDeadline, uint64_t memoryMegabytes, const Work& work) {
  std::array<int, 2> ends{};
  if (pipe2(ends.data(), O_CLOEXEC) != 0) throw std::system_error(errno, std::generic_category(), "pipe");
  const pid_t parent = getpid();
  process_ = fork();
  if (process_ < 0) {
    const int error = errno;
    close(ends[0]);
    close(ends[1]);
    throw std::system_error(error, std::generic_category(), "fork");
  }
  if (process_ == 0) {
    close(ends[0]);
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != parent) _exit(kFailed); // it ended before we asked to be told
    runChild(parentDeadline, memoryMegabytes, work, ends[1]);
  }
  close(ends[1]);
  descriptor_ = ends[0];
  fcntl(descriptor_, F_SETFL, O_NONBLOCK);
}

ChildProcess::ChildProcess(ChildProcess&& other) noexcept
    : process_(std::exchange(other.process_, -1)), descriptor_(std::exchange(other.descriptor_, -1)),
      buffer_(std::move(other.buffer_)) {}

ChildProcess::~ChildProcess() {
  end();
  if (descriptor_ >= 0) close(descriptor_);
}

bool ChildProcess::receive() {
  std::array<char, 1 << 16> block; // NOLINT(cppcoreguidelines-pro-type-member-init): read fills it
  while (true) {
    const ssize_t got = read(descriptor_, block.data(), block.size());
    if (got > 0) {
      buffer_.append(block.data(), static_cast<size_t>(got));
    } else if (got == 0) {
      return false;
    } else if (errno != EINTR) {
      return errno == EAGAIN;
    }
  }
}

bool ChildProcess::next(std::string& message) {
  Length length = 0;
  if (buffer_.size() < sizeof length) return false;
  std::memcpy(&length, buffer_.data(), sizeof length);
  if (buffer_.size() - sizeof length < length) return false;
  message = buffer_.substr(sizeof length, length);
  buffer_.erase(0, sizeof length + length);
  return true;
}

void ChildProcess::askToStop() const {
  if (process_ > 0) kill(process_, SIGTERM);
}

std::string ChildProcess::end() {
  if (process_ <= 0) return {};
  kill(process_, SIGKILL); // of a process that has ended this is without effect: its status is what it was
  int status = 0;
  while (waitpid(process_, &status, 0) < 0 && errno == EINTR) {
  }
  process_ = -1;
  if (WIFSIGNALED(status)) return std::string("killed by signal ") + std::to_string(WTERMSIG(status));
  if (WEXITSTATUS(status) == kOutOfMemory) return "out of memory";
  return WEXITSTATUS(status) == kFinished ? "" : "failed";
}

} // namespace assay
