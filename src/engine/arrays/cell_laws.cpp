#include "engine/arrays/cell_laws.h"

#include "analysis/affine_relations.h"
#include "analysis/vocabulary.h"
#include "encode/assertion.h"
#include "encode/head_vocabulary.h"
#include "encode/numeric.h"
#include "term/array_value.h"
#include "term/term_manager.h"
#include "term/traverse.h"

#include <algorithm>
#include <bit>
#include <numeric>

namespace assay {

namespace {

constexpr uint32_t kIndexRank = 0, kComparedRank = 1, kOtherRank = 2;

using Equation = AffineRelations::Equation;

/// The equation with small coefficients, by multiples of congruences.
Equation reduced(Equation equation, const std::vector<Equation>& congruences, uint32_t width) {
  for (const Equation& congruence : congruences) {
    size_t lead = congruence.size() - 1;
    while (lead > 0 && congruence[lead] == 0) --lead;
    if (congruence[lead] == 0 || lead + 1 == congruence.size()) continue;
    const uint32_t twos = static_cast<uint32_t>(std::countr_zero(congruence[lead]));
    if (congruence[lead] != uint64_t{1} << twos) continue;
    const uint64_t half = twos == 0 ? 0 : uint64_t{1} << (twos - 1);
    const uint64_t times = modulo(equation[lead] + half, width) >> twos;
    for (size_t i = 0; i < equation.size(); ++i) equation[i] = modulo(equation[i] - times * congruence[i], width);
  }
  return equation;
}

/// Products of at most so many factors, by increasing degree; the first is the empty one.
std::vector<std::vector<size_t>> productsOf(size_t factors, uint32_t degree) {
  std::vector<std::vector<size_t>> result{{}};
  for (size_t first = 0, d = 1; d <= degree; ++d) {
    const size_t last = result.size();
    for (size_t i = first; i < last; ++i)
      for (size_t f = result[i].empty() ? 0 : result[i].back(); f < factors; ++f) {
        std::vector<size_t> product = result[i];
        product.push_back(f);
        result.push_back(std::move(product));
      }
    first = last;
  }
  return result;
}

} // namespace

Term prefixSums(const ArraySystem& system, size_t array, uint32_t width) {
  TermManager& terms = system.flow().terms();
  const CellArray& cells = system.arrays()[array];
  const std::string name = "arrays!sums" + std::to_string(array);
  return terms.mkVariable(width == cells.width() ? name : name + "." + std::to_string(width),
                          terms.arraySort(cells.array.sort().index(), terms.bvSort(width)));
}

bool areSumsOf(const ArraySystem& system, size_t array, Term term) {
  return term.isVariable() && term.sort().isArray() && term.sort().element().isBitVec() &&
         term.sort().index() == system.arrays()[array].array.sort().index() &&
         term == prefixSums(system, array, term.sort().element().width());
}

Term sumsOfNumbers(const ArraySystem& system, uint32_t indexWidth, uint32_t width) {
  TermManager& terms = system.flow().terms();
  return terms.mkVariable("arrays!sums.numbers" + std::to_string(indexWidth) + "." + std::to_string(width),
                          terms.arraySort(terms.bvSort(indexWidth), terms.bvSort(width)));
}

bool areSumsOfNumbers(Term term) { return term.isVariable() && term.symbol().starts_with("arrays!sums.numbers"); }

bool hasSums(const ArraySystem& system, Term term) {
  const std::vector<Term> variables = freeVariables(term);
  return std::ranges::any_of(variables, [&](Term variable) {
    return variable.sort().isArray() && !system.program().variableOf(variable).valid();
  });
}

Term placeOf(const ArraySystem& system, size_t array) {
  TermManager& terms = system.flow().terms();
  const uint32_t width = system.arrays()[array].indexWidth();
  return terms.mkVariable("arrays!place" + std::to_string(width), terms.bvSort(width));
}

Term placeNumber(const ArraySystem& system, uint32_t width) {
  TermManager& terms = system.flow().terms();
  return terms.mkVariable("arrays!number" + std::to_string(width), terms.bvSort(width));
}

Term statement(const ArraySystem& system, const Law& law) {
  TermManager& terms = system.flow().terms();
  if (law.array == Law::kNoArray) return terms.mkEqual(system.program()[law.variable].term, law.value);
  const CellArray& cells = system.arrays()[law.array];
  const Term place = placeOf(system, law.array);
  const Term cell = terms.mkSelect(cells.array, terms.mkBvAdd(cells.start, place));
  const uint32_t width = cells.width(), most = std::min(width, cells.indexWidth());
  const Term low = terms.mkBvSignResize(terms.mkBvExtract(place, most - 1, 0), width);
  return Substitution(terms, {{placeNumber(system, width), low}})
      .apply(law.relation ? law.relation : terms.mkEqual(cell, law.value));
}

bool hasSums(const ArraySystem& system, const Law& law) { return law.value && hasSums(system, law.value); }

CellLaws::CellLaws(const ArraySystem& system, const ArraySamples& samples, const ArrayLimits& limits)
    : system_(system), samples_(samples), limits_(limits), terms_(system.flow().terms()), ordersCells_(ordersCells()) {
  rankVariables();
  rankArrays();
}

void CellLaws::rankVariables() {
  const Flow& flow = system_.flow();
  const auto lower = [&](Term root, uint32_t rank) {
    for (Term variable : freeVariables(root))
      if (const VariableId v = system_.program().variableOf(variable); v.valid() && system_.isNumber(v)) {
        const auto [it, isNew] = rank_.try_emplace(v, rank);
        it->second = std::min(it->second, rank);
      }
  };
  TermSet seen;
  const auto look = [&](Term root) {
    postOrder(
        root, [&](Term t) { return seen.insert(t); },
        [&](Term t) {
          if (t.kind() == Kind::Select || t.kind() == Kind::Store) {
            const auto parts = system_.split(system_.inWindow(t[1]));
            if (!parts) return;
            lower(parts->second, kIndexRank);
            if (parts->second.isValue() && constantPlaces_.size() < limits_.constantPlaces)
              constantPlaces_.insert(parts->second.value().toUint64());
          } else if ((t.kind() == Kind::BvSlt || t.kind() == Kind::BvUlt) && !hasArrays(std::span(&t, 1)) &&
                     termSize(t) < 8) {
            lower(t, kComparedRank);
          }
        });
  };
  for (const ArraySystem::Path& path : system_.paths()) {
    look(path.guard);
    for (VariableId v : flow.liveAt(path.path->target)) {
      const Term value = path.path->values.get(v.index());
      if (!value) continue;
      look(system_.put(path.source, value));
      if (path.source != Flow::kNone && value != system_.program()[v].term) isWritten_.insert(v);
    }
  }
  for (uint32_t head = 0; head < flow.heads().size(); ++head)
    for (VariableId v : flow.liveAt(flow.heads()[head]))
      if (isNumeric(system_.program()[v]) && system_.program()[v].sort().isBitVec()) rank_.try_emplace(v, kOtherRank);
  for (auto& [v, rank] : rank_)
    if (!isWritten_.contains(v)) rank = kIndexRank;
}

/// Whether the program asks which of two numbers is less, and one is a cell.
bool CellLaws::ordersCells() const {
  TermSet seen;
  bool result = false;
  const auto look = [&](Term root) {
    postOrder(
        root, [&](Term t) { return seen.insert(t); },
        [&](Term t) {
          if (t.kind() == Kind::BvSlt || t.kind() == Kind::BvUlt) result = result || hasArrays(std::span(&t, 1));
        });
  };
  const CutRelation& relation = system_.relation();
  for (uint32_t cut = 0; cut < relation.numCuts(); ++cut) {
    for (const BlockPath& exit : relation.block(cut).exits) look(exit.guard);
    for (const Ending& ending : relation.block(cut).endings) look(ending.guard);
  }
  return result;
}

/// In the order in which the program writes to them.
void CellLaws::rankArrays() {
  std::vector<uint32_t> first(system_.arrays().size(), 0);
  for (const ArraySystem::Path& path : system_.paths())
    for (size_t i = 0; i < first.size(); ++i) {
      const CellArray& array = system_.arrays()[i];
      const VariableId v = system_.program().variableOf(array.array);
      const Term value = path.path->values.get(v.index());
      if (path.source == Flow::kNone || !value || value == array.array) continue;
      const uint32_t rank = system_.order(path.source);
      first[i] = first[i] == 0 ? rank : std::min(first[i], rank);
    }
  arrayOrder_.resize(first.size());
  std::iota(arrayOrder_.begin(), arrayOrder_.end(), 0);
  std::ranges::stable_sort(arrayOrder_, {}, [&](size_t i) { return first[i]; });
}

bool CellLaws::hasLaw(uint32_t head, VariableId v) const {
  return std::ranges::any_of(laws_, [&](const Law& law) { return law.head == head && law.variable == v; });
}

std::vector<VariableId> CellLaws::numbersAt(uint32_t head) const {
  std::vector<VariableId> result;
  for (uint32_t rank : {kIndexRank, kComparedRank})
    for (const auto& [v, of] : rank_)
      if (of == rank && system_.program()[v].sort().isBitVec() && isLive(head, v) && !system_.isFixed(head, v) &&
          result.size() < limits_.boundNumbers)
        result.push_back(v);
  return result;
}

std::vector<CellLaws::Factor> CellLaws::numberFactors(uint32_t head, uint32_t width, uint32_t below) const {
  std::vector<Factor> result;
  for (uint32_t rank = 0; rank < below; ++rank)
    for (const auto& [v, of] : rank_) {
      const Variable& variable = system_.program()[v];
      if (of != rank || !variable.sort().isBitVec() || !isLive(head, v) || system_.isFixed(head, v)) continue;
      if (variable.sort().width() < 8 || result.size() >= limits_.lawFactors || hasLaw(head, v)) continue;
      result.push_back({system_.lowBits(variable.term, width), userName(variable), Law::kNoArray, variable.term});
    }
  for (const ArraySamples::Size& size : samples_.sizes())
    if (result.size() < limits_.lawFactors)
      result.push_back({system_.lowBits(size.constant, width), size.constant.value().toSignedString(), Law::kNoArray,
                        size.variable});
  return result;
}

CellLaws::Factor CellLaws::cellFactor(size_t array) const {
  const CellArray& cells = system_.arrays()[array];
  const Term index = terms_.mkBvAdd(cells.start, placeOf(system_, array));
  return {terms_.mkSelect(cells.array, index), cells.name + "[k]", array, {}};
}

/// Cells next to the place, and those as far from an end.
void CellLaws::addMovedCells(size_t array, const std::vector<CellBound>& bounds, std::vector<Factor>& factors) const {
  using Where = Factor::Where;
  const CellArray& cells = system_.arrays()[array];
  const Term place = placeOf(system_, array), one = terms_.mkBv(cells.indexWidth(), 1);
  const auto add = [&](Where where, Term number, const std::string& name, std::vector<int64_t> ends) {
    factors.push_back({terms_.mkSelect(cells.array, terms_.mkBvAdd(cells.start, number)),
                       cells.name + "[" + name + "]",
                       array,
                       {},
                       false,
                       std::move(ends),
                       where});
  };
  add(Where::Behind, terms_.mkBvAdd(place, one), "k + 1", {});
  add(Where::Before, terms_.mkBvSub(place, one), "k - 1", {});
  for (const CellBound& bound : bounds)
    if (bound.term.isValue() && constantPlaces_.contains(bound.term.value().toUint64()))
      add(Where::Constant, bound.term, bound.name, bound.values);
  for (const CellBound& bound : bounds) {
    if (!isCounted(bound.term) && bound.name != "0")
      add(Where::Reflected, terms_.mkBvSub(terms_.mkBvSub(bound.term, one), place), bound.name + " - 1 - k",
          bound.values);
  }
}

/// Sums of the cells in front of the head's bounds.
std::vector<CellLaws::Factor> CellLaws::prefixFactors(uint32_t head, uint32_t width) const {
  std::vector<Factor> result;
  for (size_t array = 0; array < system_.arrays().size(); ++array) {
    const CellArray& cells = system_.arrays()[array];
    const VariableId v = system_.program().variableOf(cells.array);
    const std::vector<VariableId>& written = system_.flow().writtenInLoop(head);
    if (cells.width() > width || !isLive(head, v) || std::ranges::find(written, v) != written.end()) continue;
    for (const CellBound& bound : boundsAt(head, cells.indexWidth()))
      if (bound.term != bound.small || !bound.term.isValue())
        if (bound.name.find(' ') == std::string::npos && result.size() < limits_.lawSums)
          result.push_back(prefixFactor(array, bound, width));
  }
  return result;
}

CellLaws::Factor CellLaws::prefixFactor(size_t array, const CellBound& bound, uint32_t width) const {
  return {terms_.mkSelect(prefixSums(system_, array, width), bound.term),
          "sum(" + system_.arrays()[array].name + ", " + bound.name + ")",
          array,
          {},
          true,
          bound.values};
}

/// Sums of the cells of arrays that the loop may change, the cells where its counters are, and sums of numbers.
std::vector<CellLaws::Factor> CellLaws::foldFactors(uint32_t head, uint32_t width) const {
  std::vector<Factor> result;
  const std::vector<VariableId>& written = system_.flow().writtenInLoop(head);
  for (size_t array = 0; array < system_.arrays().size(); ++array) {
    const CellArray& cells = system_.arrays()[array];
    const VariableId v = system_.program().variableOf(cells.array);
    if (cells.width() > width || !isLive(head, v)) continue;
    const bool isChanged = std::ranges::find(written, v) != written.end();
    for (const CellBound& bound : boundsAt(head, cells.indexWidth())) {
      if (bound.term == bound.small && bound.term.isValue()) continue;
      if (bound.name.find(' ') != std::string::npos || result.size() >= limits_.lawSums) continue;
      if (!isChanged || !isCountedIn(head, bound.term)) {
        result.push_back(prefixFactor(array, bound, width));
      } else {
        const Term cell = terms_.mkSelect(cells.array, terms_.mkBvAdd(cells.start, bound.term));
        result.push_back({terms_.mkBvSignResize(cell, width),
                          cells.name + "[" + bound.name + "]",
                          array,
                          {},
                          false,
                          bound.values,
                          Factor::Where::Constant});
      }
    }
  }
  if (result.empty()) return result;
  const auto add = [&](Term number, Term sum, const std::string& name) {
    Factor factor{sum, name + "*(" + name + " - 1)/2", Law::kNoArray, {}, true};
    for (const Assignment& state : samples_.at(head))
      factor.bounds.push_back(Evaluator(state).evaluateBits(samples_.small(number)).toInt64());
    result.push_back(std::move(factor));
  };
  for (VariableId v : numbersAt(head)) {
    const Variable& variable = system_.program()[v];
    if (variable.sort().width() >= 16 && !system_.isMovingPointer(v))
      add(variable.term, terms_.mkSelect(sumsOfNumbers(system_, variable.sort().width(), width), variable.term),
          userName(variable));
  }
  for (Term size : samples_.sizeConstants()) {
    const uint64_t number = size.value().toUint64();
    add(size, terms_.mkBv(width, modulo(number * (number - 1) / 2, width)), size.value().toSignedString());
  }
  return result;
}

bool CellLaws::isCountedIn(uint32_t head, Term bound) const {
  const std::vector<VariableId>& written = system_.flow().writtenInLoop(head);
  const std::vector<Term> variables = freeVariables(bound);
  return std::ranges::any_of(variables, [&](Term variable) {
    return std::ranges::find(written, system_.program().variableOf(variable)) != written.end();
  });
}

uint64_t CellLaws::cellAt(const Assignment& state, size_t array, uint64_t place) const {
  const CellArray& cells = system_.arrays()[array];
  const Value& value = state.get(cells.array);
  if (value.isNull()) return 0;
  return value.asArray().select(cells.start.value().add(BitVector(cells.indexWidth(), place))).bits().toUint64();
}

uint64_t CellLaws::valueOf(uint32_t head, const Factor& factor, const Point& point, uint32_t width) const {
  const Assignment& state = samples_.at(head)[point.state];
  if (factor.isPrefix && factor.array == Law::kNoArray) {
    const auto end = static_cast<uint64_t>(factor.bounds[point.state]);
    return modulo(end * (end - 1) / 2, width);
  }
  if (factor.isPrefix) {
    constexpr int64_t kMost = 64;
    const int64_t end = factor.bounds.empty() ? static_cast<int64_t>(point.place) : factor.bounds[point.state];
    const uint32_t cellWidth = system_.arrays()[factor.array].width();
    uint64_t sum = 0;
    for (int64_t place = 0; place < std::min(end, kMost); ++place) {
      const BitVector cell(cellWidth, cellAt(state, factor.array, static_cast<uint64_t>(place)));
      sum += static_cast<uint64_t>(cell.toInt64());
    }
    return modulo(sum, width);
  }
  if (factor.array != Law::kNoArray) {
    uint64_t place = point.place;
    if (factor.where == Factor::Where::Behind) ++place;
    if (factor.where == Factor::Where::Before) --place;
    if (factor.where == Factor::Where::Constant) place = static_cast<uint64_t>(factor.bounds[0]);
    if (factor.where == Factor::Where::Reflected) place = static_cast<uint64_t>(factor.bounds[point.state]) - 1 - place;
    const BitVector cell(system_.arrays()[factor.array].width(), cellAt(state, factor.array, place));
    return modulo(static_cast<uint64_t>(cell.toInt64()), width);
  }
  if (factor.variable.isNull()) return modulo(point.place, width);
  const Value& value = state.get(factor.variable);
  return value.isNull() ? 0 : modulo(static_cast<uint64_t>(value.bits().toInt64()), width);
}

/// What the target is, as a polynomial of the factors, on all points.
std::optional<std::pair<Term, std::string>> CellLaws::polynomial(uint32_t head, std::span<const Factor> factors,
                                                                 const Factor& target, std::span<const Point> points,
                                                                 uint32_t width, uint32_t mostDegree) const {
  for (uint32_t degree = 1; degree <= mostDegree; ++degree) {
    const std::vector<std::vector<size_t>> monomials = productsOf(factors.size(), degree);
    if (monomials.size() > limits_.lawMonomials || points.size() < monomials.size() + 3) return std::nullopt;
    AffineRelations relations(width, monomials.size());
    for (const Point& point : points) {
      std::vector<uint64_t> values, row;
      for (const Factor& factor : factors) values.push_back(valueOf(head, factor, point, width));
      for (size_t i = 1; i < monomials.size(); ++i) {
        uint64_t product = 1;
        for (size_t f : monomials[i]) product *= values[f];
        row.push_back(modulo(product, width));
      }
      row.push_back(modulo(valueOf(head, target, point, width), width));
      relations.add(row);
    }
    const std::vector<Equation> equations = relations.complete();
    const auto found = std::ranges::find_if(equations, [](const Equation& equation) { return equation.back() == 1; });
    if (found == equations.end()) continue;
    const Equation equation = reduced(*found, equations, width);
    Term sum = terms_.mkBv(width, 0);
    std::string text;
    for (size_t i = monomials.size(); i-- > 0;) {
      const uint64_t coefficient = modulo(0 - equation[i], width);
      if (coefficient == 0) continue;
      Term product = terms_.mkBv(width, coefficient);
      const uint64_t opposite = modulo(0 - coefficient, width);
      const bool isMinus = opposite < coefficient;
      const uint64_t size = std::min(coefficient, opposite);
      std::string said = size == 1 && !monomials[i].empty() ? "" : std::to_string(size);
      for (size_t f : monomials[i]) {
        product = terms_.mkBvMul(product, factors[f].term);
        said += (said.empty() ? "" : "*") + factors[f].name;
      }
      sum = terms_.mkBvAdd(sum, product);
      text += text.empty() ? (isMinus ? "-" : "") + said : (isMinus ? " - " : " + ") + said;
    }
    return std::pair(sum, text.empty() ? "0" : text);
  }
  return std::nullopt;
}

std::vector<Law> CellLaws::find(const Allowance& allowance) {
  for (uint32_t head = 0; head < system_.flow().heads().size() && !allowance.expired(); ++head) findAt(head);
  return std::move(laws_);
}

void CellLaws::findAt(uint32_t head) {
  if (samples_.at(head).empty()) return;
  findVariables(head);
  for (size_t array : arrayOrder_)
    if (isLive(head, system_.program().variableOf(system_.arrays()[array].array))) findCells(head, array);
  findFolds(head);
}

/// What is left may be told by sums, together with other variables of which nothing is known.
void CellLaws::findFolds(uint32_t head) {
  std::vector<Point> points;
  for (size_t state = 0; state < samples_.at(head).size(); ++state) points.push_back({state, 0});
  std::set<VariableId> isUsed; // what tells another one is not told by it
  for (const auto& [v, rank] : rank_) {
    const Variable& variable = system_.program()[v];
    if (rank != kOtherRank || !variable.sort().isBitVec() || !isLive(head, v) || system_.isFixed(head, v)) continue;
    const uint32_t width = variable.sort().width();
    if (width < 8 || width > 64 || hasLaw(head, v) || isUsed.contains(v)) continue;
    std::vector<Factor> factors = foldFactors(head, width);
    if (factors.empty()) continue;
    for (const Factor& number : numberFactors(head, width, kOtherRank + 1))
      if (number.variable != variable.term) factors.push_back(number);
    const Factor target{variable.term, userName(variable), Law::kNoArray, variable.term};
    const auto value = polynomial(head, factors, target, points, width, 1);
    if (!value || !hasSums(system_, value->first)) continue;
    for (Term other : freeVariables(value->first))
      if (const VariableId w = system_.program().variableOf(other); w.valid()) isUsed.insert(w);
    laws_.push_back({.head = head, .variable = v, .value = value->first, .text = target.name + " == " + value->second});
  }
}

void CellLaws::findVariables(uint32_t head) {
  std::vector<Point> points;
  for (size_t state = 0; state < samples_.at(head).size(); ++state) points.push_back({state, 0});
  for (const auto& [v, rank] : rank_) {
    const Variable& variable = system_.program()[v];
    if (rank == kIndexRank || !variable.sort().isBitVec() || !isLive(head, v) || system_.isFixed(head, v)) continue;
    const uint32_t width = variable.sort().width();
    if (width < 8 || width > 64) continue;
    const std::vector<Factor> numbers = numberFactors(head, width, rank);
    std::vector<Factor> sums = rank == kOtherRank ? prefixFactors(head, width) : std::vector<Factor>();
    std::vector<std::vector<Factor>> factors{numbers};
    if (!sums.empty()) {
      std::ranges::copy(numbers, std::back_inserter(sums));
      factors.push_back(sums);
    }
    addVariableLaw(head, v, factors, points);
  }
}

/// With the first factors that will do.
void CellLaws::addVariableLaw(uint32_t head, VariableId v, std::span<const std::vector<Factor>> factors,
                              std::span<const Point> points) {
  const Variable& variable = system_.program()[v];
  const uint32_t width = variable.sort().width();
  const Factor target{variable.term, userName(variable), Law::kNoArray, variable.term};
  for (const std::vector<Factor>& some : factors)
    if (const auto value = polynomial(head, some, target, points, width, limits_.lawDegree)) {
      laws_.push_back(
          {.head = head, .variable = v, .value = value->first, .text = target.name + " == " + value->second});
      return;
    }
  // But for the first time, when a counter is 0.
  for (VariableId counter : numbersAt(head)) {
    const Variable& counts = system_.program()[counter];
    if (!isWritten_.contains(counter)) continue;
    std::vector<Point> later;
    std::ranges::copy_if(points, std::back_inserter(later), [&](const Point& point) {
      return samples_.at(head)[point.state].get(counts.term).bits().toInt64() > 0;
    });
    if (later.size() == points.size()) continue;
    for (const std::vector<Factor>& some : factors) {
      const auto value = polynomial(head, some, target, later, width, limits_.lawDegree);
      if (!value) continue;
      const Term first = terms_.mkBv(counts.sort().width(), 1);
      laws_.push_back({.head = head,
                       .variable = v,
                       .region = terms_.mkBvSle(first, counts.term),
                       .value = value->first,
                       .text = userName(counts) + " <= 0 || " + target.name + " == " + value->second});
      return;
    }
  }
}

bool CellLaws::isCounted(Term bound) const {
  const std::vector<Term> variables = freeVariables(bound);
  return std::ranges::any_of(
      variables, [&](Term variable) { return isWritten_.contains(system_.program().variableOf(variable)); });
}

std::vector<CellBound> CellLaws::boundsAt(uint32_t head, uint32_t width) const {
  const bool hasRows = samples_.hasRows();
  CellBounds bounds(system_, samples_, head, width, numbersAt(head), isWritten_,
                    hasRows ? limits_.orderBounds : limits_.boundNumbers);
  if (hasRows) bounds.addWrittenCells();
  bounds.addRows();
  bounds.addNumbers();
  bounds.addSizes();
  bounds.addOuterCells();
  bounds.addConstants(constantPlaces_);
  bounds.addEnds();
  bounds.addWrittenCells();
  bounds.addCompared(false);
  std::vector<const Assignment*> states;
  for (const Assignment& state : samples_.at(head)) states.push_back(&state);
  return bounds.in(states);
}

/// Those that are not empty in all states, the largest first.
std::vector<CellLaws::Region> CellLaws::regionsOf(const std::vector<CellBound>& bounds) const {
  std::vector<Region> result;
  for (size_t first = 0; first < bounds.size(); ++first)
    for (size_t last = 0; last < bounds.size(); ++last) {
      Region region{first, last};
      for (size_t i = 0; i < bounds[first].values.size(); ++i) {
        const int64_t from = bounds[first].values[i], to = bounds[last].values[i];
        if (from >= 0 && from < to) region.size += static_cast<uint64_t>(to - from);
      }
      if (region.size > 0) result.push_back(region);
    }
  std::ranges::stable_sort(result, std::ranges::greater{}, &Region::size);
  return result;
}

std::vector<CellLaws::Point> CellLaws::pointsIn(uint32_t head, const std::vector<CellBound>& bounds,
                                                const Region& region) const {
  constexpr int64_t kMostPlaces = 12; // of a state
  std::vector<Point> result;
  for (size_t i = 0; i < samples_.at(head).size() && result.size() < limits_.lawPoints; ++i) {
    const int64_t from = bounds[region.first].values[i];
    const int64_t to = std::min(bounds[region.last].values[i], from + kMostPlaces);
    for (int64_t place = from; place < to; ++place) result.push_back({i, static_cast<uint64_t>(place)});
  }
  return result;
}

void CellLaws::findCells(uint32_t head, size_t array) {
  const CellArray& cells = system_.arrays()[array];
  const uint32_t width = cells.width();
  if (width < 8) return;
  const Factor target = cellFactor(array);
  const Factor number{placeNumber(system_, width), "k", Law::kNoArray, {}};
  const std::vector<CellBound> bounds = boundsAt(head, cells.indexWidth());
  const Term place = placeOf(system_, array);
  std::vector<Region> found;
  size_t numCounted = 0, numWhole = 0; // regions that were related
  const auto isWithin = [&](const Region& a, const Region& b) {
    for (size_t i = 0; i < bounds[0].values.size(); ++i) {
      if (bounds[a.first].values[i] >= bounds[a.last].values[i]) continue;
      if (bounds[a.first].values[i] < bounds[b.first].values[i] || bounds[a.last].values[i] > bounds[b.last].values[i])
        return false;
    }
    return true;
  };
  std::vector<Factor> numbers = numberFactors(head, width, kOtherRank + 1);
  for (const Region& region : regionsOf(bounds)) {
    if (found.size() >= limits_.lawRegions) break;
    if (std::ranges::any_of(found, [&](const Region& other) { return isWithin(region, other); })) continue;
    const std::vector<Point> points = pointsIn(head, bounds, region);
    std::vector<Factor> factors{number};
    std::ranges::copy(numbers, std::back_inserter(factors));
    auto value = polynomial(head, factors, target, points, width, limits_.lawDegree);
    std::vector<Factor> others;
    for (size_t other : arrayOrder_) {
      if (other == array) break;
      const CellArray& cell = system_.arrays()[other];
      if (cell.width() != width || cell.indexWidth() != cells.indexWidth()) continue;
      if (!isLive(head, system_.program().variableOf(cell.array))) continue;
      others.push_back(cellFactor(other));
    }
    for (size_t i = 0; i < others.size() && !value; ++i) {
      factors.insert(factors.begin(), others[i]);
      value = polynomial(head, factors, target, points, width, 2);
      factors.erase(factors.begin());
    }
    // Sums of the first cells of another array.
    const size_t numOthers = others.size();
    for (size_t i = 0; i < numOthers; ++i) {
      const Factor& other = others[i];
      const CellArray& summed = system_.arrays()[other.array];
      others.push_back({terms_.mkSelect(prefixSums(system_, other.array, width), place),
                        "sum(" + summed.name + ", k)",
                        other.array,
                        {},
                        true});
    }
    if (!value && numOthers > 0) value = polynomial(head, others, target, points, width, 1);
    std::vector<Factor> moved;
    for (size_t i = 0; i < numOthers && !value; ++i) addMovedCells(others[i].array, bounds, moved);
    for (size_t i = 0; i < moved.size() && !value; ++i)
      value = polynomial(head, std::span(&moved[i], 1), target, points, width, 1);
    if (!value) {
      // What a loop is about ends or begins where its counter is.
      const bool isCounted =
          isCountedIn(head, bounds[region.first].term) || isCountedIn(head, bounds[region.last].term);
      size_t& count = isCounted ? numCounted : numWhole;
      if (ordersCells_ && count++ < limits_.relatedRegions) findRelations(head, array, bounds, region);
      continue;
    }
    found.push_back(region);
    const Term inside =
        terms_.mkAnd(terms_.mkBvSle(bounds[region.first].term, place), terms_.mkBvSlt(place, bounds[region.last].term));
    laws_.push_back({.head = head,
                     .array = array,
                     .region = inside,
                     .first = bounds[region.first].term,
                     .last = bounds[region.last].term,
                     .value = value->first,
                     .text = "for all " + bounds[region.first].name + " <= k < " + bounds[region.last].name + ": " +
                             target.name + " == " + value->second});
  }
}

/// How the cells of a region compare with numbers at the head.
void CellLaws::findRelations(uint32_t head, size_t array, const std::vector<CellBound>& bounds, const Region& region) {
  constexpr size_t kFewest = 12;
  const CellArray& cells = system_.arrays()[array];
  const uint32_t width = cells.width();
  const std::vector<Point> points = pointsIn(head, bounds, region);
  if (points.size() < kFewest) return;
  const Factor cell = cellFactor(array);
  std::vector<Factor> others = numberFactors(head, width, kOtherRank + 1);
  const Term number = placeNumber(system_, width);
  others.push_back({number, "k", Law::kNoArray, {}});
  const auto signedValue = [&](uint64_t value) { return BitVector(width, value).toInt64(); };
  const Term place = placeOf(system_, array);
  const Term inside =
      terms_.mkAnd(terms_.mkBvSle(bounds[region.first].term, place), terms_.mkBvSlt(place, bounds[region.last].term));
  size_t count = 0;
  const auto add = [&](Term relation, const std::string& text) {
    if (++count > limits_.lawRelations) return;
    laws_.push_back(
        {.head = head,
         .array = array,
         .region = inside,
         .first = bounds[region.first].term,
         .last = bounds[region.last].term,
         .relation = relation,
         .text = "for all " + bounds[region.first].name + " <= k < " + bounds[region.last].name + ": " + text});
  };
  const auto relate = [&](Term other, const std::string& name, const auto& valueAt) {
    bool isLess = false, isEqual = false, isMore = false;
    for (const Point& point : points) {
      const int64_t a = signedValue(valueOf(head, cell, point, width)), b = valueAt(point);
      isLess |= a < b;
      isEqual |= a == b;
      isMore |= a > b;
    }
    if (!isEqual) add(terms_.mkDistinct(cell.term, other), cell.name + " != " + name);
    if (!isMore) add(terms_.mkBvSle(cell.term, other), cell.name + " <= " + name);
    if (!isLess) add(terms_.mkBvSle(other, cell.term), cell.name + " >= " + name);
  };
  for (const Factor& other : others)
    for (const int64_t distance : {0, 1}) {
      const Term moved = terms_.mkBvAdd(other.term, terms_.mkBv(width, static_cast<uint64_t>(distance)));
      relate(moved, other.name + (distance == 0 ? "" : " + 1"),
             [&](const Point& point) { return signedValue(valueOf(head, other, point, width)) + distance; });
    }
  // Of contents that may be anything, no small number is a bound.
  constexpr int64_t kLargest = 4;
  int64_t least = INT64_MAX, most = INT64_MIN;
  for (const Point& point : points) {
    const int64_t value = signedValue(valueOf(head, cell, point, width));
    least = std::min(least, value);
    most = std::max(most, value);
  }
  for (const int64_t bound : {least, most})
    if (bound >= -kLargest && bound <= kLargest)
      relate(terms_.mkBv(BitVector::fromSigned(width, bound)), std::to_string(bound),
             [&](const Point&) { return bound; });
}

} // namespace assay
