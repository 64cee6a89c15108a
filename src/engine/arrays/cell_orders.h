// Guesses at how cells compare, from states of executions:
//
//   for all 0 <= k < i, k < l < i: a[k] <= a[l]        for all 0 <= k < j: a[k] <= a[j]        for all j < k < i: a[k] > x
//
// Such an order is about all cells of a region, or all pairs of a cell of one region and a cell of another. Regions are
// as large as they can be in the states.
#pragma once

#include "engine/arrays/cell_laws.h"

#include <optional>
#include <string>
#include <vector>

namespace assay {

struct CellOrder {
  uint32_t head;
  size_t first = Law::kNoArray;  // the array of the place; nothing: it is about numbers at the head only
  size_t second = Law::kNoArray; // that of the other place, if there is one
  Term region = {};              // which places, over the head's variables and the places
  Term relation = {};            // what holds of these cells
  std::string text = {};
};

/// The number of another cell that is arbitrary.
Term otherPlaceOf(const ArraySystem& system, size_t array);

class CellOrders {
public:
  CellOrders(const ArraySystem& system, const ArraySamples& samples, const CellLaws& laws, const ArrayLimits& limits);

  /// Whether the program compares cells.
  bool isAny() const { return isSigned_ || isUnsigned_ || isEqual_; }
  /// Or whether a cell is a number.
  bool asksCells() const { return isAny() || differs_; }
  std::vector<CellOrder> find(const Allowance& allowance);

private:
  enum Relation : uint8_t { kLess = 1, kAtMost = 2, kMore = 4, kAtLeast = 8, kOther = 16, kAll = 31 };
  /// Places from one bound to another one.
  struct Span {
    size_t from, to;
  };
  struct Candidate {
    Span first, second;
    bool isNext = false; // the second place is the one behind the first
    uint8_t holds = kAll;
    size_t count = 0;
    std::vector<uint64_t> points = {}; // a bit for each pair of places in each state
  };
  /// A number that cells are compared with.
  struct Number {
    Term term;
    std::string name;
    std::vector<std::optional<int64_t>> values; // by state; nothing: it is no cell
    std::vector<int64_t> places;                // of the cell that it is, by state
  };
  /// What the states at a head say.
  struct Table {
    uint32_t head;
    std::vector<const Assignment*> states;
    std::vector<CellBound> bounds;
    std::vector<Span> spans;
    std::vector<std::vector<std::vector<int64_t>>> cells; // by array, state and place
  };

  void look(Term root);
  Table tableAt(uint32_t head) const;
  void setBounds(Table& table, uint32_t width) const;
  uint8_t relationsOf(int64_t a, int64_t b) const;
  static bool isOne(const Table& table, const Span& span);
  template <class Visit>
  static bool forEachPair(const Table& table, const Candidate& candidate, bool isSame, Visit visit);
  void findPairs(const Table& table, size_t first, size_t second);
  void findNumbers(const Table& table, size_t array);
  std::vector<Number> numbersOf(const Table& table, size_t array) const;
  template <class Add>
  void addLargest(std::vector<Candidate>& candidates, size_t most, Add add) const;
  Term related(uint8_t relation, Term a, Term b) const;
  Term inside(const Table& table, const Span& span, Term place) const;
  std::string spanText(const Table& table, const Span& span, const std::string& place) const;

  const ArraySystem& system_;
  const ArraySamples& samples_;
  const CellLaws& laws_;
  const ArrayLimits& limits_;
  TermManager& terms_;
  bool isSigned_ = false, isUnsigned_ = false, isEqual_ = false; // how the program compares
  bool differs_ = false; // whether it compares a cell with another one, or with a number, by ==
  std::vector<CellOrder> orders_;
};

} // namespace assay
