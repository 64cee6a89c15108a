#include "program/dominators.h"

#include <algorithm>

namespace assay {

DominatorTree::DominatorTree(const Graph& graph, uint32_t root) : parent_(graph.size(), kNone) {
  if (graph.size() == 0) return;
  const std::vector<uint32_t> order = reversePostorder(graph, root);
  std::vector<uint32_t> rank(graph.size(), kNone);
  for (uint32_t i = 0; i < order.size(); ++i) rank[order[i]] = i;
  const auto intersect = [&](uint32_t a, uint32_t b) {
    while (a != b) {
      while (rank[a] > rank[b]) a = parent_[a];
      while (rank[b] > rank[a]) b = parent_[b];
    }
    return a;
  };
  parent_[root] = root;
  for (bool changed = true; changed;) {
    changed = false;
    for (size_t i = 1; i < order.size(); ++i) {
      const uint32_t node = order[i];
      uint32_t dominator = kNone;
      for (uint32_t predecessor : graph.predecessors(node)) {
        if (rank[predecessor] == kNone || parent_[predecessor] == kNone) continue;
        dominator = dominator == kNone ? predecessor : intersect(dominator, predecessor);
      }
      if (parent_[node] == dominator) continue;
      parent_[node] = dominator;
      changed = true;
    }
  }
  numberTree(root);
}

void DominatorTree::numberTree(uint32_t root) {
  std::vector<std::vector<uint32_t>> children(parent_.size());
  for (uint32_t node = 0; node < parent_.size(); ++node) {
    if (node != root && parent_[node] != kNone) children[parent_[node]].push_back(node);
  }
  begin_.assign(parent_.size(), 0);
  end_.assign(parent_.size(), 0);
  uint32_t time = 0;
  std::vector<std::pair<uint32_t, size_t>> stack{{root, 0}};
  begin_[root] = time++;
  while (!stack.empty()) {
    const uint32_t node = stack.back().first;
    if (stack.back().second < children[node].size()) {
      const uint32_t child = children[node][stack.back().second++];
      begin_[child] = time++;
      stack.emplace_back(child, 0);
    } else {
      end_[node] = time++;
      stack.pop_back();
    }
  }
}

PostDominators::PostDominators(const FlowGraph& flow, const std::vector<bool>& isBad)
    : flow_(flow), tree_(withEnd(flow, isBad), flow.size()) {}

/// The reversed graph, with a node for the end behind the others.
Graph PostDominators::withEnd(const FlowGraph& flow, const std::vector<bool>& isBad) {
  Graph graph = flow.graph().reversed();
  const uint32_t end = graph.addNode();
  std::vector<bool> reached(graph.size());
  std::vector<uint32_t> work;
  const auto connect = [&](uint32_t node) {
    graph.addEdge(end, node);
    reached[node] = true;
    work.push_back(node);
    while (!work.empty()) {
      const uint32_t next = work.back();
      work.pop_back();
      for (uint32_t other : graph.successors(next)) {
        if (reached[other]) continue;
        reached[other] = true;
        work.push_back(other);
      }
    }
  };
  const auto counts = [&](uint32_t node) { return isBad.empty() || !isBad[node]; };
  for (uint32_t node = 0; node < end; ++node) {
    if (flow.graph().successors(node).empty() && counts(node)) connect(node);
  }
  // Loops for ever: the last node of each.
  for (const std::vector<uint32_t>& component : stronglyConnectedComponents(flow.graph())) {
    const uint32_t last = *std::max_element(component.begin(), component.end());
    if (isCycle(flow.graph(), component) && !reached[last]) connect(last);
  }
  for (uint32_t node = 0; node < end; ++node) {
    if (!counts(node)) connect(node);
  }
  return graph;
}

} // namespace assay
