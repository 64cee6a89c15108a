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

} // namespace assay
