// Invariants by guess and check: of candidates, those that are k-inductive together (Flanagan and Leino, "Houdini, an
// annotation assistant for ESC/Java", 2001). As long as some state behind a back edge breaks one of them while all were
// assumed before, those that it breaks are dropped; what is left is the greatest subset that holds.
//
// Where candidates come from: the user (--invariants), the domain Conditions (conditions.h), and the domain Disequalities:
// a variable that is only ever compared with constants and set to them is the state of a machine, and what matters of it is
// which states do not occur:
//   x != c            for all constants c that the program knows of x
//   x == c or ...     it is one of them
//   x != c or y != d  for two such variables: some combinations do not occur
#pragma once

#include "analysis/invariant_file.h"
#include "engine/kiki/allowance.h"
#include "engine/kiki/templates.h"

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace assay {

/// Those candidates that hold in every state behind a back edge to their heads; nothing if that was too little.
std::optional<std::vector<Invariant>> inductiveCandidates(const Flow& flow, Solver& solver,
                                                          const InductionPlaces& places,
                                                          std::vector<Invariant> candidates,
                                                          const Allowance& allowance);

std::vector<Invariant> disequalities(const Flow& flow);

/// At every head that the user sees at its line; only live variables can be spoken of. `complain` is told what cannot be
/// used, and why.
std::vector<Invariant> candidatesFrom(const std::vector<OutsideInvariant>& outside, const Flow& flow,
                                      const std::function<void(const std::string&)>& complain);

} // namespace assay
