#include "cli/watchdog.h"

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <ctime>
#include <unistd.h>
#include <utility>

namespace assay {

namespace {

/// Wakes the thread when the run has ended.
constexpr int kWake = SIGUSR1;
constexpr int kOutOfTime = 0;

sigset_t watchedSignals() {
  sigset_t set;
  sigemptyset(&set);
  sigaddset(&set, SIGINT);
  sigaddset(&set, SIGTERM);
  sigaddset(&set, kWake);
  return set;
}

/// The signal that came, or kOutOfTime.
int waitForSignal(const Deadline& deadline) {
  const sigset_t set = watchedSignals();
  while (true) {
    int signal = kOutOfTime;
    if (deadline.limited()) {
      const auto left = std::max(deadline.end() - Deadline::Clock::now(), Deadline::Clock::duration::zero());
      const auto nanoseconds = std::chrono::duration_cast<std::chrono::nanoseconds>(left).count();
      const timespec wait{nanoseconds / 1'000'000'000, nanoseconds % 1'000'000'000};
      signal = sigtimedwait(&set, nullptr, &wait);
    } else {
      signal = sigwaitinfo(&set, nullptr);
    }
    if (signal != -1) return signal;
    if (errno != EINTR) return kOutOfTime;
  }
}

void writeAll(int file, std::string_view text) {
  while (!text.empty()) {
    const ssize_t written = write(file, text.data(), text.size());
    if (written <= 0) return;
    text.remove_prefix(static_cast<size_t>(written));
  }
}

} // namespace

Watchdog::Watchdog(Deadline& deadline, LastWords lastWords, std::chrono::milliseconds grace)
    : deadline_(deadline), lastWords_(std::move(lastWords)), grace_(grace) {
  const sigset_t set = watchedSignals();
  pthread_sigmask(SIG_BLOCK, &set, nullptr);
  thread_ = std::thread([this] { watch(); });
}

Watchdog::~Watchdog() {
  {
    const std::lock_guard lock(mutex_);
    finished_ = true;
  }
  changed_.notify_all();
  pthread_kill(thread_.native_handle(), kWake);
  thread_.join();
}

void Watchdog::release() {
  std::unique_lock lock(mutex_);
  finished_ = true;
  changed_.notify_all();
  changed_.wait(lock, [this] { return !hasLastWord_; });
}

bool Watchdog::finishedWithin(Deadline::Clock::duration duration) {
  std::unique_lock lock(mutex_);
  hasLastWord_ = !changed_.wait_for(lock, duration, [this] { return finished_; });
  return !hasLastWord_;
}

void Watchdog::watch() {
  const int signal = waitForSignal(deadline_);
  if (signal == kWake) return;
  deadline_.cancel();
  if (finishedWithin(grace_)) return;

  const std::string_view reason = signal == kOutOfTime ? "timeout" : "interrupted";
  writeAll(STDERR_FILENO, "assay: " + std::string(reason) + "\n");
  writeAll(STDOUT_FILENO, lastWords_(reason));
  _exit(2);
}

} // namespace assay
