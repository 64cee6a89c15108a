// Assertions of threads in C, for people.
#pragma once

#include "engine/result.h"
#include "invariants/threads/thread_assertions.h"

namespace assay {

/// Of the places that threads may come to, in the order of the source. What speaks of values without a name, or what C has no
/// short way to say, is left out.
std::vector<ThreadAssertion> threadAssertionsInC(const Program& program, const ThreadSystem& system,
                                                 ThreadAssertions& assertions);

} // namespace assay
