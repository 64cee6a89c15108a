// Lexicographic ranking (2LS, section 6.2): executions cannot stay in a loop for ever if every transition between its
// heads decreases a tuple of measures in lexicographic order. The tuple is found component by component: a measure that
// no transition of a strongly connected component increases, and some decrease; the transitions that do not decrease it
// remain, restricted to those that leave it as it is, and fall into smaller components; and so on, until no transitions
// remain that form a cycle.
//
// If a measure may be chosen now, it may still be chosen after any other choice, so the search need not go back on a
// choice. Candidates come from the program (measures.h) and from linear_measures.h. Most are refuted by transitions
// that were met before, without a query.
//
// The result are steps. From the steps alone follows what has to be shown (rankingOf), so it does not matter how they
// were found.
#pragma once

#include "engine/termination/measures.h"

#include <optional>
#include <span>
#include <string>
#include <vector>

namespace assay {

/// What does not happen behind a cut point where its invariants hold.
struct Exclusion {
  uint32_t source; // a head's number; Flow::kNone: the program's start
  Term violation;
  std::string what;
};

/// A step looks at one component of the transitions that earlier steps have left: the component of the head.
struct RankingStep {
  uint32_t head = 0;
  std::vector<uint32_t> transitions; // that are left out, by their numbers in the relation
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
Ranking rank(const Flow& flow, const CutRelation& relation, std::span<const Assertion> invariants,
             std::span<const Measure> known, const TerminationLimits& limits, Solver& solver,
             const Allowance& allowance);

/// The ranking by these steps. Nothing: some transitions still form a cycle, or a step is not one of this relation.
std::optional<Ranking> rankingOf(const Flow& flow, const CutRelation& relation, std::vector<RankingStep> steps);

} // namespace assay
