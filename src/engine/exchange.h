// What engines tell each other while they run.
//
// Facts speak of the program that every engine was given, never of what one has made of it: of rows of its table of
// checks and obstacles, of places in the source, in C. Nothing is believed that was not checked:
//
//   ProvedRow       told by an engine whose own proof has been checked: obligations were confirmed by a second solver
//                   backend, or all paths that could lead there have ended and no refutation that was looked at once
//                   more is contradicted. It speaks of all executions: whoever tells it has excluded every obstacle, or
//                   heard that it is excluded
//   Assertion       as C, a candidate: whoever uses it checks it first
//   TakenInputs     nothing to be believed: whoever uses it executes the program on these inputs
//   SafeDepth       for the report only: what counts as a back edge depends on the engine's automaton
//
// Both calls return at once, whatever happens at the other end; facts may be lost, and nobody may rely on hearing one.
#pragma once

#include "engine/result.h"
#include "program/check_table.h"

#include <string>
#include <variant>
#include <vector>

namespace assay {

/// No execution reaches the check's error, or the obstacle.
struct ProvedRow {
  RowId row;
  std::string how;
  std::string solver;               // that has confirmed it; empty: the proof rests on no invariant
  RefutationCheck refutations = {}; // of the engine, until then
  bool operator==(const ProvedRow&) const = default;
};

/// No execution with at most so many back edges, of all loops together, violates a check.
struct SafeDepth {
  uint32_t backEdges = 0;
  bool operator==(const SafeDepth&) const = default;
};

/// An execution takes these inputs, in this order; it may take more of them later.
struct TakenInputs {
  std::vector<BitVector> inputs;
  bool operator==(const TakenInputs&) const = default;
};

struct Fact {
  std::variant<ProvedRow, Assertion, SafeDepth, TakenInputs> what;
  std::string engine; // that says so
};

/// This one has nobody at the other end.
class Exchange {
public:
  virtual ~Exchange() = default;
  /// Whether others might use what they hear: work for them alone is in vain otherwise.
  virtual bool hasListeners() const { return false; }
  virtual void publish(const Fact&) {}
  /// What has come since the last call. Takes about a microsecond.
  virtual std::vector<Fact> take() { return {}; }
};

} // namespace assay
