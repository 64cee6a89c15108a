// Invariants by guess and check: finds those of some candidates that are k-inductive together (Flanagan and Leino,
// "Houdini, an annotation assistant for ESC/Java", 2001). As long as some state behind a back edge violates a candidate
// although all candidates were assumed before, the candidates that it violates are dropped; the rest is the greatest
// subset that is inductive.
#pragma once

#include "encode/allowance.h"
#include "encode/assertion.h"

#include <functional>
#include <optional>
#include <vector>

namespace assay {

/// What a candidate says of other places than the arbitrary one, where it is assumed.
using CandidateInstances = std::function<Term(const Assertion&)>;

/// Those candidates that hold in every state behind a back edge to their heads; nothing if the allowance was too small.
std::optional<std::vector<Assertion>> inductiveCandidates(const Flow& flow, Solver& solver,
                                                          const InductionPlaces& places,
                                                          std::vector<Assertion> candidates, const Allowance& allowance,
                                                          const CandidateInstances& instances = nullptr);

} // namespace assay
