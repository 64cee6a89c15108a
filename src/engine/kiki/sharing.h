// What a run of kIkI tells other engines, and what it makes of what they tell.
//
// A check is told as proved when a second solver has confirmed the obligations of its proof (certificate.h), and those
// of every obstacle: behind one of them anything might happen; that these are excluded is told as well. That takes at
// most about a twentieth of the time; what does not fit is tried again later, with half as many checks at once. Checks
// that others have proved are taken from the list; their invariants are candidates like any other.
#pragma once

#include "analysis/invariant_file.h"
#include "engine/common/checks.h"
#include "engine/common/status_table.h"
#include "engine/kiki/limits.h"
#include "proof/certificate.h"
#include "util/env.h"

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace assay {

class Sharing {
public:
  Sharing(const Program& original, Exchange& exchange, Env& env);

  /// Another automaton of the same program is looked at: proofs are to be confirmed anew.
  void restart();

  /// Takes what has come, now and then; whether it is worth looking at what is new.
  bool listen();
  /// Marks what others have proved; whether that changes anything.
  bool useProofs(Checks& checks) const;
  /// That have come since the last call, or since the restart.
  std::vector<Assertion> takeInvariants();
  /// "check at f.c:7:3 proved by symex"; empty if nobody has proved anything.
  std::string summary() const { return proved_.summary(); }
  ProofCheck proofCheck() const { return proved_.proofCheck(); }

  /// Now and then.
  void tellDepth(uint32_t backEdges);
  /// What is left to tell.
  void close();
  void tellInvariants(const std::vector<Assertion>& invariants);
  /// For what serves others only; zero if that is very little, or nobody listens.
  Deadline::Clock::duration timeToSpend() const;
  /// Whether there are proofs that nobody has heard of, and nothing in their way.
  bool wantsProofs(Checks& checks);
  /// Confirms the proofs of these checks.
  using Confirm = std::function<Certificate(const std::vector<bool>& isWanted, const Deadline& deadline)>;
  void tellProofs(Checks& checks, const Confirm& confirm);
  /// Time that was spent otherwise on the others' behalf.
  void spend(Deadline::Clock::duration time) { spent_ += time; }

private:
  using Clock = Deadline::Clock;
  bool isUntold(Checks& checks, uint32_t check) const;
  void publish(Checks& checks, uint32_t check);
  void publishObstacles(Checks& checks);
  void refute(Checks& checks, const Certificate& certificate);

  const Program& original_;
  Exchange& exchange_;
  Env& env_;
  const KikiLimits limits_;
  StatusTable proved_;                       // by others
  std::vector<Assertion> heard_;             // all
  size_t numTaken_ = 0;                      // of heard_
  std::vector<Assertion> told_;              // invariants
  std::vector<uint32_t> numFailures_;        // by check
  std::vector<bool> isConfirmed_;            // by check
  size_t maxChecks_ = limits_.confirmChecks; // at once
  bool isRefuted_ = false;
  const Clock::time_point begin_ = Clock::now();
  Clock::duration spent_{}, attempt_ = limits_.confirmAttempt; // what the next one gets
  std::optional<SafeDepth> depth_;                             // not told yet
  Clock::time_point nextDepth_, nextListen_, nextProofs_;
  bool isNew_ = false; // something was heard that was not looked at
};

} // namespace assay
