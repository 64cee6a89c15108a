// Witnesses in SV-COMP's older format 1.0 (GraphML): an automaton that runs along with the program.
//
// A violation is a line of states: each step matches the line of a call of an input function and says what it returned;
// the last one matches the violation. In a program with threads each step says whose it is (main's is 0), steps that make a
// thread give it its number, and there are steps for the begin and the end of each turn of a thread. Before the violation that is
// a data race stands the other thread's access. A proof has a state for each loop with an invariant, which is entered with the
// loop's head; the automaton goes from each such state to each.
#pragma once

#include "engine/common/replay.h"
#include "engine/result.h"
#include "witness/thread_schedule.h"
#include "witness/witness_task.h"

#include <span>
#include <string>

namespace assay {

/// The witness of a true verdict.
std::string graphmlCorrectnessWitness(const Program& program, const Result& result, const WitnessTask& task);

/// The witness of a false verdict; the replay is that of the violated check's counterexample, and so is the schedule of a
/// program with threads.
std::string graphmlViolationWitness(const Program& program, const Replay& replayed, const WitnessTask& task,
                                    const ThreadSchedule* schedule = nullptr);

/// The witness of an execution that never ends: a line of states to the head of its cycle, and a circle. `inputs` are
/// those of the stem, then those of the cycle (trace.h).
std::string graphmlLassoWitness(const Program& program, const LoopResult& loop,
                                std::span<const RecordingInputs::Entry> inputs, const WitnessTask& task);

} // namespace assay
