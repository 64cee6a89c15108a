// The inductive step of kIkI: an unwinding that begins behind any back edge of an execution, the invariants that
// strengthen it, and the proofs that follow.
//
// The question is whether an error can be reached behind any back edge and k more. If not, it is never reached:
// executions with at most k back edges are covered by the base case, and all longer executions end like this one. Error
// locations end an execution, so an execution that gets into layer k has met no error before: the assumption that the
// first k iterations are safe needs no formula. For the same reason each check is proved on its own.
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
  /// Unwinds to layer k. False: the allowance was too small (the next call begins anew), or the step is not complete.
  bool extend(uint32_t k, const Allowance& allowance);
  /// Proves the checks that layer k does not violate. False: the solver did not answer.
  bool decide(uint32_t k, const std::function<Allowance()>& allow);
  /// Adds invariants of a source, which also gets candidates from outside. Returns whether some are new; nothing: the
  /// allowance was too small.
  std::optional<bool> search(const Source& source, uint32_t k, std::span<const Assertion> outside,
                             const Allowance& allowance);

  bool isKnown(const Assertion& assertion) const { return isKnown_[assertion.head].contains(assertion.condition); }
  const std::vector<Assertion>& invariants() const { return invariants_; }
  /// The invariants that also hold where their loops are entered, and so hold whenever the head is reached.
  std::vector<Assertion> loopInvariants(const Allowance& allowance);

  /// Whether a step was decided, and its unwinding is still there: obstacles that it did not meet are never met.
  bool hasDecided() const { return last_ && unwinding_ && unwinding_->numLayers() > last_->k; }
  /// Proves checks whose endings no step has met: the last step has shown that they are not met.
  void proveUnmet();
  /// Instead of search() and decide(): supposes that these invariants hold for the reasons that they give (blocks keep
  /// them together, or they are inductive together at k), and that they prove all open checks. The certificate finds
  /// out whether that is so.
  void suppose(std::vector<Assertion> invariants, uint32_t k);
  /// How to find a proof again that needs these invariants.
  InductionOutline outline(const std::vector<bool>& isNeeded) const;
  /// The certificate of checks that were proved by induction.
  Certificate certificate(const std::vector<bool>& isWanted, ProofSolvers solvers, const Deadline& deadline);

private:
  bool add(const std::vector<Assertion>& found, uint32_t k, std::string_view source);
  void assume(Solver& solver, std::span<const Assertion> invariants, uint32_t firstLayer, uint32_t lastLayer) const;
  void assumeInstances();
  std::string proofText(uint32_t k) const;

  const Flow& flow_;
  const Unwinding& base_;
  Checks& checks_;
  const NewSolver newSolver_;
  Env& env_;
  TermManager& terms_;
  /// Not the solver of the base case: the two formulas have nothing in common that a solver could learn from one for
  /// the other, and a model of one should not need values for both.
  std::unique_ptr<Solver> solver_;
  std::optional<Unwinding> unwinding_;
  std::vector<Assertion> invariants_;
  std::vector<std::string_view> sources_; // by invariant: the source that found it
  std::vector<InductiveProof::Stage> stages_;
  std::vector<TermSet> isKnown_; // by head: conditions of invariants_
  ArrayInstances instances_;
  bool isComplete_ = true;
  std::optional<Checks::Check::Induction> last_; // that was decided
};

} // namespace assay
