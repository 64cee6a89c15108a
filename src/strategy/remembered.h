// What a run leaves behind for the next one (answer_cache.h): not the answer, but the evidence for it.
//
// Evidence is checked again before anybody hears of it, and so it does not matter whether the program has changed
// since, or who has written this. A violation is a list of inputs, and the interpreter tells where they lead. A proof
// is an outline, and says which engine to begin with: that one proves the program again, with the lemmas as candidates,
// and a second solver confirms it. What cannot be checked so (that all paths were looked at) is done again, by that
// engine alone.
#pragma once

#include "engine/recall.h"
#include "strategy/limits.h"
#include "util/env.h"

#include <optional>
#include <string>
#include <vector>

namespace assay {

struct Remembered {
  Verdict verdict = Verdict::Unknown;
  std::string engine; // that decided
  uint64_t milliseconds = 0;
  std::vector<Counterexample> violations = {};
  std::optional<ProofOutline> outline = {};
  bool needsSecond = false; // the engines' own solver takes too long to confirm the proof
  std::string loops = {};   // if it was asked whether executions end: the result (result_text.h)
  std::string note = {};    // for the one who reports

  bool isSame = true; // the program is the same as then; not part of the text

  /// What engines hear of the proof, if there is an outline of it: that it is one of the same program, or nothing of
  /// the kind.
  std::optional<EarlierProof> proofOfSame() const { return proof({.isOfSame = true, .needsSecond = needsSecond}); }
  std::optional<EarlierProof> proofOfAny() const { return proof({}); }
  /// How long evidence is looked at before others get their turn.
  Deadline::Clock::duration patience(const StrategyLimits& limits) const;
  /// How long a run that has left this goes on to do what the next one will do: not longer than it took.
  Deadline::Clock::duration timeToRehearse(const StrategyLimits& limits) const;

private:
  std::optional<EarlierProof> proof(Standing standing) const {
    return outline ? std::optional(EarlierProof{*outline, standing}) : std::nullopt;
  }
};

/// The answer was found by this engine in this time. Nothing: there is none, or nobody knows how to find it sooner.
std::optional<Remembered> toRemember(const Result& result, const std::string& engine, Deadline::Clock::duration time);

/// False, if inputs that are remembered lead to an error of this program, or a loop that is remembered is endless in
/// it. It is certified.
std::optional<Result> recallViolation(const Program& program, const Remembered& remembered, Question question,
                                      Env& env);

} // namespace assay
