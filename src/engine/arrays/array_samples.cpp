#include "engine/arrays/array_samples.h"

#include "term/array_value.h"
#include "term/term_manager.h"
#include "term/traverse.h"

#include <algorithm>

namespace assay {

namespace {

/// Contents that nobody has written: different small numbers.
ArrayValue arbitraryArray(uint32_t indexWidth, uint32_t width, uint64_t seed) {
  return {indexWidth, ArrayValue::Default([width, seed](const BitVector& index) {
            uint64_t bits = (index.hash() ^ seed) * 0x9e3779b97f4a7c15u;
            bits ^= bits >> 29;
            return Value::bitVector(BitVector::fromSigned(width, static_cast<int64_t>(bits % 23) - 7));
          })};
}

} // namespace

Value ArraySamples::inputOf(Sort sort) {
  if (sort.isBool()) return Value::boolean(random_() % 2 == 0);
  if (sort.isArray() && sort.element().isBitVec() && sort.element().width() <= 64)
    return Value::array(arbitraryArray(sort.index().width(), sort.element().width(), random_()));
  if (!sort.isBitVec() || sort.width() > 64) return Value::zero(sort);
  const uint64_t dice = random_() % 8;
  const uint64_t value = dice < 4 ? size_ : dice < 7 ? random_() % 12 : 0 - random_() % 5;
  return Value::bitVector(BitVector::fromSigned(sort.width(), static_cast<int64_t>(value)));
}

void ArraySamples::setInputs(const std::vector<Term>& inputs, Assignment& values) {
  for (Term input : inputs) values.set(input, inputOf(input.sort()));
}

void ArraySamples::run(const Allowance& allowance) {
  const CutRelation& relation = system_.relation();
  states_.resize(system_.flow().heads().size());
  for (uint32_t cut = 0; cut < relation.numCuts(); ++cut) {
    TermSet seen;
    std::vector<Term>& inputs = inputs_.emplace_back();
    const auto add = [&](Term root) {
      postOrder(
          root, [&](Term t) { return seen.insert(t); },
          [&](Term t) {
            if (t.isVariable() && !system_.program().variableOf(t).valid()) inputs.push_back(t);
          });
    };
    for (const BlockPath& exit : relation.block(cut).exits) {
      add(exit.guard);
      for (VariableId v : system_.flow().liveAt(exit.target))
        if (const Term value = exit.values.get(v.index())) add(value);
    }
  }
  for (uint32_t run = 0; run < limits_.cellSampleRuns && !allowance.expired(); ++run) {
    size_ = run < 2 * limits_.cellSampleSize ? 1 + run % limits_.cellSampleSize : random_() % limits_.cellSampleSize;
    runOnce(allowance);
  }
}

void ArraySamples::runOnce(const Allowance& allowance) {
  const CutRelation& relation = system_.relation();
  uint32_t cut = relation.start();
  Assignment values;
  for (uint32_t step = 0; step < limits_.cellSampleSteps && !allowance.expired(); ++step) {
    setInputs(inputs_[cut], values);
    Evaluator evaluator(values);
    const std::vector<BlockPath>& exits = relation.block(cut).exits;
    const auto taken =
        std::ranges::find_if(exits, [&](const BlockPath& exit) { return evaluator.evaluateBool(exit.guard); });
    if (taken == exits.end()) return;
    const uint32_t head = system_.flow().headNumber(taken->target);
    Assignment next;
    for (VariableId v : system_.flow().liveAt(taken->target))
      if (const Term value = taken->values.get(v.index())) next.set(system_.program()[v].term, evaluator.evaluate(value));
    values = std::move(next);
    cut = head;
    if (states_[head].size() < limits_.cellSampleStates) states_[head].push_back(values);
  }
}

} // namespace assay
