// What earlier runs have left behind (remembered.h), and what this one leaves, in a folder of answers (answer_cache.h):
// by the content of the program, and by the question, for a program that has changed. Where no folder is named, there
// is nothing.
#pragma once

#include "strategy/answer_cache.h"
#include "strategy/native_verdict.h"
#include "strategy/portfolio.h"
#include "strategy/remembered.h"
#include "strategy/vacuity.h"

#include <optional>
#include <string>

namespace assay {

/// How the name of an engine is spelt where there was none.
inline constexpr std::string_view kFromCache = "cache";

class RunMemory {
public:
  RunMemory(Question question, Env& env);
  /// Null: no folder is named.
  AnswerCache* cache() { return cache_ ? &*cache_ : nullptr; }

  /// What is left of this program, else of what has the same name. What is left from now on is left of this program.
  std::optional<Remembered> recall(const Program& program);
  void leave(const Remembered& remembered);

  /// The program is verified, or the rest of it: as often as there are rounds (all_checks.h).
  void beginRound(const Program& program);
  /// Of the round's program; null: nothing.
  const Remembered* ofRound() const { return ofRound_ ? &*ofRound_ : nullptr; }
  /// The answer that the round came to in this time is left, if it is one and says more than what is there.
  void endRound(const PortfolioResult& whole, Deadline::Clock::duration time);
  /// By the last round; null: nothing.
  const Remembered* left() const { return left_ ? &*left_ : nullptr; }

  /// What the compiled program did on this violation, the first of a run that found it.
  void leaveNative(const Counterexample& violation, const NativeVerdict& native);
  std::optional<NativeVerdict> recallNative(const Counterexample& violation) const;
  /// What was found when checks of this program, which is safe, were looked for that are vacuous. Left if it was found
  /// in time.
  void leaveVacuity(const Program& program, const Vacuity& vacuity);
  std::optional<Vacuity> recallVacuity(const Program& program) const;

private:
  void leaveNote(std::string note);

  Env& env_;
  const Question question_;
  std::optional<AnswerCache> cache_;
  uint32_t numRounds_ = 0;
  std::string contentKey_, nameKey_; // of the program that is spoken of
  std::optional<Remembered> ofRound_, left_;
  std::optional<Remembered> first_; // of the first round
  std::string firstContentKey_, firstNameKey_;
};

} // namespace assay
