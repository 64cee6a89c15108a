// The rounds of kIkI on one flat automaton (DepthK, Algorithm 1, with the invariants of 2LS): round k adds layer k to
// the base case's unwinding and asks about that layer; then induction gets its turns. The step may lag behind the base
// case.
#pragma once

#include "engine/common/base_case.h"
#include "engine/kiki/induction.h"
#include "engine/kiki/sharing.h"

#include <functional>
#include <memory>
#include <optional>

namespace assay {

class Rounds {
public:
  /// `candidates`: invariants from outside.
  Rounds(const Program& original, const Flow& flow, const KikiOptions& options, std::vector<Assertion> candidates,
         Sharing& sharing, Env& env);
  /// A search for a proof on another automaton of the program. Nothing: none was found within so much work.
  using ProofElsewhere = std::function<std::optional<Result>(Work::Duration limit)>;
  /// To be tried where this automaton allows no induction.
  void otherwise(ProofElsewhere elsewhere) { elsewhere_ = std::move(elsewhere); }

  /// Whether all executions of the program end, as far as that can be found out quickly.
  using EndsQuestion = std::function<bool()>;
  /// To be asked where a proof by induction needs to know whether executions end.
  void askForEnd(EndsQuestion allEnd) { allEnd_ = std::move(allEnd); }

  /// Instead of run(): the outlined proof, if it is a proof of this program. Only its obligations are asked.
  std::optional<Result> recall(const InductionOutline& outline);
  /// Whether the proof also rests on what other engines proved.
  static bool needsOthers(const InductionOutline& outline);
  /// Until everything is settled or time is up; if asked to, until a violation is found.
  Result run();
  /// Whether the interpreter did not confirm what looked like a violation.
  bool isUnconfirmed() const { return base_.isUnconfirmed(); }
  /// The work that was done.
  Work::Duration work() const { return budget_.done(); }

private:
  using Clock = Deadline::Clock;

  /// Whether the outline says enough for recall().
  bool canRecall(const InductionOutline& outline) const;
  /// Adds layer k; otherwise says why there is no such round.
  std::string beginRound(uint32_t k);
  /// Whether another round has to follow.
  bool round(uint32_t k);
  Answered baseRound(uint32_t k);
  bool induction();
  void proveElsewhere();
  void askForEnd();
  bool hasLimits() const;
  void certifyProof(Result& result);
  void certifyForward(Result& result);
  void certifyInduction(Result& result, const std::vector<bool>& isWanted);
  void openAll(Result& result, const std::vector<bool>& isOpened, const std::string& why);
  /// What other engines tell: true if that settles everything.
  bool hearOthers();
  void tellOthers();
  /// On the terminal's status line, a few times a second.
  void tellProgress(uint32_t k);
  std::unique_ptr<Solver> timed(std::unique_ptr<Solver> solver) const;

  const Flow& flow_;
  const KikiOptions& options_;
  const KikiLimits limits_;
  Sharing& sharing_;
  Env& env_;
  Budget budget_;
  Checks checks_;
  RefutationLog refutations_; // of the base case
  BaseCase base_;
  InductiveStep step_;
  Induction induction_;
  ProofElsewhere elsewhere_;
  EndsQuestion allEnd_; // null: asked already
  Work::Duration nextElsewhere_ = limits_.beforeElsewhere;
  bool isElsewhereNew_ = true; // it was not tried yet
  std::optional<Result> proofElsewhere_;
  size_t numInvariantsTold_ = 0;
  bool isSettled_ = false; // all executions are covered
  bool isForward_ = false; // by the forward condition
  Clock::time_point nextStatus_;
  std::string openReason_ = "not settled";
};

} // namespace assay
