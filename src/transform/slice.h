// A backward slice: the program without what does not matter to whether, and with which inputs, an error location of
// the checked properties (or an unsupported location, or a limit) is reached. Where leaks are checked, an abort counts as one of
// these: what is live there matters.
//
//  1. A location from which, through calls and returns, no such location can be reached becomes the end of the program.
//  2. What matters, until nothing is added: an error location, every input and every memory operation; a branch that
//     decides whether something that matters is executed (control dependence, by post-dominators); a variable that a
//     branch or operation that matters reads; an operation that writes such a variable. A call matters if something in
//     the callee does, or if its result does.
//  3. Other operations go. A branch that does not matter is replaced by an edge to where its paths meet.
//
// Memory that is lost counts in executions that never end, too. What is lost stays lost, so a loop that is skipped hides
// nothing if what comes behind it is an end where leaks are looked for. Where leaks are checked, loops stay from which no
// such end can be reached, and those behind which an execution may cease to exist at an assumption.
//
// For safety only: a loop that does not matter is skipped even if it does not end, and a program that ends anywhere but
// in an error may end elsewhere. So, if the slice is safe, the program is safe; and an execution of the slice into an
// error is one of the program, with the same inputs (none is removed), unless the program loops for ever before it or
// runs into undefined behaviour that is not checked: replay it on the program itself.
#pragma once

#include "program/program.h"

namespace assay {

struct SliceResult {
  unsigned operationsRemoved = 0;
  unsigned branchesRemoved = 0;
  unsigned locationsRemoved = 0;
};

/// The program is renumbered.
SliceResult sliceProgram(Program& program, PropertySet properties);

} // namespace assay
