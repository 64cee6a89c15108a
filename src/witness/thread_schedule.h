// How the threads of an execution took turns, for witnesses: where each turn begins and ends, which threads are made, which
// inputs are taken, by whom. What a thread does within a turn is not told; a validator finds it by itself.
#pragma once

#include "program/inputs.h"
#include "witness/trace.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace assay {

struct ScheduleEvent {
  enum Kind : uint8_t { Turn, Creation, Input };
  Kind kind = Turn;
  uint32_t thread = 0; // whose; the first thread's is 0
  SourcePosition position = {};
  std::string begins = {}; // the first event of another thread than the first: the function that the thread begins with
  uint32_t created = 0;    // Creation: the new thread
  std::optional<RecordingInputs::Entry> input = {};
};

struct ThreadSchedule {
  std::vector<ScheduleEvent> events;
  uint32_t violator = 0;                   // the thread that ran at the end
  std::optional<ScheduleEvent> rival = {}; // of a race: the access that another thread stands before
};

/// Of an execution that leads to a violation. The program has threads.
ThreadSchedule recordSchedule(const Program& program, const Counterexample& counterexample, Env& env);

} // namespace assay
