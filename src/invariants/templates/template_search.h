// Finds bounds for template rows that form a k-inductive invariant, in the form of 2LS's Figure 12: bounds begin at
// bottom (no state); as long as some arrival behind a back edge lies outside, the rows that it violates are raised. A
// BoundSearch says how far. The result is inductive, whatever the searches did.
//
// In contrast to 2LS each row is raised on its own, with the others where they are, instead of the sum of all violated
// rows.
#pragma once

#include "invariants/source.h"
#include "invariants/templates/bound_search.h"

#include <optional>
#include <vector>

namespace assay {

class TemplateSearch {
public:
  TemplateSearch(const Flow& flow, Solver& solver, const InductionPlaces& places, Template shape, BoundSearchKind kind,
                 const InvariantLimits& limits = {})
      : solver_(solver), bounds_(flow, places, std::move(shape)), kind_(kind), limits_(limits) {}

  /// Invariants of all executions, in every state behind a back edge; nothing if the allowance was too small.
  std::optional<std::vector<Assertion>> run(const Allowance& allowance);
  uint32_t numRounds() const { return numRounds_; }

private:
  enum class Found : uint8_t { Inductive, Raised, GaveUp };
  Found round(BoundSearch& search, const Allowance& allowance);

  Solver& solver_;
  TemplateBounds bounds_;
  BoundSearchKind kind_;
  const InvariantLimits limits_;
  uint32_t numRounds_ = 0;
};

std::optional<std::vector<Assertion>> searchIntervals(const Search& search);
std::optional<std::vector<Assertion>> searchZones(const Search& search);
std::optional<std::vector<Assertion>> searchOctagons(const Search& search);
std::optional<std::vector<Assertion>> searchRatios(const Search& search);

} // namespace assay
