// From all that a SAT solver has learned to the lemmas that a refutation needs.
//
// Lemmas are looked at from the last to the first: those that were needed so far are shown by unit propagation, and
// what took part in it is needed as well (Heule, Hunt, Wetzler: "Trimming while checking clausal proofs", FMCAD 2013).
// Clauses and lemmas that are needed already propagate first. Clauses of the formula are never deleted; lemmas are
// deleted where the solver has deleted them. Every step must follow by unit propagation alone: the solver is set up to
// take no others.
#pragma once

#include "solver/native/clausal_proof.h"

namespace assay {

/// `steps`: what the solver has learned and deleted, as DRAT in its binary form. `goal`: what it has shown in the end.
/// `stop` is asked often. Nothing: it was stopped, or a step does not follow.
std::optional<ClausalProof> trimProof(const ClauseList& formula, int numVariables, std::string_view steps,
                                      std::span<const int> goal, const std::function<bool()>& stop);

} // namespace assay
