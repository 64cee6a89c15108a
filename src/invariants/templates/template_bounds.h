// An abstract value of a template (2LS, section 5.1): a bound for each row, at the places of an inductive argument. It
// begins at bottom, which no state satisfies, and only grows. A row whose bound is taken away is unbounded for good.
#pragma once

#include "invariants/templates/templates.h"

#include <optional>
#include <vector>

namespace assay {

class TemplateBounds {
public:
  TemplateBounds(const Flow& flow, const InductionPlaces& places, Template shape);

  /// A place as the rows of one group see it.
  struct Site {
    uint32_t group;
    Term guard;
    const SymbolicState* state;
    mutable std::vector<Term> values; // of the group's rows, made when they are asked for
  };
  const std::vector<Site>& before() const { return before_; }
  const std::vector<Site>& after() const { return after_; }

  const TemplateGroup& groupOf(const Site& site) const { return shape_.groups[site.group]; }
  const TemplateRow& row(size_t row) const { return shape_.rows[row]; }
  bool isReached(const Site& site) const { return isReached_[site.group]; }
  void reach(const Site& site) { isReached_[site.group] = true; }
  /// The bound of a row; none if it is unbounded.
  std::optional<BitVector>& bound(size_t row) { return bounds_[row]; }

  /// The row's value in the site's state.
  Term value(size_t row, const Site& site) const;
  /// The condition that all bounds hold before, except the bound of one row.
  static constexpr size_t kNoRow = SIZE_MAX;
  std::vector<Term> assumptions(size_t exceptRow = kNoRow) const;
  /// The condition that some bound does not hold at the site.
  Term violation(const Site& site) const;

  /// What the bounds say, if they are inductive.
  std::vector<Assertion> invariants() const;

private:
  std::vector<Site> sitesOf(const std::vector<InductionPlaces::HeadState>& places) const;
  Term atMost(size_t row, const Site& site) const;

  const Flow& flow_;
  TermManager& terms_;
  Template shape_;
  std::vector<Site> before_, after_;
  std::vector<bool> isReached_;                  // by group; not: bottom
  std::vector<std::optional<BitVector>> bounds_; // by row
};

} // namespace assay
