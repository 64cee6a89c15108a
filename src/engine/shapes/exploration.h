// The search for a finite set of states, by head, that is closed under executions.
#pragma once

#include "engine/shapes/certificate.h"
#include "engine/shapes/fold.h"

#include <optional>

namespace assay::shapes {

class Exploration {
public:
  Exploration(const Flat& flat, FoldOptions options, Solver& solver, const Deadline& deadline,
              const ShapesLimits& limits)
      : flat_(flat), limits_(limits), options_(options), oracle_(solver, deadline, limits),
        machine_(flat.program, flat.isHead, flat.leaks, oracle_, deadline, &sites_) {}

  /// How states at heads are kept few: the passes of a run, until one of them ends.
  enum class Pass : uint8_t {
    Few,           // there are not many
    JoinedLengths, // lengths of inner lists are not told apart
    Many,
  };

  /// Whether a closed set was found from which no violation is reached. The given pass is tried first.
  bool run(std::optional<Pass> first);
  /// The pass that was run last.
  Pass pass() const { return pass_; }
  const Invariant& invariant() const { return invariant_; }
  const std::string& reason() const { return reason_; }
  const State& failed() const { return machine_.failed(); }
  /// Whether there are trees among the blocks.
  bool hasTrees() const { return !sites_.allTreeLinks().empty(); }

private:
  bool closes(Pass pass);
  bool closes(size_t maxStates);
  bool explore();
  void lookForTrees();
  bool onHead(LocationId head, State&& state);
  bool isCovered(const std::vector<State>& states, const State& state);
  void add(LocationId head, State state);

  const Flat& flat_;
  const ShapesLimits& limits_;
  FoldOptions options_;
  Oracle oracle_;
  Sites sites_;
  Machine machine_;
  bool areTreesKnown_ = false; // what is to be known of them
  Invariant invariant_;
  std::deque<std::pair<LocationId, State>> work_;
  size_t numStates_ = 0, maxStates_ = 0;
  std::string reason_;
  Pass pass_ = Pass::Few;
};

} // namespace assay::shapes
