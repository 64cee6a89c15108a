// Where loops access arrays: which elements, by their numbers over the program's variables, and the regions that these
// numbers and the ends of loops mark off. A region is [first, last), of numbers of elements.
#pragma once

#include "encode/flow.h"
#include "encode/memory/places.h"
#include "invariants/limits.h"

#include <optional>
#include <string>
#include <vector>

namespace assay {

class ArrayAccesses {
public:
  struct Access {
    const ArrayCell* cell;
    Term element; // its number, over the program's variables
    Term index;   // the variable, if the number is nothing but that
    Term value;   // stored; null for a load
    Term loaded;  // the variable; null for a store
  };
  using List = std::vector<Access>;
  struct Region {
    Term first, last;
  };

  ArrayAccesses(const Flow& flow, const PointsTo& pointsTo, const std::vector<ArrayCell>& cells,
                const InvariantLimits& limits);

  std::optional<Access> of(const Operation& operation) const;
  List ofLoop(uint32_t head) const;
  /// Which elements loops leave out: the first, as they begin with the second; or the one that a loop is at, as it goes
  /// down.
  enum class Skipped : uint8_t { None, Some };
  /// Before and behind what a loop accesses.
  std::vector<Region> regionsAt(uint32_t head, const List& loop, Skipped skipped) const;
  /// All of an array, as far as loops go.
  std::vector<Region> wholeRegions(Skipped skipped) const;

  /// Whether the place is in the region; null: not all of its variables are live at the head.
  Term isInside(const Region& region, uint32_t head) const;
  std::string textOf(const Region& region) const; // "for all 0 <= J < i: "
  /// A number as one of so many bits.
  Term fit(Term value, uint32_t width) const;

private:
  std::optional<Access> accessAt(Term pointer, Term value, Term loaded) const;
  const ArrayCell* cellOf(Term pointer, Sort sort) const;
  Term elementOf(Term pointer, const ArrayCell& cell) const;
  Term extended(Term variable) const;
  Term numbered(Term variable, const ArrayCell& cell) const;
  Term atHead(Term element, uint32_t head) const;
  void findBounds();
  void findEnds(uint32_t head);
  Term number(uint64_t value) const { return terms_.mkBv(program_.layout().width, value); }
  std::string toText(Term number) const;

  const Flow& flow_;
  const PointsTo& pointsTo_;
  const std::vector<ArrayCell>& cells_;
  const InvariantLimits& limits_;
  const Program& program_;
  TermManager& terms_;
  const Term place_;
  std::vector<int64_t> bounds_;
  std::vector<Term> ends_;
};

} // namespace assay
