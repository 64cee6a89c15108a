#include "util/process.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <fcntl.h>
#include <fstream>
#include <new>
#include <sched.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <system_error>
#include <thread>
#include <unistd.h>
#include <utility>

namespace assay {

namespace {

enum ExitStatus : int { kFinished = 0, kBroken = 70, kOutOfMemory = 71 };

/// Bytes of private writable memory, which is what RLIMIT_DATA counts.
uint64_t dataBytes() {
  std::ifstream in("/proc/self/statm");
  uint64_t total = 0, resident = 0, shared = 0, text = 0, library = 0, data = 0;
  in >> total >> resident >> shared >> text >> library >> data;
  return data * static_cast<uint64_t>(sysconf(_SC_PAGESIZE));
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

MemoryLimit::MemoryLimit(uint64_t megabytes) {
  getrlimit(RLIMIT_DATA, &before_);
  rlimit limit = before_;
  limit.rlim_cur = std::min<rlim_t>(before_.rlim_cur, dataBytes() + (megabytes << 20));
  setrlimit(RLIMIT_DATA, &limit);
}

void ChildProcess::runChild(const Deadline& parentDeadline, uint64_t memoryMegabytes, const Work& work) {
  int status = kFinished;
  try {
    const MemoryLimit memory(memoryMegabytes);
    const auto left = parentDeadline.limited()
                          ? std::max(parentDeadline.end() - Deadline::Clock::now(), Deadline::Clock::duration(1))
                          : Deadline::Clock::duration::zero();
    Deadline deadline(left);
    cancelWhenAsked(deadline);
    work(deadline, channel_);
  } catch (const std::bad_alloc&) {
    status = kOutOfMemory;
  } catch (const std::system_error& error) { // a thread needs memory
    status = error.code() == std::errc::resource_unavailable_try_again ? kOutOfMemory : kBroken;
    if (status == kBroken) channel_.send(std::string("failed ") + error.what());
  } catch (const std::exception& error) {
    channel_.send(std::string("failed ") + error.what());
    status = kBroken;
  }
  _exit(status); // no destructors: the memory goes with the process
}

ChildProcess::ChildProcess(const Deadline& parentDeadline, uint64_t memoryMegabytes, const Work& work) {
  std::array<int, 2> ends{};
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends.data()) != 0)
    throw std::system_error(errno, std::generic_category(), "socketpair");
  const pid_t parent = getpid();
  std::array<int, 2> begun{}; // closed by the child when it ends with its parent
  const bool isOpen = pipe2(begun.data(), O_CLOEXEC) == 0;
  process_ = isOpen ? fork() : -1;
  if (process_ < 0) {
    const int error = errno;
    for (int end : ends) close(end);
    if (isOpen)
      for (int end : begun) close(end);
    throw std::system_error(error, std::generic_category(), "fork");
  }
  const bool isChild = process_ == 0;
  close(ends[isChild ? 0 : 1]);
  channel_ = Channel(ends[isChild ? 1 : 0]);
  if (!isChild) {
    // One that is paused before that would stay behind for ever.
    close(begun[1]);
    char byte = 0;
    while (read(begun[0], &byte, 1) < 0 && errno == EINTR) {
    }
    close(begun[0]);
    return;
  }
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != parent) _exit(kBroken); // it ended before we asked to be told
  for (int end : begun) close(end);
  runChild(parentDeadline, memoryMegabytes, work);
}

ChildProcess::ChildProcess(ChildProcess&& other) noexcept
    : channel_(std::move(other.channel_)), process_(std::exchange(other.process_, -1)) {}

void ChildProcess::askToStop() const {
  if (process_ > 0) kill(process_, SIGTERM);
  goOn();
}

void ChildProcess::pause() const {
  if (process_ > 0) kill(process_, SIGSTOP);
}

void ChildProcess::goOn() const {
  if (process_ > 0) kill(process_, SIGCONT);
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

size_t numProcessors() {
  cpu_set_t set;
  CPU_ZERO(&set);
  if (sched_getaffinity(0, sizeof set, &set) != 0) return 1;
  return static_cast<size_t>(std::max(CPU_COUNT(&set), 1));
}

} // namespace assay
