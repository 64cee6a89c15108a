// Loop folding (Chalupa, Strejček: "Backward symbolic execution with loop folding", 2021, Algorithm 4): an inductive
// invariant of a loop nest that excludes given error states, found from the loop's last iterations to its first.
//
// Candidates (inductive_frames.h) form a tree: each is extended by frames that cover one more state, and those that
// leave the fewest known states uncovered are tried first. A state to be covered is a state that an execution is in; if
// all of these are covered, a state before the candidate, or one where the loop is left. Whether executions enter the
// nest in a candidate is asked of the blocks before the nest: from the start by a query, which gives a state to be
// covered if they do not, and from another loop by folding that loop.
//
// The paper tells disjuncts apart by loop paths. Here states tell which disjunct is missing, and a literal that is
// false in a state of an execution is dropped without a query.
#pragma once

#include "engine/backward/backward_search.h"
#include "engine/backward/inductive_frames.h"
#include "engine/backward/limits.h"

#include <functional>
#include <map>
#include <optional>
#include <span>
#include <utility>
#include <vector>

namespace assay {

class LoopFolding {
public:
  LoopFolding(const CutRelation& system, Env& env);

  /// Assumes an invariant that holds whenever the head is reached.
  void assume(uint32_t head, Term invariant);
  /// Queries may take longer from now on.
  void tryHarder() { frames_.tryHarder(); }
  /// Whether some query has remained without an answer.
  bool hasGivenUp() const { return frames_.hasGivenUp(); }
  /// Executions on simple inputs.
  void sample(const Allowance& allowance);
  /// The execution that takes these inputs, which some engine has followed: candidates have to cover its states.
  void execute(std::span<const BitVector> inputs, const Allowance& allowance) { samples_.execute(inputs, allowance); }
  /// Literals to try, over what is live at the head.
  void propose(uint32_t head, Term condition) { frames_.propose(head, condition); }
  /// The listener is called before each candidate is looked at; it may bring executions that refute the candidate.
  void listen(std::function<void()> listener) { listener_ = std::move(listener); }
  /// Whether no execution gets into these states. If so, invariants of the nest and of the nests before it say so.
  bool excludes(uint32_t cut, Term condition, const Allowance& allowance) {
    return excludes(cut, condition, 0, allowance);
  }

  /// By head: all invariants that were found.
  const std::vector<std::vector<Term>>& found() const { return found_; }

private:
  struct Candidate {
    std::vector<Term> covered; // by head
    size_t numFrames = 0;
    size_t uncovered = 0; // samples
  };
  bool excludes(uint32_t cut, Term condition, uint32_t level, const Allowance& allowance);
  bool fold(const ErrorStates& errors, uint32_t level, const Allowance& allowance);
  Candidate initial(const ErrorStates& errors, const Allowance& allowance);
  std::vector<const Sample*> uncovered(uint32_t nest, const Candidate& candidate) const;
  std::vector<Sample> reachedSeeds(const Candidate& candidate, uint32_t nest) const;
  std::vector<Sample> backwardSeeds(const Candidate& candidate, const ErrorStates& errors, const Allowance& allowance);
  std::vector<Candidate> extensions(const Candidate& candidate, std::span<const Sample> seeds,
                                    const ErrorStates& errors, const Allowance& allowance);
  /// Nothing: all executions enter the nest in the candidate. Otherwise states in which executions may enter outside of
  /// it.
  std::optional<std::vector<Sample>> isNotEntered(const Candidate& candidate, uint32_t nest, uint32_t level,
                                                  const Allowance& allowance);
  Sample modelAt(uint32_t head);
  void commit(uint32_t nest, const Candidate& candidate);

  const CutRelation& system_;
  const Flow& flow_;
  TermManager& terms_;
  Env& env_;
  const BackwardLimits limits_;
  LoopNests nests_;
  InductiveFrames frames_;
  SampleRuns samples_;
  std::function<void()> listener_;
  std::vector<std::vector<Term>> found_;               // by head
  std::map<uint32_t, std::vector<Candidate>> earlier_; // by nest: inductive sets (O_l of the paper)
};

} // namespace assay
