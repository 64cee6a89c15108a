// Large-block encoding (Beyer, Cimatti, Griggio, Keremoglu, Sebastiani: "Software model checking via large-block
// encoding", 2009): the loop-free parts of the automaton become single edges, as far as they only assign variables.
//
//  - Sequence: a location with one edge in, made of assignments, disappears; each of its edges out begins where that
//    edge began, under a guard that is carried back through the assignments.
//  - Choice: two edges of assignments between the same locations become one, which assigns ite(guard, one, other).
//
//        s --c--> a --x:=1--> j                                       s --x := ite(c, 1, 2)--> j
//        s --!c-> b --x:=2--> j                          ==>
//
// Edges with inputs, memory operations and calls stay as they are, but for what compactEdges does. Entries, heads of
// loops and locations with a label stay. An execution reaches the same places with the same values of live variables (a
// choice assigns no others: it would only carry their old values on); it takes fewer steps.
#pragma once

#include "program/program.h"

namespace assay {

struct LargeBlockOptions {
  size_t maxTermSize = 1000; // a guard or value with more distinct subterms is not made
};

/// How many steps of either kind were done. The program is renumbered.
unsigned largeBlocks(Program& program, const LargeBlockOptions& options = {});

} // namespace assay
