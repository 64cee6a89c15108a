// What events read: for each cell that an event reads, one of the events that may have written it, or the start.
//
// A read takes from an event that comes before it, and no other event that writes the cell comes between them. Reads on which
// nothing rests that is asked are left out.
#pragma once

#include "engine/orders/event_order.h"
#include "engine/orders/unwound_threads.h"

#include <optional>
#include <vector>

namespace assay {

/// What is always so: events of a thread, creations, and joins that a thread cannot get past.
EventOrder orderOf(TermManager& terms, const UnwoundThreads& threads);

/// All that holds of executions of these threads. Nothing: it is too much.
std::optional<std::vector<Term>> formulaOf(TermManager& terms, UnwoundThreads& threads, EventOrder& order,
                                           uint64_t maxClauses, const Deadline& deadline);

} // namespace assay
