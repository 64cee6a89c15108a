// The program that the command line names: compiled, or parsed if it is an automaton in text form.
#pragma once

#include "frontend/specification.h"
#include "program/program.h"
#include "util/env.h"

#include <string>

namespace assay {

/// With the properties of the command line as checks.
Program loadFiles(Env& env, TermManager& terms);
/// With these.
Program loadFiles(Env& env, TermManager& terms, const Specification& specification);

/// The same for commands that show or run it: with --without-memory, transformed. What it does not follow then is told as
/// `obstacle:` lines.
struct ShownProgram {
  Program program;
  std::string notes;
};
ShownProgram loadToShow(Env& env, TermManager& terms);

} // namespace assay
