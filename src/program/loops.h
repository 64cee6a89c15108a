// Loops of a function's automaton.
//
// A natural loop has one head that dominates all its locations; back edges lead to the head from inside. Loops with the
// same head are one loop; any two loops are disjoint or one lies in the other, so they form a forest. A cycle that can
// be entered at two places is irreducible and has no natural loop: splitIrreducible() copies locations until there is
// none.
#pragma once

#include "program/dominators.h"
#include "program/graph.h"

#include <cstdint>
#include <vector>

namespace assay {

struct Loop {
  LocationId head;
  static constexpr uint32_t kNone = UINT32_MAX;
  uint32_t parent = kNone;           // the loop around it
  uint32_t depth = 1;                // 1 for an outermost loop
  std::vector<LocationId> locations; // head first; inner loops' included
  std::vector<EdgeId> backEdges;
  std::vector<EdgeId> exits; // edges that leave the loop
  std::vector<uint32_t> children;
};

class LoopForest {
public:
  LoopForest(const Program& program, FunctionId function);

  /// Outer loops before inner ones.
  const std::vector<Loop>& loops() const { return loops_; }
  /// The innermost loop around a location; Loop::kNone if there is none.
  uint32_t loopOf(LocationId location) const {
    const uint32_t node = flow_.node(location);
    return node == FlowGraph::kNone ? Loop::kNone : innermost_[node];
  }
  bool isHead(LocationId location) const {
    const uint32_t loop = loopOf(location);
    return loop != Loop::kNone && loops_[loop].head == location;
  }
  /// Whether there is a cycle without a head that dominates it. Such a cycle is in no loop of the forest.
  bool isIrreducible() const { return irreducible_; }
  const FlowGraph& flow() const { return flow_; }

private:
  bool findBackEdges(uint32_t head, const DominatorTree& dominators, std::vector<uint32_t>& sources);
  void addLoop(const Program& program, uint32_t head, const std::vector<uint32_t>& body);
  void orderOuterFirst();

  FlowGraph flow_;
  std::vector<Loop> loops_;
  std::vector<uint32_t> innermost_; // by node
  bool irreducible_ = false;
};

/// Makes every function reducible by copying locations; what an execution does stays the same. Returns how many
/// locations were added. A function that would need more than `budget` stays as it is (its LoopForest says so).
uint32_t splitIrreducible(Program& program, uint32_t budget = 100000);

} // namespace assay
