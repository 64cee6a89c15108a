// What engines tell each other while they run.
//
// Facts speak of the program that every engine was given, never of what one has made of it: of its error locations, of
// places in the source, in C. Nothing is believed that was not checked:
//
//   ProvedCheck     told by an engine whose own proof has been checked: obligations were confirmed by a second solver
//                   backend, or all paths that could lead there have ended
//   LoopInvariant   a candidate: whoever uses it checks it first
//   SafeDepth       for the report only: what counts as a back edge depends on the engine's automaton
//
// Both calls return at once, whatever happens at the other end; facts may be lost, and nobody may rely on hearing one.
#pragma once

#include "engine/result.h"

#include <string>
#include <variant>
#include <vector>

namespace assay {

/// No execution reaches the error location.
struct ProvedCheck {
  LocationId error;
  std::string how;
  std::string solver; // that has confirmed it; empty: the proof rests on no invariant
  bool operator==(const ProvedCheck&) const = default;
};

/// No execution with at most so many back edges, of all loops together, violates a check.
struct SafeDepth {
  uint32_t backEdges = 0;
  bool operator==(const SafeDepth&) const = default;
};

struct Fact {
  std::variant<ProvedCheck, LoopInvariant, SafeDepth> what;
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
