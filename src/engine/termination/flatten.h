// The flat automaton that searches for endless executions work on: inlined and sliced (transform/slice.h), with memory
// that is only accessed at constant places as variables. It never ends on exactly the inputs on which the program never
// ends, except in recursion: deeper than one call it ends.
#pragma once

#include "engine/termination/limits.h"
#include "transform/flat_form.h"

namespace assay {

/// Flattens the slice for termination.
FlatProgram flattenForTermination(const Program& slice, const TerminationLimits& limits);

/// The program, but executions are blocked where an input is taken and read that C leaves open (one of kind
/// Unspecified) or that only a machine gives.
Program withoutWhatIsOpen(const Program& program);

} // namespace assay
