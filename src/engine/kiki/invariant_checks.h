// Invariants as checks at the heads of loops.
#pragma once

#include "analysis/invariant_file.h"
#include "program/program.h"

#include <functional>
#include <string>
#include <vector>

namespace assay {

struct InvariantChecks {
  Program program; // its only checks are those of invariants
  /// By line.
  struct Placed {
    std::vector<LocationId> errors;         // one for each loop
    SourcePosition position = {};           // of the first loop
    std::string unknownVariable, objection; // why there is none; both empty: there is no loop
  };
  std::vector<Placed> placed;
};

/// `isWanted`, by line. A name means a variable that has a value when the head is reached, in memory or not; if there
/// are several such variables, one that is read again comes first, then one that the loop writes.
InvariantChecks assertInvariants(const Program& program, const std::vector<InvariantLine>& lines,
                                 const std::vector<bool>& isWanted);

/// Lines on which there are loops, of one file.
std::vector<uint32_t> loopLines(const Program& program, uint32_t file);

} // namespace assay
