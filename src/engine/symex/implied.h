// Constants that a constraint implies. A state that goes on under x = 5 has 5 where it had x: what is computed from it
// stays on machine words, and the constraint no longer matters to what the state may do (pruner.h).
#pragma once

#include "engine/symex/limits.h"
#include "engine/symex/state.h"

namespace assay::symex {

/// Replaces terms that the constraint says are constant, in the variables of the state: a term wherever it is the whole
/// value, a program input also inside of other values. The constraint follows from the state's path condition.
void substituteImplied(State& state, Term constraint, const SymexLimits& limits, TermManager& terms);

/// A value that was read from memory, or the constant that it is known to be.
SymValue knownValue(const State& state, SymValue value);

} // namespace assay::symex
