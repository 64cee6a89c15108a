// What a proof with measures needs of its invariants: unsatisfiable cores, backward. It is easier for a second solver
// then, and for those who check it later.
#pragma once

#include "encode/transitions.h"
#include "engine/termination/limits.h"

#include <span>
#include <vector>

namespace assay {

/// Of invariants that all transitions keep, those that the exclusions rest on, those that these rest on, and so on.
/// What the solver does not manage rests on all of its cut point.
std::vector<Assertion> neededInvariants(const Flow& flow, const TransitionSystem& system,
                                        const std::vector<Assertion>& invariants, std::span<const Exclusion> exclusions,
                                        Solver& solver, const TerminationLimits& limits, const Allowance& allowance);

} // namespace assay
