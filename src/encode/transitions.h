// What executions do from one cut point to the next, for automata without memory operations: the program's start and
// the heads of loops are cut points, and an endless execution is an endless sequence of transitions between heads.
#pragma once

#include "encode/allowance.h"
#include "encode/assertion.h"
#include "encode/block.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace assay {

struct Transition {
  uint32_t source; // a head's number; Flow::kNone: the program's start
  uint32_t target; // a head's number
  BlockPath path;
};

/// How executions come to a place that is not modelled, or beyond a limit of the model.
struct Departure {
  uint32_t source; // as above
  LocationId location;
  bool isLimit = false;
  Term guard;
};

/// What does not happen behind a cut point where its invariants hold.
struct Exclusion {
  uint32_t source; // as above
  Term violation;
  std::string what;
};

struct TransitionSystem {
  std::vector<Transition> transitions;
  std::vector<Departure> departures;
};

/// Path by path where there are few of them, otherwise all paths to a head as one. Nothing: the allowance was too
/// small, or something cannot be said like this.
std::optional<TransitionSystem> transitionsOf(const Flow& flow, const Allowance& allowance);

/// Of these candidates, those that hold whenever their heads are reached: every transition keeps them, with the others.
/// Nothing: the allowance was too small.
std::optional<std::vector<Assertion>> keptByTransitions(const Flow& flow, const TransitionSystem& system,
                                                        std::vector<Assertion> candidates, Solver& solver,
                                                        const Allowance& allowance);

/// What is known at a head.
Term invariantAt(const Flow& flow, std::span<const Assertion> invariants, uint32_t head);

} // namespace assay
