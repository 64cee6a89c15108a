// The inductive step of kIkI: an unwinding that begins behind any back edge of an execution, the invariants that
// strengthen it, and the proofs that follow.
//
// Behind any back edge, after k more: can an error be reached? If not, it never is: executions with at most k back
// edges are covered by the base case, all others end like this one. Error locations end an execution, so an execution
// that gets into layer k has met no error before: the assumption that the first k iterations are safe needs no formula.
// For the same reason each check is proved on its own.
#pragma once

#include "engine/common/checks.h"
#include "invariants/source.h"
#include "proof/certificate.h"

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace assay {

class InductiveStep {
public:
  using NewSolver = std::function<std::unique_ptr<Solver>()>;
  /// `base`: the unwinding from the program's start.
  InductiveStep(const Flow& flow, const Unwinding& base, Checks& checks, NewSolver newSolver, Env& env);

  /// Whether there are states to begin with that cover all that is reached behind back edges. If not, nothing is
  /// proved.
  bool isComplete() const { return isComplete_; }
  /// Unwinds to layer k. False: the allowance was too small (it begins anew next time), or it is not complete.
  bool extend(uint32_t k, const Allowance& allowance);
  /// Proves the checks that layer k does not violate. False: the solver did not answer.
  bool decide(uint32_t k, const std::function<Allowance()>& allow);
  /// Invariants of a source, with candidates from outside. Whether some are new; nothing: the allowance was too small.
  std::optional<bool> search(const Source& source, uint32_t k, std::span<const Assertion> outside,
                             const Allowance& allowance);

  bool isKnown(const Assertion& assertion) const { return isKnown_[assertion.head].contains(assertion.condition); }
  const std::vector<Assertion>& invariants() const { return invariants_; }
  /// Those that also hold where their loops are entered, so that they hold whenever the head is reached.
  std::vector<Assertion> loopInvariants(const Allowance& allowance);

  /// Whether a step was decided, and its unwinding is still there: obstacles that it did not meet are never met.
  bool hasDecided() const { return last_ && unwinding_ && unwinding_->numLayers() > last_->k; }
  /// Endings that no step has met belong to no check yet: the last step has shown that they are not met.
  void proveUnmet();
  /// Takes these for what they say: that blocks keep them together, or that they are inductive together at k. And all
  /// checks that are open for proved by them. The certificate tells. Instead of search() and decide().
  void suppose(std::vector<Assertion> invariants, uint32_t k);
  /// How to find a proof again that needs these invariants.
  InductionOutline outline(const std::vector<bool>& isNeeded) const;
  /// Of checks that were proved by induction.
  Certificate certificate(const std::vector<bool>& isWanted, ProofSolvers solvers, const Deadline& deadline);

private:
  bool add(const std::vector<Assertion>& found, uint32_t k, std::string_view source);
  void assume(Solver& solver, std::span<const Assertion> invariants, uint32_t firstLayer, uint32_t lastLayer) const;
  std::string proofText(uint32_t k) const;

  const Flow& flow_;
  const Unwinding& base_;
  Checks& checks_;
  const NewSolver newSolver_;
  Env& env_;
  TermManager& terms_;
  /// Another one than the base case's: they have nothing in common that one could learn for the other, and whoever
  /// looks for a model should not have to find values for both.
  std::unique_ptr<Solver> solver_;
  std::optional<Unwinding> unwinding_;
  std::vector<Assertion> invariants_;
  std::vector<std::string_view> sources_; // by invariant: who found it
  std::vector<InductiveProof::Stage> stages_;
  std::vector<TermSet> isKnown_; // by head: conditions of invariants_
  ArrayInstances instances_;
  bool isComplete_ = true;
  std::optional<Checks::Check::Induction> last_; // that was decided
};

} // namespace assay
