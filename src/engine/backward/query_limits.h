// Limits of a query that may remain without an answer.
#pragma once

#include "encode/allowance.h"
#include "util/env.h"

#include <algorithm>
#include <cstdint>

namespace assay {

/// Limits the query by the allowance, but with the time of the run instead of the allowance's, and by a number of
/// conflicts, if that is not zero.
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
