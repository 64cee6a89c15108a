// How symbolic execution explores a program. The options say it, unless another part of Assay has a question for it, or
// there is the outline of a proof that is done again.
#pragma once

#include "engine/recall.h"
#include "engine/symex/limits.h"
#include "util/options.h"

#include <cstdint>
#include <vector>

namespace assay {

struct SymexPlan {
  explicit SymexPlan(const Options& options)
      : order(options.search), pruning(options.prune), pointers(options.pointers), megabytes(options.memory),
        seed(options.seed.value_or(1)), maxStates(options.maxStates), beginsWithSlice(pruning != Pruning::None),
        limits(limitsOf<SymexLimits>(options)) {}

  /// From now on, no path is left because of what another path has shown.
  void leaveNone() {
    pruning = Pruning::None;
    beginsWithSlice = false;
  }
  /// Explores as when the proof was found, or with less effort where that is known to be enough.
  void repeat(const PathsOutline& outline, Standing itsStanding) {
    standing = itsStanding;
    comparedAt = outline.places;
    if (outline.walk == PathsOutline::Walk::Learning) return;
    order = SearchOrder::Dfs;
    pruning = outline.walk == PathsOutline::Walk::Plain ? Pruning::None : Pruning::Covered;
  }
  /// A slice, learning and a partner know of one thread only (program/threads.h).
  void followThreads() {
    if (pruning != Pruning::None) pruning = Pruning::Covered;
    beginsWithSlice = wantsPartner = false;
  }
  /// A second process explores a part of the states, each process in half of the memory.
  void share() {
    wantsPartner = true;
    megabytes = megabytes > 1 ? megabytes / 2 : 1;
  }

  SearchOrder order;
  Pruning pruning;
  PointerTargets pointers;
  uint64_t megabytes; // of memory, at most
  uint64_t seed;
  uint64_t maxStates;               // in memory; 0: as many as there is room for
  bool beginsWithSlice;             // where only checks are wanted
  SymexLimits limits;               // of what each part does
  Standing standing;                // of the proof that is done again
  bool wantsPartner = false;        // that explores a part of the states
  std::vector<uint32_t> comparedAt; // locations: states are compared at these only; empty: wherever it pays
};

} // namespace assay
