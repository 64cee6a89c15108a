// What a run leaves behind for the next one (answer_cache.h): not the answer, but the evidence for it.
//
// Evidence is checked again before an answer is told, so it does not matter whether the program has changed since, or
// where the evidence comes from. The evidence of a violation is a list of inputs, and the interpreter tells where they
// lead. The evidence of a proof is an outline, which says which engine to begin with: that engine proves the program
// again, with the lemmas as candidates, and a second solver confirms the proof. A proof that cannot be checked in this
// way (that all paths were looked at) is done again, by that engine alone.
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
  std::string note = {};    // for the report

  bool isSame = true; // the program is the same as then; not part of the text

  /// What engines are told of the proof, if there is an outline of it: that it is a proof of the same program, or
  /// without that claim.
  std::optional<EarlierProof> proofOfSame() const { return proof({.isOfSame = true, .needsSecond = needsSecond}); }
  std::optional<EarlierProof> proofOfAny() const { return proof({}); }
  /// How long evidence is looked at before other engines get their turn.
  Deadline::Clock::duration patience(const StrategyLimits& limits) const;
  /// How long a run that has left this may go on to do what the next run will do: not longer than the run itself took.
  Deadline::Clock::duration timeToRehearse(const StrategyLimits& limits) const;

private:
  std::optional<EarlierProof> proof(Standing standing) const {
    return outline ? std::optional(EarlierProof{*outline, standing}) : std::nullopt;
  }
};

/// What to remember of an answer that this engine found in this time. Nothing: there is no answer, or no way to find it
/// sooner.
std::optional<Remembered> toRemember(const Result& result, const std::string& engine, Deadline::Clock::duration time);

/// The verdict false, certified, if the remembered inputs lead to an error of this program, or a remembered loop is
/// endless in it.
std::optional<Result> recallViolation(const Program& program, const Remembered& remembered, Question question,
                                      Env& env);

} // namespace assay
