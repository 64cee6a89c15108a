// What users read about numbers with which a check failed: they are found in the condition of the failure.
#pragma once

#include "term/evaluate.h"

#include <string>

namespace assay {

/// "2147483647 + 1 = 2147483648 does not fit 32 bits". Empty where the condition does not show an operation whose exact
/// result does not fit; of several operations the outermost one is shown, because its operands were checked before.
std::string explainOverflow(Term condition, Evaluator& evaluator);
/// "index 4, length 4". Empty where the condition is no comparison.
std::string explainIndex(Term condition, Evaluator& evaluator);

} // namespace assay
