// The relation of a block: what executions do from one location to the next cut points (heads of loops) and to where
// they end, along all paths at once, inputs included. It is for automata without memory operations (memory_free.h):
// what an operation on memory does is an obstacle here. (block_paths.h tells paths apart.)
//
//   image            of a state: the state at an exit, in terms of the same symbols
//   pre-image        of a condition at an exit: when some input leads there and the condition holds (what must hold so
//                    that every input does is the negation of the negated condition's)
//   path formula     of a sequence of exits, each from where the one before leads: when it is executed
//
// Values are over the variables of the program as they are at the beginning, and a symbol for each input. Every use of
// a block takes symbols of its own.
#pragma once

#include "encode/block_paths.h"
#include "encode/execution.h"

#include <span>
#include <vector>

namespace assay {

struct Block {
  LocationId source;
  std::vector<BlockPath> exits; // to heads, each once
  std::vector<Ending> endings;  // in errors and obstacles
  std::vector<Term> inputs;     // their symbols, in the order of any execution
  std::vector<Term> taken;      // by input: whether it is taken
};

/// From any location, or with the program's initial values from its start.
enum class BlockStart : uint8_t { AnyState, InitialState };
/// Nothing: the allowance was too small.
std::optional<Block> blockFrom(const Flow& flow, LocationId source, BlockStart start, const Allowance& allowance);

/// The same with other symbols for inputs.
Block renamed(const Flow& flow, const Block& block);

/// The state behind an exit, for one at the block's beginning.
SymbolicState image(const Flow& flow, const BlockPath& exit, const SymbolicState& state);
/// Over variables at the block's beginning, and inputs.
Term preImage(const Flow& flow, const BlockPath& exit, Term condition);
/// Which exits of which blocks are taken, one after the other.
struct BlockStep {
  const Block& block;
  size_t exit;
};
/// All of them as one, from the first block's beginning. Inputs have symbols of their own.
BlockPath composed(const Flow& flow, std::span<const BlockStep> steps);

} // namespace assay
