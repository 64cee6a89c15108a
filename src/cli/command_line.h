// From words to a command and its options.
#pragma once

#include "util/options.h"

#include <string>
#include <vector>

namespace assay {

enum class Command : uint8_t { Check, Run, Program, Test, Replay, Harness, Project, ShowText };

struct CommandLine {
  Command command = Command::Check;
  Options options;
  std::string text; // ShowText: help, version or limits
};

/// Throws UsageError. `arguments` is without the program's own name.
CommandLine parseCommandLine(std::vector<std::string> arguments);

} // namespace assay
