#include "strategy/openness.h"

#include "engine/common/replay.h"
#include "program/interpreter.h"
#include "program/sampling/input_sources.h"
#include "strategy/limits.h"

#include <algorithm>
#include <functional>
#include <set>

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

/// Other values for those inputs of a counterexample that are open.
class OtherValues {
public:
  OtherValues(Openness openness, Variant variant) : openness_(openness), variant_(variant), random_(variant.number) {}

  /// For changed().
  std::optional<BitVector> operator()(std::optional<BitVector> value, const Input& input, uint32_t width,
                                      SourcePosition position) {
    if (!value || !isOpen(input, openness_)) return value;
    const std::string name = input.name.empty() ? "a value" : input.name;
    if (std::ranges::find(names_, name) == names_.end()) names_.push_back(name);
    BitVector other = otherThan(*value, input, width, position);
    isChanged_ = isChanged_ || other != *value;
    ++count_;
    return other;
  }
  const std::vector<std::string>& names() const { return names_; }
  uint64_t count() const { return count_; }
  bool isChanged() const { return isChanged_; }

private:
  BitVector otherThan(const BitVector& value, const Input& input, uint32_t width, SourcePosition position) {
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

  Openness openness_;
  Variant variant_;
  SeedInputs random_;
  std::vector<std::string> names_;
  uint64_t count_ = 0; // of open inputs so far
  bool isChanged_ = false;
};

InterpreterOptions forOpenRuns(Env& env) {
  InterpreterOptions options;
  options.interrupt = &env.deadline.flag();
  options.maxSteps = limitsOf<StrategyLimits>(env.options).openSteps;
  return options;
}

Outcome runWith(const Program& program, const Counterexample& counterexample, OtherValues& values, Env& env) {
  const Inputs inputs = changed(std::make_unique<CounterexampleInputs>(counterexample), std::ref(values));
  return Interpreter(program, forOpenRuns(env)).run(*inputs);
}

/// An execution on the inputs of a counterexample, but that what is uninitialised is random, and what is open is zero;
/// `made` is what it takes.
Outcome runUsual(const Program& program, const Counterexample& counterexample, uint64_t seed, Counterexample& made,
                 Env& env) {
  CounterexampleInputs given(counterexample);
  SeedInputs random(seed);
  made.error = counterexample.error;
  const auto values = [&](const Input& input, uint32_t width, SourcePosition position) {
    std::optional<BitVector> value = given.next(input, width, position);
    if (isOpen(input, Openness::Unspecified)) value = BitVector(width, 0);
    if (input.kind == InputKind::Uninitialised) value = random.next(input, width, position);
    if (value) made.inputs.push_back(*value);
    return value;
  };
  const auto bytes = [&](uint64_t allocation, uint64_t offset, std::span<uint8_t> result) {
    for (size_t i = 0; i < result.size(); ++i) {
      const auto [it, isNew] = made.bytes.try_emplace({allocation, offset + i}, 0);
      if (isNew) it->second = random.initialByte(allocation, offset + i);
      result[i] = it->second;
    }
  };
  return Interpreter(program, forOpenRuns(env)).run(*inputsBy(values, bytes));
}

/// Looks for addresses of what the library keeps for itself, which a function without body gives: of objects that stand at
/// no place of the program.
class LibraryAddresses final : public Observer {
public:
  LibraryAddresses(const Program& program, const Interpreter& interpreter)
      : program_(program), interpreter_(interpreter) {}
  /// The last such function. If all functions without body give one address, any other object would do for a race.
  std::optional<std::string> known(Property property) const {
    return property == Property::NoDataRace && given_.size() < 2 ? std::nullopt : known_;
  }

private:
  void onEdge(EdgeId) override {}
  void onOperation(const Operation& operation) override {
    const Allocate* const made = operation.as<Allocate>();
    if (made && !operation.position.known()) blocks_.insert(objectAt(interpreter_.value(made->variable)));
  }
  void onInput(const Input& input, const BitVector& value, SourcePosition) override {
    if (input.kind != InputKind::External || value.width() != program_.layout().width) return;
    const uint64_t object = objectAt(value);
    const bool isStatic = object > 0 && object <= program_.objects.size();
    const StaticObject* const given = isStatic ? &program_.objects[static_cast<uint32_t>(object)] : nullptr;
    const bool isOwn = given ? given->kind == ObjectKind::Global && !given->position.known() : blocks_.contains(object);
    if (isOwn) known_ = input.name;
    given_.insert(value.toUint64());
  }
  uint64_t objectAt(const BitVector& address) const { return program_.layout().object(address.toUint64()); }

  const Program& program_;
  const Interpreter& interpreter_;
  std::set<uint64_t> blocks_; // that models have made
  std::set<uint64_t> given_;
  std::optional<std::string> known_;
};

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
    Counterexample made;
    const Outcome outcome = runUsual(program, counterexample, seed, made, env);
    if (outcome.kind != Outcome::Error || outcome.location != counterexample.error) continue;
    if (openInputsOf(program, made, Openness::UnspecifiedOrExternal, env).empty()) return made;
  }
  return std::nullopt;
}

std::optional<std::string> knowsLibrary(const Program& program, const Counterexample& counterexample, Env& env) {
  if (!hasOpenInputs(program, Openness::UnspecifiedOrExternal)) return std::nullopt;
  InterpreterOptions options = forOpenRuns(env);
  options.tellsOperations = true;
  Interpreter interpreter(program, options);
  LibraryAddresses addresses(program, interpreter);
  CounterexampleInputs inputs(counterexample);
  interpreter.run(inputs, &addresses);
  return addresses.known(program[counterexample.error].property);
}

std::vector<std::string> allOpenInputsOf(const Program& program, const Counterexample& counterexample,
                                         Openness openness, Env& env) {
  OtherValues same(openness, {});
  runWith(program, counterexample, same, env);
  return same.names();
}

// A variant that ends at an assumption says nothing: the model does not allow it. One that changes a single bit can
// show that the violation depends on it, but not that it does not: of a number that the model keeps within narrow
// bounds, all values but the right one may lead there. Without a variant that says something, the violation is taken to
// depend on all of them; and so it is if there was no time to look.
std::vector<std::string> openInputsOf(const Program& program, const Counterexample& counterexample, Openness openness,
                                      Env& env) {
  OtherValues same(openness, {});
  const Outcome repeated = runWith(program, counterexample, same, env);
  if (repeated.kind != Outcome::Error && hasOpenInputs(program, openness)) return {"what was not looked at in time"};
  if (same.names().empty()) return {};
  std::vector<Variant> variants = {{Variant::Zero}, {Variant::Ones}, {Variant::One}};
  for (uint64_t seed = 1; seed <= kRandomVariants; ++seed) variants.push_back({Variant::Random, seed});
  for (uint64_t i = 0; i < std::min(same.count(), kSingleVariants); ++i) variants.push_back({Variant::OnlyNth, i});
  bool isTried = false;
  for (const Variant& variant : variants) {
    OtherValues values(openness, variant);
    const Outcome outcome = runWith(program, counterexample, values, env);
    if (!values.isChanged() || outcome.kind == Outcome::Blocked) continue;
    if (outcome.kind != Outcome::Error || outcome.location != counterexample.error) return same.names();
    isTried = isTried || variant.change != Variant::OnlyNth;
  }
  return isTried ? std::vector<std::string>() : same.names();
}

} // namespace assay
