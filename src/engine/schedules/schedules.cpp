#include "engine/schedules/schedules.h"

#include "engine/common/replay.h"
#include "engine/schedules/limits.h"
#include "program/sampling/sampler.h"
#include "program/threads.h"

#include <iterator>
#include <random>

namespace assay {

namespace {

/// Values of a seed; of threads that can go on, mostly the one that ran last. Objects begin with zeros, so that a
/// counterexample need not list their bytes.
Inputs inputsOfRun(uint64_t seed) {
  constexpr uint64_t kOneIn[] = {2, 3, 8, 20}; // chances of a switch
  const uint64_t oneIn = kOneIn[seed % std::size(kOneIn)];
  Inputs values = withBytes(seed / std::size(kOneIn) % 2 == 0 ? smallInputs(seed) : randomInputs(seed));
  return changed(std::move(values),
                 [random = std::mt19937_64(seed), oneIn](std::optional<BitVector> value, const Input& input,
                                                         uint32_t width, SourcePosition) mutable {
                   // A violation that depends on what the model leaves open would count for nothing.
                   if (input.kind == InputKind::Unspecified) return std::optional(BitVector(width, 0));
                   if (input.kind != InputKind::Schedule) return value;
                   return std::optional(BitVector(width, random() % oneIn == 0 ? random() % 1000 : 0));
                 });
}

/// The violation that a run has found, as a result.
Result violatedBy(const Counterexample& counterexample, uint64_t run, const Program& program, Env& env) {
  const Replay replayed = replay(program, counterexample, env);
  Result result = openResult(program, Question::Errors, "not looked for after a violation");
  if (!replayed.confirmed) {
    result.reason = "A RUN THAT DOES NOT REPEAT ITSELF: " + replayed.what;
    return result;
  }
  for (CheckResult& check : result.checks) {
    if (check.error != counterexample.error) continue;
    check.status = CheckStatus::Violated;
    check.how = "run " + std::to_string(run) + " under a random schedule";
    check.counterexample = counterexample;
  }
  result.verdict = Verdict::False;
  result.reason = "a violation";
  return result;
}

} // namespace

Result Schedules::verify(const Program& program, Env& env) {
  if (!hasThreads(program)) return openResult(program, Question::Errors, "the program has no threads");
  const Statistics::Timer timer(env.statistics, "random schedules");
  const auto limits = limitsOf<ScheduleLimits>(env.options);
  const Deadline deadline(env.deadline, limits.time);
  uint64_t& runs = env.statistics.counter("runs under random schedules");
  uint64_t steps = limits.steps;
  while (!deadline.expired()) {
    Sampler sampler(program, {.inputs = inputsOfRun,
                              .first = runs + 1,
                              .runs = limits.runs,
                              .limits = {.maxSteps = steps, .interrupt = &deadline.flag()},
                              .isRecorded = true});
    bool isAnyCut = false;
    while (!deadline.expired() && sampler.next()) {
      ++runs;
      const Outcome& outcome = sampler.outcome();
      isAnyCut |= outcome.kind == Outcome::StepLimit;
      if (outcome.kind == Outcome::Error)
        return violatedBy({.error = outcome.location, .inputs = sampler.inputs(), .bytes = {}}, runs, program, env);
    }
    if (isAnyCut) steps *= limits.longer;
  }
  return openResult(program, Question::Errors,
                    "no violation in " + std::to_string(runs) + " runs under random schedules, which prove nothing");
}

} // namespace assay
