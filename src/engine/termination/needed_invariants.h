// What a proof with measures needs of its invariants: unsatisfiable cores, backward. Then the proof is easier for a
// second solver, and for later runs that check it.
#pragma once

#include "engine/termination/limits.h"
#include "engine/termination/ranking.h"

#include <span>
#include <vector>

namespace assay {

/// Of invariants that all transitions keep, those that the exclusions rest on, those that these rest on, and so on. If
/// the solver finds no core in time, all invariants of that cut point count as needed.
std::vector<Assertion> neededInvariants(const Flow& flow, const CutRelation& relation,
                                        const std::vector<Assertion>& invariants, std::span<const Exclusion> exclusions,
                                        Solver& solver, const TerminationLimits& limits, const Allowance& allowance);

} // namespace assay
