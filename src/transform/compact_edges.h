// Merges straight-line chains of edges.
//
// A plain location with one edge in and one edge out disappears: its two edges become one that does the operations of
// both. The second edge's guard is carried back through the first block, and the merge is left out if it reads what an
// input, a load or the like of the first block wrote. Nothing is merged behind a call. Locations with a label stay, and
// so do entries, heads of loops, which have further edges in, and places where other threads may go on (program/threads.h). A location that only passes control on (one edge out,
// without guard and operations) disappears however many edges lead to it, unless a label or a loop needs it.
//
// Positions stay with operations; the merged edge has the first known of the two positions. What an execution does
// stays the same, inputs included; it takes fewer steps.
#pragma once

#include "program/program.h"

namespace assay {

/// How many locations disappeared. The program is renumbered.
unsigned compactEdges(Program& program);

/// One such step: the edge and the only edge that follows it become one edge. False if that is not possible.
bool absorbNext(Program& program, EdgeId first);

} // namespace assay
