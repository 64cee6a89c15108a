// What assay.yml and the command change of the options.
#pragma once

#include "cli/command_line.h"
#include "frontend/config/config.h"

namespace assay {

/// Finds the file if none is named, and takes limits from it that the command line does not state. Throws InputError if
/// the file does not read.
void adoptConfig(CommandLine& line);

/// The file that the options name; empty if there is none.
Config configOf(const Options& options);

} // namespace assay
