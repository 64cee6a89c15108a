#include "engine/orders/loop_nesting.h"

#include <algorithm>

namespace assay {

LoopNesting::LoopNesting(const Graph& graph) : around_(graph.size()), position_(graph.size()) {
  order(graph, std::vector<bool>(graph.size(), true), {});
}

/// Loops lie in each other as deep as the program's text does.
void LoopNesting::order(const Graph& graph, const std::vector<bool>& inside, const std::vector<uint32_t>& around) {
  auto components = stronglyConnectedComponents(graph, &inside);
  std::ranges::reverse(components);
  for (const std::vector<uint32_t>& component : components) {
    for (uint32_t node : component) around_[node] = around;
    const bool isLoop = component.size() > 1 || std::ranges::find(graph.successors(component[0]), component[0]) !=
                                                    graph.successors(component[0]).end();
    if (!isLoop) {
      position_[component[0]] = next_++;
      continue;
    }
    // Where it is entered, if that is one place; nodes are numbered as they are found.
    std::vector<bool> rest(graph.size(), false);
    for (uint32_t node : component) rest[node] = true;
    uint32_t head = *std::ranges::min_element(component);
    for (uint32_t node : component)
      if (std::ranges::any_of(graph.predecessors(node), [&](uint32_t p) { return !rest[p] && inside[p]; })) {
        head = node;
        break;
      }
    position_[head] = next_++;
    std::vector<uint32_t> within = around;
    within.push_back(head);
    around_[head] = within;
    rest[head] = false;
    if (component.size() > 1) order(graph, rest, within);
  }
}

size_t LoopNesting::numCommon(uint32_t from, uint32_t to) const {
  const auto [one, other] = std::ranges::mismatch(around_[from], around_[to]);
  return static_cast<size_t>(one - around_[from].begin());
}

bool LoopNesting::comesBack(uint32_t from, uint32_t to) const {
  return !around_[to].empty() && around_[to].back() == to && numCommon(from, to) == around_[to].size();
}

LoopNesting::Counts LoopNesting::follow(uint32_t from, const Counts& counts, uint32_t to) const {
  Counts result(counts.begin(), counts.begin() + static_cast<std::ptrdiff_t>(numCommon(from, to)));
  if (comesBack(from, to)) ++result.back();
  result.resize(around_[to].size(), 0);
  return result;
}

std::vector<uint32_t> LoopNesting::rank(uint32_t node, const Counts& counts) const {
  std::vector<uint32_t> rank;
  for (size_t i = 0; i < counts.size(); ++i) {
    rank.push_back(position_[around_[node][i]]);
    rank.push_back(counts[i]);
  }
  rank.push_back(position_[node]);
  return rank;
}

} // namespace assay
