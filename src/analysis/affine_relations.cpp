#include "analysis/affine_relations.h"

#include <algorithm>
#include <bit>
#include <cassert>

namespace assay {

AffineRelations::AffineRelations(uint32_t width, size_t numVariables) : width_(width) {
  assert(0 < width && width <= 64);
  for (size_t i = 0; i <= numVariables; ++i) {
    generators_.emplace_back(numVariables + 1);
    generators_.back()[i] = 1;
  }
}

uint64_t AffineRelations::valueAt(const Equation& equation, std::span<const uint64_t> point) const {
  assert(point.size() + 1 == equation.size());
  uint64_t value = equation[0];
  for (size_t i = 0; i < point.size(); ++i) value += equation[i + 1] * point[i];
  return masked(value);
}

uint32_t AffineRelations::rank(uint64_t value) const {
  return masked(value) == 0 ? width_ : static_cast<uint32_t>(std::countr_zero(value));
}

void AffineRelations::addMultiple(Equation& a, uint64_t factor, const Equation& b) const {
  for (size_t i = 0; i < a.size(); ++i) a[i] = masked(a[i] + factor * b[i]);
}

bool AffineRelations::contains(std::span<const uint64_t> point) const {
  return std::all_of(generators_.begin(), generators_.end(), [&](const Equation& e) { return valueAt(e, point) == 0; });
}

bool AffineRelations::add(std::span<const uint64_t> point) {
  std::vector<uint64_t> values;
  for (const Equation& equation : generators_) values.push_back(valueAt(equation, point));
  size_t least = 0;
  for (size_t i = 1; i < values.size(); ++i)
    if (rank(values[i]) < rank(values[least])) least = i;
  if (values.empty() || values[least] == 0) return false;
  const uint32_t twos = rank(values[least]);
  const uint64_t unit = inverseOfOdd(values[least] >> twos);
  for (size_t i = 0; i < values.size(); ++i)
    if (i != least) addMultiple(generators_[i], masked(0 - (values[i] >> twos) * unit), generators_[least]);
  // 2^(w - twos) times it is the least multiple that vanishes at the point.
  if (twos == 0) {
    generators_.erase(generators_.begin() + static_cast<ptrdiff_t>(least));
  } else {
    for (uint64_t& coefficient : generators_[least]) coefficient = masked(coefficient << (width_ - twos));
  }
  const auto isZero = [](const Equation& e) {
    return std::all_of(e.begin(), e.end(), [](uint64_t c) { return c == 0; });
  };
  std::erase_if(generators_, isZero);
  return true;
}

std::vector<AffineRelations::Equation> AffineRelations::echelon(bool isComplete) const {
  std::vector<Equation> rows = generators_;
  size_t done = 0;
  const size_t columns = rows.empty() ? 0 : rows[0].size();
  // Variables from the last to the first, so that a variable is told by those before it; the constant comes at the end.
  for (size_t step = 0; step < columns && done < rows.size(); ++step) {
    const size_t column = columns - 1 - step;
    const auto least =
        std::min_element(rows.begin() + static_cast<ptrdiff_t>(done), rows.end(),
                         [&](const Equation& a, const Equation& b) { return rank(a[column]) < rank(b[column]); });
    if ((*least)[column] == 0) continue;
    std::swap(*least, rows[done]);
    Equation& pivot = rows[done];
    const uint32_t twos = rank(pivot[column]);
    const uint64_t unit = inverseOfOdd(pivot[column] >> twos);
    for (uint64_t& coefficient : pivot) coefficient = masked(coefficient * unit);
    // What is left of other coefficients is small, or a small negative number.
    const uint64_t half = twos == 0 ? 0 : uint64_t{1} << (twos - 1);
    for (size_t i = 0; i < rows.size(); ++i)
      if (i != done && rows[i][column] != 0)
        addMultiple(rows[i], masked(0 - (masked(rows[i][column] + half) >> twos)), pivot);
    if (isComplete && twos > 0) {
      Equation multiple = pivot;
      for (uint64_t& coefficient : multiple) coefficient = masked(coefficient << (width_ - twos));
      rows.push_back(std::move(multiple));
    }
    ++done;
  }
  std::erase_if(rows,
                [](const Equation& e) { return std::all_of(e.begin(), e.end(), [](uint64_t c) { return c == 0; }); });
  return rows;
}

} // namespace assay
