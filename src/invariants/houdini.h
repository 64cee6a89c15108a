// Invariants by guess and check: of candidates, those that are k-inductive together (Flanagan and Leino, "Houdini, an
// annotation assistant for ESC/Java", 2001). As long as some state behind a back edge breaks one of them while all were
// assumed before, those that it breaks are dropped; what is left is the greatest subset that holds.
#pragma once

#include "encode/allowance.h"
#include "encode/assertion.h"

#include <functional>
#include <optional>
#include <vector>

namespace assay {

/// What a candidate says besides, where it is assumed: of other places than the one that is arbitrary.
using CandidateInstances = std::function<Term(const Assertion&)>;

/// Those candidates that hold in every state behind a back edge to their heads; nothing if the allowance was too small.
std::optional<std::vector<Assertion>> inductiveCandidates(const Flow& flow, Solver& solver,
                                                          const InductionPlaces& places,
                                                          std::vector<Assertion> candidates, const Allowance& allowance,
                                                          const CandidateInstances& instances = nullptr);

} // namespace assay
