// invariants/polynomials/: polynomial equations.
//
// The source Polynomials: equations between products of variables, modulo 2^w. Sums and products of machine integers
// are those of a ring, whatever overflows, so an equation such as 6 s == 2 n^3 + 3 n^2 + n can be kept by a loop
// exactly.
//
// Equations are found from executions: the values of monomials at a head are points, and the equations that hold of all
// of them are linear algebra (analysis/affine_relations.h; Sharma, Gupta, Hariharan, Aiken, Liang, Nori: "A data driven
// approach for algebraic loop invariants", 2013, do so over the rationals). They are kept if every block of the program
// (encode/cut_relation.h) keeps them: a term is a polynomial over what it is made of (solver/normal_form.h), and what the block
// makes of an equation has to be a sum of multiples of the equations at its beginning. No solver is asked, and no
// formula has products. The second solver checks the same obligations (hoare.h), if a proof uses them.
#pragma once

#include "invariants/source.h"

#include <optional>
#include <vector>

namespace assay {

std::optional<std::vector<Assertion>> searchPolynomials(const Search& search);

} // namespace assay
