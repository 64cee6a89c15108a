// The files of a replay: what is written is read back as it was.
#pragma once

#include "witness/replay_plan.h"
#include "witness/toolchain.h"

#include <filesystem>

namespace assay {

inline constexpr const char* kReplayInputsFile = "inputs.c";
inline constexpr const char* kReplayStdinFile = "stdin.txt";

/// replay.yml.
struct ReplayDescription {
  ReplayBuild build;
  ReplayPrediction prediction;
};

/// What compiles and runs it; `onX86`: for an x86 in any case.
Toolchain toolchainOf(const ReplayDescription& description, bool onX86 = false);

/// Throws InputError if the folder holds none, or one that cannot be read.
ReplayDescription readReplay(const std::filesystem::path& folder);

/// What compiles the folder's files to a program of this name, one command after the other. Relative paths are relative
/// to the folder.
std::vector<std::vector<std::string>> compileCommands(const ReplayDescription& description, const Toolchain& tools,
                                                      const std::string& program);

/// What makes a file of a source that needs no other one.
std::vector<std::string> preprocessCommand(const ReplayDescription& description, const Toolchain& tools, size_t source,
                                           const std::string& file);

/// The sources are these files now, which includes have been put into.
void replaceSources(const std::filesystem::path& folder, ReplayDescription description, std::vector<std::string> files);

} // namespace assay
