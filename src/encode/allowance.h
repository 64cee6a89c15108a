// What a piece of work may take: until a count of work is reached, and in any case until a point in time, which is far
// away unless the run is near its deadline.
#pragma once

#include "solver/solver.h"
#include "util/deadline.h"

#include <algorithm>

namespace assay {

class Allowance {
public:
  using Clock = Deadline::Clock;

  /// A limit by time alone: no work is counted.
  Allowance(const Deadline& deadline) : deadline_(&deadline), end_(deadline.end()) {}
  Allowance(const Deadline& deadline, Clock::time_point end, WorkLimit work)
      : deadline_(&deadline), end_(std::min(end, deadline.end())), work_(work) {}

  bool expired() const {
    return deadline_->cancelled() || work_.isReached() || (end_ != Clock::time_point::max() && Clock::now() >= end_);
  }
  /// `conflicts`: of the SAT solver, 0 for any number.
  void limit(Solver& solver, uint64_t conflicts = 0) const {
    if (end_ == Clock::time_point::max()) {
      solver.setLimits({.conflicts = conflicts, .work = work_});
    } else {
      const Clock::duration left = std::max<Clock::duration>(end_ - Clock::now(), Clock::duration(1));
      solver.setLimits({.deadline = Deadline(left), .conflicts = conflicts, .work = work_});
    }
  }
  const WorkLimit& work() const { return work_; }
  /// The allowance for one of so many pieces.
  Allowance part(int number) const {
    if (work_.isLimited()) return {*deadline_, end_, work_.part(number)};
    if (end_ == Clock::time_point::max()) return *this;
    return {*deadline_, Clock::now() + std::max<Clock::duration>(end_ - Clock::now(), {}) / number, work_};
  }

private:
  const Deadline* deadline_; // for its flag
  Clock::time_point end_;
  WorkLimit work_;
};

} // namespace assay
