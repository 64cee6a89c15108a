// C text of a replay with threads: what makes the compiled program take its turns (turns.h).
#pragma once

#include "witness/replay_plan.h"

#include <string>
#include <vector>

namespace assay {

// What is told, as the first word.
inline constexpr const char* kReplayStandstill = "standstill";
inline constexpr const char* kReplayRace = "race";     // two threads stand before accesses of the same bytes
inline constexpr const char* kReplayApart = "apart";   // none do
inline constexpr const char* kReplayHidden = "hidden"; // they stand there, and the bytes are not known
/// What is written when the program begins: no sanitizer has kept it from that.
inline constexpr const char* kReplayBegins = "assay: the program begins";
/// In the environment: threads stop before the accesses of a race.
inline constexpr const char* kReplayStops = "ASSAY_STOPS";
/// What is written where the program and the list of turns disagree.
inline constexpr const char* kLeftSchedule = "assay: the program left the schedule";

/// The file with the turns: it is compiled without any sanitizer, so that none takes turns for synchronisation.
std::string turnsSource(const ReplayPlan& plan);

/// Functions of the library whose calls come to the file with the turns.
const std::vector<std::string>& turnWraps();

} // namespace assay
