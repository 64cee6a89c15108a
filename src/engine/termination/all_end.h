// The forward condition by itself: no execution takes more than k back edges, so all of them end. The automaton may
// have memory operations.
#pragma once

#include "engine/common/base_case.h"
#include "solver/refutations.h"

#include <optional>
#include <set>

namespace assay {

class AllEnd {
public:
  AllEnd(const Program& original, const Flow& flow, Env& env);

  enum class Answer : uint8_t { No, Yes, Obstructed };
  /// Unwinds further, for so much work at most, and not beyond this number of back edges: yes if all executions end.
  Answer run(Work::Duration limit, uint32_t most = UINT32_MAX);
  /// An error of the original program that an execution gets to.
  std::optional<LocationId> violation() const;
  /// Whether the unwinding cannot go on.
  bool isStuck() const { return isStuck_; }
  /// How many back edges executions take at most.
  uint32_t depth() const { return depth_; }
  /// Has the refutations behind a yes confirmed, as many as time allows; if the second solver contradicts one, there is
  /// no answer.
  void confirm(Result& result);
  /// Rows of limits that executions get to.
  std::set<RowId> limitsReached() const;

private:
  const Flow& flow_;
  Env& env_;
  Budget budget_;
  Checks checks_;
  RefutationLog refutations_;
  BaseCase base_;
  uint32_t depth_ = 0;
  bool hasLayer_ = false, isStuck_ = false;
};

} // namespace assay
