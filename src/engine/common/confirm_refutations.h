// Before a proof without invariants is told, a second solver is to confirm the refutations that the proof rests on, as
// many as it can in a modest time. Unlike the obligations of an invariant, refutations that it does not get to are
// taken on trust.
#pragma once

#include "engine/recall.h"
#include "solver/refutations.h"
#include "util/env.h"

namespace assay {

/// The solver that is to confirm a proof. It is the second solver, which the options name; but if that solver has
/// confirmed a proof of the same program before, it is the engines' own solver, which is faster as a rule. Empty: the
/// proof need not be confirmed.
std::string confirmingSolver(Standing standing, const Env& env);

/// What the report says of the refutations.
RefutationCheck checkOf(const RefutationLog& refutations, const Env& env);

/// If the second solver contradicts a refutation, there is no proof: makes all checks open, with this as the reason.
void contradict(Result& result, const Env& env);

/// For a verdict of true: the result says how many refutations are confirmed, or becomes unknown. If an earlier proof
/// of the same program is known, less time is taken.
void confirmRefutations(Result& result, RefutationLog& refutations, Standing earlier, const Env& env);

} // namespace assay
