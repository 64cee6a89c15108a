// When to stop: a point in time, and a flag that another thread or a signal may raise. Long work asks `expired()` now
// and then, or polls the flag alone where even a clock is too slow.
#pragma once

#include <algorithm>
#include <atomic>
#include <cassert>
#include <chrono>

namespace assay {

class Deadline {
public:
  using Clock = std::chrono::steady_clock;

  Deadline() = default;
  /// From now on; zero means that there is no limit.
  explicit Deadline(Clock::duration limit)
      : end_(limit.count() == 0 ? Clock::time_point::max() : Clock::now() + limit) {}
  /// The deadline of a part of the work: the limit counts from now on, and the part ends with the whole at the latest.
  /// The whole must outlive this. To cancel the whole cancels the part; the part by itself cannot be cancelled.
  Deadline(const Deadline& whole, Clock::duration limit)
      : end_(std::min(whole.end_, Clock::now() + std::max(limit, Clock::duration(1)))), flag_(whole.flag_) {}
  Deadline(const Deadline&) = delete;
  Deadline& operator=(const Deadline&) = delete;

  bool limited() const { return end_ != Clock::time_point::max(); }
  Clock::time_point end() const { return end_; }
  bool passed() const { return limited() && Clock::now() >= end_; }

  void cancel() {
    assert(flag_ == &cancelled_);
    cancelled_.store(true, std::memory_order_relaxed);
  }
  bool cancelled() const { return flag_->load(std::memory_order_relaxed); }
  const std::atomic<bool>& flag() const { return *flag_; }

  bool expired() const { return cancelled() || passed(); }

private:
  Clock::time_point end_ = Clock::time_point::max();
  std::atomic<bool> cancelled_{false};
  const std::atomic<bool>* flag_ = &cancelled_;
};

} // namespace assay
