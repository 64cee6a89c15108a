// Flat automata of a program (transform/flat_form.h), for engines that work with formulas.
#pragma once

#include "encode/flow.h"

#include <memory>

namespace assay {

/// A form that every program has: nothing is refused, recursion is inlined, memory is kept. Calls beyond the depth of
/// recursion are obstacles. A slice leaves out loops that do not matter unless they never end.
Flow flatten(const Program& program, const FlatForm& form = {});

/// Recursion becomes a loop, for proofs. Null: it is not of the kind that can be a loop.
std::unique_ptr<Flow> flattenRecursion(const Program& program);

/// Memory becomes variables, so that there is no bound to what a loop may allocate; for proofs. Null: there is
/// recursion, or leaks are looked for. Only explicit objects tell what is leaked at an abort, and what only a temporary
/// reaches.
std::unique_ptr<Flow> flattenMemory(const Program& program);

/// Memory becomes records (record_heap.h), for proofs about blocks that a loop allocates. Null where flattenMemory()
/// returns null, and where memory is not of this kind.
std::unique_ptr<Flow> flattenRecords(const Program& program);

/// For engines that work on blocks (block.h): memory is arrays (memory_free.h) unless it is variables, recursion is a
/// loop where it can be one, loops are unrolled.
std::unique_ptr<Flow> flattenForBlocks(const Program& program);

} // namespace assay
