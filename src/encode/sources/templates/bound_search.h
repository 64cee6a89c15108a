// How far the bounds of rows are raised that a model shows not to be inductive: lines 7 to 9 of 2LS's Figure 12, which
// would only take over what the model says, and count to the bound of a loop step by step.
//
// Both ways look for the greatest value of the row behind the back edge such that its value before was not greater, with
// the other rows where they are (equation 22, one row at a time). That reaches the bound of a counting loop in one
// search, whatever the number of iterations. They differ in the system of which this is asked:
//
//   bisection   everything that a loop can do. Few searches; but the state from which the row is raised need not be one
//               that is reached, and so the bound may be above the least one
//   strategy    what the model does: of every branch and disjunction the part that it takes (a strategy of max-strategy
//               iteration: Gawlitza and Seidl, "Precise fixpoint computation through strategy iteration", 2007). Other
//               paths count once they are shown to lead beyond the bounds, from a state within. More searches, each
//               smaller. If a row is raised on too many paths, they are taken together
//
// Either way a bound is never taken for granted: the search ends when all are inductive. A row that is raised too often
// becomes unbounded.
#pragma once

#include "encode/allowance.h"
#include "encode/sources/templates/template_bounds.h"

#include <memory>
#include <span>
#include <vector>

namespace assay {

enum class BoundSearchKind : uint8_t { Bisection, Strategy };

class BoundSearch {
public:
  /// A row whose value behind a site is above its bound.
  struct Raise {
    size_t row;
    const TemplateBounds::Site* site;
    BitVector value;
  };
  BoundSearch(TemplateBounds& bounds, Solver& solver, const Allowance& allowance)
      : bounds_(bounds), solver_(solver), allowance_(allowance) {}
  virtual ~BoundSearch() = default;
  BoundSearch(const BoundSearch&) = delete;
  BoundSearch& operator=(const BoundSearch&) = delete;

  /// Raises the bounds at least to these values, which are those of the solver's model. False: out of time.
  virtual bool raise(std::span<const Raise> raises) = 0;

protected:
  /// To the greatest value under these conditions.
  bool raiseRow(const Raise& raise, std::span<const Term> conditions);

  TemplateBounds& bounds_;
  Solver& solver_;
  const Allowance& allowance_;

private:
  Answer canReach(const Raise& raise, std::span<const Term> conditions, const BitVector& bound, BitVector& reached);
};

std::unique_ptr<BoundSearch> makeBoundSearch(BoundSearchKind kind, TemplateBounds& bounds, Solver& solver,
                                             const Allowance& allowance);

} // namespace assay
