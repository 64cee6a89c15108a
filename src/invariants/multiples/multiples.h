// invariants/multiples/: numbers that are multiples of others.
//
// The source Multiples: remainders by numbers that are no powers of two (Granger, "Static analysis of arithmetical
// congruences", 1989), and by variables that the loop does not write: x % 3 == 1, y == 0 || x % y == 0. A remainder
// that executions on small inputs agree with is kept if it is inductive. (Powers of two are congruences: they hold even
// where x wraps around.)
#pragma once

#include "invariants/source.h"

#include <optional>
#include <vector>

namespace assay {

std::optional<std::vector<Assertion>> searchMultiples(const Search& search);

} // namespace assay
