// What a proof needs. Of conditions at heads that every block keeps and that exclude all bad endings, those are found
// that the exclusion rests on, those that these rest on, and so on: unsatisfiable cores, from the endings backward.
// What is left is easier to read, and much easier for a second solver.
#pragma once

#include "encode/cut_system.h"
#include "engine/predicates/limits.h"
#include "proof/hoare.h"
#include "util/env.h"

#include <vector>

namespace assay {

struct ProofCore {
  std::vector<std::vector<Term>> conditions; // by head: those that are needed
  std::vector<Obligation> obligations;       // that they are a proof
};

/// `isWanted(ending)`: whether it must not be reached. What the solver does not manage stays as it is.
ProofCore proofCore(const CutSystem& system, const std::vector<std::vector<Term>>& conditions,
                    bool (*isWanted)(const Flow&, const Ending&), const PredicateLimits& limits, Env& env);

} // namespace assay
