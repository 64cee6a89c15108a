// proof/: proofs as data that a second solver checks: certificates, obligations of Hoare logic, the premises that they
// rest on, lemmas for later runs.
//
// A proof by k-induction, checked once more by another solver. The check rests on the formulas of the unwindings alone.
//
// Invariants were found in stages: the invariants of a stage are inductive together, for its k, if those of earlier
// stages are taken for granted. So the proof falls into small obligations, each a query of its own that is to be
// unsatisfiable:
//
//   initiation    an invariant does not hold behind one of the first k + 1 back edges of an execution
//   consecution   it does not hold behind a back edge, although it held behind k + 1 back edges in a row before, with
//                 the others of its stage and of those before
//   a block       does not keep an invariant: instead of the two above, for invariants that hold at heads (hoare.h)
//   implication   an invariant does not hold although others hold from which it is to follow
//   safety        a check fails within k back edges; or behind k + 1 back edges in a row at which the invariants hold
//
// Invariants that the proof does not use are left out: for each obligation, from safety back to the first stage, the
// solver that found the proof says which invariants the obligation needs (a core). That solver only chooses; the other
// solver shows all that is chosen.
#pragma once

#include "encode/array_instances.h"
#include "util/env.h"

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace assay {

struct InductiveProof {
  /// The first `numInvariants` invariants are known, and the last of them were found in round k. Implied invariants
  /// follow from those that blocks keep, and from the stage before.
  struct Stage {
    uint32_t k;
    size_t numInvariants;                           // with those of the stage
    Assertion::Why why = Assertion::Why::Inductive; // of all of them
  };
  struct Check {
    uint32_t k;
    size_t numInvariants;
    std::vector<const Ending*> endings; // of the step's layer k, and of the base up to there
  };
  const Unwinding& base; // from the program's start
  const Unwinding& step; // from any state
  std::span<const Assertion> invariants;
  std::vector<Stage> stages;
  std::vector<Check> checks;
  uint32_t depth;                  // the largest k of a check, whether or not it has endings
  const ArrayInstances& instances; // of invariants about all elements of arrays, in `step`
};

struct Certificate {
  enum class Verdict : uint8_t { Confirmed, Refuted, NotInTime };
  Verdict verdict = Verdict::Confirmed;
  size_t numObligations = 0, numInvariants = 0; // that the proof needs
  std::string failed;                           // what was not confirmed
  std::vector<bool> isNeeded = {};              // by invariant
};

/// Names of solvers, as makeSolver takes them.
struct ProofSolvers {
  std::string_view finder; // of the proof; empty: all invariants are needed
  std::string_view second; // is to confirm it
};

Certificate confirmProof(const Flow& flow, const InductiveProof& proof, ProofSolvers solvers, const Deadline& deadline,
                         Env& env);

} // namespace assay
