// What became of the invariants that a user gave, line by line.
//
// Each invariant becomes a check at the head of its loop, in a copy of the program that has no other checks, and kIkI
// settles these checks. A check ends the executions that violate it, so a proof beside a check that does not hold
// speaks of too few executions: checks that are violated or open are taken out, and the rest is settled again. For a
// line that stays open, two states show that an iteration does not keep the invariant.
#pragma once

#include "analysis/invariant_file.h"
#include "engine/result.h"
#include "util/env.h"

#include <memory>

namespace assay {

struct InvariantFate {
  enum Status : uint8_t { Proved, Refuted, NotInductive, Open, NoFile, NoLoop, UnknownVariable, BadExpression };

  InvariantLine line;
  Status status = Open;
  std::string how = {};         // for people; may be empty
  SourcePosition position = {}; // of the loop, if there is one

  /// NotInductive: two states at the head. Before an iteration the invariant holds, and so do those that are proved;
  /// afterwards it does not hold.
  struct Change {
    std::string name, before, after;
  };
  std::vector<Change> change = {};

  /// Refuted: an execution of `program`, in which the invariant is a check.
  std::shared_ptr<const Program> program = nullptr;
  std::optional<Counterexample> counterexample = std::nullopt;

  std::string_view statusName() const;
};

/// Judges the invariants of the file that the options name; takes the given time at most.
std::vector<InvariantFate> judgeInvariants(const Program& program, Env& env, Deadline::Clock::duration time);

} // namespace assay
