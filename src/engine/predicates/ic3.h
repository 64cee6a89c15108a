// IC3 with implicit predicate abstraction (Cimatti, Griggio, Mover, Tonetta: "Infinite-state invariant checking with
// IC3 and predicate abstraction", 2016), on the blocks of an automaton, with frames for each cut point.
//
//   frame i at a head    clauses over the head's predicates that hold whenever the head is reached along at most i
//                        blocks from the program's start. There is no frame 0 but the start itself
//   obligation           a cube over the head's predicates that must not be reached along i blocks
//
// A cube that no block reaches from frame i - 1 is excluded from frame i, with as many literals dropped as possible:
// those that no refutation needs, then one after the other (Bradley, "SAT-based model checking without unrolling",
// 2011), where a state that stands in the way may be excluded first (Hassan, Bradley, Somenzi: "Better generalization
// in IC3", 2013). If all clauses of a frame hold in the next one, they are inductive.
//
// The formulas of blocks are exact, only states are abstract: a query asks for a concrete step between two abstract
// states. Cubes that frames exclude stay excluded when predicates are added.
#pragma once

#include "engine/predicates/known_steps.h"
#include "engine/predicates/limits.h"
#include "engine/predicates/refinement.h"
#include "solver/solver.h"
#include "util/env.h"

#include <deque>
#include <memory>
#include <optional>
#include <span>
#include <vector>

namespace assay {

class Ic3 {
public:
  /// Whether an ending must not be reached.
  using Wanted = bool (*)(const Flow&, const Ending&);
  /// The precision may grow between runs.
  Ic3(const CutRelation& system, const Precision& precision, Wanted isWanted, Env& env);
  /// By head, what is known to hold whenever it is reached; it may grow.
  void assume(std::span<const Term> invariants);

  enum class Outcome : uint8_t { Safe, Counterexample, GaveUp };
  Outcome run(const Allowance& allowance);

  /// The abstract counterexample that was found.
  const std::vector<AbstractStep>& counterexample() const { return counterexample_; }
  /// If the automaton is safe: a condition for each head that every block keeps, and that excludes all endings.
  std::vector<std::vector<Term>> invariantClauses() const;
  uint32_t numFrames() const { return static_cast<uint32_t>(frames_.size()) - 1; }

private:
  struct Obligation {
    uint32_t level;
    uint32_t head;
    Cube cube;
    uint32_t next; // obligation that a step leads to; kLast: an ending
    uint32_t step; // number of the exit, or of the ending
  };
  static constexpr uint32_t kLast = UINT32_MAX;
  struct Predecessor {
    CutRelation::Entry entry;
    Cube cube; // empty at the start
  };
  /// Whether a state of the cube is reached from the frame before.
  enum class Reached : uint8_t { No, Yes, Unknown };
  struct Consecution {
    Reached reached = Reached::No;
    Cube core;               // of the cube, if it is not reached
    Predecessor predecessor; // if it is
  };

  void addFrame();
  std::optional<Obligation> badState();
  bool block(Obligation root);
  /// How hard to try: a query whose answer would only be an improvement may be given up (Little).
  enum class Effort : uint8_t { Any, Little };
  Consecution consecution(uint32_t level, uint32_t head, const Cube& cube, Effort effort = Effort::Any);
  std::optional<Predecessor> knownPredecessor(uint32_t level, uint32_t head, const Cube& cube);
  Predecessor learnStep(const CutRelation::Entry& entry);
  Cube generalise(uint32_t level, uint32_t head, Cube cube);
  bool dropWithHelp(uint32_t level, uint32_t head, Cube& cube);
  void exclude(uint32_t level, uint32_t head, Cube cube);
  bool isExcluded(uint32_t level, uint32_t head, const Cube& cube) const;
  /// Whether a frame became inductive.
  bool propagate();
  Cube stateOf(uint32_t head, Solver& solver) const;
  bool isOutsideFrame(KnownSteps::Step& step, uint32_t level) const;
  Term imageOf(const CutRelation::Entry& entry, PredicateLiteral literal);
  void assumeFrame(uint32_t level, uint32_t cut, std::vector<Term>& assumptions);
  Answer check(uint32_t cut, const std::vector<Term>& assumptions, Effort effort = Effort::Any);
  void trace(const Obligation* first, const Predecessor& start);
  void addStep(uint32_t cut, uint32_t number, const Cube& state, const Obligation* next);
  Term literal(uint32_t head, PredicateLiteral literal) const;

  const CutRelation& system_;
  const Flow& flow_;
  const Precision& precision_;
  const Wanted isWanted_;
  TermManager& terms_;
  Env& env_;
  const PredicateLimits limits_;
  const Allowance* allowance_ = nullptr;
  Work work_;                                    // of little efforts
  std::vector<std::unique_ptr<Solver>> solvers_; // by cut point
  std::vector<bool> isLarge_;                    // by cut point: the block
  std::vector<std::vector<Term>> activations_;   // by cut point and level
  std::vector<std::vector<std::vector<Cube>>>
      frames_; // by level and head: what the frame excludes, and the next ones do not
  std::vector<std::vector<std::vector<Term>>>
      images_; // by cut point, exit, predicate of the target; null: not asked yet
  struct Place {
    uint32_t cut = 0, ending = 0;
  };
  Place nextBad_;                               // those before are not reached in the last frame
  std::vector<std::vector<bool>> isImpossible_; // by cut point and ending: no frame is needed to exclude it
  KnownSteps steps_;
  size_t numPredicates_ = 0; // of which the steps know
  std::deque<Obligation> obligations_;
  std::vector<AbstractStep> counterexample_;
  std::vector<Term> assumed_; // by head
  uint32_t inductive_ = 0;    // the frame that is, if it is safe
  bool isStuck_ = false;      // a solver gave up
};

} // namespace assay
