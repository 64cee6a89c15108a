// Which engines the default strategy runs on a program, and how they share the time.
//
// The rule is the table in schedule.cpp: the first row whose kind of program fits. Its figures come from measuring each
// engine alone (bench/strategy).
#pragma once

#include "program/program.h"
#include "strategy/limits.h"

#include <chrono>
#include <string>
#include <string_view>
#include <vector>

namespace assay {

/// Features of a program by which it is guessed which engine will decide it.
struct Features {
  bool hasThreads = false;
  bool hasLoops = false;
  bool hasRecursion = false;
  bool allocates = false;    // heap blocks
  bool asksMemory = false;   // whether accesses are valid, blocks are freed or lost
  bool usesPointers = false; // accesses memory at places that are no constants
  bool hasFloats = false;    // operations on them
  bool isNonlinear = false;  // multiplies or divides by what is no constant
  size_t numEdges = 0;       // of functions that are called
};

Features featuresOf(const Program& program);

struct Share {
  std::string_view engine;
  double share;                      // of the time, relative to the others'
  std::chrono::milliseconds begin{}; // it waits so long, if there is no free processor
};

struct Schedule {
  std::string_view kind; // of programs
  std::vector<Share> shares;
};

Schedule scheduleFor(const Features& features, const StrategyLimits& limits);
/// For people: "symex 1, kiki 1, ic3ia 0.5 from 1 s".
std::string formatShares(const Schedule& schedule);

} // namespace assay
