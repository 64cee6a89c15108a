// invariants/blocks/: facts of all blocks that a site allocates.
//
// The source Blocks: what may hold of all blocks that loops allocate, where memory is records (2LS, section 6.4.1: the
// shape domain, with 6.5: its combination with domains for contents). Guesses, of which houdini keeps those that are
// inductive together:
//
//   a pointer variable, or a pointer field of every live block of a site, is null or the start of a live block of
//   certain sites (2LS's row "p is one of these addresses"); it was given out already nothing points to the block that
//   a variable points to; no two blocks have the same successor; a block's successor was allocated before it, or after
//   it, or points back to it fields with numbers: bounds by constants of the program, comparisons with variables, with
//   each other, and with the successor's
//
// 2LS proves that what was freed is not accessed by a block that is arbitrary but fixed, and may be freed. Here that is
// the block of an invariant: if it is live, what it points to is live. A freed block satisfies all of them, because
// they speak of live ones, so freeing one asks whether another one or a variable points to it: that is excluded by the
// second line.
#pragma once

#include "invariants/source.h"

#include <vector>

namespace assay {

/// For all heads; none unless memory is records.
std::vector<Assertion> blockCandidates(const Flow& flow);

std::optional<std::vector<Assertion>> searchBlocks(const Search& search);

} // namespace assay
