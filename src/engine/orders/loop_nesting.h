// Loops in loops: a weak topological order of a graph (Bourdoncle, "Efficient chaotic iteration strategies with widenings", 1993).
//
// Each edge leads forward in it, or back to the head of a loop that it lies in. So a copy of a node is known by how often
// each loop around it has come back to its head, and copies are ordered by that.
#pragma once

#include "program/graph.h"

#include <cstdint>
#include <vector>

namespace assay {

class LoopNesting {
public:
  explicit LoopNesting(const Graph& graph);

  /// Heads of the loops around a node, outermost first; a head's own loop is the last one.
  const std::vector<uint32_t>& around(uint32_t node) const { return around_[node]; }

  /// How often each loop around a node has come back to its head.
  using Counts = std::vector<uint32_t>;
  /// After an edge.
  Counts follow(uint32_t from, const Counts& counts, uint32_t to) const;
  /// What is behind an edge is larger.
  std::vector<uint32_t> rank(uint32_t node, const Counts& counts) const;
  /// Whether the edge comes back to a head.
  bool comesBack(uint32_t from, uint32_t to) const;

private:
  void order(const Graph& graph, const std::vector<bool>& inside, const std::vector<uint32_t>& around);
  size_t numCommon(uint32_t from, uint32_t to) const;

  std::vector<std::vector<uint32_t>> around_;
  std::vector<uint32_t> position_;
  uint32_t next_ = 0;
};

} // namespace assay
