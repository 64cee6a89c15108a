// A program without calls, and what abstract executions need of it.
#pragma once

#include "engine/shapes/machine.h"

#include <unordered_set>

namespace assay::shapes {

struct Flat {
  Flat(Program program, LeakChecks leaks);

  const Program program;
  const LeakChecks leaks;
  std::unordered_set<Term> constants;
  std::vector<bool> isHead;                                  // by location
  std::map<LocationId, std::unordered_set<VariableId>> kept; // by head: variables that may be read
  LocationId entry() const { return program[program.entry()].entry; }
  State start() const;
  /// Whether it holds constants that the program does not mention.
  bool hasOtherConstants(const State& state) const;
};

} // namespace assay::shapes
