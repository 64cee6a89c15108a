// Which functions call which.
#pragma once

#include "program/program.h"

#include <vector>

namespace assay {

class CallGraph {
public:
  explicit CallGraph(const Program& program);

  struct CallSite {
    EdgeId edge; // the call is its last operation
    FunctionId caller;
    FunctionId callee;
  };
  const std::vector<CallSite>& calls() const { return calls_; }
  /// Each once, in the order of their first calls.
  const std::vector<FunctionId>& callers(FunctionId function) const { return callers_[function.index()]; }

  /// Functions that call one another in a circle, callees' groups first; a function that does not is a group of its
  /// own.
  const std::vector<std::vector<FunctionId>>& groups() const { return groups_; }
  bool isRecursive(FunctionId function) const { return recursive_[function.index()]; }
  /// Whether an execution from the program's entry may get there, in any thread.
  bool isReachable(FunctionId function) const { return reachable_[function.index()]; }

private:
  std::vector<CallSite> calls_;
  std::vector<std::vector<FunctionId>> callers_, groups_;
  std::vector<bool> recursive_, reachable_;
};

} // namespace assay
