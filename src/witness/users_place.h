// Library models have no places of their own: what happens in them happens where the user's code calls them.
#pragma once

#include "program/program.h"

#include <span>

namespace assay {

/// Where a thread is: the edge that it executes, and those of the calls that led there, the first one first.
struct CallPath {
  EdgeId edge;
  std::span<const EdgeId> calls;
};

/// Of the first operation of the edge, or of the last call in the user's code; may be unknown.
SourcePosition usersPosition(const Program& program, const CallPath& path);
/// The user's function that has this place.
FunctionId usersFunction(const Program& program, const CallPath& path);

} // namespace assay
