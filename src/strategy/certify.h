// The checks that an answer has to pass before it is told.
#pragma once

#include "engine/result.h"
#include "util/env.h"

namespace assay {

/// False: the interpreter replays every counterexample to its error location. True: no check is left open, and every
/// obstacle of the program is excluded, limits aside. An answer that does not pass becomes unknown, with the reason.
/// Returns whether nothing had to be changed.
bool certify(Result& result, const Program& program, Env& env);

} // namespace assay
