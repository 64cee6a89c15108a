// A program that knows nothing of memory: what it reads there is an input, and what it writes is forgotten. It has all
// executions of the program, and more, so it is for proofs only.
#pragma once

#include "program/program.h"

namespace assay {

/// Whether there is anything to forget.
bool hasMemory(const Program& program);

void forgetMemory(Program& program);

} // namespace assay
