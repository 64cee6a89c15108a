// Violations that exist only because the model leaves something open (openness.h): they count if the compiled program
// fails as predicted.
#pragma once

#include "strategy/native_verdict.h"
#include "strategy/portfolio.h"

#include <functional>
#include <optional>

namespace assay {

/// What the compiled program does on a counterexample of this program.
using NativeRun = std::function<NativeVerdict(const Program&, const Counterexample&)>;

/// The verdict for a violation behind another one: sanitizers and error functions end the compiled program at the
/// first.
NativeVerdict replayBehind(NativeVerdict native);

/// Checks whose violation does not count stay open, and if none is left, the verdict is unknown. `isBehind`: the
/// program passes errors that were found before. The verdict waits for the compiled program only where a violation
/// depends on openness. Returns what the compiled program did on the first violation that is left, if it was run.
std::optional<NativeVerdict> refuteOpenViolations(const Program& program, PortfolioResult& whole, bool isBehind,
                                                  const NativeRun& runNatively, Env& env);

} // namespace assay
