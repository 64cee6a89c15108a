// Which blocks are of one type, and where the links of trees stand in them, as far as an exploration has seen. Memory
// has no types: sites of allocation whose blocks one operation of the automaton accesses count as one class. Calls are
// inlined, so an allocation in a function that several others call is several sites. All of this is only hints for
// folding.
#pragma once

#include "engine/shapes/heap.h"

#include <map>
#include <optional>
#include <set>
#include <vector>

namespace assay::shapes {

/// Where a node of a tree has its links.
struct TreeLinks {
  std::set<uint64_t> branches;  // to nodes below
  std::optional<uint64_t> prev; // to the node above
  bool operator==(const TreeLinks&) const = default;
};

class Sites {
public:
  /// An operation, by its edge.
  struct Place {
    EdgeId edge;
    size_t operation = 0;
    auto operator<=>(const Place&) const = default;
  };
  /// The number of a site, from 1.
  uint32_t at(Place place);
  /// Notes that an operation accesses a block of this site.
  void access(Place place, uint32_t site);
  /// Stops noting.
  void freeze() { isFrozen_ = true; }
  /// Notes pointers between blocks of one class.
  void observe(const State& state);
  /// Notes links of segments, in a state that was folded.
  void observeChains(const State& state);
  /// How blocks of this class are chained; nothing if they are not, or in several ways.
  const Links* chainLinks(uint32_t site) const;
  bool areOneClass(uint32_t a, uint32_t b) const { return a != 0 && b != 0 && classOf(a) == classOf(b); }
  /// Nothing if blocks of this class are no nodes of trees.
  std::optional<TreeLinks> treeLinks(uint32_t site) const;
  /// The links of the trees of all classes; what is folded depends on them.
  std::vector<TreeLinks> allTreeLinks() const;

private:
  struct Class {
    std::set<uint64_t> links;                      // offsets of pointers to others of the class
    std::set<std::pair<uint64_t, uint64_t>> pairs; // one there and one back, in both orders
  };
  uint32_t classOf(uint32_t site) const;
  void unite(uint32_t a, uint32_t b);

  std::map<Place, uint32_t> numbers_, accessed_;
  std::vector<uint32_t> parent_ = {0};            // by site
  std::map<uint32_t, Class> classes_;             // by representative
  std::map<uint32_t, std::vector<Links>> chains_; // by site
  bool isFrozen_ = false;
};

} // namespace assay::shapes
