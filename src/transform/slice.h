// A backward slice: the program without what does not matter to whether, and with which inputs, an error location of
// the checked properties (or an unsupported location, or a limit) is reached. Where leaks are checked, an abort counts
// as one of these: what is live there matters.
//
//  1. A location from which, through calls and returns, no such location can be reached becomes the end of the program.
//  2. What matters, until nothing is added: an error location, every input (unless they may be dropped) and every memory
//     operation; a branch that
//     decides whether something that matters is executed (control dependence, by post-dominators); a variable that a
//     branch or operation that matters reads; an operation that writes such a variable. A call matters if something in
//     the callee does, or if its result does.
//  3. Other operations go. A branch that does not matter is replaced by an edge to where its paths meet.
//
// Memory that is lost counts in executions that never end, too. A block that is lost stays lost, so a loop that is
// skipped hides nothing if an end where leaks are looked for comes behind it. Where leaks are checked, these loops
// stay: loops from which no such end can be reached, and loops behind which an execution may cease to exist at an
// assumption.
//
// For safety only: a loop that does not matter is skipped even if it does not end, and a program that ends anywhere but
// in an error may end elsewhere. So, if the slice is safe, the program is safe; and an execution of the slice into an
// error is one of the program, with the same inputs (none is removed), unless the program loops for ever before it or
// runs into undefined behaviour that is not checked: replay it on the program itself.
#pragma once

#include "program/program.h"

#include <vector>

namespace assay {

struct SliceResult {
  unsigned operationsRemoved = 0;
  unsigned branchesRemoved = 0;
  unsigned locationsRemoved = 0;
};

/// Inputs that decide nothing may go if nobody wants to replay what is found: in programs for proofs only.
enum class SlicedInputs : uint8_t { Kept, Dropped };

/// The program is renumbered.
SliceResult sliceProgram(Program& program, PropertySet properties, SlicedInputs inputs = SlicedInputs::Kept);

/// A slice that never ends on exactly the inputs on which the program does not, and ends at the same location
/// otherwise.
///
/// What matters here: every end of an execution but a function's exit, and what decides whether that is reached; the
/// first location of every cycle (in reverse postorder) and of every function that calls itself; inputs; operations on
/// memory, loads included, for they may be undefined. Step 1 is left out.
///
/// Why no cycle gets lost: a branch is replaced by an edge to its immediate post-dominator p if nothing that depends on
/// it matters. Whatever is reached from the branch before p depends on the branch, perhaps through other branches. So
/// no cycle lies there, because its first location would matter, and no end. So the program gets to p, too. And since
/// each location that an edge of the slice jumps over is on the way to p, a cycle of the slice is one of the program,
/// and passes its first location as often. Counters and the like that decide nothing are gone: they cannot make states
/// different.
struct TerminationSlice {
  SliceResult result;
  std::vector<LocationId> origin; // by location of the slice, that of the program

  LocationId inSlice(LocationId original) const; // invalid if it is gone
};
TerminationSlice sliceForTermination(Program& program);

} // namespace assay
