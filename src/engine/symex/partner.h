// A second process that explores a part of the states, if a processor is free for it.
//
// It begins as a copy of this one, so both have met the same states, and each goes on with some of those that are left.
// If one of them leaves a state because another state does the same, the partner may be the one that explores that
// other state: so the result of each holds only if both have come to their end.
#pragma once

#include "engine/result.h"
#include "util/deadline.h"
#include "util/process.h"

#include <chrono>
#include <functional>
#include <optional>
#include <set>
#include <string>
#include <string_view>

namespace assay::symex {

/// The result of a part.
struct PartReport {
  bool isComplete = false; // all paths have ended without a violation, and no refutation is contradicted
  bool hasEndlessPath = false;
  bool leftAny = false; // of the paths, because others do the same
  uint64_t paths = 0;
  uint64_t refutations = 0, confirmed = 0;
  std::set<LocationId> limitsReached = {};
  std::set<LocationId> places = {}; // where states were covered
  bool operator==(const PartReport&) const = default;
};

std::string printPart(const PartReport& report);
/// Nothing: that is no report.
std::optional<PartReport> parsePart(std::string_view text, const Program& program);

class Partner {
public:
  /// `explore` runs in the process. It must not talk to other processes: the connections of this process are not its
  /// own. Throws std::system_error if there can be no process.
  Partner(const Deadline& deadline, uint64_t megabytes, const std::function<PartReport()>& explore);

  /// Waits for it, and looks whether to stop after each tick. Nothing: it has not come to its end.
  std::optional<PartReport> wait(const Program& program, std::chrono::milliseconds tick, const Deadline& deadline);

private:
  ChildProcess process_;
};

} // namespace assay::symex
