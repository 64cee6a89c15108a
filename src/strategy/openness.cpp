#include "strategy/openness.h"

#include "engine/common/replay.h"
#include "program/interpreter.h"
#include "strategy/limits.h"

#include <algorithm>

namespace assay {

namespace {

/// Other values that are tried for what is open: at random, and one input at a time. With fewer of them, more violations
/// would be taken not to depend on it, so that these are no limits on work.
constexpr uint64_t kRandomVariants = 4, kSingleVariants = 16;

bool isOpen(const Input& input, Openness openness) {
  if (input.kind == InputKind::External) return openness == Openness::UnspecifiedOrExternal;
  return input.kind == InputKind::Unspecified && !input.name.ends_with(" fails");
}

/// Other values for open inputs.
struct Variant {
  enum Change : uint8_t { None, Zero, Ones, One, Random, OnlyNth } change = None;
  uint64_t number = 0; // of OnlyNth: which open input, in order; of Random: the seed
};

/// Inputs of a counterexample, with other values for those that are open.
class OtherInputs : public InputSource {
public:
  OtherInputs(const Counterexample& counterexample, Openness openness, Variant variant)
      : source_(counterexample), openness_(openness), variant_(variant), random_(variant.number) {}

  std::optional<BitVector> next(const Input& input, uint32_t width, SourcePosition position) override {
    std::optional<BitVector> value = source_.next(input, width, position);
    if (!value || !isOpen(input, openness_)) return value;
    const std::string name = input.name.empty() ? "a value" : input.name;
    if (std::ranges::find(names_, name) == names_.end()) names_.push_back(name);
    BitVector other = changed(*value, input, width, position);
    isChanged_ = isChanged_ || other != *value;
    ++count_;
    return other;
  }
  uint8_t initialByte(uint64_t allocation, uint64_t offset) override { return source_.initialByte(allocation, offset); }
  void initialBytes(uint64_t allocation, uint64_t offset, std::span<uint8_t> bytes) override {
    source_.initialBytes(allocation, offset, bytes);
  }
  const std::vector<std::string>& names() const { return names_; }
  uint64_t count() const { return count_; }
  bool isChanged() const { return isChanged_; }

private:
  BitVector changed(const BitVector& value, const Input& input, uint32_t width, SourcePosition position) {
    switch (variant_.change) {
    case Variant::None:
      break;
    case Variant::Zero:
      return BitVector(width, 0);
    case Variant::Ones:
      return BitVector::ones(width);
    case Variant::One:
      return BitVector(width, 1);
    case Variant::Random:
      return *random_.next(input, width, position);
    case Variant::OnlyNth:
      return count_ == variant_.number ? value.xor_(BitVector(width, 1)) : value;
    }
    return value;
  }

  CounterexampleInputs source_;
  Openness openness_;
  Variant variant_;
  SeedInputs random_;
  std::vector<std::string> names_;
  uint64_t count_ = 0; // of open inputs so far
  bool isChanged_ = false;
};

/// Inputs of a counterexample, except that uninitialised values are random, and open inputs are zero.
class UsualInputs : public InputSource {
public:
  UsualInputs(const Counterexample& counterexample, uint64_t seed) : source_(counterexample), random_(seed) {
    made_.error = counterexample.error;
  }

  std::optional<BitVector> next(const Input& input, uint32_t width, SourcePosition position) override {
    std::optional<BitVector> value = source_.next(input, width, position);
    if (isOpen(input, Openness::Unspecified)) value = BitVector(width, 0);
    if (input.kind == InputKind::Uninitialised) value = random_.next(input, width, position);
    if (value) made_.inputs.push_back(*value);
    return value;
  }
  uint8_t initialByte(uint64_t allocation, uint64_t offset) override {
    const auto [it, isNew] = made_.bytes.try_emplace({allocation, offset}, 0);
    if (isNew) it->second = random_.initialByte(allocation, offset);
    return it->second;
  }
  const Counterexample& made() const { return made_; }

private:
  CounterexampleInputs source_;
  SeedInputs random_;
  Counterexample made_;
};

InterpreterOptions forOpenRuns(Env& env, const StrategyLimits& limits) {
  InterpreterOptions options;
  options.interrupt = &env.deadline.flag();
  options.maxSteps = limits.openSteps;
  return options;
}

bool hasOpenInputs(const Program& program, Openness openness) {
  for (const Edge& edge : program.edges())
    for (const Operation& operation : edge.operations)
      if (const Input* input = operation.as<Input>(); input && isOpen(*input, openness)) return true;
  return false;
}

} // namespace

std::optional<Counterexample> withoutOpenness(const Program& program, const Counterexample& counterexample, Env& env) {
  const auto limits = limitsOf<StrategyLimits>(env.options);
  for (uint64_t seed = 1; seed <= limits.openTries; ++seed) {
    UsualInputs inputs(counterexample, seed);
    const Outcome outcome = Interpreter(program, forOpenRuns(env, limits)).run(inputs);
    if (outcome.kind != Outcome::Error || outcome.location != counterexample.error) continue;
    if (openInputsOf(program, inputs.made(), Openness::UnspecifiedOrExternal, env).empty()) return inputs.made();
  }
  return std::nullopt;
}

std::vector<std::string> allOpenInputsOf(const Program& program, const Counterexample& counterexample,
                                         Openness openness, Env& env) {
  OtherInputs same(counterexample, openness, {});
  Interpreter(program, forOpenRuns(env, limitsOf<StrategyLimits>(env.options))).run(same);
  return same.names();
}

// A variant that ends at an assumption says nothing: the model does not allow it. One that changes a single bit can
// show that the violation depends on it, but not that it does not: of a number that the model keeps within narrow
// bounds, all values but the right one may lead there. Without a variant that says something, the violation is taken to
// depend on all of them; and so it is if there was no time to look.
std::vector<std::string> openInputsOf(const Program& program, const Counterexample& counterexample, Openness openness,
                                      Env& env) {
  const InterpreterOptions options = forOpenRuns(env, limitsOf<StrategyLimits>(env.options));
  OtherInputs same(counterexample, openness, {});
  const Outcome repeated = Interpreter(program, options).run(same);
  if (repeated.kind != Outcome::Error && hasOpenInputs(program, openness)) return {"what was not looked at in time"};
  if (same.names().empty()) return {};
  std::vector<Variant> variants = {{Variant::Zero}, {Variant::Ones}, {Variant::One}};
  for (uint64_t seed = 1; seed <= kRandomVariants; ++seed) variants.push_back({Variant::Random, seed});
  for (uint64_t i = 0; i < std::min(same.count(), kSingleVariants); ++i) variants.push_back({Variant::OnlyNth, i});
  bool isTried = false;
  for (const Variant& variant : variants) {
    OtherInputs inputs(counterexample, openness, variant);
    const Outcome outcome = Interpreter(program, options).run(inputs);
    if (!inputs.isChanged() || outcome.kind == Outcome::Blocked) continue;
    if (outcome.kind != Outcome::Error || outcome.location != counterexample.error) return same.names();
    isTried = isTried || variant.change != Variant::OnlyNth;
  }
  return isTried ? std::vector<std::string>() : same.names();
}

} // namespace assay
