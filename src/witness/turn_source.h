// C text of a replay with threads: what makes the compiled program take its turns (turns.h).
#pragma once

#include "witness/replay_plan.h"

#include <string>
#include <vector>

namespace assay {

// What is told, as the first word.
inline constexpr const char* kReplayStandstill = "standstill";
/// What is written where the program and the list of turns disagree.
inline constexpr const char* kLeftSchedule = "assay: the program left the schedule";

/// The file with the turns: it is compiled without any sanitizer, so that none takes turns for synchronisation.
std::string turnsSource(const ReplayPlan& plan);

/// A program that puts calls into a file of LLVM's text form: `weave IN OUT`.
std::string weaverSource();

/// Functions of the library whose calls come to the file with the turns.
const std::vector<std::string>& turnWraps();

} // namespace assay
