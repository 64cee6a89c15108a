// When to stop: a point in time, and a flag that another thread or a signal may raise. Long work asks `expired()` now
// and then, or polls the flag alone where even a clock is too slow.
#pragma once

#include <atomic>
#include <chrono>

namespace assay {

class Deadline {
public:
  using Clock = std::chrono::steady_clock;

  Deadline() = default;
  /// From now on; zero means that there is no limit.
  explicit Deadline(Clock::duration limit)
      : end_(limit.count() == 0 ? Clock::time_point::max() : Clock::now() + limit) {}
  Deadline(const Deadline&) = delete;
  Deadline& operator=(const Deadline&) = delete;

  bool limited() const { return end_ != Clock::time_point::max(); }
  Clock::time_point end() const { return end_; }
  bool passed() const { return limited() && Clock::now() >= end_; }

  void cancel() { cancelled_.store(true, std::memory_order_relaxed); }
  bool cancelled() const { return cancelled_.load(std::memory_order_relaxed); }
  const std::atomic<bool>& flag() const { return cancelled_; }

  bool expired() const { return cancelled() || passed(); }

private:
  Clock::time_point end_ = Clock::time_point::max();
  std::atomic<bool> cancelled_{false};
};

} // namespace assay
