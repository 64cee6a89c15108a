// What a proof needs. Given are conditions at heads that every block keeps and that exclude all bad endings. Found are
// the conditions that the exclusion rests on, the conditions that these rest on, and so on: by unsatisfiable cores,
// from the endings backward. The resulting proof is easier to read, and much easier for a second solver.
#pragma once

#include "encode/cut_relation.h"
#include "engine/predicates/limits.h"
#include "proof/hoare.h"
#include "util/env.h"

#include <vector>

namespace assay {

struct ProofCore {
  std::vector<std::vector<Term>> conditions; // by head: those that are needed
  std::vector<Obligation> obligations;       // that they are a proof
};

/// `isWanted(ending)`: whether the ending must not be reached. Conditions for which the solver finds no core in time
/// all stay.
ProofCore proofCore(const CutRelation& system, const std::vector<std::vector<Term>>& conditions,
                    bool (*isWanted)(const Flow&, const Ending&), const PredicateLimits& limits, Env& env);

} // namespace assay
