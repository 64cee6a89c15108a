// frontend/: from files to a Program. Here are the pipeline and the properties that are asked for; the rooms are its
// steps.
//
// From C files, LLVM bitcode or LLVM assembly to a Program. The only header of this layer that other layers need.
#pragma once

#include "frontend/specification.h"
#include "program/program.h"

#include <string>
#include <vector>

namespace assay {

struct FrontendOptions {
  uint32_t dataModel = 64;    // 32: i686, 64: x86_64
  std::string entry = "main"; //
  std::string standard = "gnu11";
  std::vector<std::string> includeDirs;
  std::vector<std::string> defines;
  std::vector<std::string> flags; // further ones, as clang's cc1 takes them (compiler_flags.h)
  std::string compileCommands;    // path of a compile_commands.json, or empty
  std::string callers;            // path of what `assay project` knows of calls (harness/callers.h), or empty
  std::string config;             // path of an assay.yml, or empty
  bool usesContracts = true;      // calls of functions with contracts are calls of these
  bool mallocMayFail = false;
  bool volatileInputs = false; // a read of a volatile object is an input
  uint32_t objectBits = 0;     // bits of a pointer that number objects; 0: chosen by the program
  /// Behind an error, executions go on as the machine does (transform/pass_errors.h): the result is an open program.
  bool goesOn = false;
  /// What is not modelled gives any value instead of ending executions, and so does a call to where no function is: the
  /// result is for proofs that know nothing of memory (strategy/sketch.h).
  bool isSketch = false;
  Specification specification;
};

/// Throws InputError with clang's own diagnostics when the files do not compile or link.
Program loadProgram(const std::vector<std::string>& files, const FrontendOptions& options, TermManager& terms);

} // namespace assay
