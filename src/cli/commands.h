// cli/: the command line: words to options, a file for each command, signals and limits of the process.
//
// The commands, one file each. Each prints its results to `out` and returns the exit status.
#pragma once

#include "util/env.h"

#include <iosfwd>

namespace assay {

/// Exit statuses that all commands share; 0 and 1 mean what the command says.
enum ExitStatus : uint8_t { kUnknown = 2, kWrongUsage = 64, kBadInput = 65, kDefect = 70 };

int checkCommand(Env& env, std::ostream& out);
int runCommand(Env& env, std::ostream& out);
int programCommand(Env& env, std::ostream& out);
int testCommand(Env& env, std::ostream& out);
int replayCommand(Env& env, std::ostream& out);
int harnessCommand(Env& env, std::ostream& out);
int projectCommand(Env& env, std::ostream& out);

} // namespace assay
