// The rounds of kIkI on one flat automaton (DepthK, Algorithm 1, with the invariants of 2LS).
//
// Round k adds layer k to both unwindings and asks, of what is new:
//   base case            does an execution with at most k back edges reach an error?
//   forward condition    can an execution take more than k back edges? If not, what the base case excluded is proved
//   inductive step       behind any back edge, after k more: can an error be reached? If not, it never is: executions
//                        with at most k back edges are covered by the base case, all others end like this one
// Error locations end an execution, so an execution that gets into layer k has met no error before: the assumption that
// the first k iterations are safe needs no formula. For the same reason each check is proved on its own.
//
// Which of them will settle a program nobody knows, and each can take for ever. So they take turns: no single piece of work
// gets more time at once than the run has taken so far, the step may lag behind the base case, and the base case gets at
// least a third of the time. What was cut short is tried again when its share has grown. Time is a count of work here
// (solver/work.h), so that a run does the same as the one before; only where it comes near its deadline a clock decides, and
// where a piece takes many times as long as its work should.
#pragma once

#include "engine/kiki/array_instances.h"
#include "engine/kiki/certificate.h"
#include "engine/kiki/checks.h"
#include "engine/kiki/kiki.h"
#include "engine/kiki/sharing.h"
#include "solver/solver.h"

#include <memory>
#include <optional>
#include <span>

namespace assay {

class Rounds {
public:
  /// `candidates`: invariants from outside.
  Rounds(const Program& original, const Flow& flow, const KikiOptions& options, std::vector<Invariant> candidates,
         Sharing& sharing, Env& env);

  /// Until everything is settled or time is up; if asked to, until a violation is found.
  Result run();
  /// Whether the interpreter did not confirm what looked like a violation.
  bool isUnconfirmed() const { return isUnconfirmed_; }
  /// What was done.
  Work::Duration work() const { return work_.done(); }

private:
  enum class Answered : uint8_t { No, Yes, GaveUp };
  using Clock = Deadline::Clock;

  Answered baseRound(uint32_t k);
  Answered tryBaseRound(uint32_t k);
  Answered baseCase();
  Answered searchLimits(std::vector<const Ending*> endings);
  Answered searchEndings(bool areErrors, std::vector<const Ending*> endings);
  bool reportError(const Ending& ending);
  Work::Duration grace() const;
  bool isOutOfGrace() const;
  Answered goesOn(uint32_t layer);
  bool isInductionsTurn() const;
  void induction();
  void inductionPiece();
  bool extendStep(uint32_t k);
  bool searchArrays(uint32_t k);
  Clock::duration aThird() const;
  Work::Duration allowance() const;
  Allowance allow(Work::Duration most);
  /// Whether the solver answered in time.
  bool inductiveStep(uint32_t k);
  /// Whether something new was found; nothing if it took too long.
  std::optional<bool> findInvariants(uint32_t k, TemplateDomain domain);
  /// Which domains are tried next, at this k.
  void plan(uint32_t k);
  bool checkCandidates(uint32_t k);
  bool addInvariants(const std::vector<Invariant>& found, uint32_t k);
  void assumeInvariants(Solver& solver, std::span<const Invariant> invariants, uint32_t firstLayer, uint32_t lastLayer);
  std::unique_ptr<Solver> scratchSolver(uint32_t k, const Allowance& allowance);
  std::unique_ptr<Solver> newSolver() const;
  Counterexample counterexample();
  std::string proofText(uint32_t k) const;
  /// Whether the unwinding that the last step was about is still there.
  bool hasLastStep() const { return lastStep_ && step_ && step_->numLayers() > lastStep_->k; }
  void proveUnmet();
  void certifyProof(Result& result);
  Certificate certificate(const std::vector<bool>& isWanted, const Deadline& deadline);
  std::vector<LoopInvariant> loopInvariants(Work::Duration limit);
  /// What other engines tell: true if that settles everything.
  bool hearOthers();
  void tellOthers();

  /// On the terminal's status line, a few times a second.
  void tellProgress(uint32_t k);
  Clock::duration untilDeadline() const;
  Work::Duration remaining() const;
  void limitSolver(const Allowance& allowance);

  const Program& original_;
  const Flow& flow_;
  const KikiOptions& options_;
  Env& env_;
  TermManager& terms_;
  Work work_;
  /// One for each unwinding: they have nothing in common that one could learn for the other, and whoever looks for a model
  /// should not have to find values for both.
  std::unique_ptr<Solver> solver_, stepSolver_;
  Checks checks_;
  Unwinding base_;
  std::optional<Unwinding> step_;
  std::vector<Invariant> invariants_;
  std::vector<InductiveProof::Stage> stages_;
  std::vector<TermSet> isKnown_;      // by head: conditions of invariants_
  std::vector<Invariant> candidates_; // from outside, not shown to hold yet
  Sharing& sharing_;
  bool hasNewCandidates_ = false;
  size_t numInvariantsTold_ = 0;
  ArrayInstances instances_;
  /// What induction does next, one piece after the other.
  struct Agenda {
    uint32_t k = 0;
    bool isBegun = false;        // the step for this k was tried
    Work::Duration unanswered{}; // how long the solver was given for it, in vain
    std::vector<std::pair<TemplateDomain, uint32_t>>
        next;                         // where invariants are looked for now, for which k; the last first
    std::vector<TemplateDomain> late; // that took too long
    Work::Duration lateAllowance{};   // that these have had
    size_t numRows = 0;               // of the options' domains that were used
    uint32_t arraysAt = 0;            // the k at which invariants of all elements are looked for
  } agenda_;
  size_t numEndingsChecked_ = 0;
  uint32_t numCovered_ = 0;   // layers of which the base case knows all; the step may be taken for fewer back edges
  bool isObstructed_ = false; // an obstacle is reachable: only violations can still be found
  bool canInduct_ = true;
  bool isUnconfirmed_ = false;
  bool isSettled_ = false;                           // all executions are covered
  bool isForward_ = false;                           // by the forward condition
  std::optional<Checks::Check::Induction> lastStep_; // that was decided
  std::optional<Work::Duration> firstViolation_;     // when it was found
  const Clock::time_point begin_ = Clock::now();
  Clock::time_point nextStatus_;
  Work::Duration baseTime_{}, inductionTime_{};
  std::string openReason_ = "not settled";
};

} // namespace assay
