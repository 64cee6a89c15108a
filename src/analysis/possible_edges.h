// A program without edges that no execution takes, because of where pointers point: of a call through a pointer, for
// example, the branches for functions that the pointer never is. Locations and functions keep their numbers, and the
// edges that are left do.
//
// Proofs about such a program need, beside what its points-to analysis takes for granted (analysis/pointer_premises.h),
// that the guards of the edges that were removed cannot hold.
#pragma once

#include "analysis/points_to.h"
#include "program/program.h"

#include <vector>

namespace assay {

/// An edge that was removed from a location that may be reached without it.
struct ImpossibleEdge {
  LocationId source;
  Term guard;
  SourcePosition position;
};

struct PossibleEdges {
  Program program;
  std::vector<ImpossibleEdge> impossible;
};

PossibleEdges withPossibleEdges(const Program& program, Unwritten unwritten);

} // namespace assay
