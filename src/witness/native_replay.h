// A violation, replayed by the compiled program: in a folder that holds all that is needed, by a child process with
// limits.
//
// The folder is for people as well: program-* is the program, inputs.c what it is given, run.sh compiles and runs them,
// replay.yml says what is expected.
#pragma once

#include "strategy/native_verdict.h"
#include "util/deadline.h"
#include "witness/replay_plan.h"

#include <chrono>
#include <filesystem>
#include <string>
#include <vector>

namespace assay {

struct ReplayLimits {
  std::chrono::milliseconds compilation{20'000};
  uint64_t cpuSeconds = 2;
  std::chrono::milliseconds wall{5'000};
  uint64_t memoryMegabytes = 2048;
  uint64_t fileMegabytes = 64; // of each file, and of all files
};

/// Writes the folder, each file at once. Throws InputError if it cannot be written, UsageError if there is something
/// else in it.
void writeReplay(const std::filesystem::path& folder, const ReplayPlan& plan, ReplayBuild build,
                 const std::vector<ReplaySource>& sources);

/// Makes the folder independent of all files but those of the system: includes are put into the sources.
void preprocessReplay(const std::filesystem::path& folder, const ReplayLimits& limits, const Deadline& deadline);

/// Compiles and runs what the folder holds, in a temporary folder that is removed afterwards. Throws InputError if the
/// folder holds no replay.
NativeVerdict runReplay(const std::filesystem::path& folder, const ReplayLimits& limits, const Deadline& deadline);

/// The same for a plan; nothing is left on disk.
NativeVerdict runReplay(const ReplayPlan& plan, const ReplayBuild& build, const std::vector<ReplaySource>& sources,
                        const ReplayLimits& limits, const Deadline& deadline);

} // namespace assay
