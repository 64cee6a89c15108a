#include "engine/common/random_runs.h"

#include "program/inputs.h"
#include "program/interpreter.h"
#include "util/shared_limits.h"

#include <random>

namespace assay {

namespace {

/// A seed's values; objects begin with zeros, so that a counterexample need not list their bytes.
class RandomInputs : public InputSource {
public:
  explicit RandomInputs(uint64_t seed) : values_(seed), sizes_(seed), isOfAnySize_(seed % 2 == 0) {}
  std::optional<BitVector> next(const Input& input, uint32_t width, SourcePosition position) override {
    std::optional<BitVector> value = values_.next(input, width, position);
    if (!isOfAnySize_ || !value) return value;
    const auto bits = static_cast<uint32_t>(sizes_() % width);
    return value->lshr(bits);
  }

private:
  SeedInputs values_;
  std::mt19937_64 sizes_;
  const bool isOfAnySize_; // numbers of few bits are as likely as those of many
};

struct Round {
  uint64_t runs;
  uint64_t steps; // of a run
};

constexpr Round kRounds[] = {{200, 10'000}, {200, 100'000}, {200, 1'000'000}, {100, 10'000'000}};

} // namespace

std::optional<Counterexample> failsAtRandom(const Program& program, Env& env) {
  const Statistics::Timer timer(env.statistics, "random runs");
  const uint64_t maxSteps = limitsOf<SharedLimits>(env.options).randomSteps;
  uint64_t seed = 0, steps = 0;
  for (const Round& round : kRounds) {
    Interpreter interpreter(program, {.maxSteps = round.steps, .interrupt = &env.deadline.flag()});
    for (uint64_t run = 0; run < round.runs && steps < maxSteps && !env.deadline.expired(); ++run) {
      RandomInputs source(++seed);
      RecordingInputs recording(source);
      const Outcome outcome = interpreter.run(recording);
      steps += outcome.steps;
      if (outcome.kind == Outcome::Error)
        return Counterexample{.error = outcome.location, .inputs = recording.values(), .bytes = {}};
      if (recording.entries().empty() && outcome.kind != Outcome::StepLimit)
        return std::nullopt; // there is one execution
    }
  }
  return std::nullopt;
}

} // namespace assay
