// engine/orders/: programs with threads, by bounded model checking with partial orders instead of schedules.
//
// Threads are unwound into events (unwound_threads.h), what an event reads is a choice among the events that write it, and events
// are ordered only where that says something (event_order.h, read_choices.h). That is the encoding of Alglave, Kroening and
// Tautschnig ("Partial orders for efficient bounded model checking of concurrent software", CAV 2013) for sequential
// consistency, with what happens between two steps as one event, atomic regions included. Each loop has a bound of
// its own, raised only where an execution goes beyond it. *True* needs that no execution gets to an error, to an obstacle or
// beyond a bound, all of them asked at once; that refutation and what points-to says are confirmed by the second solver. A model is a
// schedule with inputs (order_replay.h), and *false* is what the interpreter makes of it.
#pragma once

#include "engine/engine.h"

namespace assay {

class Orders final : public Engine {
public:
  std::string_view name() const override { return "orders"; }
  bool followsThreads() const override { return true; }

private:
  Result verify(const Program& program, Env& env) override;
};

} // namespace assay
