// Linear measures by counterexamples, as 2LS synthesises them: coefficients, small ones first, that decrease the sum on
// the transitions met so far.
#pragma once

#include "engine/termination/samples.h"

namespace assay {

/// A measure that increases in no sample and decreases in as many samples as possible; nothing: there is none.
std::optional<Measure> linearMeasureFor(const Flow& flow, const Samples& samples, const TerminationLimits& limits,
                                        const Allowance& allowance);

} // namespace assay
