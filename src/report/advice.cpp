#include "report/advice.h"

#include "program/loops.h"
#include "term/term_map.h"
#include "term/traverse.h"

#include <algorithm>
#include <optional>
#include <string_view>
#include <utility>

namespace assay {

namespace {

constexpr size_t kMost = 3;

bool says(const Result& result, std::string_view part) { return result.reason.find(part) != std::string::npos; }

/// The first obstacle that an engine complains of.
std::optional<Advice> unmodelled(const Program& program, const Result& result) {
  const CheckTable table(program);
  for (const ObstacleResult& obstacle : result.obstacles) {
    const TableRow& row = table[obstacle.row];
    if (obstacle.status == CheckStatus::Proved || row.isLimit() || !says(result, row.message)) continue;
    return Advice{"something is not modelled: write a body for it, or keep the harness away from this line",
                  row.position};
  }
  return std::nullopt;
}

/// Whether circuits of it are large: numbers that are both not known, multiplied or divided; floats.
bool isHard(Term term) {
  switch (term.kind()) {
  case Kind::BvMul:
  case Kind::BvSmulo:
  case Kind::BvUmulo:
    return !term[0].isValue() && !term[1].isValue();
  case Kind::BvUdiv:
  case Kind::BvUrem:
  case Kind::BvSdiv:
  case Kind::BvSrem:
    return !term[1].isValue();
  case Kind::FpAdd:
  case Kind::FpMul:
  case Kind::FpDiv:
  case Kind::FpFma:
  case Kind::FpSqrt:
  case Kind::FpRem:
    return true;
  default:
    return false;
  }
}

bool hasHard(const std::vector<Term>& terms) {
  bool isFound = false;
  for (const Term root : terms) forEachSubterm(root, [&](Term term) { isFound = isFound || isHard(term); });
  return isFound;
}

/// The first place in the user's code with such an operation.
SourcePosition hardPlace(const Program& program) {
  std::optional<SourcePosition> first;
  const auto consider = [&](const std::vector<Term>& terms, SourcePosition position) {
    if (position.known() && (!first || position < *first) && hasHard(terms)) first = position;
  };
  for (const Edge& edge : program.edges()) {
    consider({edge.guard}, edge.position);
    for (const Operation& operation : edge.operations)
      consider(operation.terms(), operation.position.known() ? operation.position : edge.position);
  }
  return first.value_or(SourcePosition());
}

Advice solverAdvice(const Program& program) {
  const SourcePosition place = hardPlace(program);
  if (!place.known())
    return {"formulas are hard for the solver: smaller types or bounds, or an invariant (--invariants)"};
  return {
      "formulas are hard for the solver, with operations like this one: smaller types, smaller or constant operands",
      place};
}

/// A comparison with a number that may be the bound of a loop.
struct Bound {
  uint64_t value = 0;
  SourcePosition position;
};

void findBounds(Term guard, SourcePosition position, std::vector<Bound>& bounds) {
  constexpr uint64_t kLeast = 4, kMostRounds = uint64_t{1} << 30; // what is larger is the range of a type
  forEachSubterm(guard, [&](Term term) {
    if ((term.kind() != Kind::BvUlt && term.kind() != Kind::BvSlt) || term[0].isValue() == term[1].isValue()) return;
    const Term constant = term[0].isValue() ? term[0] : term[1];
    if (constant.sort().width() > 64) return;
    const uint64_t value = constant.value().toUint64();
    if (value >= kLeast && value <= kMostRounds) bounds.push_back({value, position});
  });
}

/// The largest number that leaving a loop depends on, or that is assumed of what that depends on.
std::optional<Bound> largestBound(const Program& program) {
  std::vector<Bound> bounds;
  TermSet tested;
  for (uint32_t i = 0; i < program.functions().size(); ++i) {
    const Function& function = program.functions()[i];
    if (!function.hasBody() || !function.position.known()) continue;
    const LoopForest forest(program, FunctionId(i));
    for (const Loop& loop : forest.loops())
      for (const EdgeId exit : loop.exits) {
        const LocationKind target = program[program[exit].target].kind;
        if (target == LocationKind::Error || target == LocationKind::Unsupported) continue;
        findBounds(program[exit].guard, program[exit].position, bounds);
        for (const Term variable : freeVariables(program[exit].guard)) tested.insert(variable);
      }
  }
  for (const Edge& edge : program.edges())
    if (program[edge.target].kind == LocationKind::Blocked &&
        std::ranges::any_of(freeVariables(edge.guard), [&](Term variable) { return tested.contains(variable); }))
      findBounds(edge.guard, edge.position, bounds);
  std::optional<Bound> largest;
  for (const Bound& bound : bounds)
    if (bound.position.known() && (!largest || bound.value > largest->value ||
                                   (bound.value == largest->value && bound.position < largest->position)))
      largest = bound;
  return largest;
}

Advice boundAdvice(const Program& program) {
  const std::optional<Bound> bound = largestBound(program);
  if (!bound) return {"more time (--timeout), smaller inputs, or an invariant of a loop (--invariants)"};
  return {"a smaller bound than " + std::to_string(bound->value) +
              " here, more time (--timeout), or an invariant of the loop (--invariants)",
          bound->position};
}

} // namespace

std::vector<Advice> adviceFor(const Program& program, const Result& result) {
  std::vector<Advice> advice;
  if (std::optional<Advice> found = unmodelled(program, result))
    advice.push_back(std::move(*found));
  else if (says(result, "unsupported"))
    advice.push_back({"something is not modelled: write a body for it, or keep the harness away from it"});
  if (says(result, "the solver gave up") || says(result, "in the solver")) advice.push_back(solverAdvice(program));
  if (says(result, " states left"))
    advice.push_back({"there are many paths: inputs that are fewer or smaller, or one --property at a time"});
  if (says(result, " state left") || says(result, "timeout") || says(result, "out of time"))
    advice.push_back(boundAdvice(program));
  if (says(result, "out of memory") || says(result, "memory limit"))
    advice.push_back({"more memory (--memory), or smaller inputs"});
  if (advice.size() > kMost) advice.resize(kMost);
  return advice;
}

} // namespace assay
