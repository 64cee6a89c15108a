#include "engine/termination/samples.h"

namespace assay {

namespace {

BitVector bitsOf(const Value& value) {
  return value.kind() == SortKind::Bool ? BitVector::fromBool(value.asBool()) : value.bits();
}

} // namespace

void Samples::add(const Transition& transition, Solver& solver) {
  Sample& sample = samples_.emplace_back();
  for (const MeasuredVariable& variable : variables_) {
    const Value before = solver.value(variable.term),
                after = solver.value(transition.path.values.get(variable.id.index()));
    sample.before.push_back(bitsOf(before));
    sample.after.push_back(bitsOf(after));
    sample.valuesBefore.set(variable.term, before);
    sample.valuesAfter.set(variable.term, after);
  }
  for (const VariableId array : arrays_) {
    const Term term = flow_.program()[array].term;
    sample.valuesBefore.set(term, solver.value(term));
    sample.valuesAfter.set(term, solver.value(transition.path.values.get(array.index())));
  }
}

std::optional<size_t> Samples::decreases(Term measure) {
  size_t result = 0;
  for (const Sample& sample : samples_) {
    Evaluator before(sample.valuesBefore), after(sample.valuesAfter);
    const BitVector old = before.evaluateBits(measure), next = after.evaluateBits(measure);
    if (old.ult(next)) return std::nullopt;
    result += next.ult(old) ? 1 : 0;
  }
  return result;
}

} // namespace assay
