// Guesses at what holds at the heads of loops, on entry as well as behind back edges, in support of measures: bounds of
// variables by constants of the program, what it compares, and the order of its variables. keptByTransitions() tells
// which of them are invariants.
#pragma once

#include "encode/transitions.h"

namespace assay {

std::vector<Assertion> candidateInvariants(const Flow& flow, const TransitionSystem& system);

/// The same condition at every head where its variables are live.
std::vector<Assertion> atAllHeads(const Flow& flow, std::span<const Assertion> assertions);

} // namespace assay
