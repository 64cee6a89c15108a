// What became of the invariants that a user gave, line by line.
//
// Each becomes a check at the head of its loop, in a copy of the program that has no other checks, and kIkI settles
// these. A check ends the executions that violate it, so what is proved beside a check that is not is proved of too
// few: checks that are violated or open are taken out, and the rest is settled again. Of a line that stays open, two
// states show that an iteration does not keep it.
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

  /// NotInductive: at the head, it and those that are proved hold before an iteration; afterwards it does not.
  struct Change {
    std::string name, before, after;
  };
  std::vector<Change> change = {};

  /// Refuted: an execution of `program`, in which the invariant is a check.
  std::shared_ptr<const Program> program = nullptr;
  std::optional<Counterexample> counterexample = std::nullopt;

  std::string_view statusName() const;
};

/// Of the options' file of invariants; takes the given time at most.
std::vector<InvariantFate> judgeInvariants(const Program& program, Env& env, Deadline::Clock::duration time);

} // namespace assay
