// invariants/polyhedra/: all that knows PPL: linear inequalities by convex hulls, and ranking functions.
//
// The source Polyhedra: a x + b y + ... <= c, with as many variables as occur together, and disjunctions of these by
// loop path. DepthK (sections 3.3, 3.4) takes such invariants from PIPS or PAGAI and assumes them, which is wrong as
// soon as an operation wraps around. Here they are only proposed: a forward analysis over the integers
// (forward_analysis.h) makes candidates, sums in a type so wide that nothing wraps, and those that are inductive in
// exact bit-vectors are kept (block_houdini.h).
#pragma once

#include "invariants/limits.h"
#include "invariants/polyhedra/linear_paths.h"
#include "invariants/source.h"

#include <optional>
#include <vector>

namespace assay {

/// The proposals for all heads. Each says that it holds whenever its head is reached.
std::vector<Assertion> polyhedra(const Flow& flow, const LinearTerms& linear, const std::vector<LinearPath>& paths,
                                 const InvariantLimits& limits, const Allowance& allowance);

std::optional<std::vector<Assertion>> searchPolyhedra(const Search& search);

} // namespace assay
