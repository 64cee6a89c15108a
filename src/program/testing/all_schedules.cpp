#include "program/testing/all_schedules.h"

#include <algorithm>

namespace assay {

namespace {

class Choices : public InputSource, public Observer {
public:
  explicit Choices(const std::vector<BitVector>& inputs) : inputs_(inputs) {}

  void begin() {
    depth_ = position_ = 0;
    taken_.clear();
  }
  /// To the next schedule; false if there is none.
  bool advance() {
    while (!choices_.empty() && choices_.back().taken + 1 == choices_.back().number) choices_.pop_back();
    if (choices_.empty()) return false;
    ++choices_.back().taken;
    return true;
  }
  const std::vector<BitVector>& taken() const { return taken_; }

  std::optional<BitVector> next(const Input& input, uint32_t width, SourcePosition) override {
    BitVector value = BitVector::zero(width);
    if (input.kind == InputKind::Schedule)
      value = BitVector(width, choices_[depth_++].taken);
    else if (position_ < inputs_.size())
      value = inputs_[position_++].zeroResize(width);
    taken_.push_back(value);
    return value;
  }
  void onChoice(std::span<const uint32_t> threads) override {
    if (depth_ == choices_.size()) choices_.push_back({0, threads.size()});
  }
  void onEdge(EdgeId) override {}
  void onInput(const Input&, const BitVector&, SourcePosition) override {}

private:
  struct Choice {
    uint64_t taken, number;
  };
  const std::vector<BitVector>& inputs_;
  std::vector<Choice> choices_;
  size_t depth_ = 0, position_ = 0; // of the present execution
  std::vector<BitVector> taken_;    // all inputs of it
};

std::string textOf(const Program& program, const Ending& ending) {
  std::string text(outcomeName(ending.kind));
  if (ending.kind == Outcome::Error)
    return text + "(" + std::string(propertyName(program[ending.location].property)) + ")";
  return ending.exitStatus ? text + " " + std::to_string(*ending.exitStatus) : text;
}

} // namespace

bool AllSchedules::has(Outcome::Kind kind) const {
  return std::ranges::any_of(endings, [&](const auto& entry) { return entry.first.kind == kind; });
}

std::string AllSchedules::text(const Program& program) const {
  std::vector<std::string> parts;
  for (const auto& [ending, inputs] : endings) parts.push_back(textOf(program, ending));
  parts.erase(std::ranges::unique(parts).begin(), parts.end());
  std::string result;
  for (const std::string& part : parts) result += (result.empty() ? "" : ", ") + part;
  return result;
}

AllSchedules runAllSchedules(const Program& program, const std::vector<BitVector>& inputs,
                             const ScheduleLimits& limits) {
  AllSchedules result;
  Interpreter interpreter(program, {.maxSteps = limits.steps});
  Choices choices(inputs);
  do {
    if (result.executions == limits.executions) {
      result.isComplete = false;
      break;
    }
    ++result.executions;
    choices.begin();
    const Outcome outcome = interpreter.run(choices, &choices);
    if (outcome.kind == Outcome::StepLimit) result.isComplete = false;
    const std::optional<uint64_t> status =
        outcome.exitStatus ? std::optional(outcome.exitStatus->toUint64()) : std::nullopt;
    result.endings.try_emplace({outcome.kind, outcome.location, status, outcome.message}, choices.taken());
  } while (choices.advance());
  return result;
}

} // namespace assay
