// Compilers turn some decisions of C into values: `a > b ? a : b` becomes a select, the right side of `&&` and `||` a
// truth value where no branch follows, cases of a switch with one target one edge. For tests these are branches like
// others. Here they become branches of the automaton again:
//
//   x = ite(c, a, b)       ->  if c, if !c to one location; there x = ite(c, a, b)
//   t = c (t a Bool)       ->  the same
//   if k == 1 || k == 2    ->  two edges
#pragma once

#include "program/program.h"

namespace assay {

/// Does so in the user's functions. Returns how many edges were added. Executions stay the same but for their steps.
unsigned exposeDecisions(Program& program);

} // namespace assay
