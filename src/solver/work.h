// A count of work in place of a clock. What a clock decides comes out differently in every run; what a count decides
// does not, and neither does what is asked afterwards. The count is given in the unit of time, roughly as long as the
// work takes on a usual machine, so that it can be compared with limits that are times.
//
// What is counted: terms that are made, and what solvers say that they have done (gates, clauses, decisions).
#pragma once

#include "term/term_manager.h"

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <ctime>

namespace assay {

class Work {
public:
  using Duration = std::chrono::nanoseconds;

  explicit Work(const TermManager& terms) : terms_(terms), numBefore_(terms.numTerms()) {}
  Work(const Work&) = delete;
  Work& operator=(const Work&) = delete;

  void add(Duration work) { added_ += work; }
  /// Since this object was made.
  Duration done() const { return added_ + kTerm * (terms_.numTerms() - numBefore_); }

private:
  static constexpr Duration kTerm{1000};

  const TermManager& terms_;
  const uint32_t numBefore_;
  Duration added_{};
};

/// Processor time of the thread, in nanoseconds: other processes that share the machine do not show in it.
inline uint64_t processorTime() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<uint64_t>(now.tv_sec) * 1'000'000'000 + static_cast<uint64_t>(now.tv_nsec);
}

/// A limit on the count of work. It also ends when many times as much processor time is gone as that work should take,
/// for there may be work that is not counted as it should be.
class WorkLimit {
public:
  WorkLimit() = default;
  /// Counts without a limit.
  explicit WorkLimit(Work& count) : count_(&count) {}
  WorkLimit(Work& count, Work::Duration most) : count_(&count), end_(count.done() + most) {
    const Work::Duration slowest = kSlowest * most;
    earliest_ = std::chrono::steady_clock::now() + slowest;
    processorEnd_ = processorTime() + static_cast<uint64_t>(slowest.count());
  }

  bool isCounted() const { return count_ != nullptr; }
  bool isLimited() const { return end_ != Work::Duration::max(); }
  void add(Work::Duration work) const {
    if (count_) count_->add(work);
  }
  /// The limit that allows the first of so many parts of what is left.
  WorkLimit part(int number) const { return {*count_, std::max(left(), Work::Duration::zero()) / number}; }
  Work::Duration left() const { return end_ - count_->done(); }
  bool isReached() const {
    if (!isLimited()) return false;
    return left() <= Work::Duration::zero() ||
           (std::chrono::steady_clock::now() >= earliest_ && processorTime() >= processorEnd_);
  }

private:
  static constexpr int kSlowest = 10;

  Work* count_ = nullptr; // all work is added to it
  Work::Duration end_ = Work::Duration::max();
  std::chrono::steady_clock::time_point earliest_; // at which the processor's time can be up
  uint64_t processorEnd_ = 0;
};

} // namespace assay
