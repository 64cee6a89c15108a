// The program that the command line names: compiled, or parsed if it is an automaton in text form.
#pragma once

#include "program/program.h"
#include "util/env.h"

namespace assay {

Program loadFiles(Env& env, TermManager& terms);

} // namespace assay
