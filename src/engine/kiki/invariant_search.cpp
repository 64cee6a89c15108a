#include "engine/kiki/invariant_search.h"

#include <algorithm>

namespace assay {

namespace {
constexpr uint32_t kMaxRaises = 6;
constexpr size_t kNoRow = SIZE_MAX;
} // namespace

InvariantSearch::InvariantSearch(const Flow& flow, Solver& solver, const InductionPlaces& places,
                                 std::vector<TemplateRow> rows)
    : flow_(flow), terms_(flow.terms()), solver_(solver), rows_(std::move(rows)), rowsOf_(flow.heads().size()),
      places_(places), isReached_(flow.heads().size()), bounds_(rows_.size()), numRaises_(rows_.size()) {
  for (size_t r = 0; r < rows_.size(); ++r) rowsOf_[rows_[r].head].push_back(r);
}

std::optional<std::vector<Invariant>> InvariantSearch::run(const Deadline& deadline) {
  deadline_ = &deadline;
  for (;;) {
    ++numRounds_;
    const Found found = round();
    if (found == Found::GaveUp) return std::nullopt;
    if (found == Found::Inductive) break;
  }
  std::vector<Invariant> invariants;
  for (uint32_t head = 0; head < flow_.heads().size(); ++head)
    if (!isReached_[head]) invariants.push_back({head, terms_.mkFalse(), "0"});
  for (size_t r = 0; r < rows_.size(); ++r)
    if (isReached_[rows_[r].head] && bounds_[r]) invariants.push_back(rowInvariant(flow_, rows_[r], *bounds_[r]));
  return invariants;
}

Term InvariantSearch::atMost(size_t row, const UnwindingState& state) const {
  return terms_.mkBvSle(rowValue(flow_, rows_[row], state), terms_.mkBv(*bounds_[row]));
}

std::vector<Term> InvariantSearch::assumptions(size_t exceptRow) const {
  std::vector<Term> result;
  for (const Place& place : places_.before) {
    const Term isElsewhere = terms_.mkNot(place.guard);
    if (!isReached_[place.head]) {
      result.push_back(isElsewhere);
      continue;
    }
    for (size_t r : rowsOf_[place.head])
      if (r != exceptRow && bounds_[r]) result.push_back(terms_.mkOr(isElsewhere, atMost(r, *place.state)));
  }
  return result;
}

Term InvariantSearch::violation(const Place& place) const {
  if (!isReached_[place.head]) return place.guard;
  std::vector<Term> broken;
  for (size_t r : rowsOf_[place.head])
    if (bounds_[r]) broken.push_back(terms_.mkNot(atMost(r, *place.state)));
  return terms_.mkAnd(place.guard, terms_.mkOr(broken));
}

InvariantSearch::Found InvariantSearch::round() {
  std::vector<Term> query = assumptions(kNoRow), violations;
  for (const Place& place : places_.after) violations.push_back(violation(place));
  query.push_back(terms_.mkOr(violations));
  const Answer answer = solver_.check(query);
  if (answer.isUnsat()) return Found::Inductive;
  if (answer.isUnknown() || deadline_->expired()) return Found::GaveUp;

  std::vector<Raise> raises;
  for (const Place& place : places_.after) {
    if (!solver_.value(place.guard).asBool()) continue;
    const bool isNew = !isReached_[place.head];
    isReached_[place.head] = true;
    for (size_t r : rowsOf_[place.head]) {
      const BitVector value = solver_.value(rowValue(flow_, rows_[r], *place.state)).bits();
      if (isNew)
        bounds_[r] = value;
      else if (bounds_[r] && !value.sle(*bounds_[r]))
        raises.push_back({r, &place, value});
    }
  }
  for (const Raise& raise : raises)
    if (!this->raise(raise)) return Found::GaveUp;
  return Found::Raised;
}

Answer InvariantSearch::canReach(const Raise& raise, const BitVector& bound, BitVector& reached) {
  const TemplateRow& row = rows_[raise.row];
  const Term behind = rowValue(flow_, row, *raise.place->state);
  std::vector<Term> query = assumptions(raise.row);
  query.push_back(raise.place->guard);
  for (const Place& place : places_.before)
    if (place.head == row.head && isReached_[place.head])
      query.push_back(
          terms_.mkOr(terms_.mkNot(place.guard), terms_.mkBvSle(rowValue(flow_, row, *place.state), behind)));
  query.push_back(terms_.mkBvSle(terms_.mkBv(bound), behind));
  const Answer answer = solver_.check(query);
  if (answer.isSat()) reached = solver_.value(behind).bits();
  return answer;
}

bool InvariantSearch::raise(const Raise& raise) {
  std::optional<BitVector>& bound = bounds_[raise.row];
  if (!bound || raise.value.sle(*bound)) return true; // another place has raised it as far
  const BitVector& greatest = rows_[raise.row].greatest;
  BitVector low = raise.value, high = greatest, reached = low;
  const Answer top = canReach(raise, greatest, reached);
  if (top.isUnknown()) return false;
  if (top.isSat() || ++numRaises_[raise.row] > kMaxRaises) {
    bound.reset();
    return true;
  }
  // The row reaches `low`, and not `high`. Most rows do not go far: begin with small steps.
  const BitVector one = BitVector::one(low.width());
  BitVector stride = one;
  while (low.add(one).slt(high)) {
    if (deadline_->expired()) return false;
    const BitVector half = low.add(high.sub(low).lshr(1));
    BitVector middle = low.add(stride);
    if (!middle.slt(half)) middle = half;
    const Answer answer = canReach(raise, middle, reached);
    if (answer.isUnknown()) return false;
    if (answer.isSat()) {
      low = reached;
      stride = stride.shl(3);
      if (stride.isZero() || stride.signBit()) stride = one;
    } else {
      high = middle;
      stride = one;
    }
  }
  bound = low;
  return true;
}

} // namespace assay
