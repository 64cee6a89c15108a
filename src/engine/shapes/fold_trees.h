// Blocks become trees and paths of trees, beginning with the leaves: a node below which there are only trees that
// nothing else points to becomes a tree; of the remaining nodes, those that lie between others become a path.
#pragma once

#include "engine/shapes/merging.h"

namespace assay::shapes {

class TreeFolding : private Merging {
public:
  using Merging::Merging;
  void fold();

private:
  /// A node or a path, and what hangs below it.
  struct Item {
    uint32_t number = 0;
    Links links;
    std::vector<uint32_t> trees;  // that nothing else points to
    std::vector<uint64_t> others; // branches that lead elsewhere
  };
  std::optional<Item> itemAt(uint32_t number) const;
  bool isTreeBelow(const Item& item, const Value& value) const;
  bool leadsBack(const Item& item, const Block& below) const;
  /// Whether several pointers lead to the node, not from below: then the program looks at this node next.
  bool isCursor(const Item& item) const;
  bool isInnerItem(const Item& item, const Item& below) const;
  bool foldTree(uint32_t number);
  bool foldLeaf(uint32_t number);
  bool foldPath(uint32_t number);
  void becomePath(uint32_t number);
  bool mergeTrees(const Item& item);
};

} // namespace assay::shapes
