#include "engine/termination/lasso_unwinding.h"

#include "engine/termination/flatten.h"
#include "solver/query_log.h"
#include "term/array_value.h"

#include <algorithm>
#include <bit>

namespace assay {

namespace {

constexpr uint64_t kMaxLayers = Unwinding::kKeptLayers;

} // namespace

LassoUnwinding::LassoUnwinding(Lassos& lassos, ConcreteRuns& runs, const TerminationLimits& limits, Env& env)
    : lassos_(lassos), runs_(runs), limits_(limits), env_(env), flow_(flattenForTermination(lassos.slice(), limits)),
      terms_(flow_.terms()), work_(terms_), solver_(makeLoggedSolver("native", terms_, env)),
      unwinding_(flow_, Unwinding::Start::Initial, env.deadline), inputsBefore_{0}, unknowns_(flow_.heads().size()) {}

std::optional<Lasso> LassoUnwinding::layer() {
  if (isDone_) return std::nullopt;
  const Allowance allowance(env_.deadline, env_.deadline.end(), WorkLimit(work_, limits_.lassoLayer));
  if (unwinding_.numLayers() >= kMaxLayers || !unwinding_.addLayer(allowance)) {
    isDone_ = true;
    return std::nullopt;
  }
  inputsBefore_.push_back(unwinding_.inputs().size());
  const uint32_t layer = unwinding_.numLayers();
  bool isAny = false;
  for (uint32_t head = 0; head < flow_.heads().size(); ++head) {
    if (!unwinding_.arrival(layer, head) || env_.deadline.expired()) continue;
    if (auto lasso = askForStem(layer, head)) return lasso;
    if (!unwinding_.arrival(layer, head)) continue; // no execution comes here
    isAny = true;
    if (auto lasso = ask(layer, head)) return lasso;
  }
  isDone_ = !isAny || std::ranges::any_of(unknowns_, [&](uint32_t number) { return number >= limits_.lassoUnknowns; });
  return std::nullopt;
}

std::optional<Lasso> LassoUnwinding::askForStem(uint32_t layer, uint32_t head) {
  Allowance(env_.deadline, env_.deadline.end(), WorkLimit(work_, limits_.lassoQuery)).limit(*solver_);
  const Answer answer = solver_->check(unwinding_.arrivalConditions(layer, head));
  if (answer.isUnsat()) unwinding_.dropArrival(layer, head);
  if (answer.isUnknown()) ++unknowns_[head];
  if (!answer.isSat()) return std::nullopt;
  const std::vector<BitVector> stem = inputs(0, unwinding_.inputs().size());
  return runs_.continued(stem, bytes(), std::has_single_bit(layer) ? limits_.longStemEdges : limits_.stemEdges);
}

std::optional<Lasso> LassoUnwinding::ask(uint32_t layer, uint32_t head) {
  std::vector<Term> conditions(unwinding_.arrivalConditions(layer, head).begin(),
                               unwinding_.arrivalConditions(layer, head).end());
  std::vector<std::pair<uint32_t, Term>> same; // with the earlier layer
  std::vector<Term> any;
  for (uint32_t before = layer; before-- > 1;) {
    if (!unwinding_.arrival(before, head)) continue;
    const Term guard = unwinding_.arrivalGuard(before, head);
    const Term equal = terms_.mkAnd(guard, isSame(before, layer, head));
    if (equal.isFalse()) continue;
    same.emplace_back(before, equal);
    any.push_back(equal);
  }
  const Term isAny = terms_.mkOr(any);
  if (isAny.isFalse()) return std::nullopt;
  conditions.push_back(isAny);
  Allowance(env_.deadline, env_.deadline.end(), WorkLimit(work_, limits_.lassoQuery)).limit(*solver_);
  ++env_.statistics.counter("queries for lassos");
  const Answer answer = solver_->check(conditions);
  if (answer.isUnknown()) ++unknowns_[head];
  if (!answer.isSat()) return std::nullopt;
  const auto found = std::ranges::find_if(same, [&](const auto& each) { return solver_->value(each.second).asBool(); });
  if (found == same.end()) return std::nullopt;
  const size_t begin = inputsBefore_[found->first];
  Lasso candidate;
  candidate.stem = inputs(0, begin);
  candidate.cycle = inputs(begin, inputsBefore_[layer]);
  LassoInputs source(candidate);
  auto lasso = lassos_.find(source, limits_.lassoEdges, bytes());
  env_.logger.progress("layer " + std::to_string(layer) + " repeats layer " + std::to_string(found->first) +
                       (lasso ? "" : ", which is not confirmed"));
  return lasso;
}

Term LassoUnwinding::isSame(uint32_t before, uint32_t after, uint32_t head) {
  const SymbolicState& a = *unwinding_.arrival(before, head);
  const SymbolicState& b = *unwinding_.arrival(after, head);
  std::vector<Term> equal;
  for (VariableId variable : flow_.liveAt(flow_.heads()[head])) {
    const Term x = a.variables.get(variable.index()), y = b.variables.get(variable.index());
    if (!x || !y || x == y || x.sort().isArray()) continue;
    equal.push_back(terms_.mkEqual(x, y));
    if (equal.back().isFalse()) return terms_.mkFalse();
  }
  const std::optional<Term> memory = isSameMemory(a.memory, b.memory);
  if (memory) equal.push_back(*memory);
  return terms_.mkAnd(equal);
}

/// As far as cells and arrays tell; nothing is known of objects that are kept in different ways.
std::optional<Term> LassoUnwinding::isSameMemory(const MemoryObjects& before, const MemoryObjects& after) {
  std::vector<Term> equal;
  MemoryObjects::forEachDifference(before, after, [&](size_t number) {
    const MemoryObjectPtr& a = before.get(number);
    const MemoryObjectPtr& b = after.get(number);
    if (!a || !b || a == b) return; // it was allocated in between
    if (a->isAlive != b->isAlive) equal.push_back(terms_.mkEqual(a->isAlive, b->isAlive));
    if (a->array && b->array && a->array.sort() == b->array.sort() && a->array != b->array)
      equal.push_back(terms_.mkEqual(a->array, b->array));
    for (const auto& [offset, cell] : a->cells) {
      const auto other = b->cells.find(offset);
      if (other == b->cells.end() || other->second.value == cell.value) continue;
      if (other->second.value.sort() == cell.value.sort())
        equal.push_back(terms_.mkEqual(cell.value, other->second.value));
    }
  });
  if (equal.empty()) return std::nullopt;
  return terms_.mkAnd(equal);
}

std::vector<BitVector> LassoUnwinding::inputs(size_t begin, size_t end) {
  std::vector<BitVector> result;
  for (size_t i = begin; i < end; ++i) {
    const Execution::InputRecord& input = unwinding_.inputs()[i];
    if (!solver_->value(input.guard).asBool()) continue;
    const Value value = solver_->value(input.value);
    result.push_back(value.kind() == SortKind::Bool ? BitVector::fromBool(value.asBool()) : value.bits());
  }
  return result;
}

CycleSearch::Bytes LassoUnwinding::bytes() {
  CycleSearch::Bytes result;
  uint64_t allocation = 0;
  const auto add = [&](uint64_t offset, uint32_t size, const BitVector& value) {
    for (uint32_t i = 0; i < size; ++i)
      if (const uint64_t byte = value.extract(8 * i + 7, 8 * i).toUint64())
        result.try_emplace({allocation, offset + i}, static_cast<uint8_t>(byte));
  };
  for (const MemoryEncoder::AllocationRecord& record : unwinding_.allocations()) {
    if (!solver_->value(record.guard).asBool()) continue;
    for (const auto& [offset, variable] : record.initial->unknown)
      add(offset, variable.first, solver_->value(variable.second).bits());
    if (record.initial->arrayVariable) {
      const uint32_t unit = record.initial->unit;
      solver_->value(record.initial->arrayVariable).asArray().forEach([&](const BitVector& index, const Value& value) {
        add(index.toUint64() * unit, unit, value.bits());
      });
    }
    ++allocation;
  }
  return result;
}

} // namespace assay
