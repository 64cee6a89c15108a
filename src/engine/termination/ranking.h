// Lexicographic ranking (2LS, section 6.2): executions cannot stay in a loop for ever if every transition between its heads
// decreases a tuple of measures in lexicographic order. The tuple is found component by component: a measure that no
// transition of a strongly connected component increases, and some decrease; what does not decrease it is left, restricted
// to leaving it as it is, and falls into smaller components; and so on, until nothing is left that goes in circles.
//
// A measure that may be chosen stays one that may be chosen whatever was chosen before, so there is nothing to go back on.
// Candidates come from the program (measures.h) and from linear_measures.h. Most are refuted by transitions that were met
// before, without a query.
#pragma once

#include "encode/hoare.h"
#include "engine/termination/measures.h"

#include <optional>
#include <string>
#include <vector>

namespace assay {

struct Ranking {
  /// By head: whether no execution passes it for ever, and the measures that show it; no measure: nothing leads back to it.
  struct Head {
    bool ends = false;
    std::vector<std::string> measures = {};
  };
  std::vector<Head> heads;
  std::vector<Obligation> obligations; // that the measures decrease
  bool isLate = false;                 // the allowance was too small for some

  bool endsAll() const {
    for (const Head& head : heads)
      if (!head.ends) return false;
    return true;
  }
};

/// `invariants` hold whenever their heads are reached.
Ranking rank(const Flow& flow, const TransitionSystem& system, std::span<const Assertion> invariants, Solver& solver,
             const Allowance& allowance);

} // namespace assay
