// For covering: chains and trees of one state that a segment or a tree of another state may stand for.
#pragma once

#include "engine/shapes/machine.h"

namespace assay::shapes {

/// Which blocks of a special state are matched with which blocks of a general one.
struct Match {
  FlatMap<uint32_t, uint32_t> first, last;        // by block of the general state: of the special one
  FlatMap<uint32_t, uint32_t> owner;              // by block of the special state: of the general one
  FlatMap<uint32_t, std::vector<uint32_t>> nodes; // by segment of the general state: the chain that it takes up; by
                                                  // what its nodes have for themselves: all of that
  std::unordered_map<Term, Value> symbols;        // of the general state
  std::vector<std::pair<Value, Value>> todo;
  std::vector<Term> conditions; // on numbers
};

class Walk {
public:
  Walk(const Program& program, const State& general, const State& special)
      : program_(program), terms_(program.terms()), general_(general), special_(special) {}

protected:
  bool own(Match& match, uint32_t general, uint32_t special);
  /// What the special state holds in the field; nothing if that is not known.
  std::optional<Field> read(const Block& block, uint64_t offset, uint32_t bytes) const;
  Value fresh(uint32_t bytes) const { return Value::of(terms_.mkFreshVariable("cover", terms_.bvSort(8 * bytes))); }

  std::vector<std::vector<uint32_t>> chainsOf(const Match& match, uint32_t segment) const;
  bool canTakeUp(const Block& segment, const Block& item) const;
  std::optional<uint32_t> neighbour(uint32_t item, const Block& segment, bool forward) const;

  /// A branch of a node or of a path's end: what it holds, and the node.
  struct Below {
    uint32_t holder = 0;
    Field field;
  };
  std::optional<Below> branchOf(uint32_t holder, uint64_t offset) const;
  bool canBeInTree(const Block& tree, const Block& item) const;
  /// The block that the branch leads to, as a branch of the tree has to; nothing else has taken up the block. Nothing:
  /// it is no such pointer.
  std::optional<uint32_t> follow(Match& match, uint32_t tree, const Below& below, bool isPath = false) const;
  /// Where a path may begin that ends there: blocks to which links lead up.
  std::vector<uint32_t> rootsAbove(uint32_t path, uint32_t last) const;
  /// Takes up all that hangs below a branch: null, or a tree no block of which anything else has taken up.
  bool takeUpBelow(Match& match, uint32_t tree, const Below& below, std::vector<uint32_t>& items);
  bool takeUpItem(Match& match, uint32_t tree, uint32_t item, std::vector<uint32_t>& items);

  const Program& program_;
  TermManager& terms_;
  const State& general_;
  const State& special_;
};

} // namespace assay::shapes
