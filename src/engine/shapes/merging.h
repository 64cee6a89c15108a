// For folding: two blocks or segments become one, with what nodes hold and what they have for themselves.
#pragma once

#include "engine/shapes/machine.h"

#include <functional>
#include <set>

namespace assay::shapes {

struct FoldOptions {
  bool joinsConstants = false; // nodes that hold different constants become one segment, too
  bool foldsTrees = false;     // blocks with several links become trees
  bool foldsChains = true;     // and others segments
  bool joinsLengths = false;   // inner lists of one node are lists of any length, too
};

/// Null if there is none.
const Field* fieldAt(const Block& block, uint64_t offset);
/// Offsets at which at least one of the two blocks has a field.
std::set<uint64_t> offsetsOf(const Block& a, const Block& b);

class Merging {
public:
  Merging(const Program& program, Oracle& oracle, const Sites& sites, State& state, FoldOptions options)
      : program_(program), terms_(program.terms()), oracle_(oracle), sites_(sites), state_(state), options_(options) {}

protected:
  struct Pair {
    uint32_t a = 0, b = 0;
    Links links;
  };
  bool canJoin(const Pair& pair) const;
  /// Whether it holds a pointer, or the address of a static object.
  bool isAddress(const Field* field) const;
  /// Merges what the two nodes hold, besides links. The segment takes the place of a, and b is gone.
  void mergeContents(const Pair& pair);
  /// Makes a list of any length of a block that stands for a list of one node. False: it is no such block, or what it
  /// leads to is not its own.
  bool becomeSegment(uint32_t number, const Links& links);
  /// Nothing if blocks like this are not folded to trees.
  std::optional<TreeLinks> treeLinks(const Block& block) const;
  bool isOnlyPointedToFromOnePlace(uint32_t block) const;
  using Allowed = std::function<bool(const Value&, uint32_t, uint64_t)>;
  /// Whether all pointers in blocks are allowed, except those in blocks that the two have for themselves.
  bool areAllowedInBlocks(const Pair& pair, const Allowed& isAllowed) const;
  /// Whether the block is among what the node has for itself by one of its fields, links aside.
  bool isHeldBy(uint32_t node, uint32_t block, const Links& links) const;

  const Program& program_;
  TermManager& terms_;
  Oracle& oracle_;
  const Sites& sites_;
  State& state_;
  const FoldOptions options_;

private:
  std::vector<Term> numbersOfVariables() const;
  void joinNumbers(const Block& one, const Block& other, Block& made);

  // What nodes have for themselves, in merging_owned.cpp.
  /// Two blocks, and the one that is made of them.
  struct Holders {
    uint32_t a = 0, b = 0, made = 0;
  };
  /// What a field leads to that the node has for itself; 0: nothing.
  struct Owned {
    uint32_t block = 0;
    Value otherwise; // what stands there in a node without
  };
  /// The block that was made of the blocks that fields of two nodes lead to, and these two blocks.
  struct Made {
    uint32_t number = 0;
    bool hasA = false, hasB = false;
    bool mayLackA = false, mayLackB = false;
    bool isSegmentA = false, isSegmentB = false;
  };
  using MadeBefore = std::map<std::pair<uint32_t, uint32_t>, Made>; // by what fields led to
  /// Where in its node the field leads to.
  static std::optional<int64_t> selfOffset(const Field& field, uint32_t holder, const Block& block);
  /// The blocks that hang on a pointer of a node; nothing if something else leads to them, the node's own links
  /// included.
  std::set<uint32_t> heldBy(const Value& pointer, uint32_t node, const Links& links) const;
  /// Whether the two fields lead to blocks that nodes have for themselves, or to nothing.
  bool canBeOwned(const Field& x, const Field& y, const Holders& of, const Links& links) const;
  /// Merges all pointers of two nodes but the links: those to blocks that the nodes have for themselves, to the nodes,
  /// or to blocks that all nodes share. False: they are not alike; the state is of no use then. In a trial nothing is
  /// found out about numbers.
  bool mergePointers(const Block& one, const Block& other, const Holders& of, Block& made, bool isTrial);
  /// The blocks that the fields of two nodes lead to become one block, which every node has for itself. Nothing: they
  /// are not alike.
  std::optional<Field> mergeOwned(const Field& x, const Field& y, const Holders& of, MadeBefore& before, bool isTrial);
  std::optional<Field> mergeAgain(const Field& x, const Field& y, const Made& made) const;
  std::optional<Made> makeOwned(const Owned& ownedA, const Owned& ownedB, const std::pair<Value, Value>& pointers,
                                const Holders& of, bool isTrial);
  /// Nothing if it is a number that is not null.
  std::optional<Owned> ownedBy(const Field& field, uint32_t holder) const;
  bool mergeOwnedFields(const Block& one, const Block& other, const Holders& inner, const Holders& outer, Block& made,
                        bool isTrial);
};

} // namespace assay::shapes
