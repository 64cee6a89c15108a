// Proofs that executions of one flat automaton without memory operations end: transitions, invariants that support
// them, measures, and the certificate of all three.
#pragma once

#include "engine/common/head_invariants.h"
#include "engine/termination/limits.h"
#include "engine/termination/ranking.h"
#include "proof/hoare.h"
#include "util/env.h"

#include <memory>
#include <string_view>
#include <utility>
#include <vector>

namespace assay {

class LoopProver {
public:
  /// `original`: whose rows the flow's locations belong to.
  LoopProver(const Program& original, const Flow& flow, Env& env);

  /// Looks for measures with the invariants that are known; `known` measures are tried first. Returns whether every
  /// execution ends, and no obstacle is reached.
  bool prove(const Allowance& allowance, std::span<const Measure> known = {});
  /// Takes invariants and steps that were not shown here. Returns whether they would be a proof, if they hold.
  /// confirm() finds out whether they do; if it fails, they have to be forgotten.
  bool recall(std::vector<Assertion> invariants, std::vector<RankingStep> steps, const Allowance& allowance);
  void forget();
  /// Leaves out invariants that the proof does not need.
  void reduce(const Allowance& allowance);
  /// Invariants that are guessed (candidate_invariants.h). Whether there are new ones.
  bool guessInvariants(const Allowance& allowance) { return invariants_.relation() && invariants_.guess(allowance); }
  /// Invariants of these sources, with those that are known. Whether there are new ones.
  bool findInvariants(std::span<const std::string_view> sources, const Allowance& allowance) {
    return invariants_.relation() && invariants_.find(sources, allowance);
  }

  /// Invariants among these candidates, with those that are known. Whether there are new ones.
  bool proposeInvariants(std::vector<Assertion> candidates, const Allowance& allowance) {
    return invariants_.prepare(allowance) && invariants_.propose(std::move(candidates), allowance);
  }

  const Flow& flow() const { return flow_; }
  /// What the last try found.
  const Ranking& ranking() const { return ranking_; }
  const CutRelation* relation() const { return invariants_.relation(); }
  /// The places beyond limits that may be reached.
  const std::vector<LocationId>& limitsReached() const { return limits_; }
  /// Why there is no proof.
  const std::string& reason() const { return reason_; }

  /// Whether this solver confirms the proof; if not, reason() says what failed.
  bool confirm(const std::string& solver, const Deadline& deadline);
  size_t numObligations() const { return numObligations_; }
  const std::vector<Assertion>& invariants() const { return invariants_.all(); }

private:
  enum class Trust : uint8_t { Ask, TakeForGranted };
  /// Departures are endings that are no errors: places that are not modelled, or beyond limits.
  bool excludeDepartures(const Allowance& allowance, Trust trust);
  bool excludeDeparture(uint32_t cut, const Ending& departure, const Allowance& allowance, Trust trust);
  /// What has to be shown besides that invariants are kept.
  std::vector<Exclusion> exclusions() const;
  std::vector<Obligation> obligations() const;

  const Flow& flow_;
  Env& env_;
  const TerminationLimits bounds_; // of its work
  TermManager& terms_;
  std::unique_ptr<Solver> solver_;
  HeadInvariants invariants_;
  Ranking ranking_;
  std::vector<Exclusion> departures_; // that none is taken
  std::vector<LocationId> limits_;
  size_t numObligations_ = 0;
  std::string reason_;
};

} // namespace assay
