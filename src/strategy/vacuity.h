// Checks that hold because nothing ever comes to them: a proof of those says little, and an assumption that excludes
// every execution is a mistake more often than not.
//
// A check is decided where the way to its error location parts from the others. Executions on random inputs show for
// most checks that this place is reached; the rest is left to symbolic execution of all paths and to induction, each
// for a short time in a process of its own. Whatever neither decides is not reported.
#pragma once

#include "engine/result.h"
#include "util/env.h"

#include <string>
#include <vector>

namespace assay {

struct Vacuity {
  std::vector<LocationId> checks; // error locations whose checks no execution reaches
  SourcePosition blockedAt;       // the assumption at which every execution that was tried ended, if there is one
  bool isTotal = false;           // that is all checks there are
  bool isDecided = true;          // of every check it was found out, in time
};

/// To be asked of a program that is safe; takes about the given time at most.
Vacuity findVacuousChecks(const Program& program, Env& env, Deadline::Clock::duration time);

/// For people, a line each; none if no check is vacuous.
std::vector<std::string> warningsOf(const Program& program, const Vacuity& vacuity);

/// Where the ways to an error location part from others, looking back through calls; the program's first location if
/// they do nowhere.
std::vector<LocationId> decisionsBefore(const Program& program, LocationId error);

} // namespace assay
