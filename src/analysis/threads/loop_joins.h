// Loops that join all threads of another loop (join_loops.h), in a walk.
#pragma once

#include "analysis/threads/join_loops.h"
#include "analysis/threads/thread_table.h"
#include "analysis/threads/walk_facts.h"

namespace assay {

class LoopJoins {
public:
  LoopJoins(const Program& program, PointerSetTable& sets, const ThreadTable& table, WalkFacts& facts,
            const WalkFindings& findings)
      : program_(program), sets_(sets), table_(table), facts_(facts), findings_(findings),
        joinLoops_(findJoinLoops(program)) {}

  /// The thread goes along this edge, with which it may leave such a loop.
  void follow(uint32_t thread, EdgeId edge, ThreadState& state) const;
  /// Edges that leave such loops, and where the threads were created that are joined there.
  std::map<EdgeId, std::vector<EdgeId>> exits() const;
  /// Whether somebody else writes where handles are: then the loop joins nobody.
  void lookForOtherHandles();

private:
  const Program& program_;
  PointerSetTable& sets_;
  const ThreadTable& table_;
  WalkFacts& facts_;
  const WalkFindings& findings_;
  std::vector<JoinLoop> joinLoops_;
};

} // namespace assay
