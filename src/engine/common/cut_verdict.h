// From what an engine has found out about the blocks of an automaton (encode/cut_relation.h) to its result: a violation
// that the interpreter replays, or a proof that a second solver confirms.
#pragma once

#include "encode/cut_relation.h"
#include "engine/common/checks.h"
#include "engine/common/confirm_refutations.h"
#include "proof/hoare.h"
#include "term/value.h"
#include "util/env.h"

#include <span>
#include <string>
#include <utility>
#include <vector>

namespace assay {

class CutVerdict {
public:
  CutVerdict(const Program& original, const Flow& flow, Env& env)
      : original_(original), flow_(flow), env_(env), checks_(original, flow) {}

  /// Whether a proof has to show that the ending is not reached. This does not apply to limits: beyond a limit the
  /// model follows no execution, and proofs hold within it.
  static bool mustNotBeReached(const Flow& flow, const Ending& ending);

  Result open(const std::string& reason) const { return checks_.result(reason, false); }
  /// An execution with these inputs comes to the ending: the program fails, or it gets to an obstacle.
  Result reached(const Ending& ending, std::span<const Value> inputs, const std::string& how);
  /// An execution of the interpreter fails.
  Result violated(Counterexample counterexample, const std::string& how);

  struct Proof {
    std::vector<Obligation> obligations;    // from which it follows that no ending is reached
    std::vector<std::vector<Term>> clauses; // by head: what holds there, for people
    std::string how;                        // of each check
    std::string reason;                     // of all of them: "abstract states exclude every error"
  };
  Result proved(const CutRelation& system, Proof proof) {
    return proved(system, std::move(proof), confirmingSolver({}, env_), env_.deadline);
  }
  /// `solver` is to confirm the proof until the deadline. Empty: the proof need not be confirmed.
  Result proved(const CutRelation& system, Proof proof, const std::string& solver, const Deadline& deadline);

private:
  const Program& original_;
  const Flow& flow_;
  Env& env_;
  Checks checks_;
};

/// Obligations that conditions, one for each head, hold whenever their heads are reached, and exclude all errors and
/// obstacles. Each obligation says `what` the conditions are.
std::vector<Obligation> cutObligations(const CutRelation& system, std::span<const Term> conditions,
                                       const std::string& what);

} // namespace assay
