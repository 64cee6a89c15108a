// What a run of kIkI tells other engines, and what it makes of what they tell.
//
// A check is told as proved when a second solver has confirmed the obligations of its proof (certificate.h), and those
// of every obstacle, because anything might happen behind an obstacle. That obstacles are excluded is told as well. The
// confirmation takes at most about a twentieth of the time; checks for which there is no time are tried again later,
// with half as many checks at once. Checks that other engines have proved are taken from the list; the invariants that
// they tell are candidates like any other.
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

  /// To be called when another automaton of the same program is looked at: proofs have to be confirmed anew.
  void restart();

  /// Now and then takes what other engines have told. Returns whether it is worth looking at what is new.
  bool listen();
  /// Marks checks that other engines have proved. Returns whether that changes anything.
  bool useProofs(Checks& checks) const;
  /// Invariants that have come since the last call, or since the restart.
  std::vector<Assertion> takeInvariants();
  /// "check at f.c:7:3 proved by symex"; empty if nobody has proved anything.
  std::string summary() const { return proved_.summary(); }
  ProofCheck proofCheck() const { return proved_.proofCheck(); }

  /// Tells, now and then, how far the base case has come.
  void tellDepth(uint32_t backEdges);
  /// Tells what is left to tell.
  void close();
  void tellInvariants(const std::vector<Assertion>& invariants);
  /// The time for work that serves other engines only; zero if that is very little, or nobody listens.
  Deadline::Clock::duration timeToSpend() const;
  /// Whether there are proofs that were not told yet, and no obstacle is in their way.
  bool wantsProofs(Checks& checks);
  /// Confirms the proofs of these checks.
  using Confirm = std::function<Certificate(const std::vector<bool>& isWanted, const Deadline& deadline)>;
  void tellProofs(Checks& checks, const Confirm& confirm);
  /// Adds time that was spent on behalf of other engines in another way.
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
