// What kIkI's induction does next, one piece after the other: for each k the inductive step, then searches for
// invariants (invariants), turn by turn, and the step again. A source that took too long is tried again when all other
// sources have had their turn and there is more work to spend.
#pragma once

#include "engine/common/budget.h"
#include "engine/common/inductive_step.h"
#include "engine/kiki/kiki.h"
#include "engine/kiki/limits.h"

#include <algorithm>
#include <utility>
#include <vector>

namespace assay {

class Induction {
public:
  Induction(const Flow& flow, const KikiOptions& options, const KikiLimits& limits, InductiveStep& step, Checks& checks,
            Budget& budget, std::vector<Assertion> candidates)
      : options_(options), limits_(limits), step_(step), checks_(checks), budget_(budget),
        candidates_(std::move(candidates)), isHintNew_(options.hint != nullptr),
        isPossible_(options.induction && !flow.isIrreducible() && !flow.heads().empty()) {}

  /// Does pieces of work, as long as it is induction's turn, for k below the number of layers that the base case
  /// covers. Returns whether that settled everything.
  bool run(uint32_t numCovered);
  /// Whether there is something to do for these layers.
  bool isPossible(uint32_t numCovered) const { return isPossible_ && k_ < numCovered && !waitsForEnd(numCovered); }
  /// Decides the step again: a proof may need less than when it was last decided.
  void decideAgain() {
    if (isBegun_) decide();
  }
  /// Candidates from other engines.
  void propose(std::vector<Assertion> candidates);
  /// The largest k for which the inductive step is tried.
  static uint32_t lastK(const KikiLimits& limits) { return std::min(limits.lastK, Unwinding::kKeptLayers - 2); }
  /// Work that this took.
  Work::Duration time() const { return time_; }

private:
  bool isItsTurn() const;
  void piece(uint32_t numCovered);
  bool waitsForEnd(uint32_t numCovered) const;
  void begin();
  void decide();
  void checkOutside(uint32_t k);
  void searchFirst();
  void followHint(const InductionOutline& known, uint32_t numCovered);
  void plan();
  Allowance allow() const { return budget_.allow(budget_.piece(isAlone_)); }

  const KikiOptions& options_;
  const KikiLimits& limits_;
  InductiveStep& step_;
  Checks& checks_;
  Budget& budget_;
  std::vector<Assertion> candidates_; // from outside, not shown to hold yet
  bool hasNewCandidates_ = false;
  bool isHintNew_; // the proof that is hinted at was not tried yet
  bool isPossible_;
  bool isAlone_ = false, isSettled_ = false;
  Work::Duration time_{};

  uint32_t k_ = 0;
  bool isBegun_ = false;                                 // the step for this k was tried
  Work::Duration unanswered_{};                          // how long the solver was given for it, in vain
  std::vector<std::pair<const Source*, uint32_t>> next_; // searches, each with its k; the last first
  std::vector<const Source*> late_;                      // that took too long
  Work::Duration lateAllowance_{};                       // that these have had
  size_t numTurns_ = 0;                                  // of the options' that were taken
  uint32_t firstAt_ = 0;                                 // the k at which sources that come first are asked
};

} // namespace assay
