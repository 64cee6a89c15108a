// States at heads of loops, made simple, so that there are finitely many: what is dead is forgotten, chains of blocks become
// segments, and terms become symbols. Each step only forgets: the result covers the state.
#pragma once

#include "engine/shapes/machine.h"

#include <unordered_set>

namespace assay::shapes {

struct FoldOptions {
  bool joinsConstants = false; // nodes that hold different constants become one segment, too
  bool foldsTrees = false;     // blocks with several links become trees
  bool foldsChains = true;     // and others segments
};

class Folding {
public:
  Folding(const Program& program, Oracle& oracle, const Sites& sites, State& state, FoldOptions options)
      : program_(program), terms_(program.terms()), oracle_(oracle), sites_(sites), state_(state), options_(options) {}

  /// All steps. Variables that are not among these are forgotten.
  void simplify(const std::unordered_set<VariableId>& kept);

  // The steps.
  void forget(const std::unordered_set<VariableId>& kept);
  void collectGarbage();
  void foldTrees();
  void foldChains();
  void nameTerms();
  void dropConstraints();
  void dropFreeSymbols();

private:
  struct Pair {
    uint32_t a = 0, b = 0;
    Links links;
  };
  std::optional<Pair> findPair() const;
  std::optional<Pair> pairAt(uint32_t a, uint64_t next) const;
  bool findBackLink(Pair& pair) const;
  bool isInner(const Pair& pair) const;
  bool canJoin(const Pair& pair) const;
  /// Whether what points to the two tells them apart: something stands at one of them, or at both ends.
  bool isBorder(const Pair& pair) const;
  /// Whether a segment of the two says less of what they hold.
  bool losesFacts(const Pair& pair) const;
  /// Two fields that lead to blocks which nodes have for themselves, or to nothing.
  bool canBeOwned(const Field& x, bool isOfSegment, const Field& y, bool isOfOtherSegment) const;
  /// What two blocks that nodes have for themselves become in a segment, without numbers that differ; nothing if they are
  /// not alike.
  std::optional<Block> ownedByBoth(const Value& a, const Value& b) const;
  std::optional<Block> likeBoth(const Value& a, const Value& b) const;
  Field mergeOwned(const Field& x, const Field& y, uint32_t segment);
  std::vector<Term> numbersOfVariables() const;
  void joinNumbers(const Block& one, const Block& other, Block& made);
  bool isOnlyPointedToFromOnePlace(uint32_t block) const;
  void merge(const Pair& pair);
  /// What nodes of a segment hold, besides links; it takes the place of a, and b is gone.
  void mergeContents(const Pair& pair);

  // Trees, in fold_trees.cpp.
  /// A node or a path, and what hangs below it.
  struct Item {
    uint32_t number = 0;
    Links links;
    std::vector<uint32_t> trees;  // that nothing else points to
    std::vector<uint64_t> others; // branches that lead elsewhere
  };
  std::optional<TreeLinks> treeLinks(const Block& block) const;
  std::optional<Item> itemAt(uint32_t number) const;
  bool isTreeBelow(const Item& item, const Value& value) const;
  bool leadsBack(const Item& item, const Block& below) const;
  /// Whether several pointers lead to it, not from below: what is known of it is looked at next.
  bool isCursor(const Item& item) const;
  bool isInnerItem(const Item& item, const Item& below) const;
  bool foldTree(uint32_t number);
  bool foldLeaf(uint32_t number);
  bool foldPath(uint32_t number);
  bool mergeTrees(const Item& item);

  const Program& program_;
  TermManager& terms_;
  Oracle& oracle_;
  const Sites& sites_;
  State& state_;
  const FoldOptions options_;
};

} // namespace assay::shapes
