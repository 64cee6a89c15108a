// More than one violation in one run.
//
// Engines stop at a violation, or soon after. An execution that violates a check ends there; if that place is made one at
// which executions just end, the others are the same as before. So the rest of the checks is verified again and again, without
// those that are violated, until nothing more is found: what is proved then is proved of the program that was given.
#pragma once

#include "report/suppressions.h"
#include "strategy/portfolio.h"
#include "witness/native_replay.h"

#include <functional>
#include <map>
#include <optional>

namespace assay {

struct Settled {
  PortfolioResult whole;
  std::optional<NativeVerdict> native = {}; // of the first violation, if it was run
  std::map<size_t, Suppression> known = {}; // violated checks that do not count, by number
};

/// Verifies a program, and tells what the compiled program did, if it was run.
using Round = std::function<Settled(const Program&)>;

/// If no violation counts, the verdict is that of the rest. With `wantsAll` it goes on after one that counts.
Settled settleChecks(const Program& program, Suppressions& suppressions, bool wantsAll, const Deadline& deadline,
                     const Round& round);

} // namespace assay
