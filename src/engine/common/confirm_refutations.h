// A proof without invariants, before it is told: a second solver is to confirm the refutations that it rests on, as
// many as it can in a modest time. Unlike the obligations of an invariant, those that it does not get to are taken on
// trust.
#pragma once

#include "engine/recall.h"
#include "solver/refutations.h"
#include "util/env.h"

namespace assay {

/// The solver that is to confirm a proof: the second one, which the options name. If that one has confirmed a proof of
/// the same program before, the engines' own, which is faster as a rule. Empty: nobody is to confirm it.
std::string confirmingSolver(Standing standing, const Env& env);

/// For the report.
RefutationCheck checkOf(const RefutationLog& refutations, const Env& env);

/// What the second solver contradicts is no proof: everything is open, and this is the reason.
void contradict(Result& result, const Env& env);

/// Of a verdict of true. Says in it how many refutations are confirmed, or makes it unknown. Where an earlier proof is
/// known that is one of the same program, less time is taken.
void confirmRefutations(Result& result, RefutationLog& refutations, Standing earlier, const Env& env);

} // namespace assay
