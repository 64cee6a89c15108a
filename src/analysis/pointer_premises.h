// What encodings take from the points-to analysis (analysis/points_to.h), as obligations.
//
// The sets of the analysis are an invariant of the automaton that holds everywhere: the value of a variable that is
// read is in the variable's set, and so is what a cell of memory holds. An obligation is an operation that does not
// keep the invariant: the variables that it reads are as their sets say, and what it writes is not.
//
//   p: {a at 0, 4, 8, ...}    p = p + 4        p is in a, at a multiple of 4, and p + 4 is not
//
// Where only sets have to be compared (copies of variables, loads, cells that must not overlap), that is done here, and
// a comparison that fails becomes an obligation that cannot be met. None of this shares code with the analysis.
// Besides, the obligations assume what C says of pointers: a variable that holds pointers alone (Variable::isPointer)
// means the same object after it was moved by less than a window. Which allocation made an object is a symbol for each
// variable. Of a stride the obligations know the power of two that divides it; that offsets are multiples of its odd
// part is on trust (analysis/integer_shape.h).
#pragma once

#include "analysis/obligation.h"
#include "analysis/points_to.h"
#include "analysis/possible_edges.h"

#include <vector>

namespace assay {

std::vector<Obligation> pointerPremises(const Program& program, const PointsTo& pointsTo);
/// And that nobody misses edges that were removed: in no state that the sets allow their guards hold.
std::vector<Obligation> pointerPremises(const PossibleEdges& possible, const PointsTo& pointsTo);

} // namespace assay
