// Sets of states of a loop nest that the nest's blocks leave only into another such set, or out of the nest: the pieces
// of what Procedure FoldLoop of "Backward symbolic execution with loop folding" calls an invariant candidate.
//
//   frame        a conjunction of literals for some of the nest's heads
//   candidate    frames, each inductive given those before it, and all of them disjoint with the error states: a
//                disjunctive invariant if executions enter the nest in it
//
// A frame begins with one state and all literals that hold in it (literal_pool.h). Where a step leads out of the frames
// so far, the literals that are false behind it are dropped. The paper begins with a pre-image instead, which is a set
// of states, and overapproximates it; here a pre-image gives the state. Steps are asked for with any input, so inputs
// that are read in the loop need no pre-image for all inputs.
//
// Then as many literals are dropped as the frame can do without: at first those that exclude states that executions are
// in, then all that unsatisfiable cores do not need; and bounds are moved by halving steps (section 4.3 of the paper,
// steps 3 to 5). A query that is not answered soon counts as "not inductive".
#pragma once

#include "engine/backward/limits.h"
#include "engine/backward/literal_pool.h"
#include "engine/backward/loop_nests.h"
#include "engine/backward/sample_runs.h"
#include "solver/solver.h"
#include "util/env.h"

#include <map>
#include <memory>
#include <optional>
#include <vector>

namespace assay {

/// By head.
using Frame = std::map<uint32_t, std::vector<Term>>;

/// States at a head that are to be excluded. The condition may speak of inputs, one value of which is enough.
struct ErrorStates {
  uint32_t head;
  Term condition;
};

class InductiveFrames {
public:
  InductiveFrames(const CutRelation& system, const LoopNests& nests, const BackwardLimits& limits, Env& env);

  /// Assumes an invariant that holds whenever the head is reached.
  void assume(uint32_t head, Term invariant);
  /// Queries may take longer from now on.
  void tryHarder() { isHard_ = true; }
  /// Whether some query has remained without an answer.
  bool hasGivenUp() const { return hasGivenUp_; }
  /// Literals to try, over what is live at the head.
  void propose(uint32_t head, Term condition) { pools_[head].add(condition); }
  Solver& solver(uint32_t cut) { return *solvers_[cut]; }
  /// Asks with the limits of one query.
  Answer ask(uint32_t cut, std::vector<Term> assumptions, const Allowance& allowance);

  /// The frame of a state; it should also cover samples. `covered`, by head: states in earlier frames. Nothing: every
  /// frame of this state has error states, or the search takes too long.
  std::optional<Frame> frameOf(const Sample& seed, std::span<const Term> covered, const ErrorStates& errors,
                               const std::vector<const Sample*>& wanted, const Allowance& allowance);

private:
  /// One question about a frame, of the step along an exit of a head's block, or of error states.
  bool close(Frame& frame);
  std::vector<Term> equationsAt(uint32_t head, const Assignment& state) const;
  std::vector<Term> literalsAt(uint32_t head, const Assignment& state) const;
  bool isDisjoint(const Frame& frame, uint32_t head, std::vector<bool>* isNeeded);
  bool isInductive(const Frame& frame, uint32_t head, std::vector<bool>* isNeeded);
  bool isValid(const Frame& frame, uint32_t head, std::vector<bool>* isNeeded = nullptr);
  void cover(Frame& frame, const std::vector<const Sample*>& wanted);
  void dropLast(Frame& frame, uint32_t head);
  void reduce(Frame& frame);
  void relax(Frame& frame);
  bool relaxBound(Frame& frame, uint32_t head, size_t literal);
  void split(Frame& frame);
  std::vector<Term> stepOut(const Frame& frame, uint32_t head, uint32_t exit);
  bool refutes(uint32_t head, std::vector<Term> query, const std::vector<Term>& literals, std::vector<bool>* isNeeded);
  Term image(uint32_t cut, uint32_t exit, Term condition);

  const CutRelation& system_;
  const LoopNests& nests_;
  const BackwardLimits& limits_;
  const Flow& flow_;
  TermManager& terms_;
  Env& env_;
  std::vector<std::unique_ptr<Solver>> solvers_; // by cut point
  std::vector<LiteralPool> pools_;               // by head
  std::map<std::pair<uint32_t, uint32_t>, TermMap<Term>> images_;

  bool isHard_ = false, hasGivenUp_ = false;

  // Of the present frame.
  std::span<const Term> covered_;
  const std::vector<const Sample*>* wanted_ = nullptr;
  const ErrorStates* errors_ = nullptr;
  const Allowance* allowance_ = nullptr;
};

} // namespace assay
