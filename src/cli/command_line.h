// From words to a command and its options.
#pragma once

#include "util/options.h"

#include <chrono>
#include <string>
#include <vector>

namespace assay {

enum class Command : uint8_t { Check, Run, Program, Test, Replay, Harness, Project, ShowText };

struct CommandLine {
  Command command = Command::Check;
  Options options;
  std::string text; // ShowText: help, version or limits
  std::chrono::milliseconds
      roundedUp{}; // by so much is options.timeout, in whole seconds, longer than what was asked for
};

/// Throws UsageError. `arguments` is without the program's own name.
CommandLine parseCommandLine(std::vector<std::string> arguments);

} // namespace assay
