// When a model shows that bounds of rows are not inductive, a BoundSearch says how far they are raised. (Lines 7 to 9
// of 2LS's Figure 12 would only take the value in the model. Then the search would count to the bound of a loop step by
// step.)
//
// Of the three searches below, the first two look for the greatest value of the row after the back edge whose
// predecessor's value was not greater, while the other rows keep their bounds (equation 22, one row at a time). So one
// search finds the bound of a counting loop, whatever the number of iterations. The searches differ in the paths that
// they allow:
//
//   bisection   all paths of the loop. Few searches; but the predecessor need not be reachable, and so the bound may be
//               above the least one
//   strategy    the path of the model: of every branch and disjunction the part that it takes (a strategy of
//               max-strategy iteration: Gawlitza and Seidl, "Precise fixpoint computation through strategy iteration",
//               2007). Other paths count once they are shown to lead beyond the bounds, from a state within. More
//               searches, each smaller. If a row is raised on too many paths, they are taken together
//
//   narrow      none: the bound is the value in the model, until the row has moved by more than a few; then it is
//               unbounded. For rows that are of interest only if they hardly move. Few questions
//
// In any case a bound is never taken for granted: the search ends when all are inductive. A row that is raised too
// often becomes unbounded.
#pragma once

#include "encode/allowance.h"
#include "invariants/templates/template_bounds.h"

#include <memory>
#include <span>
#include <vector>

namespace assay {

enum class BoundSearchKind : uint8_t { Bisection, Strategy, Narrow };

class BoundSearch {
public:
  /// A row whose value behind a site is above its bound.
  struct Raise {
    size_t row;
    const TemplateBounds::Site* site;
    BitVector value;
  };
  BoundSearch(TemplateBounds& bounds, Solver& solver, const InvariantLimits& limits, const Allowance& allowance)
      : bounds_(bounds), solver_(solver), limits_(limits), allowance_(allowance) {}
  virtual ~BoundSearch() = default;
  BoundSearch(const BoundSearch&) = delete;
  BoundSearch& operator=(const BoundSearch&) = delete;

  /// Raises the bounds at least to these values, which are those of the solver's model. False: out of time.
  virtual bool raise(std::span<const Raise> raises) = 0;

protected:
  /// Raises a row to its greatest value under these conditions.
  bool raiseRow(const Raise& raise, std::span<const Term> conditions);

  TemplateBounds& bounds_;
  Solver& solver_;
  const InvariantLimits& limits_;
  const Allowance& allowance_;

private:
  Answer canReach(const Raise& raise, std::span<const Term> conditions, const BitVector& bound, BitVector& reached);
};

std::unique_ptr<BoundSearch> makeBoundSearch(BoundSearchKind kind, TemplateBounds& bounds, Solver& solver,
                                             const InvariantLimits& limits, const Allowance& allowance);

} // namespace assay
