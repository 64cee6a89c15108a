// Symbolic execution with implicit predicate abstraction (Jonáš, Strejček, Griggio: "Combining symbolic execution with
// predicate abstraction and CEGAR", 2024, Algorithm 2), on blocks: a step follows all paths from one cut point to the
// next.
//
// At a head that the path has visited as often as the head's threshold says, the symbolic memory is replaced by a fresh
// one that satisfies the same predicates. A path on which the predicates at a head are the same as at an earlier visit
// is not followed: only p-simple paths are, of which there are finitely many. The search is depth-first. After a
// refinement it goes on from the first place on the path whose predicates have changed.
#pragma once

#include "engine/predicates/refinement.h"
#include "solver/solver.h"

#include <memory>
#include <span>
#include <unordered_map>
#include <vector>

namespace assay {

class AbstractExecution {
public:
  /// The precision may grow between runs.
  AbstractExecution(const CutRelation& system, const Precision& precision, uint32_t threshold, Env& env);
  /// By head, what is known to hold whenever it is reached. It is assumed where execution goes on from the head.
  void assume(std::span<const Term> invariants) { invariants_.assign(invariants.begin(), invariants.end()); }

  enum class Outcome : uint8_t { Safe, Counterexample, GaveUp };
  /// Goes on where it stopped. `isWanted(ending)`: whether the ending must not be reached.
  Outcome run(bool (*isWanted)(const Flow&, const Ending&), const Allowance& allowance);
  const std::vector<AbstractStep>& counterexample() const { return counterexample_; }

  /// To be called before execution goes on, if predicates were added.
  void backtrack();
  /// What is done if no predicate is found: abstraction begins later at the heads of the counterexample.
  void raiseThresholds();

private:
  using Values = std::unordered_map<Term, Term>; // of variables of the program
  struct Place {
    uint32_t cut;
    Values entered; // values with which the path came
    Term guard;     // of the step that led here
    bool isAbstract = false;
    Values state = {};                 // from which it goes on; inputs included
    std::vector<Term> predicates = {}; // if it is abstract: what they are there
    uint32_t next = 0;                 // endings, then exits
  };

  void enter(uint32_t cut, Values entered, Term guard);
  void leave();
  void enterAgain(size_t place);
  void abstract(Place& place);
  Outcome step(bool (*isWanted)(const Flow&, const Ending&));
  Answer check(Term condition);
  void trace(uint32_t ending);

  const CutRelation& system_;
  const Flow& flow_;
  const Precision& precision_;
  std::vector<Term> invariants_; // by head
  TermManager& terms_;
  Env& env_;
  const Allowance* allowance_ = nullptr;
  std::unique_ptr<Solver> solver_;   // a scope for each place
  std::vector<uint32_t> thresholds_; // by head
  std::vector<Place> path_;
  std::vector<AbstractStep> counterexample_;
};

} // namespace assay
