#include "engine/backward/sample_runs.h"

#include "term/array_value.h"
#include "term/term_manager.h"

#include <algorithm>
#include <array>
#include <utility>

namespace assay {

Assignment stateBehind(const Flow& flow, const BlockPath& exit, const Assignment& before) {
  Evaluator evaluator(before);
  Assignment after;
  for (VariableId variable : flow.liveAt(exit.target))
    if (const Term value = exit.values.get(variable.index()))
      after.set(flow.program()[variable].term, evaluator.evaluate(value));
  return after;
}

Assignment stateBehind(const Flow& flow, const BlockPath& exit, Solver& solver) {
  Assignment after;
  for (VariableId variable : flow.liveAt(exit.target))
    if (const Term value = exit.values.get(variable.index()))
      after.set(flow.program()[variable].term, solver.value(value));
  return after;
}

SampleRuns::SampleRuns(const CutRelation& system, const BackwardLimits& limits)
    : system_(system), flow_(system.flow()), limits_(limits), most_(limits.samples) {}

Value SampleRuns::randomValue(Sort sort) {
  if (sort.isBool()) return Value::boolean(random_() % 2 == 0);
  if (!sort.isBitVec() || sort.width() > 64) return Value::zero(sort);
  constexpr std::array<int64_t, 16> kSimple{0, 0, 0, 1, 1, 1, 2, 2, 3, 4, 5, 7, 10, 20, -1, -3};
  return Value::bitVector(BitVector(sort.width(), static_cast<uint64_t>(kSimple[random_() % kSimple.size()])));
}

bool SampleRuns::keep(uint32_t head, const Assignment& values) {
  if (samples_.size() >= most_) return false;
  std::string text = std::to_string(head);
  for (VariableId variable : flow_.liveAt(flow_.heads()[head])) {
    const Value& value = values.get(flow_.program()[variable].term);
    text += value.isNull() ? " ?" : " " + value.toString();
  }
  if (!seen_.insert(std::move(text)).second) return false;
  samples_.push_back({head, values});
  return true;
}

/// What the block takes: the inputs that are given, and simple ones when there are no more. False: they are no inputs
/// of this program.
bool SampleRuns::read(const Block& block, Assignment& values, std::span<const BitVector>& inputs) {
  for (size_t i = 0; i < block.inputs.size(); ++i) {
    const Term input = block.inputs[i];
    const Sort sort = input.sort();
    // Whether it is taken depends on those before it. What memory holds at the start is not among them.
    const bool isGiven = !inputs.empty() && !sort.isArray() && Evaluator(values).evaluateBool(block.taken[i]);
    if (!isGiven) {
      values.set(input, randomValue(sort));
      continue;
    }
    const BitVector& value = inputs.front();
    if (sort.isBool() ? value.width() != 1 : !sort.isBitVec() || sort.width() != value.width()) return false;
    values.set(input, sort.isBool() ? Value::boolean(!value.isZero()) : Value::bitVector(value));
    inputs = inputs.subspan(1);
  }
  return true;
}

/// Until it ends, is cut, or comes to where another execution was, with other inputs in each step.
void SampleRuns::follow(uint32_t head, Assignment values, std::span<const BitVector> inputs,
                        const Allowance& allowance) {
  for (uint32_t step = 0; step < limits_.sampleSteps && !allowance.expired(); ++step) {
    if (!keep(head, values) && inputs.empty()) return;
    const Block& block = system_.block(head);
    if (!read(block, values, inputs)) return;
    Evaluator evaluator(values);
    const auto taken =
        std::ranges::find_if(block.exits, [&](const BlockPath& exit) { return evaluator.evaluateBool(exit.guard); });
    if (taken == block.exits.end()) return;
    head = flow_.headNumber(taken->target);
    values = stateBehind(flow_, *taken, values);
  }
}

void SampleRuns::add(uint32_t head, Assignment values, const Allowance& allowance) {
  follow(head, std::move(values), {}, allowance);
}

void SampleRuns::execute(std::span<const BitVector> inputs, const Allowance& allowance) {
  const Block& block = system_.block(system_.start());
  Assignment values;
  if (!read(block, values, inputs)) return;
  Evaluator evaluator(values);
  const auto taken =
      std::ranges::find_if(block.exits, [&](const BlockPath& exit) { return evaluator.evaluateBool(exit.guard); });
  if (taken == block.exits.end()) return;
  most_ = std::max(most_, samples_.size() + limits_.samplesOfOthers);
  follow(flow_.headNumber(taken->target), stateBehind(flow_, *taken, values), inputs, allowance);
}

/// Inputs are simple where the start's block allows it.
void SampleRuns::collect(Solver& start, const Allowance& allowance) {
  TermManager& terms = flow_.terms();
  const Block& block = system_.block(system_.start());
  for (const BlockPath& exit : block.exits)
    for (uint32_t run = 0; run < limits_.sampleRuns && !allowance.expired() && samples_.size() < limits_.samples;
         ++run) {
      std::vector<Term> query{exit.guard};
      for (Term input : block.inputs)
        if (input.sort().isBitVec() && input.sort().width() <= 64)
          query.push_back(terms.mkEqual(input, terms.mkBv(randomValue(input.sort()).bits())));
      for (;;) {
        allowance.limit(start);
        const Answer answer = start.check(query);
        if (answer.isSat()) {
          follow(flow_.headNumber(exit.target), stateBehind(flow_, exit, start), {}, allowance);
          break;
        }
        if (answer.isUnknown() || query.size() == 1) return;
        // What cannot be simple may be anything.
        const std::vector<Term> core = start.core();
        const size_t before = query.size();
        std::erase_if(query,
                      [&](Term term) { return term != exit.guard && std::ranges::find(core, term) != core.end(); });
        if (query.size() == before) return;
      }
      if (block.inputs.empty() && run + 1 >= limits_.sampleRunsWithoutInputs) break;
    }
}

} // namespace assay
