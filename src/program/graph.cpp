#include "program/graph.h"

#include <algorithm>

namespace assay {

std::vector<uint32_t> reversePostorder(const Graph& graph, uint32_t root) {
  std::vector<uint32_t> order;
  std::vector<bool> seen(graph.size());
  std::vector<std::pair<uint32_t, size_t>> stack{{root, 0}}; // with the next successor to visit
  seen[root] = true;
  while (!stack.empty()) {
    const uint32_t node = stack.back().first;
    const std::vector<uint32_t>& successors = graph.successors(node);
    if (stack.back().second == successors.size()) {
      order.push_back(node);
      stack.pop_back();
      continue;
    }
    const uint32_t next = successors[stack.back().second++];
    if (seen[next]) continue;
    seen[next] = true;
    stack.emplace_back(next, 0);
  }
  std::reverse(order.begin(), order.end());
  return order;
}

// Tarjan's algorithm with an explicit stack.
std::vector<std::vector<uint32_t>> stronglyConnectedComponents(const Graph& graph, const std::vector<bool>* inside) {
  constexpr uint32_t kUnseen = UINT32_MAX;
  std::vector<std::vector<uint32_t>> components;
  std::vector<uint32_t> index(graph.size(), kUnseen), low(graph.size());
  std::vector<bool> onPath(graph.size());
  std::vector<uint32_t> path;
  std::vector<std::pair<uint32_t, size_t>> stack;
  uint32_t counter = 0;
  const auto open = [&](uint32_t node) {
    index[node] = low[node] = counter++;
    onPath[node] = true;
    path.push_back(node);
    stack.emplace_back(node, 0);
  };
  for (uint32_t root = 0; root < graph.size(); ++root) {
    if (index[root] != kUnseen || (inside && !(*inside)[root])) continue;
    open(root);
    while (!stack.empty()) {
      const uint32_t node = stack.back().first;
      const std::vector<uint32_t>& successors = graph.successors(node);
      if (stack.back().second < successors.size()) {
        const uint32_t next = successors[stack.back().second++];
        if (inside && !(*inside)[next]) continue;
        if (index[next] == kUnseen) {
          open(next);
        } else if (onPath[next]) {
          low[node] = std::min(low[node], index[next]);
        }
        continue;
      }
      stack.pop_back();
      if (!stack.empty()) low[stack.back().first] = std::min(low[stack.back().first], low[node]);
      if (low[node] != index[node]) continue;
      std::vector<uint32_t>& component = components.emplace_back();
      do {
        component.push_back(path.back());
        onPath[path.back()] = false;
        path.pop_back();
      } while (component.back() != node);
    }
  }
  return components;
}

bool isCycle(const Graph& graph, const std::vector<uint32_t>& component) {
  const std::vector<uint32_t>& next = graph.successors(component[0]);
  return component.size() > 1 || std::find(next.begin(), next.end(), component[0]) != next.end();
}

FlowGraph::FlowGraph(const Program& program, FunctionId id) {
  const Function& function = program[id];
  if (!function.hasBody()) return;
  // Number all locations first, then again in reverse postorder.
  std::unordered_map<LocationId, uint32_t> position;
  Graph all(static_cast<uint32_t>(function.locations.size()));
  for (uint32_t i = 0; i < function.locations.size(); ++i) position.emplace(function.locations[i], i);
  for (LocationId location : function.locations) {
    for (EdgeId edge : program[location].out) all.addEdge(position.at(location), position.at(program[edge].target));
  }
  const std::vector<uint32_t> order = reversePostorder(all, position.at(function.entry));
  graph_ = Graph(static_cast<uint32_t>(order.size()));
  for (uint32_t i = 0; i < order.size(); ++i) {
    locations_.push_back(function.locations[order[i]]);
    nodes_.emplace(locations_.back(), i);
  }
  for (uint32_t i = 0; i < order.size(); ++i) {
    for (EdgeId edge : program[locations_[i]].out) graph_.addEdge(i, nodes_.at(program[edge].target));
  }
}

std::vector<bool> locationsOnCycles(const Program& program, const FlowGraph& flow) {
  std::vector<bool> result(program.locations().size(), false);
  for (const std::vector<uint32_t>& component : stronglyConnectedComponents(flow.graph())) {
    if (!isCycle(flow.graph(), component)) continue;
    for (uint32_t node : component) result[flow.location(node).index()] = true;
  }
  return result;
}

} // namespace assay
