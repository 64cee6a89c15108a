// Violations that only what the model leaves open allows (openness.h): they count if the compiled program fails as
// predicted.
#pragma once

#include "strategy/native_verdict.h"
#include "strategy/portfolio.h"

#include <functional>
#include <optional>

namespace assay {

/// What the compiled program does on a counterexample of this program.
using NativeRun = std::function<NativeVerdict(const Program&, const Counterexample&)>;

/// Sanitizers and error functions end the compiled program at a violation that stands before this one.
NativeVerdict replayBehind(NativeVerdict native);

/// Checks whose violation does not count stay open, and if none is left, the verdict is unknown. `isBehind`: the
/// program passes errors that were found before. The verdict waits for the compiled program only where a violation
/// depends on openness. Gives what it did on the first violation that is left, if it was run.
std::optional<NativeVerdict> refuteOpenViolations(const Program& program, PortfolioResult& whole, bool isBehind,
                                                  const NativeRun& runNatively, Env& env);

} // namespace assay
