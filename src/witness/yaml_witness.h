// Witnesses in SV-COMP's format 2.0 (YAML): what a validator needs to follow a violation or to check a proof by itself.
//
// A violation is a sequence of waypoints: what each input function returned, in the order of the calls, and the target.
// In a program with threads (format 2.2) each waypoint has the number of its thread, main's is 0; there is one for the begin and
// the end of each turn of a thread and for each thread that is made, and the target of a data race is two waypoints.
// A proof is a set of loop invariants, C expressions at the place of the loop; for a proof without invariants it is the
// empty set.
#pragma once

#include "engine/common/replay.h"
#include "engine/result.h"
#include "witness/thread_schedule.h"
#include "witness/trace_text.h"
#include "witness/witness_task.h"

#include <span>
#include <string>

namespace assay {

/// The witness of a true verdict.
std::string correctnessWitness(const Program& program, const Result& result, const WitnessTask& task);

/// The witness of a false verdict; the replay is that of the violated check's counterexample, and so is the schedule of a
/// program with threads.
std::string violationWitness(const Program& program, const Replay& replayed, const WitnessTask& task,
                             const ThreadSchedule* schedule = nullptr);

/// The witness of an execution that never ends. The format has no word for it, so the witness has the inputs of stem
/// and cycle, and the loop as the target. `inputs` are those of the stem, then those of the cycle (trace.h).
std::string lassoWitness(const Program& program, const LoopResult& loop, std::span<const RecordingInputs::Entry> inputs,
                         const WitnessTask& task);

} // namespace assay
