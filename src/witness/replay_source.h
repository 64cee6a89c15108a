// The C text of a replay: a file that gives the program its inputs, and what is put at the end of the program's own
// files.
#pragma once

#include "witness/replay_plan.h"

#include <string>

namespace assay {

// What is told, as the first word.
inline constexpr const char* kReplayError = "error";
inline constexpr const char* kReplayAssertion = "assertion";
inline constexpr const char* kReplayAssumption = "assumption";
inline constexpr const char* kReplayInputs = "inputs";
inline constexpr const char* kReplayLeak = "leak";

/// The file with the inputs. When this file ends the program, it writes a word and a text on standard error, and to the
/// file that the variable ASSAY_OUTCOME names.
std::string inputsSource(const ReplayPlan& plan);

/// Functions of the library whose calls come to that file.
std::vector<std::string> wrappedFunctions(const ReplayPlan& plan);

/// A file of the program, for the compiler: the user's text with what the other file needs to know of it.
std::string programSource(const ReplaySource& source, const ReplayPlan& plan, uint32_t dataModel);

} // namespace assay
