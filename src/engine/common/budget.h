// How much work the parts of a run of kIkI may do.
//
// It is not known in advance which part will settle a program, and each part can run for ever. So the parts take turns:
// a piece of work gets no more at once than the run has taken so far. Time is a count of work here (solver/work.h), so
// that a run does the same as the one before; a clock decides only where the run comes near its deadline, and where a
// piece takes many times as long as its work should.
#pragma once

#include "encode/allowance.h"
#include "engine/common/limits.h"
#include "solver/work.h"
#include "util/env.h"

#include <optional>

namespace assay {

class Budget {
public:
  using Clock = Deadline::Clock;
  /// There is always some time, though it may not be enough for anything.
  static constexpr Work::Duration kLeast = std::chrono::milliseconds(1);

  /// `limit`: of all work. `turn`: what every piece of it may take, however short the run was until then.
  Budget(const TermManager& terms, Work::Duration limit, Work::Duration turn, const Env& env)
      : work_(terms), limits_(limitsOf<CommonLimits>(env.options)), limit_(limit), turn_(turn), deadline_(env.deadline),
        stopsAtViolation_(env.options.stopAtFirst) {}

  const Work& work() const { return work_; }
  Work::Duration turn() const { return turn_; }
  Work::Duration done() const { return work_.done(); }
  Clock::duration untilDeadline() const;
  Work::Duration remaining() const;
  bool isSpent() const { return remaining() <= kLeast; }
  /// At most this, and what remains.
  Allowance allow(Work::Duration most);
  /// What one piece of work may take; more if there is no other part to take turns with.
  Work::Duration piece(bool isAlone) const;

  /// After a violation was found, the other checks get as much work as it took to find it.
  void violationFound();
  bool hasViolation() const { return firstViolation_.has_value(); }
  bool isOutOfGrace() const { return firstViolation_ && done() >= *firstViolation_ + grace(); }

private:
  Work::Duration grace() const;

  Work work_;
  const CommonLimits limits_;
  const Work::Duration limit_, turn_;
  const Deadline& deadline_;
  const bool stopsAtViolation_;
  const Clock::time_point begin_ = Clock::now();
  std::optional<Work::Duration> firstViolation_; // when it was found
};

/// Adds the work until its end.
class Stopwatch {
public:
  Stopwatch(const Budget& budget, Work::Duration& total) : budget_(budget), total_(total), begin_(budget.done()) {}
  ~Stopwatch() { total_ += budget_.done() - begin_; }

private:
  const Budget& budget_;
  Work::Duration& total_;
  const Work::Duration begin_;
};

} // namespace assay
