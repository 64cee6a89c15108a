// Allocations in loops whose objects can share one number: whenever such an object is made, no live variable can hold
// the address of an earlier one, so no execution can see that the number is the same. Local arrays of a loop's body and
// of functions that it calls are of this kind, and so are blocks that are freed before the next iteration. With a
// number of its own the object needs no counter, and loops that make it may go on for ever.
//
// Addresses of such an object stay in local variables: they are not stored, and nothing but pointers to it and truth
// values is computed from them. At the allocation all of these variables are dead (program/liveness.h) or about to be
// written.
#pragma once

#include "analysis/points_to.h"
#include "program/program.h"

#include <set>

namespace assay {

/// Objects of the points-to analysis. None where functions with a body are called.
std::set<uint32_t> objectsThatShareNumbers(const Program& program, const PointsTo& pointsTo);

} // namespace assay
