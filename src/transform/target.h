// Places of the source that are asked for: can they be reached?
//
// A target is a set of locations of the automaton, and is reached when one of them is. A single target is asked for as
// a check: its places become error locations, and there are no others. Many targets are asked for together while
// executions go on through them.
#pragma once

#include "program/program.h"

#include <span>
#include <string_view>
#include <vector>

namespace assay {

/// Errors become ends of the program.
void endAtErrors(Program& program);

/// The locations at which an execution has come to the target: FILE:LINE (FILE may lack its folders), a label of the C
/// program, or the name of a function. Where no location stands right before what is executed there, one is put in: the
/// program does the same, and locations and edges keep their numbers. Empty: there is no code there.
std::vector<LocationId> exposeTarget(Program& program, std::string_view target);

/// Where the basic blocks of the user's functions begin: at a function's entry, where a branch leads to, where paths
/// meet, and behind a call. As for exposeTarget, locations may be put in.
std::vector<LocationId> exposeBlocks(Program& program);

/// Where the user sees the location.
SourcePosition positionOf(const Program& program, LocationId location);

/// Whatever would have been executed at the target leads to an error of property unreach-call instead; other errors end
/// the program. Returns how many places of the automaton these are; if there are none, the program is as it was but for
/// its errors.
unsigned makeTarget(Program& program, std::string_view target);

/// Each of these locations becomes an error of property unreach-call whose message is its number among them; other
/// errors end the program.
void makeTargets(Program& program, std::span<const LocationId> places);

} // namespace assay
