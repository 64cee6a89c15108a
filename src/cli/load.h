// The program that the command line names: compiled, or parsed if it is an automaton in text form.
#pragma once

#include "frontend/compile/compiler_flags.h"
#include "frontend/frontend.h"
#include "frontend/specification.h"
#include "program/program.h"
#include "util/env.h"

#include <string>

namespace assay {

/// What the command line and compile_commands.json say of the compiler. Throws UsageError for a flag that means
/// something which Assay does not do.
CompilerFlags flagsOf(const Options& options);
/// 32 or 64; compile_commands.json decides where nothing else is asked for.
uint32_t dataModelOf(const Options& options);

/// What the command line says of how files are read.
FrontendOptions frontendOptions(const Options& options, const Specification& specification);

/// Loads the files, with the properties of the command line as checks.
Program loadFiles(Env& env, TermManager& terms);
/// Loads the files, with these properties as checks. An entry that takes parameters is called by a harness, unless that
/// is not wanted.
Program loadFiles(Env& env, TermManager& terms, const Specification& specification, bool makesHarness = true);

/// The same as an open program (transform/pass_errors.h).
Program loadOpen(Env& env, TermManager& terms);
/// The same as a sketch (strategy/sketch.h).
Program loadSketch(Env& env, TermManager& terms);
/// Whether this is the name of an automaton in text form.
bool isTextForm(const std::string& file);

/// The same for commands that show or run the program: with --without-memory it is transformed. What it does not follow
/// then is told in lines `obstacle:`.
struct ShownProgram {
  Program program;
  std::string notes;
};
ShownProgram loadToShow(Env& env, TermManager& terms);

} // namespace assay
