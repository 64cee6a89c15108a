// What may hold of threads where they stand, to be tried (thread_assertions.h): comparisons of cells, locals and constants of
// the program, its conditions, and what has to hold for its errors not to be reached, at nodes before them.
#pragma once

#include "engine/modular/thread_system.h"

namespace assay {

struct CandidateLimits {
  uint32_t constants = 0, steps = 0, atNode = 0;
};

/// By node; each speaks of cells and of the node's locals.
std::vector<std::vector<Term>> assertionCandidates(TermManager& terms, const ThreadSystem& system,
                                                   const CandidateLimits& limits);

} // namespace assay
