// Who is asked where refinement goes on and on, or finds nothing: guesses first, then Z3's Spacer (oracle.h), then the
// sources of invariants (invariants), one after the other; and other engines, by what they tell. What is inductive
// becomes an invariant; what an oracle or another engine says becomes a predicate as well.
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

class CutSystem;

class Help {
public:
  Help(const Program& original, const Flow& flow, Precision& precision, Exchange& exchange, Env& env);

  /// With these candidates; if they bring nothing new, with guesses.
  void begin(std::vector<Assertion> candidates);
  /// Asks the next ones, until somebody says something new. False: there is nobody left to be asked.
  bool ask(const CutSystem& system);
  uint32_t numAsked() const { return numAsked_; }
  /// Polyhedra are next: what they say makes questions harder.
  bool isLastNext() const;
  /// What other engines have told. Whether it is new.
  bool listen();

  /// By head, what holds whenever it is reached.
  const std::vector<Term>& invariants() const { return known_; }

private:
  bool find(std::span<const std::string_view> names, std::chrono::milliseconds time);
  bool askOracle(const CutSystem& system, std::chrono::milliseconds time);
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
