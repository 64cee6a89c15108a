// Loops that can be jumped over: an automaton in which a path that leads from a loop's head to itself may be taken many
// times at once, beside the loop as it was.
//
//     head ── which? ──▶ choice ──▶ how often, and what the path takes ──▶ landing ── as from the head before
//                          └──────────────── nothing ─────────────────────────┘
//
// "Which" and "how often" are inputs. Behind a jump the variables have the values of closed forms (encode/closed_forms.h),
// if these say that the path can be taken so often; otherwise the execution is blocked. A path that takes inputs takes
// the same ones each time. Everything that the loop did it still does, without jumps; so what is proved of the automaton is
// proved of the loop. An execution with jumps is told by its inputs, with those of a jump repeated.
#pragma once

#include "encode/flow.h"
#include "engine/kiki/limits.h"
#include "engine/result.h"
#include "util/deadline.h"

#include <algorithm>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace assay {

class Jumps {
public:
  /// `countBits`: a jump goes over fewer than 2^countBits iterations.
  Jumps(const Flow& flow, uint32_t countBits, const KikiLimits& limits);

  const Program& program() const { return program_; }
  /// How many paths can be jumped over.
  size_t number() const { return inputsOf_.size(); }
  /// Whether one of them takes inputs.
  bool takesInputs() const {
    return std::ranges::any_of(inputsOf_, [](const auto& entry) { return entry.second > 0; });
  }
  /// The most bits of a variable that such a path changes.
  uint32_t widest() const { return widest_; }

  struct Unfolded {
    Counterexample counterexample;
    uint64_t longest = 0; // iterations of a jump
  };
  /// An execution of the program that was given, for one of this program. Nothing: it would take too many inputs.
  std::optional<Unfolded> unfolded(const Counterexample& jumping, const Deadline& deadline) const;

private:
  struct Path;
  std::vector<Path> pathsAround(const Flow& flow, uint32_t head) const;
  void addJumps(const Flow& flow, uint32_t head);

  const KikiLimits& limits_;
  const uint32_t countBits_;
  Program program_;
  uint32_t widest_ = 0;
  std::map<std::string, size_t> inputsOf_; // what a jump is called: inputs of an iteration
};

} // namespace assay
