// The blocks of a flow, path by path. Cut points are the program's start and the heads of loops: every execution is a
// sequence of blocks, each an acyclic path from one cut point to the next or to an end. What a path does is a guard and
// a simultaneous assignment, over the variables at its beginning and symbols of its own for what it takes from outside:
// inputs, and all that it reads from memory.
#pragma once

#include "encode/flow.h"
#include "util/persistent_vector.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace assay {

struct BlockPath {
  LocationId target;             // a head, or a location where executions end
  Term guard;                    // over values at the beginning
  PersistentVector<Term> values; // of variables at the end, by variable
  /// A term over the program's variables, at the end.
  Term at(const Program& program, Term term) const;
};

/// The same path for each way in which values are chosen (no ite is left in them), as long as there are at most `most`.
std::vector<BlockPath> withoutChoices(const Flow& flow, const BlockPath& path, size_t most);

/// The paths that begin at a head, or at the program's start (Flow::kNone). Nothing: there are more than `most`, or a
/// path has a call on it.
std::optional<std::vector<BlockPath>> blockPaths(const Flow& flow, uint32_t head, size_t most);

} // namespace assay
