// From a program with threads to its moves (thread_system.h).
//
// Places are explored path by path. A local that holds the same value on all ways to a node is replaced by it there, so that
// what models of locks are given is known in them. Accesses at constant addresses are cells; accesses at one of few addresses
// are a choice between cells. All other memory is *vague*: what it holds is any value. Stack objects are cells of their
// thread as long as no address of theirs matters to others.
#pragma once

#include "analysis/points_to.h"
#include "encode/threads/thread_system.h"
#include "util/deadline.h"

namespace assay {

struct SystemLimits {
  uint32_t nodes = 0, threads = 0, paths = 0, addresses = 0, depth = 0;
  uint32_t variants = 0; // nodes for one place, by the constants that locals hold; zero: one, whatever they hold
  bool looksBeforeWaiting = false; // in atomic regions: others go on there only if the condition does not hold
};

/// `failure` says why there is none.
ThreadSystem threadSystemOf(const Program& program, const PointsTo& pointsTo, const SystemLimits& limits,
                            const Deadline& deadline);

} // namespace assay
