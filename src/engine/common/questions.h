// Questions that an engine has for another one. Engines do not know each other: each question is a function here, and
// the engine that can answer it has the function's body.
#pragma once

#include "engine/result.h"
#include "util/env.h"

namespace assay {

/// Whether measures show, within this time, that every execution of the program ends (termination/).
bool allEndByMeasures(const Program& program, Deadline::Clock::duration time, Env& env);

struct FollowedPaths {
  Result result;
  bool allEnd = false; // every execution does, if the result is true
};
/// Symbolic execution that leaves no path because of what another path has shown (symex/).
FollowedPaths followAllPaths(const Program& program, Env& env);

} // namespace assay
