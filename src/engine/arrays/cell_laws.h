// Guesses at what cells and sums are, by linear algebra modulo 2^w on states of executions:
//
//   for all 0 <= k < i: b[k] == 2*k*k + 2*k + 1        sum == 3*i + n        for all i <= k < n: c[k] == a[k] + 1
//
// A law says what a variable or the cells of a region are: a polynomial in numbers at the head, the cell's number, and
// cells of arrays that are written earlier. Whoever uses a law puts the polynomial where the cell is.
#pragma once

#include "engine/arrays/array_samples.h"
#include "engine/arrays/array_system.h"
#include "engine/arrays/cell_bounds.h"
#include "engine/arrays/limits.h"

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <vector>

namespace assay {

struct Law {
  static constexpr size_t kNoArray = SIZE_MAX;

  uint32_t head;
  VariableId variable = {};   // that it is about; or
  size_t array = kNoArray;    // whose cells it is about
  Term region = {};           // which cells, over the place; of a variable, when the law holds, or null
  Term first = {}, last = {}; // the first of them, and the one behind the last
  Term relation = {};         // what holds of each of them, if it is not said what it is
  Term value = {};            // over the head's variables, the place and its number
  std::string text = {};
};

/// The sums of an array's first cells, as an array: a function of what the array holds, sums(0) = 0 and
/// sums(e + 1) = sums(e) + array(e), whatever e is but the last number. (So it is defined, and to speak of it is
/// harmless.) Cells have a sign where sums have more bits.
Term prefixSums(const ArraySystem& system, size_t array, uint32_t width);
/// Whether these are such sums, of any width.
bool areSumsOf(const ArraySystem& system, size_t array, Term term);
/// The sums of the first numbers, likewise: sums(0) = 0 and sums(e + 1) = sums(e) + e. Where `e` is a number of another
/// width, it has a sign.
Term sumsOfNumbers(const ArraySystem& system, uint32_t indexWidth, uint32_t width);
bool areSumsOfNumbers(Term term);
/// Whether a term speaks of any such sums.
bool hasSums(const ArraySystem& system, Term term);

/// The number of a cell that is arbitrary, of an index's width; and its lowest bits, of the width of a value.
Term placeOf(const ArraySystem& system, size_t array);
Term placeNumber(const ArraySystem& system, uint32_t width);

/// What the law says of its variable or of the cell at the place, with the place's lowest bits for its number.
Term statement(const ArraySystem& system, const Law& law);
/// Whether the law speaks of sums of cells.
bool hasSums(const ArraySystem& system, const Law& law);

class CellLaws {
public:
  CellLaws(const ArraySystem& system, const ArraySamples& samples, const ArrayLimits& limits);

  std::vector<Law> find(const Allowance& allowance);
  /// Numbers at the head that count or say how far loops go.
  std::vector<VariableId> numbersAt(uint32_t head) const;

  /// Whether a loop changes it.
  bool isCounted(Term bound) const;
  uint64_t cellAt(const Assignment& state, size_t array, uint64_t place) const;
  /// Variables that are written behind the program's start.
  const std::set<VariableId>& written() const { return isWritten_; }

private:
  struct Factor {
    Term term; // over the head's variables, the place and its number
    std::string name;
    size_t array = Law::kNoArray;     // a cell at the place
    Term variable = {};               // or a variable of the states; else the place's number
    bool isPrefix = false;            // the sum of the cells in front of the place or the bound; or of numbers
    std::vector<int64_t> bounds = {}; // by state
    enum class Where : uint8_t {
      There,
      Behind,
      Before,
      Constant,
      Reflected
    } where = Where::There; // reflected: bound - 1 - place
  };
  struct Point {
    size_t state; // its number among those of the head
    uint64_t place;
  };
  struct Region {
    size_t first, last; // bounds
    uint64_t size = 0;  // in all states
  };

  void rankVariables();
  void rankArrays();
  bool ordersCells() const;
  void findAt(uint32_t head);
  void findVariables(uint32_t head);
  void findCells(uint32_t head, size_t array);
  void findRelations(uint32_t head, size_t array, const std::vector<CellBound>& bounds, const Region& region);
  std::vector<CellBound> boundsAt(uint32_t head, uint32_t width) const;
  std::vector<Region> regionsOf(const std::vector<CellBound>& bounds) const;
  std::vector<Point> pointsIn(uint32_t head, const std::vector<CellBound>& bounds, const Region& region) const;
  std::vector<Factor> numberFactors(uint32_t head, uint32_t width, uint32_t below) const;
  std::optional<std::pair<Term, std::string>> polynomial(uint32_t head, std::span<const Factor> factors,
                                                         const Factor& target, std::span<const Point> points,
                                                         uint32_t width, uint32_t mostDegree) const;
  uint64_t valueOf(uint32_t head, const Factor& factor, const Point& point, uint32_t width) const;
  Factor cellFactor(size_t array) const;
  void addMovedCells(size_t array, const std::vector<CellBound>& bounds, std::vector<Factor>& factors) const;
  std::vector<Factor> prefixFactors(uint32_t head, uint32_t width) const;
  Factor prefixFactor(size_t array, const CellBound& bound, uint32_t width) const;
  std::vector<Factor> foldFactors(uint32_t head, uint32_t width) const;
  void findFolds(uint32_t head);
  bool isCountedIn(uint32_t head, Term bound) const;
  void addVariableLaw(uint32_t head, VariableId v, std::span<const std::vector<Factor>> factors,
                      std::span<const Point> points);
  bool isLive(uint32_t head, VariableId v) const {
    return system_.flow().isLive(v.index(), system_.flow().heads()[head]);
  }
  bool hasLaw(uint32_t head, VariableId v) const;

  const ArraySystem& system_;
  const ArraySamples& samples_;
  const ArrayLimits& limits_;
  TermManager& terms_;
  std::map<VariableId, uint32_t> rank_; // of numbers: a law says what one is by those of lower rank
  std::set<VariableId> isWritten_;      // behind the program's start
  std::vector<size_t> arrayOrder_;
  std::set<uint64_t> constantPlaces_; // of cells that are accessed
  const bool ordersCells_;
  std::vector<Law> laws_;
};

} // namespace assay
