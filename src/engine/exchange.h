// What engines tell each other while they run.
//
// Facts speak of the program that every engine was given, never of an automaton that an engine has made of it: of rows
// of its table of checks and obstacles, of places in the source, in C. Nothing is believed that was not checked:
//
//   ProvedRow       told by an engine whose own proof has been checked: obligations were confirmed by a second solver
//                   backend, or all paths that could lead there have ended and no refutation that was looked at once
//                   more is contradicted. It speaks of all executions: the engine has excluded every obstacle, or has
//                   heard that it is excluded
//   Assertion       as C, a candidate: the engine that uses it checks it first
//   TakenInputs     not to be believed: the engine that uses them executes the program on these inputs
//   SafeDepth       for the report only: what counts as a back edge depends on the engine's automaton
//
// Both calls return at once, whatever happens at the other end. Facts may be lost, and no engine may rely on hearing
// one.
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

/// The connection to other engines. This base class has nobody at the other end.
class Exchange {
public:
  virtual ~Exchange() = default;
  /// Whether other engines might use what they hear. If not, work for them alone is in vain.
  virtual bool hasListeners() const { return false; }
  virtual void publish(const Fact&) {}
  /// What has come since the last call. Takes about a microsecond.
  virtual std::vector<Fact> take() { return {}; }
};

} // namespace assay
