// What the engines with predicates share: the flat automaton's blocks, the precision with which they begin, and what
// follows from an outcome: a violation that the interpreter replays, or a proof that a second solver confirms.
//
// A proof is a condition for each loop, a conjunction of clauses over its predicates, that every block keeps and that
// excludes all errors and obstacles.
#pragma once

#include "engine/common/cut_verdict.h"
#include "engine/predicates/help.h"
#include "engine/predicates/ic3.h"
#include "engine/predicates/limits.h"
#include "engine/recall.h"

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace assay {

class PredicateRun {
public:
  PredicateRun(const Program& original, const Flow& flow, Exchange& exchange, Env& env);

  /// The proof of an earlier run, if it is a proof of this program: only its obligations are asked.
  std::optional<Result> recall(const ConditionsOutline& outline, Standing standing);
  /// Makes blocks, predicates and invariants to begin with, these lemmas first. False: there was not enough time.
  bool prepare(std::span<const OutlinedLemma> lemmas);
  const CutRelation& system() const { return *system_; }
  Precision& precision() { return precision_; }
  /// By head, what holds whenever it is reached. More may be known after an abstract counterexample.
  const std::vector<Term>& invariants() const { return help_.invariants(); }

  /// The result that an abstract counterexample leads to. Nothing: there are predicates now that exclude it, or none
  /// was found.
  std::optional<Result> handle(const std::vector<AbstractStep>& counterexample, const Allowance& allowance);
  /// Whether the last counterexample brought no predicate.
  bool isUnrefined() const { return isUnrefined_; }

  /// Runs IC3 on the present precision, with refinements, until the result is known.
  Result decide(const Allowance& allowance);
  Result open(const std::string& reason) const { return verdict_.open(reason); }
  Result outOfTime() const;
  std::string progress() const; // "2 refinements"

private:
  bool findBlocks();
  void addSyntax();
  bool needsHelp(size_t length);
  Result report(const Refinement& refinement);
  Result prove(const Ic3& ic3);

  const Program& original_;
  const Flow& flow_;
  Env& env_;
  const PredicateLimits limits_;
  TermManager& terms_;
  CutVerdict verdict_;
  Precision precision_;
  Help help_;
  std::optional<CutRelation> system_;
  std::optional<Refinement> refinement_;
  uint64_t numRefinements_ = 0;
  size_t longest_ = 0;     // of the abstract counterexamples, in blocks
  uint32_t numLonger_ = 0; // than all before, since help was asked for
  bool isUnrefined_ = false;
};

} // namespace assay
