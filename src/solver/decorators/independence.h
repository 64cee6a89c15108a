// Splits a query into parts that share no variables and asks the inner solver one part at a time (KLEE's independence
// optimisation). A query is sat if all parts are, and unsat if one is; the model joins those of the parts.
//
// Parts are the components of a union-find over the subterms of what is asserted. Entering a scope marks a point in it,
// leaving the scope rolls it back; a subterm that is known already is not walked again, so what is asserted costs its
// new subterms. Every assertion and assumption becomes an assumption of the inner solver.
//
// The joined model outlives a check. A constraint that is known to hold in it keeps doing so until its part is solved
// anew, which replaces the values of all variables of the part; leaving a scope only takes constraints away. So a part
// is asked only if it has a constraint that is new since it was last found sat.
//
// Limits are for each part alone.
#pragma once

#include "solver/decorators/decorator.h"

namespace assay {

/// The inner solver must be new: nothing asserted.
std::unique_ptr<Solver> makeIndependence(std::unique_ptr<Solver> inner);

} // namespace assay
