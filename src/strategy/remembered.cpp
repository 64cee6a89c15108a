#include "strategy/remembered.h"

#include "engine/common/replay.h"
#include "strategy/certify.h"
#include "strategy/result_text.h"

#include <algorithm>

namespace assay {

namespace {

CheckResult* checkAt(Result& result, LocationId error) {
  const auto found = std::ranges::find(result.checks, error, &CheckResult::error);
  return found == result.checks.end() ? nullptr : &*found;
}

Result nothingKnown(const Program& program) {
  Result result;
  result.reason = "a violation of an earlier run, replayed";
  for (uint32_t i = 0; i < program.locations().size(); ++i)
    if (program.locations()[i].kind == LocationKind::Error)
      result.checks.push_back({LocationId(i), CheckStatus::Open, "not settled when a violation was found", {}});
  return result;
}

void violate(Result& result, Counterexample violation) {
  CheckResult* check = checkAt(result, violation.error);
  if (!check || check->status == CheckStatus::Violated) return;
  *check = {violation.error, CheckStatus::Violated, result.reason, std::move(violation)};
  result.verdict = Verdict::False;
}

/// Certified, if inputs lead where they have led: one replay of each.
std::optional<Result> asBefore(const Program& program, const Remembered& remembered, Env& env) {
  if (!remembered.isSame) return std::nullopt;
  Result result = nothingKnown(program);
  for (const Counterexample& violation : remembered.violations) violate(result, violation);
  if (!certify(result, program, env) || result.verdict != Verdict::False) return std::nullopt;
  return result;
}

} // namespace

Deadline::Clock::duration Remembered::patience(const StrategyLimits& limits) const {
  if (!isSame) return limits.recallOther;
  return limits.recallFactor * timeToRehearse(limits) + limits.recallAdvance;
}

Deadline::Clock::duration Remembered::timeToRehearse(const StrategyLimits& limits) const {
  return std::min(std::chrono::milliseconds(milliseconds), limits.recallLongest);
}

std::optional<Remembered> toRemember(const Result& result, const std::string& engine, Deadline::Clock::duration time) {
  if (result.verdict == Verdict::Unknown) return std::nullopt;
  Remembered remembered{result.verdict, engine};
  remembered.milliseconds = static_cast<uint64_t>(std::chrono::duration_cast<std::chrono::milliseconds>(time).count());
  remembered.outline = result.outline;
  if (result.question == Question::Termination) remembered.loops = printResult(result);
  for (const CheckResult& check : result.checks)
    if (check.status == CheckStatus::Violated && check.counterexample)
      remembered.violations.push_back(*check.counterexample);
  return remembered;
}

std::optional<Result> recallViolation(const Program& program, const Remembered& remembered, Question question,
                                      Env& env) {
  if (remembered.verdict != Verdict::False) return std::nullopt;
  const Deadline deadline(env.deadline, remembered.patience(limitsOf<StrategyLimits>(env.options)));
  Env inner{env.options, deadline, env.statistics, env.logger};
  std::optional<Result> result;
  if (question == Question::Termination) {
    result = parseResult(remembered.loops, program);
    if (!result || result->question != question || result->verdict != Verdict::False) return std::nullopt;
  } else {
    result = asBefore(program, remembered, inner);
    if (result) return result;
    result = nothingKnown(program);
    for (Counterexample violation : remembered.violations) {
      const Replay replayed = replay(program, violation, inner);
      if (replayed.outcome.kind != Outcome::Error) continue;
      violation.error = replayed.outcome.location;
      violate(*result, std::move(violation));
    }
  }
  certify(*result, program, inner);
  if (result->verdict != Verdict::False) return std::nullopt;
  return result;
}

} // namespace assay
