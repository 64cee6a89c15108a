// Many targets in one run: for each, inputs that lead there, or a proof that none do.
//
// This is TracerX's main experiment (section 6.1), with all targets at once. Executions on random inputs come first.
// Then symbolic execution follows paths through targets, so that what is learnt on the way to one target serves all; it
// looks for places that were not reached yet, and leaves paths that lead to none of them. If all paths have ended,
// nothing was cut short and no limit was met, targets that were not reached are dead. Beside it, in a process of its
// own, another engine is asked whether the open targets, as errors, can be reached: all of them at once, then one after
// the other. An execution ends at an error, and another target may lie behind it: so such a proof counts only if it
// covers every target that was asked for.
//
// No engine is believed. Inputs are run through the interpreter, on the program as it is, and a target is reached if
// the interpreter has reached it.
#pragma once

#include "engine/result.h"
#include "program/inputs.h"
#include "util/env.h"

#include <span>
#include <string>
#include <vector>

namespace assay {

struct Target {
  std::string name;               // as the user calls it; empty: a basic block
  SourcePosition position;        // of the first of its places
  std::vector<LocationId> places; // it is reached when one of them is; see transform/target.h
};

enum class TargetStatus : uint8_t { Open, Reachable, Dead };

struct TargetResult {
  TargetStatus status = TargetStatus::Open;
  std::string how;                                 // which engine found it out; why it is open
  LocationId place = {};                           // that was reached
  Counterexample execution = {};                   // of a target that is reachable; its `error` says nothing
  std::vector<RecordingInputs::Entry> inputs = {}; // that were taken until then
};

struct TargetResults {
  std::vector<TargetResult> targets; // in the order in which they were given
  std::vector<std::string> warnings;
};

/// The program has no errors. Runs the engine that the options name or, if they name none, two engines side by side;
/// each in a process of its own, so that the results can be told however long an engine takes to end.
TargetResults decideTargets(const Program& program, std::span<const Target> targets, Env& env);

} // namespace assay
