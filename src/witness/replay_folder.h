// The files of a replay, written and read.
#pragma once

#include "witness/replay_plan.h"
#include "witness/toolchain.h"

#include <filesystem>

namespace assay {

inline constexpr const char* kReplayInputsFile = "inputs.c";
inline constexpr const char* kReplayTurnsFile = "turns.c";
inline constexpr const char* kReplayWeaverFile = "weave.c";
inline constexpr const char* kReplayStdinFile = "stdin.txt";

/// replay.yml.
struct ReplayDescription {
  ReplayBuild build;
  ReplayPrediction prediction;
};

/// The toolchain that compiles and runs the replay; `onX86`: for an x86 in any case.
Toolchain toolchainOf(const ReplayDescription& description, bool onX86 = false);

/// Throws InputError if the folder holds no description, or one that cannot be read.
ReplayDescription readReplay(const std::filesystem::path& folder);

/// The commands that compile the folder's files to a program of this name, one after the other. Relative paths are
/// relative to the folder.
std::vector<std::vector<std::string>> compileCommands(const ReplayDescription& description, const Toolchain& tools,
                                                      const std::string& program);

/// The command that makes a file of a source that includes no others.
std::vector<std::string> preprocessCommand(const ReplayDescription& description, const Toolchain& tools, size_t source,
                                           const std::string& file);

/// Replaces the sources by these files, into which includes have been put.
void replaceSources(const std::filesystem::path& folder, ReplayDescription description, std::vector<std::string> files);

} // namespace assay
