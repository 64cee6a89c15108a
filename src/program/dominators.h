// Dominators and post-dominators of a function's locations, by the iterative algorithm of Cooper, Harvey and Kennedy
// ("A simple, fast dominance algorithm", 2001): intersect the dominators of predecessors in reverse postorder until
// nothing changes. On the graphs of programs two or three rounds do.
#pragma once

#include "program/graph.h"

#include <cstdint>
#include <vector>

namespace assay {

/// The dominator tree of a graph from a root.
class DominatorTree {
public:
  DominatorTree(const Graph& graph, uint32_t root);

  static constexpr uint32_t kNone = UINT32_MAX;
  bool isReached(uint32_t node) const { return parent_[node] != kNone; }
  /// The root is its own; kNone for nodes that it does not reach.
  uint32_t parent(uint32_t node) const { return parent_[node]; }
  /// Whether every path from the root to b goes through a. In constant time.
  bool dominates(uint32_t a, uint32_t b) const {
    return isReached(a) && isReached(b) && begin_[a] <= begin_[b] && end_[b] <= end_[a];
  }

private:
  void numberTree(uint32_t root);

  std::vector<uint32_t> parent_;
  std::vector<uint32_t> begin_, end_; // times of a walk through the tree: a dominates b if b's lie within a's
};

class Dominators {
public:
  explicit Dominators(const FlowGraph& flow) : flow_(flow), tree_(flow.graph(), 0) {}

  bool dominates(LocationId a, LocationId b) const { return tree_.dominates(flow_.node(a), flow_.node(b)); }
  /// Invalid for the entry.
  LocationId immediate(LocationId location) const {
    const uint32_t node = flow_.node(location);
    return node == 0 ? LocationId() : flow_.location(tree_.parent(node));
  }
  const DominatorTree& tree() const { return tree_; }

private:
  const FlowGraph& flow_;
  DominatorTree tree_;
};

/// Every terminal location leads to one end. A region that cannot be left gets an edge to it, from the location of the
/// region that comes last in reverse postorder, so that each location has post-dominators.
class PostDominators {
public:
  /// `isBad`, by node, tells ends that count less than others: a loop that only they lead out of is taken for one that
  /// may go on for ever.
  explicit PostDominators(const FlowGraph& flow, const std::vector<bool>& isBad = {});

  /// Whether every path from b to the end goes through a.
  bool dominates(LocationId a, LocationId b) const { return tree_.dominates(flow_.node(a), flow_.node(b)); }
  /// Invalid where that is the end.
  LocationId immediate(LocationId location) const {
    const uint32_t parent = tree_.parent(flow_.node(location));
    return parent == end() ? LocationId() : flow_.location(parent);
  }
  /// Nodes are those of the flow graph, and end().
  const DominatorTree& tree() const { return tree_; }
  uint32_t end() const { return flow_.size(); }

private:
  static Graph withEnd(const FlowGraph& flow, const std::vector<bool>& isBad);

  const FlowGraph& flow_;
  DominatorTree tree_;
};

} // namespace assay
