// Sets of numbers, found by subset and by superset: a trie over the elements in increasing order (the set-trie of
// Savnik: "Index data structure for fast subset and superset queries", CD-ARES 2013; Hoffmann and Koehler's UB-trees
// are the same idea). Every node knows the largest element below it, so that the search for a superset leaves out what
// cannot have the elements that are still missing.
//
// {1,3} {1,3,7} {2}        root ── 1 ── 3* ── 7*
//                             └─── 2*                   (* a set ends here)
//
// A search looks at a bounded number of nodes: it may overlook a set, but what it finds is one.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

namespace assay {

class SetTrie {
public:
  static constexpr uint32_t kNone = UINT32_MAX;

  explicit SetTrie(uint32_t maxVisits) : maxVisits_(maxVisits) { clear(); }

  /// All sets are given as increasing sequences. A set that is there already gets the new payload.
  void insert(std::span<const uint32_t> set, uint32_t payload);
  /// Some set that is a subset (superset) of this one, as its node, or kNone.
  uint32_t findSubset(std::span<const uint32_t> set) const;
  uint32_t findSuperset(std::span<const uint32_t> set) const;

  uint32_t payload(uint32_t node) const { return nodes_[node].payload; }
  /// The elements of the set that ends at the node, increasing.
  std::vector<uint32_t> elements(uint32_t node) const;

  size_t numNodes() const { return nodes_.size(); }
  void clear() { nodes_.assign(1, Node{}); }

private:
  struct Node {
    uint32_t element = 0, parent = kNone;
    uint32_t largest = 0;                                // here or below
    uint32_t payload = kNone;                            // kNone where no set ends
    std::vector<std::pair<uint32_t, uint32_t>> children; // (element, node), by element
  };
  uint32_t anyEndFrom(uint32_t node) const;

  std::vector<Node> nodes_; // the root first
  uint32_t maxVisits_;
};

} // namespace assay
