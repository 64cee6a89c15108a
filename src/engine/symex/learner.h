// Interpolants of finished subtrees: TracerX's abstraction learning (Jaffar, Maghareh, Godboley, Ha 2021, Figures 5 to
// 7).
//
// When a path has ended, what it needed is brought backwards to the node that it came from: weakest preconditions
// through assignments (segment.h), guards whose other side was impossible as they are. At a guard that split the state,
// a condition that has no variable in common with it stays as it is (the paper's frame rule); others are dropped if the
// guard implies them, kept if they held before it, and else replaced by facts about the node's own state, those in an
// unsatisfiable core of "facts, guard and not the condition" (its abduction). Conditions on inputs, which may be
// anything, are replaced likewise. A node's interpolant is the conjunction over its children. A state that implies the
// interpolant of a node with the same location, call stack and heap is not followed: its execution can do only what was
// seen to be safe.
//
// Three things differ from the paper: the semantics is that of `Program`, not a second one beside it; bounds are
// intervals (conjunction.h); and no proof rests on this code alone. If a state was left because of an interpolant, then
// the obligation of its node, and of each node below it,
//
//     interpolant and guard imply what is below,
//
// goes to the second solver as every other refutation of this run does. It is made from the interpolant that was used
// and before any simplification; if the second solver satisfies its negation, the verdict is unknown.
//
// Why it is sound: let R be the set of states of all nodes together with all states that satisfy such an interpolant.
// Execution leads from R to R, for a guard that was not followed is excluded by the interpolant; R has no error.
#pragma once

#include "engine/symex/abduction.h"
#include "engine/symex/cells.h"
#include "engine/symex/interpolant_table.h"
#include "engine/symex/register_machine.h"
#include "engine/symex/segment.h"
#include "engine/symex/solver_chain.h"
#include "engine/symex/tree.h"
#include "util/env.h"

#include <memory>
#include <optional>
#include <utility>
#include <vector>

namespace assay::symex {

class Learner {
public:
  Learner(const Program& program, const CodeCache& code, SolverChain& solver, RefutationLog& refutations,
          Pruning pruning, const SymexLimits& limits, Env& env);

  /// Begins to learn from this state and the states that come from it.
  void begin(State& state);

  // What a state does.
  void guard(State& state, const EdgeCode& edge, bool holds) {
    if (state.trail.node) addGuard(state, edge, holds, false);
  }
  /// The state was split by the guard of the edge; it goes on where the guard holds, or where it does not.
  void split(State& state, State& other, const EdgeCode& edge, bool holds);
  /// What an operation on memory works on, before it is done; and what came of it.
  void beforeOperation(State& state, const Instr& instr, const RegisterMachine& machine);
  void afterOperation(State& state, const Instr& instr, const RegisterMachine& machine);
  void edge(State& state);
  /// The state did what both edges do, each where its guard holds. `words`: the pointers that they loaded from.
  void merged(State& state, const Join& join, const std::vector<uint64_t>& words);
  /// Nothing can be learnt from what follows for what came before.
  static void lose(State& state) { state.trail.isOpaque = true; }

  /// Called when the state has arrived at a location where states are compared, after so many instructions of all
  /// states. Returns whether it need not be followed.
  bool isSubsumed(State& state, uint64_t instructions);
  /// The state has ended and will not be run again.
  void ended(State& state);
  void forget() { table_.clear(); }
  const InterpolantTable& table() const { return table_; }

private:
  void addGuard(State& state, const EdgeCode& edge, bool holds, bool isSplit);
  bool isDue(State& state) const;
  /// Whether learning is worth its time now: work is earned by the instructions that states execute, and by states that
  /// are left.
  bool isWorthIt(uint64_t instructions);
  uint64_t questionWork() const {
    return static_cast<uint64_t>(abduction_->spent() / std::chrono::microseconds(limits_.learnMicroseconds));
  }

  void finish(TreeNodeRef node, trail::StepRef steps, bool isOpaque, std::vector<Term> below,
              CertificateRef certificate);
  /// Adds to the needs of the node what the conditions below it need. False: that cannot be said.
  bool need(TreeNode& node, const trail::Step* steps, const std::vector<Term>& below);
  /// If a guard says what a variable is equal to: the variable, and the term that it is equal to.
  std::optional<std::pair<Term, Term>> definitionIn(const TreeNode& node, Term guard) const;
  /// `defined`: a variable that the guard defines, if there is one. In the condition, the term that it is equal to
  /// takes its place.
  bool addNeed(TreeNode& node, Segment& segment, Term condition, Term defined);
  /// Operands that are the same in all states which agree in variables that are concrete here.
  bool addConstants(TreeNode& node, Term condition, const Segment& segment);
  bool explain(TreeNode& node, Term assumed, Term condition);
  /// The node has ended: its interpolant goes into the table and to its parent.
  std::vector<Term> conclude(TreeNode& node);
  /// An interpolant was used: what it rests on goes to the second solver.
  void certify(const CertificateRef& certificate);
  void certify(const std::vector<Term>& interpolant, const Obligation& obligation);

  const Program& program_;
  TermManager& terms_;
  RefutationLog& refutations_;
  const SymexLimits& limits_;
  Cells cells_;
  Sums sums_;
  InterpolantTable table_;
  std::unique_ptr<Abduction> abduction_;
  bool isOn_;
  uint64_t splitsBefore_; // splits before learning begins
  uint64_t splits_ = 0;

  // In units of what it takes to look at one interpolant.
  uint64_t needs_ = 0;
  uint64_t saved_ = 0;           // nodes that states which were left need not have
  uint64_t earned_ = UINT64_MAX; // when a state was last compared; without a limit before
  bool isPaused_ = false;

  uint64_t& nodes_;
  uint64_t& lost_;
  uint64_t& obligations_;
  uint64_t& subsumed_;
  uint64_t& nanoseconds_;
};

} // namespace assay::symex
