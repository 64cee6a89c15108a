#include "encode/assertion.h"

#include "term/traverse.h"

#include <algorithm>

namespace assay {

Term invariantAt(const Flow& flow, std::span<const Assertion> invariants, uint32_t head) {
  std::vector<Term> conditions;
  for (const Assertion& invariant : invariants)
    if (invariant.head == head) conditions.push_back(invariant.condition);
  return flow.terms().mkAnd(conditions);
}

std::string userName(const Variable& variable) {
  return variable.sourceName.empty() ? std::string(variable.name()) : variable.sourceName;
}

std::string literal(const BitVector& value) {
  const std::string digits = value.toSignedString();
  if (value.width() <= 32 || (value.width() < 128 && value.sle(BitVector(value.width(), INT32_MAX)) &&
                              BitVector(value.width(), INT32_MAX).neg().sle(value))) {
    return digits == "-2147483648" ? "(-2147483647 - 1)" : digits;
  }
  if (digits.starts_with('-')) return digits == "-9223372036854775808" ? "(-9223372036854775807ll - 1)" : digits + "ll";
  return digits + (digits.size() > 18 ? "ull" : "ll");
}

InductionPlaces inductionPlaces(const Flow& flow, const Unwinding& base, const Unwinding& step, uint32_t k) {
  InductionPlaces places;
  const auto add = [](std::vector<InductionPlaces::HeadState>& list, uint32_t head, Term guard,
                      const SymbolicState* state) {
    if (!guard.isFalse()) list.push_back({head, guard, state});
  };
  for (uint32_t head = 0; head < flow.heads().size(); ++head) {
    if (const auto* back = step.loopBack(head)) add(places.before, head, back->guard, &back->state);
    for (uint32_t layer = 1; layer <= k + 1; ++layer) {
      if (const auto* state = base.arrival(layer, head)) add(places.after, head, base.arrivalGuard(layer, head), state);
      if (const auto* state = step.arrival(layer, head))
        add(layer <= k ? places.before : places.after, head, step.arrivalGuard(layer, head), state);
    }
  }
  return places;
}

InductionPlaces entryPlaces(const Flow& flow, const Unwinding& step) {
  InductionPlaces places;
  for (uint32_t head = 0; head < flow.heads().size(); ++head)
    if (const auto* entry = step.loopEntry(head)) places.after.push_back({head, entry->guard, &entry->state});
  return places;
}

SourcePosition headPosition(const Flow& flow, uint32_t head) {
  const Location& location = flow.program()[flow.heads()[head]];
  if (location.position.known()) return location.position;
  for (EdgeId edge : location.out)
    if (flow.program()[edge].position.known()) return flow.program()[edge].position;
  return {};
}

bool isUserLevel(const Program& program, const Assertion& invariant) {
  if (invariant.text.empty()) return false;
  const std::vector<Term> variables = freeVariables(invariant.condition);
  return std::all_of(variables.begin(), variables.end(), [&](Term variable) {
    const VariableId id = program.variableOf(variable);
    return id.valid() && !program[id].sourceName.empty();
  });
}

} // namespace assay
