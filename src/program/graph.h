// Directed graphs over dense node numbers, and the strongly connected components that several analyses stand on.
#pragma once

#include "program/program.h"

#include <cstdint>
#include <span>
#include <unordered_map>
#include <vector>

namespace assay {

class Graph {
public:
  explicit Graph(uint32_t numNodes = 0) : successors_(numNodes), predecessors_(numNodes) {}
  uint32_t addNode() {
    successors_.emplace_back();
    predecessors_.emplace_back();
    return size() - 1;
  }
  void addEdge(uint32_t from, uint32_t to) {
    successors_[from].push_back(to);
    predecessors_[to].push_back(from);
  }

  uint32_t size() const { return static_cast<uint32_t>(successors_.size()); }
  const std::vector<uint32_t>& successors(uint32_t node) const { return successors_[node]; }
  const std::vector<uint32_t>& predecessors(uint32_t node) const { return predecessors_[node]; }
  /// The graph with all edges turned around.
  Graph reversed() const {
    Graph result;
    result.successors_ = predecessors_;
    result.predecessors_ = successors_;
    return result;
  }

private:
  std::vector<std::vector<uint32_t>> successors_;
  std::vector<std::vector<uint32_t>> predecessors_;
};

/// Nodes that `root` reaches, in reverse postorder of a depth-first search.
std::vector<uint32_t> reversePostorder(const Graph& graph, uint32_t root);

/// Components in reverse topological order: a component comes after all that it leads to. With `inside`, of the
/// subgraph of nodes for which it is true.
std::vector<std::vector<uint32_t>> stronglyConnectedComponents(const Graph& graph,
                                                               const std::vector<bool>* inside = nullptr);

/// Whether a path can go on in the component for ever: it has several nodes, or one that leads to itself.
bool isCycle(const Graph& graph, const std::vector<uint32_t>& component);

/// The locations of a function that its entry reaches, numbered in reverse postorder: the entry is node 0.
class FlowGraph {
public:
  FlowGraph(const Program& program, FunctionId function);

  const Graph& graph() const { return graph_; }
  uint32_t size() const { return graph_.size(); }
  LocationId location(uint32_t node) const { return locations_[node]; }
  std::span<const LocationId> locations() const { return locations_; }
  static constexpr uint32_t kNone = UINT32_MAX;
  /// kNone for a location that is not reached or not of this function.
  uint32_t node(LocationId location) const {
    const auto it = nodes_.find(location);
    return it == nodes_.end() ? kNone : it->second;
  }

private:
  Graph graph_;
  std::vector<LocationId> locations_;
  std::unordered_map<LocationId, uint32_t> nodes_;
};

/// By location of the program: whether it is on a cycle of this graph, so that one call may pass it more than once.
std::vector<bool> locationsOnCycles(const Program& program, const FlowGraph& flow);

} // namespace assay
