// The forward analysis (domains/forward_analysis.h) with convex polyhedra (Cousot and Halbwachs, "Automatic discovery
// of linear restraints among variables of a program", 1978), as PAGAI does it for DepthK (section 3.4), on the linear
// paths between the program's start and the heads of its loops.
//
//  - Widening (Bagnara, Hill, Ricci, Zaffanella, 2003) stops at constraints that paths establish and errors deny.
//  - The parts of the states at a head give a hull; and clauses, where a condition of the loop tells them apart: one
//    constraint of each part.
//
// The work is counted by PPL itself, and limited by that count, so that the result is the same in every run.
#pragma once

#include "invariants/polyhedra/packs.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace assay {

/// What holds of the states at a head, if nothing wraps around.
struct HeadFacts {
  std::vector<LinearClause> clauses; // over the pack's variables
  struct Range {
    int64_t low, high;
  };
  TermMap<Range> ranges; // of variables that have one
};

struct PackFacts {
  std::vector<HeadFacts> atHeads; // none: it was too expensive
  uint64_t weight = 0;            // of the work, as PPL counts it
};

PackFacts analysePack(const Flow& flow, const LinearTerms& linear, const std::vector<LinearPath>& paths,
                      const Pack& pack, uint64_t mostWeight);

} // namespace assay
