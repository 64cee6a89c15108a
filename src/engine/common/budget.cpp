#include "engine/common/budget.h"

#include <algorithm>

namespace assay {

// A little time is kept for the end of the run.
Budget::Clock::duration Budget::untilDeadline() const {
  if (!deadline_.limited()) return std::chrono::hours(24);
  return std::max<Clock::duration>(deadline_.end() - Clock::now() - (deadline_.end() - begin_) / limits_.putAwayPart,
                                   kLeast);
}

// The clock counts only where the requested work is a large part of the time until the deadline.
Work::Duration Budget::remaining() const {
  Work::Duration left = untilDeadline();
  if (firstViolation_) left = std::min(left, *firstViolation_ + grace() - done());
  left = std::min(left, limit_ - done());
  return std::max(left, kLeast);
}

// A piece of work that may take all the time until the deadline has no limit of work.
Allowance Budget::allow(Work::Duration most) {
  const Clock::duration left = untilDeadline();
  most = std::min(most, remaining());
  if (most >= left) return {deadline_, Clock::now() + left, WorkLimit(work_)};
  return {deadline_, Clock::now() + std::max<Clock::duration>(left / limits_.clockPart, most), WorkLimit(work_, most)};
}

Work::Duration Budget::piece(bool isAlone) const {
  const Work::Duration most = std::max(remaining() / limits_.piecePart, turn_);
  return isAlone ? most : std::min(std::max(turn_, done()), most);
}

void Budget::violationFound() {
  if (!firstViolation_) firstViolation_ = done();
}

Work::Duration Budget::grace() const {
  if (stopsAtViolation_) return {};
  return std::max<Work::Duration>(*firstViolation_, limits_.violationGrace);
}

} // namespace assay
