// Lexicographic ranking (2LS, section 6.2): executions cannot stay in a loop for ever if every transition between its
// heads decreases a tuple of measures in lexicographic order. The tuple is found component by component: a measure that
// no transition of a strongly connected component increases, and some decrease; what does not decrease it is left,
// restricted to leaving it as it is, and falls into smaller components; and so on, until nothing is left that goes in
// circles.
//
// A measure that may be chosen stays one that may be chosen whatever was chosen before, so there is nothing to go back
// on. Candidates come from the program (measures.h) and from linear_measures.h. Most are refuted by transitions that
// were met before, without a query.
//
// What was found are steps, and whoever has them can tell what has to be shown (rankingOf): it does not matter who
// found them.
#pragma once

#include "engine/termination/measures.h"

#include <optional>
#include <span>
#include <string>
#include <vector>

namespace assay {

/// Of the transitions between heads that earlier steps have left, one component's are looked at: that of the head.
struct RankingStep {
  uint32_t head = 0;
  std::vector<uint32_t> transitions; // that are left out, by their numbers in the system
  std::optional<Measure> measure; // they decrease it, and none of the others increases it; nothing: they are not taken
};

struct Ranking {
  /// By head: whether no execution passes it for ever, and the measures that show it; no measure: nothing leads back to
  /// it.
  struct Head {
    bool ends = false;
    std::vector<std::string> measures = {};
  };
  std::vector<Head> heads;
  std::vector<RankingStep> steps;
  std::vector<Exclusion> exclusions; // if all end: what has to be shown for it

  bool endsAll() const {
    for (const Head& head : heads)
      if (!head.ends) return false;
    return true;
  }
};

/// `invariants` hold whenever their heads are reached. `known`: measures that are tried first.
Ranking rank(const Flow& flow, const TransitionSystem& system, std::span<const Assertion> invariants,
             std::span<const Measure> known, const TerminationLimits& limits, Solver& solver,
             const Allowance& allowance);

/// By these steps. Nothing: something goes in circles nevertheless, or a step is none of this system.
std::optional<Ranking> rankingOf(const Flow& flow, const TransitionSystem& system, std::vector<RankingStep> steps);

} // namespace assay
