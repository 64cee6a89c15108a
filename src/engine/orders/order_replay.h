// From a model of an order to an execution.
//
// The events that the model takes, in an order that it allows, say whose turn it is; inputs have the values that the moves
// are given. The interpreter goes by that as far as it can. What memory held was not always followed, so it may
// come to something else; what it comes to is what counts.
#pragma once

#include "engine/orders/event_order.h"
#include "engine/orders/unwound_threads.h"
#include "engine/result.h"
#include "solver/solver.h"
#include "util/env.h"

#include <optional>

namespace assay {

/// Nothing: the execution ends in no error. The solver has a model.
std::optional<Counterexample> executionOf(const Program& program, const UnwoundThreads& threads,
                                          const EventOrder& order, Solver& solver, Env& env);

} // namespace assay
