// Loops that join all threads which another loop has created:
//
//   for (i = 0; i < 8; i++) pthread_create(&t[i], ...);
//   for (i = 0; i < 8; i++) pthread_join(t[i], ...);
//
// Both count by one from the same constant under the same condition, neither has a loop around or inside, and their function is
// executed once. The first one creates at most one thread for each number and puts its handle into a cell of its own; the second
// one is left only by its condition, and joins the thread of the cell for each number. The cells are written by nobody else from
// the first loop on, until the second one is left: the walk looks at that (thread_walk.h). So when the second loop is left, all threads of the first one have ended.
//
// Of threads that such a first loop creates, each has a number of its own: what the counter is when it is created.
#pragma once

#include "program/loops.h"
#include "program/program.h"

#include <map>
#include <optional>
#include <vector>

namespace assay {

struct JoinLoop {
  EdgeId create, join; // calls
  std::vector<EdgeId> exits;
  Term cells; // where handles are put
  std::vector<LocationId>
      between; // what executions may come to from the first loop on, until the second one is left; in order
};

/// A loop that creates at most one thread for each of these numbers.
struct CreateLoop {
  VariableId counter;
  uint64_t first = 0, last = 0;
  FunctionId callee; // that is called there
  std::vector<Term>
      arguments; // of the call, over the counter and what does not change; null: others, and where the callee assigns its
                 // parameter
};

/// Whether functions are called once in an execution.
class ExecutedOnce {
public:
  explicit ExecutedOnce(const Program& program);
  bool operator()(FunctionId function);

private:
  const Program& program_;
  std::vector<std::vector<EdgeId>> callers_; // by function
  std::map<FunctionId, bool> known_;
};

std::vector<JoinLoop> findJoinLoops(const Program& program);
/// The loop around this call, if it is one.
std::optional<CreateLoop> findCreateLoop(const Program& program, EdgeId create, ExecutedOnce& isOnce);

} // namespace assay
