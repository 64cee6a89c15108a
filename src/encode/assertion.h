// Assertions (program/assertion.h) in unwindings: where induction assumes them, and where it has to show them.
#pragma once

#include "encode/unwinding.h"
#include "program/assertion.h"

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace assay {

/// The condition in a state at the head.
inline Term holds(const Flow& flow, const Assertion& invariant, const SymbolicState& state) {
  return instantiate(flow.program(), invariant.condition, state);
}

/// What is known at a head.
Term invariantAt(const Flow& flow, std::span<const Assertion> invariants, uint32_t head);

/// The name that the user knows the variable by.
std::string userName(const Variable& variable);
/// "-3", "4294967295u", "(-2147483647 - 1)": an expression of C with this value.
std::string literal(const BitVector& value);

/// Where an inductive argument over k + 1 layers assumes invariants, and where it must show them: behind back edges of
/// the unwinding from any state, `before` the last layer and behind it, and (`after` only) of the one from the
/// program's start.
struct InductionPlaces {
  struct HeadState {
    uint32_t head;
    Term guard;
    const SymbolicState* state;
  };
  std::vector<HeadState> before, after;
};
/// `base` starts initially, `step` freely; both have more than k layers.
InductionPlaces inductionPlaces(const Flow& flow, const Unwinding& base, const Unwinding& step, uint32_t k);
/// Where loops are entered: `after` only.
InductionPlaces entryPlaces(const Flow& flow, const Unwinding& step);

/// Where the user sees the loop.
SourcePosition headPosition(const Flow& flow, uint32_t head);

/// Whether a user would recognise all its variables.
bool isUserLevel(const Program& program, const Assertion& invariant);

} // namespace assay
