// Finds bounds for template rows that form a k-inductive invariant (2LS, sections 5.1.2 and 6.1).
//
// Bounds begin at bottom (no state) and grow: as long as some arrival behind a back edge lies outside, the rows that it
// violates are raised. To what, a search by bisection tells (equation 22): the greatest value of the row behind the back
// edge such that its value before was not greater. That reaches the bound of a counting loop in one search, whatever the
// number of iterations. The bound found may be above the least one; it is never taken for granted, as the next round asks
// again whether all bounds are inductive, and only if they are the search ends.
//
// In contrast to 2LS each row is raised on its own, with the others where they are, instead of the sum of all violated
// rows. A row that is raised too often becomes unbounded.
#pragma once

#include "engine/kiki/templates.h"
#include "solver/solver.h"

#include <optional>
#include <vector>

namespace assay {

class InvariantSearch {
public:
  InvariantSearch(const Flow& flow, Solver& solver, const InductionPlaces& places, std::vector<TemplateRow> rows);

  /// Invariants of all executions, in every state behind a back edge; nothing if the deadline came first.
  std::optional<std::vector<Invariant>> run(const Deadline& deadline);
  uint32_t numRounds() const { return numRounds_; }

private:
  using Place = InductionPlaces::Place;
  struct Raise {
    size_t row;
    const Place* place;
    BitVector value;
  };
  enum class Found : uint8_t { Inductive, Raised, GaveUp };

  Found round();
  bool raise(const Raise& raise);
  /// Whether the row can reach at least this value behind the place; sets `reached` if so.
  Answer canReach(const Raise& raise, const BitVector& bound, BitVector& reached);
  std::vector<Term> assumptions(size_t exceptRow) const;
  Term violation(const Place& place) const;
  Term atMost(size_t row, const UnwindingState& state) const;

  const Flow& flow_;
  TermManager& terms_;
  Solver& solver_;
  std::vector<TemplateRow> rows_;
  std::vector<std::vector<size_t>> rowsOf_; // by head
  const InductionPlaces& places_;
  std::vector<bool> isReached_;                  // by head; not: bottom
  std::vector<std::optional<BitVector>> bounds_; // by row; none: unbounded
  std::vector<uint32_t> numRaises_;              // by row
  uint32_t numRounds_ = 0;
  const Deadline* deadline_ = nullptr;
};

} // namespace assay
