// The program that the command line names: compiled, or parsed if it is an automaton in text form.
#pragma once

#include "frontend/specification.h"
#include "program/program.h"
#include "util/env.h"

namespace assay {

/// With the properties of the command line as checks.
Program loadFiles(Env& env, TermManager& terms);
/// With these.
Program loadFiles(Env& env, TermManager& terms, const Specification& specification);

} // namespace assay
