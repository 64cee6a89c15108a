// Limits of a query that may remain without an answer.
#pragma once

#include "encode/allowance.h"
#include "util/env.h"

#include <algorithm>
#include <cstdint>

namespace assay {

/// What the allowance says, but for its time, which is the run's; and a number of conflicts, if it is not zero.
inline void limitQuery(Solver& solver, const Allowance& allowance, uint64_t conflicts, const Env& env) {
  using Clock = Deadline::Clock;
  if (!env.deadline.limited()) {
    solver.setLimits({.conflicts = conflicts, .work = allowance.work()});
    return;
  }
  const Clock::duration left = std::max<Clock::duration>(env.deadline.end() - Clock::now(), Clock::duration(1));
  solver.setLimits({.deadline = Deadline(left), .conflicts = conflicts, .work = allowance.work()});
}

} // namespace assay
