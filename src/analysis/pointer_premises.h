// What encodings take from the points-to analysis (analysis/points_to.h), as obligations.
//
// The sets of the analysis are an invariant of the automaton that holds everywhere: a variable that is read is one of
// its set, and so is what a cell of memory holds. An obligation is an operation that does not keep it: the variables
// that it reads are as their sets say, and what it writes is not.
//
//   p: {a at 0, 4, 8, ...}    p = p + 4        p is in a, at a multiple of 4, and p + 4 is not
//
// Where sets alone are to be compared (copies of variables, loads, cells that must not overlap), that is done here, and
// what does not hold is an obligation that cannot be met. None of this shares code with the analysis. What is assumed
// besides is what C says of pointers: one that holds pointers alone (Variable::isPointer) and is moved by less than a
// window means the same object. Which allocation made an object is a symbol for each variable. Of strides the
// obligations know the power of two that divides them; that offsets are multiples of the rest is on trust
// (analysis/integer_shape.h).
#pragma once

#include "analysis/obligation.h"
#include "analysis/points_to.h"

#include <vector>

namespace assay {

std::vector<Obligation> pointerPremises(const Program& program, const PointsTo& pointsTo);

} // namespace assay
