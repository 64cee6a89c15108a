// For an execution that ends with a leak: which block leaks, and after which statement nothing points to it any more.
//
// A block that is lost stays lost. So the moment is found by bisection: the execution is repeated up to an edge, and
// there the heap is searched. A user's variable counts as long as it lives, a temporary of the translation as long as
// it is read again.
#pragma once

#include "engine/result.h"
#include "program/interpreter.h"
#include "util/deadline.h"

#include <cstdint>
#include <optional>

namespace assay {

/// The moment after which nothing points to a block.
struct Loss {
  uint64_t edge = 0;       // the edge with this number, the first one of the execution is 1
  size_t operation = 0;    // its operation, by index; beyond all: the edge itself
  SourcePosition position; // of the user's code; may be unknown
};

struct LeakSearch {
  std::optional<LeakedBlock> block; // none: the execution does not end with a leak
  std::optional<Loss> loss;         // none: something points to it to the end, or there was no time to find out
};

LeakSearch searchLeak(const Program& program, const Counterexample& counterexample, const Deadline& deadline);

} // namespace assay
