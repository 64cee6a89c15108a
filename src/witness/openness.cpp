#include "witness/openness.h"

#include "engine/replay.h"
#include "program/interpreter.h"

#include <algorithm>

namespace assay {

namespace {

constexpr uint64_t kMaxSteps = 20'000'000;

bool isOpen(const Input& input) {
  if (input.kind == InputKind::External) return true;
  return input.kind == InputKind::Unspecified && !input.name.ends_with(" fails");
}

/// Inputs of a counterexample, with other values for those that are open.
class OtherInputs : public InputSource {
public:
  /// `seed` 0: as they are.
  OtherInputs(const Counterexample& counterexample, uint64_t seed)
      : source_(counterexample), seed_(seed), random_(seed) {}

  std::optional<BitVector> next(const Input& input, uint32_t width, SourcePosition position) override {
    std::optional<BitVector> value = source_.next(input, width, position);
    if (!value || !isOpen(input)) return value;
    const std::string name = input.name.empty() ? "a value" : input.name;
    if (std::ranges::find(names_, name) == names_.end()) names_.push_back(name);
    switch (seed_) {
    case 0:
      return value;
    case 1:
      return BitVector(width, 0);
    case 2:
      return BitVector::ones(width);
    case 3:
      return BitVector(width, 1);
    default:
      return random_.next(input, width, position);
    }
  }
  uint8_t initialByte(uint64_t allocation, uint64_t offset) override { return source_.initialByte(allocation, offset); }
  void initialBytes(uint64_t allocation, uint64_t offset, std::span<uint8_t> bytes) override {
    source_.initialBytes(allocation, offset, bytes);
  }
  const std::vector<std::string>& names() const { return names_; }

private:
  CounterexampleInputs source_;
  uint64_t seed_;
  SeedInputs random_;
  std::vector<std::string> names_;
};

} // namespace

std::vector<std::string> openInputsOf(const Program& program, const Counterexample& counterexample, Env& env) {
  constexpr uint64_t kSeeds = 8;
  InterpreterOptions limits;
  limits.interrupt = &env.deadline.flag();
  limits.maxSteps = kMaxSteps;
  std::vector<std::string> names;
  for (uint64_t seed = 0; seed < kSeeds; ++seed) {
    OtherInputs inputs(counterexample, seed);
    const Outcome outcome = Interpreter(program, limits).run(inputs);
    if (seed == 0) names = inputs.names();
    if (names.empty()) return names;
    if (outcome.kind != Outcome::Error || outcome.location != counterexample.error) return names;
  }
  return {};
}

} // namespace assay
