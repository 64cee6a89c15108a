// A program that knows nothing of memory: what it reads there is an input, and what it writes is forgotten. It does all
// that the program does, and more; it is for proofs.
#pragma once

#include "program/program.h"

namespace assay {

/// Whether there is anything to forget.
bool hasMemory(const Program& program);

void forgetMemory(Program& program);

} // namespace assay
