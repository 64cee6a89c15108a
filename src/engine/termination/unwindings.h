// Every unwinding ends (all_end.h): on an automaton in which recursion is unwound to some depth, and on deeper ones where
// executions go beyond it.
#pragma once

#include "engine/termination/all_end.h"
#include "engine/termination/limits.h"

#include <memory>
#include <optional>

namespace assay {

class Unwindings {
public:
  Unwindings(const Program& original, const Program& wrapping, Env& env);

  /// Goes on for so much work: that all of them end, or nothing.
  std::optional<Result> run(Work::Duration work);
  /// There is no going on.
  bool isDone() const { return isDone_; }

private:
  bool begin();
  Result proved();

  const Program& original_;
  const Program& wrapping_;
  Env& env_;
  const TerminationLimits limits_;
  uint32_t recursionDepth_ = limits_.recursionDepth;
  std::unique_ptr<Flow> flow_;
  std::unique_ptr<AllEnd> allEnd_; // of the flow
  bool isDone_ = false;
};

} // namespace assay
