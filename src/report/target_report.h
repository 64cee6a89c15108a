// What was found out about targets (strategy/targets.h), for people and as a JSON document (docs/json.md).
#pragma once

#include "strategy/targets.h"

#include <iosfwd>
#include <span>
#include <string>
#include <vector>

namespace assay {

struct TargetReport {
  const Program& program;
  std::span<const Target> targets;
  const TargetResults& results;
  std::string producer = {}; // "Assay 0.1.0"
  std::vector<std::string> files = {};
};

/// Prints a line for each target; for basic blocks, only for those that are dead or open, unless all are wanted.
void tellTargets(const TargetReport& report, bool wantsAll, std::ostream& out);

/// `targets: complete (3 reachable, 1 dead)` or `targets: unknown (3 reachable, 0 dead, 2 open)`.
std::string targetsLine(const TargetResults& results);

/// The document.
std::string targetJson(const TargetReport& report);

} // namespace assay
