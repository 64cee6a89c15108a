#include "engine/arrays/cell_orders.h"

#include "encode/assertion.h"
#include "encode/numeric.h"
#include "term/term_manager.h"
#include "term/traverse.h"

#include <algorithm>
#include <bit>
#include <utility>

namespace assay {

namespace {

constexpr int64_t kMostPlaces = 16; // of a state
constexpr size_t kMostStates = 64;
constexpr size_t kFewestPoints = 12;

} // namespace

Term otherPlaceOf(const ArraySystem& system, size_t array) {
  TermManager& terms = system.flow().terms();
  const uint32_t width = system.arrays()[array].indexWidth();
  return terms.mkVariable("arrays!other" + std::to_string(width), terms.bvSort(width));
}

CellOrders::CellOrders(const ArraySystem& system, const ArraySamples& samples, const CellLaws& laws,
                       const ArrayLimits& limits)
    : system_(system), samples_(samples), laws_(laws), limits_(limits), terms_(system.flow().terms()) {
  const CutRelation& relation = system_.relation();
  for (uint32_t cut = 0; cut < relation.numCuts(); ++cut) {
    for (const BlockPath& exit : relation.block(cut).exits) look(exit.guard);
    for (const Ending& ending : relation.block(cut).endings) look(ending.guard);
  }
}

void CellOrders::look(Term root) {
  forEachSubterm(root, [&](Term t) {
    if (t.size() != 2) return;
    const Term left = t[0], right = t[1];
    const bool hasLeft = hasArrays(std::span(&left, 1)), hasRight = hasArrays(std::span(&right, 1));
    isSigned_ |= t.kind() == Kind::BvSlt && (hasLeft || hasRight);
    isUnsigned_ |= t.kind() == Kind::BvUlt && (hasLeft || hasRight);
    const bool isEquation = t.kind() == Kind::Equal && left.sort().isBitVec();
    isEqual_ |= isEquation && hasLeft && hasRight;
    differs_ |= isEquation && (hasLeft || hasRight);
  });
}

// -- States -----------------------------------------------------------------------------------------------------------

CellOrders::Table CellOrders::tableAt(uint32_t head) const {
  Table table{head, {}, {}, {}, {}};
  const std::vector<Assignment>& all = samples_.at(head);
  const size_t step = all.size() / kMostStates + 1;
  for (size_t i = 0; i < all.size(); i += step) table.states.push_back(&all[i]);
  for (size_t array = 0; array < system_.arrays().size(); ++array) {
    auto& byState = table.cells.emplace_back();
    for (const Assignment* state : table.states) {
      std::vector<int64_t>& cells = byState.emplace_back();
      const uint32_t width = system_.arrays()[array].width();
      for (uint64_t place = 0; place < kMostPlaces; ++place) {
        const BitVector value(width, laws_.cellAt(*state, array, place));
        cells.push_back(isUnsigned_ && !isSigned_ ? static_cast<int64_t>(value.toUint64()) : value.toInt64());
      }
    }
  }
  return table;
}

void CellOrders::setBounds(Table& table, uint32_t width) const {
  CellBounds bounds(system_, samples_, table.head, width, laws_.numbersAt(table.head), laws_.written(),
                    limits_.orderBounds);
  bounds.addRows();
  bounds.addNumbers();
  bounds.addCompared(true);
  bounds.addWrittenCells();
  bounds.addSuccessors();
  bounds.addSizes();
  table.bounds = bounds.in(table.states);
  table.spans.clear();
  // Those that have a cell in some state, and none in front of the array in any.
  for (size_t from = 0; from < table.bounds.size(); ++from) {
    const std::vector<int64_t>& first = table.bounds[from].values;
    if (std::ranges::any_of(first, [](int64_t value) { return value < 0; })) continue;
    for (size_t to = 0; to < table.bounds.size(); ++to) {
      const std::vector<int64_t>& last = table.bounds[to].values;
      bool isSome = false;
      for (size_t state = 0; state < first.size(); ++state) isSome |= first[state] < last[state];
      if (isSome) table.spans.push_back({from, to});
    }
  }
}

uint8_t CellOrders::relationsOf(int64_t a, int64_t b) const {
  return a < b ? kLess | kAtMost | kOther : a > b ? kMore | kAtLeast | kOther : kAtMost | kAtLeast;
}

/// Whether the span is one place in all states.
bool CellOrders::isOne(const Table& table, const Span& span) {
  const std::vector<int64_t>&from = table.bounds[span.from].values, &to = table.bounds[span.to].values;
  for (size_t state = 0; state < from.size(); ++state)
    if (from[state] + 1 != to[state]) return false;
  return true;
}

/// Until the visitor has had enough.
template <class Visit>
bool CellOrders::forEachPair(const Table& table, const Candidate& candidate, bool isSame, Visit visit) {
  const auto at = [&](size_t bound, size_t state) { return std::min(table.bounds[bound].values[state], kMostPlaces); };
  for (size_t state = 0; state < table.states.size(); ++state) {
    const int64_t firstEnd = at(candidate.first.to, state), secondEnd = at(candidate.second.to, state);
    const int64_t secondBegin = at(candidate.second.from, state);
    for (int64_t k = at(candidate.first.from, state); k < firstEnd; ++k) {
      const int64_t begin = candidate.isNext ? k + 1 : isSame ? std::max(k + 1, secondBegin) : secondBegin;
      const int64_t end = candidate.isNext ? std::min(k + 2, secondEnd) : secondEnd;
      for (int64_t l = begin; l < end; ++l)
        if (!visit(state, k, l)) return false;
    }
  }
  return true;
}

// -- Terms ------------------------------------------------------------------------------------------------------------

Term CellOrders::related(uint8_t relation, Term a, Term b) const {
  if (relation == kMore || relation == kAtLeast) std::swap(a, b);
  const bool isUnsigned = isUnsigned_ && !isSigned_;
  switch (relation) {
  case kLess:
  case kMore:
    return isUnsigned ? terms_.mkBvUlt(a, b) : terms_.mkBvSlt(a, b);
  case kAtMost:
  case kAtLeast:
    return isUnsigned ? terms_.mkBvUle(a, b) : terms_.mkBvSle(a, b);
  default:
    return terms_.mkDistinct(a, b);
  }
}

Term CellOrders::inside(const Table& table, const Span& span, Term place) const {
  return terms_.mkAnd(terms_.mkBvSle(table.bounds[span.from].term, place),
                      terms_.mkBvSlt(place, table.bounds[span.to].term));
}

std::string CellOrders::spanText(const Table& table, const Span& span, const std::string& place) const {
  return table.bounds[span.from].name + " <= " + place + " < " + table.bounds[span.to].name;
}

static std::string sign(uint8_t relation) {
  static const char* const kSigns[] = {"<", "<=", ">", ">=", "!="};
  return " " + std::string(kSigns[std::countr_zero(relation)]) + " ";
}

// -- Guesses ----------------------------------------------------------------------------------------------------------

/// Of each relation, those whose points are not among those of another one.
template <class Add>
void CellOrders::addLargest(std::vector<Candidate>& candidates, size_t most, Add add) const {
  std::ranges::stable_sort(candidates, std::ranges::greater{}, &Candidate::count);
  for (const uint8_t relation : {kLess, kAtMost, kMore, kAtLeast, kOther}) {
    std::vector<const Candidate*> chosen;
    for (const Candidate& candidate : candidates) {
      if (chosen.size() >= most) break;
      if ((candidate.holds & relation) == 0) continue;
      if (relation == kOther && !differs_) continue;
      // What differs because it is less is not told twice.
      if (relation == kOther && (candidate.holds & (kLess | kMore)) != 0) continue;
      const bool isKnown = std::ranges::any_of(chosen, [&](const Candidate* other) {
        for (size_t i = 0; i < candidate.points.size(); ++i)
          if ((candidate.points[i] & ~other->points[i]) != 0) return false;
        return true;
      });
      if (isKnown) continue;
      chosen.push_back(&candidate);
      add(candidate, relation);
    }
  }
}

void CellOrders::findPairs(const Table& table, size_t first, size_t second) {
  const bool isSame = first == second;
  const auto& left = table.cells[first];
  const auto& right = table.cells[second];
  std::vector<Candidate> candidates;
  const auto consider = [&](Candidate candidate) {
    forEachPair(table, candidate, isSame, [&](size_t state, int64_t k, int64_t l) {
      candidate.holds &= relationsOf(left[state][static_cast<size_t>(k)], right[state][static_cast<size_t>(l)]);
      ++candidate.count;
      return candidate.holds != 0;
    });
    if (candidate.holds == 0 || candidate.count < kFewestPoints) return;
    candidate.points.resize((table.states.size() * kMostPlaces * kMostPlaces + 63) / 64);
    forEachPair(table, candidate, isSame, [&](size_t state, int64_t k, int64_t l) {
      const size_t bit = (state * kMostPlaces + static_cast<size_t>(k)) * kMostPlaces + static_cast<size_t>(l);
      candidate.points[bit / 64] |= uint64_t{1} << (bit % 64);
      return true;
    });
    candidates.push_back(std::move(candidate));
  };
  for (const Span& one : table.spans) {
    for (const Span& other : table.spans) consider({.first = one, .second = other});
    if (isSame) consider({.first = one, .second = one, .isNext = true});
  }
  const Term place = placeOf(system_, first), otherPlace = otherPlaceOf(system_, second);
  const CellArray &a = system_.arrays()[first], &b = system_.arrays()[second];
  const Term cell = terms_.mkSelect(a.array, terms_.mkBvAdd(a.start, place));
  addLargest(candidates, limits_.orderRegions, [&](const Candidate& candidate, uint8_t relation) {
    Term region = terms_.mkAnd(inside(table, candidate.first, place), inside(table, candidate.second, otherPlace));
    if (candidate.isNext)
      region =
          terms_.mkAnd(region, terms_.mkEqual(otherPlace, terms_.mkBvAdd(place, terms_.mkBv(place.sort().width(), 1))));
    else if (isSame)
      region = terms_.mkAnd(region, terms_.mkBvSlt(place, otherPlace));
    std::string text = "for all " + spanText(table, candidate.first, "k");
    if (candidate.isNext)
      text += " and l == k + 1 < " + table.bounds[candidate.second.to].name;
    else
      text += (isSame ? " and k < l and " : " and ") + spanText(table, candidate.second, "l");
    const Term otherCell = terms_.mkSelect(b.array, terms_.mkBvAdd(b.start, otherPlace));
    orders_.push_back({.head = table.head,
                       .first = first,
                       .second = second,
                       .region = region,
                       .relation = related(relation, cell, otherCell),
                       .text = text + ": " + a.name + "[k]" + sign(relation) + b.name + "[l]"});
  });
}

/// Numbers at the head, and cells that are at one.
std::vector<CellOrders::Number> CellOrders::numbersOf(const Table& table, size_t array) const {
  const CellArray& cells = system_.arrays()[array];
  std::vector<Number> result;
  for (VariableId v : system_.flow().liveAt(system_.flow().heads()[table.head])) {
    const Variable& variable = system_.program()[v];
    if (!isNumeric(variable) || variable.sort() != cells.array.sort().element()) continue;
    if (system_.isFixed(table.head, v) || result.size() >= limits_.orderNumbers) continue;
    Number& number = result.emplace_back(Number{variable.term, userName(variable), {}, {}});
    for (const Assignment* state : table.states) {
      const Value& value = state->get(variable.term);
      number.values.push_back(value.isNull()              ? 0
                              : isUnsigned_ && !isSigned_ ? static_cast<int64_t>(value.bits().toUint64())
                                                          : value.bits().toInt64());
    }
  }
  for (const CellBound& bound : table.bounds) {
    if (!laws_.isCounted(bound.term)) continue;
    const Term cell = terms_.mkSelect(cells.array, terms_.mkBvAdd(cells.start, bound.term));
    Number number{cell, cells.name + "[" + bound.name + "]", {}, bound.values};
    for (size_t state = 0; state < table.states.size(); ++state) {
      const int64_t place = bound.values[state];
      const bool isCell = place >= 0 && place < kMostPlaces;
      number.values.push_back(isCell ? std::optional(table.cells[array][state][static_cast<size_t>(place)])
                                     : std::nullopt);
    }
    result.push_back(std::move(number));
  }
  return result;
}

void CellOrders::findNumbers(const Table& table, size_t array) {
  const Term place = placeOf(system_, array);
  const CellArray& cells = system_.arrays()[array];
  const Term cell = terms_.mkSelect(cells.array, terms_.mkBvAdd(cells.start, place));
  for (const Number& number : numbersOf(table, array)) {
    std::vector<Candidate> candidates;
    for (const Span& span : table.spans) {
      // A cell compares with itself.
      if (table.bounds[span.from].values == number.places && isOne(table, span)) continue;
      Candidate candidate{.first = span, .second = span};
      candidate.points.resize((table.states.size() * kMostPlaces + 63) / 64);
      for (size_t state = 0; state < table.states.size() && candidate.holds != 0; ++state) {
        const int64_t end = std::min(table.bounds[span.to].values[state], kMostPlaces);
        for (int64_t k = table.bounds[span.from].values[state]; k < end; ++k) {
          const std::optional<int64_t>& value = number.values[state];
          candidate.holds &= value ? relationsOf(table.cells[array][state][static_cast<size_t>(k)], *value) : 0;
          ++candidate.count;
          const size_t bit = state * kMostPlaces + static_cast<size_t>(k);
          candidate.points[bit / 64] |= uint64_t{1} << (bit % 64);
        }
      }
      if (candidate.holds != 0 && candidate.count >= kFewestPoints) candidates.push_back(std::move(candidate));
    }
    addLargest(candidates, 2, [&](const Candidate& candidate, uint8_t relation) {
      orders_.push_back({.head = table.head,
                         .first = array,
                         .region = inside(table, candidate.first, place),
                         .relation = related(relation, cell, number.term),
                         .text = "for all " + spanText(table, candidate.first, "k") + ": " + cells.name + "[k]" +
                                 sign(relation) + number.name});
    });
  }
}

std::vector<CellOrder> CellOrders::find(const Allowance& allowance) {
  const auto isLive = [&](uint32_t head, size_t array) {
    const VariableId v = system_.program().variableOf(system_.arrays()[array].array);
    return system_.flow().isLive(v.index(), system_.flow().heads()[head]);
  };
  for (uint32_t head = 0; head < system_.flow().heads().size(); ++head) {
    if (samples_.at(head).empty()) continue;
    Table table = tableAt(head);
    std::optional<uint32_t> width; // of indices
    for (size_t first = 0; first < system_.arrays().size() && !allowance.expired(); ++first) {
      const CellArray& cells = system_.arrays()[first];
      if (!isLive(head, first) || cells.width() < 8) continue;
      if (width != cells.indexWidth()) {
        width = cells.indexWidth();
        setBounds(table, *width);
      }
      findNumbers(table, first);
      for (size_t second = 0; second < system_.arrays().size(); ++second)
        if (system_.arrays()[second].array.sort() == cells.array.sort() && isLive(head, second))
          findPairs(table, first, second);
    }
  }
  return std::move(orders_);
}

} // namespace assay
