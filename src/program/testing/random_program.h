// Random programs, for testing what must keep their meaning. They are valid, and almost always end: a counter that
// every backward edge takes from ends them if nothing else does.
#pragma once

#include "program/program.h"

#include <cstdint>

namespace assay {

struct RandomProgramOptions {
  unsigned functions = 3;     // besides main
  unsigned locations = 8;     // plain ones, a function
  unsigned operations = 3;    // at most, an edge
  unsigned fuel = 40;         // backward edges taken in all
  unsigned inputPercent = 20; // of the operations
  bool memory = true;
  bool recursion = false;
};

/// The same seed gives the same program.
Program randomProgram(TermManager& terms, uint64_t seed, const RandomProgramOptions& options = {});

} // namespace assay
