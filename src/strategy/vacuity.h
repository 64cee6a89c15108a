// Checks that hold because no execution ever comes to them: a proof of such a check says little, and an assumption that
// excludes every execution is a mistake more often than not.
//
// A check is decided at the place where the way to its error location parts from other ways. Executions on random
// inputs show for most checks that this place is reached; the rest is left to symbolic execution of all paths and to
// induction, each for a short time in a process of its own. A check that neither decides is not reported.
#pragma once

#include "engine/result.h"
#include "util/env.h"

#include <string>
#include <string_view>
#include <vector>

namespace assay {

struct Vacuity {
  std::vector<LocationId> checks; // error locations whose checks no execution reaches
  SourcePosition blockedAt;       // the assumption at which every execution that was tried ended, if there is one
  bool isTotal = false;           // that is all checks there are
  bool isDecided = true;          // of every check it was found out, in time
};

/// To be called for a program that is safe; takes about the given time at most.
Vacuity findVacuousChecks(const Program& program, Env& env, Deadline::Clock::duration time);

/// How the warning of vacuous checks begins; what follows is how many of how many, and a colon before the places.
inline constexpr std::string_view kUnreached = "vacuous: no execution comes to ";

/// For people, a line each; none if no check is vacuous.
std::vector<std::string> warningsOf(const Program& program, const Vacuity& vacuity);

/// The locations where ways to an error location part from other ways, looking back through calls; the program's first
/// location if there are none.
std::vector<LocationId> decisionsBefore(const Program& program, LocationId error);

} // namespace assay
