// invariants/blocks/: facts of all blocks that a site allocates.
//
// The source Blocks: what may hold of all blocks that loops allocate, where memory is records (2LS, section 6.4.1: the
// shape domain, with 6.5: its combination with domains for contents). It guesses, and Houdini keeps the guesses that
// are inductive together:
//
//  1. A pointer variable, or a pointer field of every live block of a site, is null or the start of a live block of
//     certain sites (2LS's row "p is one of these addresses"); its number was given out already.
//  2. Nothing points to the block that a variable points to; no two blocks have the same successor; a block's successor
//     was allocated before it, or after it, or points back to it.
//  3. Fields with numbers: bounds by constants of the program, comparisons with variables, with each other, and with
//     the fields of the successor.
//
// 2LS proves that freed memory is not accessed with one block that is arbitrary but fixed, and may be freed. Here that
// block is the block of an invariant: if it is live, the blocks that it points to are live. All invariants speak of
// live blocks only, so a freed block satisfies them; freeing a block asks whether another block or a variable points to
// it, which the second kind of guess excludes.
#pragma once

#include "invariants/limits.h"
#include "invariants/source.h"

#include <vector>

namespace assay {

/// Candidates for all heads; none unless memory is records.
std::vector<Assertion> blockCandidates(const Flow& flow, const InvariantLimits& limits = {});

std::optional<std::vector<Assertion>> searchBlocks(const Search& search);

} // namespace assay
