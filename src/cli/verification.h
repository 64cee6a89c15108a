// The verification of a program: the default strategy, or one engine; and, where a folder is named for it, what earlier runs have
// left behind (strategy/remembered.h) is tried first.
#pragma once

#include "strategy/answer_cache.h"
#include "strategy/portfolio.h"
#include "strategy/remembered.h"
#include "strategy/vacuity.h"
#include "witness/native_replay.h"

#include <optional>
#include <string>

namespace assay {

/// How the name of an engine is spelt where there was none.
inline constexpr std::string_view kFromCache = "cache";

class Verification {
public:
  /// `wrapping`: the program without checks of overflow, if it is asked whether executions end. It must stay.
  Verification(Env& env, const Program* wrapping);

  /// The program, or the rest of it, as often as there are rounds (all_checks.h).
  PortfolioResult verify(const Program& program);
  /// The answer of the last round, if it is one, is kept for later runs.
  void remember(const PortfolioResult& whole);

  /// Whether the last round has left a proof that solvers work for when it is checked again.
  bool isWorthRehearsing() const;
  /// Checks again what was left of the program, as the next run does, and leaves proofs of what takes its solvers long.
  void rehearse(const Program& program);

  /// What the compiled program did on this violation, the first of a run that found it.
  void remember(const Counterexample& violation, const NativeVerdict& native);
  std::optional<NativeVerdict> recallNative(const Counterexample& violation) const;
  /// What was found when checks of this program, which is safe, were looked for that are vacuous. Kept if it was found in time.
  void remember(const Program& program, const Vacuity& vacuity);
  std::optional<Vacuity> recallVacuity(const Program& program) const;

private:
  std::optional<Remembered> recall(const Program& program);
  std::optional<PortfolioResult> tryRemembered(const Program& program, const Remembered& remembered, bool isRehearsal);
  bool isByLearning(const ProofOutline& outline) const;
  bool rehearsePaths(const Program& program, const Remembered& remembered);
  PortfolioResult run(const Program& program, const std::string& only, const EarlierProof* earlier, Env& env);
  std::vector<Contender> contendersFor(const Program& program) const;
  void store(const Remembered& remembered);
  void storeFirst(std::string note);

  Env& env_;
  const Program* wrapping_;
  const Question question_;
  std::optional<AnswerCache> cache_;
  uint32_t numRounds_ = 0;
  std::string contentKey_, nameKey_;     // of the last round
  Deadline::Clock::time_point begin_;    // of it
  std::optional<Remembered> remembered_; // of it
  std::optional<Remembered> left_;       // by it
  std::optional<Remembered> first_;      // of the first one
  std::string firstContentKey_, firstNameKey_;
};

} // namespace assay
