#include "engine/backward/sample_runs.h"

#include "term/array_value.h"
#include "term/term_manager.h"

#include <algorithm>
#include <array>
#include <utility>

namespace assay {

namespace {

constexpr size_t kMostSamples = 600;
constexpr unsigned kMostSteps = 120; // of one execution

} // namespace

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

Value SampleRuns::randomValue(Sort sort) {
  if (sort.isBool()) return Value::boolean(random_() % 2 == 0);
  if (!sort.isBitVec() || sort.width() > 64) return Value::zero(sort);
  constexpr std::array<int64_t, 16> kSimple{0, 0, 0, 1, 1, 1, 2, 2, 3, 4, 5, 7, 10, 20, -1, -3};
  return Value::bitVector(BitVector(sort.width(), static_cast<uint64_t>(kSimple[random_() % kSimple.size()])));
}

bool SampleRuns::keep(uint32_t head, const Assignment& values) {
  if (samples_.size() >= kMostSamples) return false;
  std::string text = std::to_string(head);
  for (VariableId variable : flow_.liveAt(flow_.heads()[head])) {
    const Value& value = values.get(flow_.program()[variable].term);
    text += value.isNull() ? " ?" : " " + value.toString();
  }
  if (!seen_.insert(std::move(text)).second) return false;
  samples_.push_back({head, values});
  return true;
}

/// Until it ends, is cut, or comes to where another execution was, with other inputs in each step.
void SampleRuns::follow(uint32_t head, Assignment values, const Allowance& allowance) {
  for (unsigned step = 0; step < kMostSteps && !allowance.expired(); ++step) {
    if (!keep(head, values)) return;
    const Block& block = system_.block(head);
    for (Term input : block.inputs) values.set(input, randomValue(input.sort()));
    Evaluator evaluator(values);
    const auto taken =
        std::ranges::find_if(block.exits, [&](const BlockPath& exit) { return evaluator.evaluateBool(exit.guard); });
    if (taken == block.exits.end()) return;
    head = flow_.headNumber(taken->target);
    values = stateBehind(flow_, *taken, values);
  }
}

void SampleRuns::add(uint32_t head, Assignment values, const Allowance& allowance) {
  follow(head, std::move(values), allowance);
}

/// Inputs are simple where the start's block allows it.
void SampleRuns::collect(Solver& start, const Allowance& allowance) {
  constexpr unsigned kRuns = 24;
  TermManager& terms = flow_.terms();
  const Block& block = system_.block(system_.start());
  for (const BlockPath& exit : block.exits)
    for (unsigned run = 0; run < kRuns && !allowance.expired() && samples_.size() < kMostSamples; ++run) {
      std::vector<Term> query{exit.guard};
      for (Term input : block.inputs)
        if (input.sort().isBitVec() && input.sort().width() <= 64)
          query.push_back(terms.mkEqual(input, terms.mkBv(randomValue(input.sort()).bits())));
      for (;;) {
        allowance.limit(start);
        const Answer answer = start.check(query);
        if (answer.isSat()) {
          follow(flow_.headNumber(exit.target), stateBehind(flow_, exit, start), allowance);
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
      if (block.inputs.empty() && run > 4) break;
    }
}

} // namespace assay
