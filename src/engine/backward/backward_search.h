// engine/backward/: two engines that go from the errors backwards: backward symbolic execution (bse.h) and the same
// with loop folding (bself.h).
//
// Backward symbolic execution (Chalupa, Strejček: "Backward symbolic execution with loop folding", 2021, Algorithm 1),
// on the blocks of an automaton: from the errors backwards, breadth first.
//
//   state       a cut point and a condition over what is live there, and over inputs that are read from there on: an
//               execution that comes to the cut point in a state that satisfies the condition, for some of these
//               inputs, gets to an error
//   leaf        a state that is infeasible, or that the caller has excluded
//
// The paper takes one edge after the other. A block stands for all paths to the next cut point, so what the paper
// explores path by path is one state here for each sequence of cut points. That changes neither which programs are
// proved nor which are refuted: a state is feasible if one of its paths is. The paper's section 3 shows that this is
// k-induction on paths.
//
// If the search is exhausted, the program is proved: no execution gets into a state of the tree, by induction on the
// execution's length, because it would come from a predecessor of that state, which is in the tree or a leaf. So a
// second solver only has to be shown that the leaves are infeasible.
#pragma once

#include "encode/cut_relation.h"
#include "engine/backward/limits.h"
#include "solver/solver.h"
#include "term/value.h"
#include "util/env.h"

#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

namespace assay {

struct BackwardState {
  static constexpr uint32_t kLast = UINT32_MAX;

  uint32_t cut;
  Term condition;
  uint32_t next;  // number of the state that the block leads to; kLast: the ending
  Block block;    // with symbols of its own, and nothing but the exit or the ending that is taken
  uint32_t depth; // number of blocks to the ending
};

/// The block with symbols of its own, and nothing but one exit or one ending of it.
Block onlyExit(const Flow& flow, const Block& block, uint32_t exit);
Block onlyEnding(const Flow& flow, const Block& block, uint32_t ending);

class BackwardSearch {
public:
  BackwardSearch(const CutRelation& system, Env& env);
  /// Assumes an invariant that holds whenever the head is reached.
  void assume(uint32_t head, Term invariant);

  /// Whether no execution gets into a feasible state at a head. Then the search does not go on from there.
  using Excluder = std::function<bool(const BackwardState&)>;
  enum class Outcome : uint8_t { Exhausted, Reached, GaveUp };
  /// If there is an excluder, it is asked about states whose paths do not soon end by themselves, and the search's own
  /// queries are given few conflicts.
  Outcome run(const Excluder& excludes, const Allowance& allowance);

  /// If an ending is reached: which one, and the inputs.
  const Ending& ending() const { return *ending_; }
  const std::vector<Value>& inputs() const { return inputs_; }

  struct Leaf {
    uint32_t cut;
    Term condition; // infeasible, if all that is known at the cut point is assumed
  };
  const std::vector<Leaf>& leaves() const { return leaves_; }
  /// States from which the search went on. If the search is exhausted, no execution gets into one of them.
  const std::deque<BackwardState>& states() const { return states_; }
  /// The longest sequence of blocks to an error.
  uint32_t depth() const { return states_.empty() ? 0 : states_.back().depth; }

private:
  void addRoots();
  void addPredecessors(uint32_t number, std::deque<BackwardState>& open) const;
  /// What a state is: infeasible, at the start, or one from which to go on.
  enum class Step : uint8_t { Leaf, Start, Inner };
  Step visit(const BackwardState& state, const Allowance& allowance, uint64_t conflicts);
  bool unwinds(const BackwardState& state, const Allowance& allowance);
  void takeInputs(const BackwardState& state);
  Answer check(const BackwardState& state, const Allowance& allowance, uint64_t conflicts);

  const CutRelation& system_;
  const Flow& flow_;
  TermManager& terms_;
  Env& env_;
  const BackwardLimits limits_;
  std::vector<std::unique_ptr<Solver>> solvers_; // by cut point
  std::deque<BackwardState> open_;
  std::deque<BackwardState> states_; // that were expanded
  std::vector<Leaf> leaves_;
  std::optional<Ending> ending_;
  std::vector<Value> inputs_;
  bool isStuck_ = false; // a solver gave up on a state at the start
};

} // namespace assay
