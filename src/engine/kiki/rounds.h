// The rounds of kIkI on one flat automaton (DepthK, Algorithm 1, with the invariants of 2LS).
//
// Round k adds layer k to both unwindings and asks, of what is new:
//   base case            does an execution with at most k back edges reach an error?
//   forward condition    can an execution take more than k back edges? If not, what the base case excluded is proved
//   inductive step       behind any back edge, after k more: can an error be reached? If not, it never is: executions
//                        with at most k back edges are covered by the base case, all others end like this one
// Error locations end an execution, so an execution that gets into layer k has met no error before: the assumption that
// the first k iterations are safe needs no formula. For the same reason each check is proved on its own.
#pragma once

#include "engine/kiki/array_instances.h"
#include "engine/kiki/certificate.h"
#include "engine/kiki/checks.h"
#include "engine/kiki/kiki.h"
#include "solver/solver.h"

#include <memory>
#include <optional>
#include <span>

namespace assay {

class Rounds {
public:
  /// `candidates`: invariants from outside.
  Rounds(const Program& original, const Flow& flow, const KikiOptions& options, std::vector<Invariant> candidates,
         Env& env);

  /// Until everything is settled or time is up; if asked to, until a violation is found.
  Result run();
  /// Whether the interpreter did not confirm what looked like a violation.
  bool isUnconfirmed() const { return isUnconfirmed_; }

private:
  enum class Answered : uint8_t { No, Yes, GaveUp };
  using Clock = Deadline::Clock;

  Answered baseCase();
  Answered searchEndings(bool areErrors, std::vector<const Ending*> endings);
  bool reportError(const Ending& ending);
  Clock::duration grace() const;
  bool isOutOfGrace() const;
  Answered goesOn(uint32_t layer);
  void induction(uint32_t k);
  void searchInvariants(uint32_t k);
  void searchArrays(uint32_t k);
  Clock::duration aThird() const;
  void inductiveStep(uint32_t k);
  /// Whether something new was found.
  bool findInvariants(uint32_t k, TemplateDomain domain);
  bool checkCandidates(uint32_t k);
  bool addInvariants(const std::vector<Invariant>& found, uint32_t k);
  void assumeInvariants(Solver& solver, std::span<const Invariant> invariants, uint32_t firstLayer, uint32_t lastLayer);
  std::unique_ptr<Solver> scratchSolver(uint32_t k, const Deadline& deadline);
  Counterexample counterexample();
  std::string proofText(uint32_t k) const;
  void certifyProof(Result& result);
  Certificate certificate();
  std::vector<LoopInvariant> loopInvariants();

  /// On the terminal's status line, a few times a second.
  void tellProgress(uint32_t k);
  Clock::duration remaining() const;
  void limitSolver(Clock::duration limit);

  const Program& original_;
  const Flow& flow_;
  const KikiOptions& options_;
  Env& env_;
  TermManager& terms_;
  std::unique_ptr<Solver> solver_;
  Checks checks_;
  Unwinding base_;
  std::optional<Unwinding> step_;
  std::vector<Invariant> invariants_;
  std::vector<InductiveProof::Stage> stages_;
  std::vector<TermSet> isKnown_;      // by head: conditions of invariants_
  std::vector<Invariant> candidates_; // from outside, not shown to hold yet
  ArrayInstances instances_;
  size_t numSearches_ = 0; // rows of the options' domains that were used
  size_t numEndingsChecked_ = 0;
  bool isObstructed_ = false; // an obstacle is reachable: only violations can still be found
  bool canInduct_ = true;
  bool isUnconfirmed_ = false;
  bool isSettled_ = false;              // all executions are covered
  std::optional<uint32_t> inductiveAt_; // by induction, with this k
  std::optional<Clock::time_point> firstViolation_;
  const Clock::time_point begin_ = Clock::now();
  Clock::time_point nextStatus_;
  Clock::duration baseTime_{}, inductionTime_{}, searchTime_{}; // the last is part of the second
  std::string openReason_ = "not settled";
};

} // namespace assay
