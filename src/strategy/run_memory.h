// What earlier runs have left behind (remembered.h), and what this run leaves, in a folder of answers (answer_cache.h).
// Entries are found by the content of the program, and for a program that has changed by the question. If no folder is
// named, nothing is kept.
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

  /// What was left for this program, or else for a program with the same name. From now on, entries are left for this
  /// program.
  std::optional<Remembered> recall(const Program& program);
  void leave(const Remembered& remembered);

  /// To be called when a round begins that verifies the program, or the rest of its checks (all_checks.h).
  void beginRound(const Program& program);
  /// What was left for the round's program; null: nothing.
  const Remembered* ofRound() const { return ofRound_ ? &*ofRound_ : nullptr; }
  /// Leaves the answer that the round came to in this time, if there is one and it says more than what is there.
  void endRound(const PortfolioResult& whole, Deadline::Clock::duration time);
  /// What the last round left; null: nothing.
  const Remembered* left() const { return left_ ? &*left_ : nullptr; }

  /// Leaves what the compiled program did on this violation, the first one of the run that found it.
  void leaveNative(const Counterexample& violation, const NativeVerdict& native);
  std::optional<NativeVerdict> recallNative(const Counterexample& violation) const;
  /// Leaves which checks of this program, which is safe, are vacuous, if that was found out in time.
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
