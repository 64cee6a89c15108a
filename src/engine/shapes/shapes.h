// engine/shapes/: proofs about lists and trees of any size.
//
// Heap shapes in paths: proofs for programs that build lists of any length and trees of any size.
//
// An abstract execution of the program whose states at the heads of loops form a finite set. A state (heap.h) knows
// blocks with their fields, and segments: chains of blocks of any length. Where an execution comes to a head, the state
// is simplified (fold.h): chains become segments, so that loops which build, walk, reverse and free lists close. Where
// a segment is accessed, it is opened (machine.h). The idea is that of symbolic memory graphs (Dudka, Peringer, Vojnar:
// "Byte-precise verification of low-level list manipulation", 2013). Differences: segments are never empty, the empty
// list is a state of its own, so that a segment that is opened has at most two cases; numbers are terms, and what is
// known of them are constraints that a solver decides; doubly linked is a property of a segment and not a kind of its
// own.
//
// Trees: nodes with several links are found in heaps that are not folded (sites.h); where there are some, they are
// folded to trees and to paths from a root down to the node where the program is (fold_trees.cpp).
//
// Only *true* or unknown. Before *true* a second pass checks the certificate (certificate.h), the set of states by
// head: from the start and from each of them, every block is executed once more, without folding and joining, and every
// state at the next head must be covered by one of the set (cover.h); the second solver answers what is asked about
// numbers. A later run on the same program checks the certificate of an earlier run and need not search.
//
// Leaks: states count all live heap blocks, or know that some may be lost. Where executions may go on for ever, blocks
// that are lost on the way count: a state at a head must not have lost any.
//
// Recursion is out of scope: a call that cannot be inlined ends the run.
#pragma once

#include "engine/recall.h"

namespace assay {

class Shapes : public Engine, public Recalls<ShapesOutline> {
public:
  std::string_view name() const override { return "shapes"; }
  std::optional<Result> recall(const ShapesOutline& outline, Standing standing, const Program& program,
                               Env& env) override;

private:
  Result verify(const Program& program, Env& env) override;
};

} // namespace assay
