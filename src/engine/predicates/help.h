// Where refinement does not come to an end, or finds nothing, other sources are asked for invariants, one after the
// other: guesses first, then Z3's Spacer (oracle.h), then the sources of invariants (invariants/). What other engines
// tell is used as well. An assertion that is inductive becomes an invariant; what an oracle or another engine says also
// becomes a predicate.
#pragma once

#include "engine/common/head_invariants.h"
#include "engine/exchange.h"
#include "engine/predicates/limits.h"
#include "engine/predicates/precision.h"

#include <chrono>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

namespace assay {

class CutRelation;

class Help {
public:
  Help(const Program& original, const Flow& flow, Precision& precision, Exchange& exchange, Env& env);

  /// Begins with these candidates; if they bring nothing new, with guesses.
  void begin(std::vector<Assertion> candidates);
  /// Asks the next sources, until one of them says something new. False: there is none left to be asked.
  bool ask(const CutRelation& system);
  uint32_t numAsked() const { return numAsked_; }
  /// Whether polyhedra are next: what they say makes questions harder.
  bool isLastNext() const;
  /// Takes what other engines have told. Returns whether something is new.
  bool listen();

  /// By head, what holds whenever it is reached.
  const std::vector<Term>& invariants() const { return known_; }

private:
  bool find(std::span<const std::string_view> names, std::chrono::milliseconds time);
  bool askOracle(const CutRelation& system, std::chrono::milliseconds time);
  bool propose(std::vector<Assertion> candidates);
  void take();
  void tell();

  const Flow& flow_;
  Precision& precision_;
  Exchange& exchange_;
  Env& env_;
  const PredicateLimits limits_;
  Work work_;
  std::unique_ptr<Solver> solver_;
  HeadInvariants invariants_;
  size_t numTold_ = 0;      // of the invariants
  std::vector<Term> known_; // by head
  uint32_t numAsked_ = 0;
};

} // namespace assay
