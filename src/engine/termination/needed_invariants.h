// What a proof with measures needs of its invariants: unsatisfiable cores, backward. It is easier for a second solver
// then, and for those who check it later.
#pragma once

#include "engine/termination/ranking.h"

#include <span>
#include <vector>

namespace assay {

/// Of invariants that all transitions keep, those that the exclusions rest on, those that these rest on, and so on.
/// What the solver does not manage rests on all of its cut point.
std::vector<Assertion> neededInvariants(const Flow& flow, const CutRelation& relation,
                                        const std::vector<Assertion>& invariants, std::span<const Exclusion> exclusions,
                                        Solver& solver, const Allowance& allowance);

} // namespace assay
