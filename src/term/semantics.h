// What every operator means on values. Constant folding and evaluation both come here, so there is one meaning.
#pragma once

#include "term/application.h"
#include "term/value.h"

#include <span>

namespace assay {

class TermManager;

/// The value of the operator on these arguments (all non-null). Not for variables.
Value applyOperator(const Application& application, std::span<const Value> args);

/// Whether the first two arguments may change places.
bool isCommutative(Kind kind);

/// k if the term is (concat (extract x) 0), the rewriter's form of x * 2^k, where x is term[0][0]; 0 otherwise.
uint32_t powerOfTwoFactor(Term term);

/// The value of true, false, a bit-vector or float constant.
Value valueOfConstant(Term constant);

/// The term that has this value of this sort: a constant, or stores into a constant array.
Term mkValue(TermManager& tm, Sort sort, const Value& value);

} // namespace assay
