#include "engine/common/random_runs.h"

#include "program/sampling/sampler.h"
#include "util/shared_limits.h"

#include <random>

namespace assay {

namespace {

/// A seed's values; objects begin with zeros, so that a counterexample need not list their bytes. In each second run
/// numbers of few bits are as likely as those of many.
Inputs inputsOfAnySize(uint64_t seed) {
  Inputs inputs = withBytes(randomInputs(seed));
  if (seed % 2 != 0) return inputs;
  return changed(std::move(inputs), [sizes = std::mt19937_64(seed)](std::optional<BitVector> value, const Input&,
                                                                    uint32_t width, SourcePosition) mutable {
    if (value) value = value->lshr(static_cast<uint32_t>(sizes() % width));
    return value;
  });
}

/// Run 0: always 0. 1: always 1. 2: 0, 1, 2, ... 3: 0, -1, -2, ... 4: 1, 0, 1, 0, ...
Inputs simpleInputs(uint64_t run) {
  return inputsBy([run, next = int64_t{0}](const Input&, uint32_t width, SourcePosition) mutable {
    const int64_t count = next++;
    const int64_t values[] = {0, 1, count, -count, 1 - count % 2};
    return std::optional(BitVector::fromSigned(width, values[run]));
  });
}

constexpr uint64_t kSimpleRuns = 5;

struct Round {
  uint64_t runs;
  uint64_t steps; // of a run
};

constexpr Round kRounds[] = {{200, 10'000}, {200, 100'000}, {200, 1'000'000}, {100, 10'000'000}};

} // namespace

std::optional<Counterexample> failsAtRandom(const Program& program, Env& env) {
  const Statistics::Timer timer(env.statistics, "random runs");
  const uint64_t maxSteps = limitsOf<SharedLimits>(env.options).randomSteps;
  uint64_t seed = 1, steps = 0;
  for (const Round& round : kRounds) {
    Sampler sampler(program, {.inputs = inputsOfAnySize,
                              .first = seed,
                              .runs = round.runs,
                              .limits = {.maxSteps = round.steps, .interrupt = &env.deadline.flag()},
                              .isRecorded = true});
    while (steps < maxSteps && !env.deadline.expired() && sampler.next()) {
      const Outcome& outcome = sampler.outcome();
      seed = sampler.number() + 1;
      steps += outcome.steps;
      if (outcome.kind == Outcome::Error)
        return Counterexample{.error = outcome.location, .inputs = sampler.inputs(), .bytes = {}};
      if (sampler.entries().empty() && outcome.kind != Outcome::StepLimit)
        return std::nullopt; // there is one execution
    }
  }
  return std::nullopt;
}

std::optional<Counterexample> failsOnSimpleInputs(const Program& program, uint64_t maxSteps, Env& env) {
  const Statistics::Timer timer(env.statistics, "simple runs");
  Sampler sampler(program, {.inputs = simpleInputs,
                            .runs = kSimpleRuns,
                            .limits = {.maxSteps = maxSteps, .interrupt = &env.deadline.flag()},
                            .isRecorded = true});
  while (!env.deadline.expired() && sampler.next()) {
    const Outcome& outcome = sampler.outcome();
    if (outcome.kind == Outcome::Error)
      return Counterexample{.error = outcome.location, .inputs = sampler.inputs(), .bytes = {}};
    if (sampler.entries().empty() && outcome.kind != Outcome::StepLimit) return std::nullopt; // there is one execution
  }
  return std::nullopt;
}

} // namespace assay
