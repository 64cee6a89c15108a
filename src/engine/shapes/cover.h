// Whether one state covers another: whatever the special one may be, the general one may be, too.
//
// Variables, fields and static objects of the general state are compared with what the special one holds there. Blocks of the
// one are matched with blocks of the other as pointers lead to them, each with one; a segment of the general state takes up a
// chain of blocks and segments. Where a chain may end in several places, all are tried. A tree takes up all that hangs below its
// root, a path of one what hangs below it to the sides (cover_trees.cpp). What remains are conditions on numbers: that the constraints of the special state imply those of the general one, which a solver is asked.
//
// This is what certificates rest on: it knows nothing of how states were folded and joined.
#pragma once

#include "engine/shapes/machine.h"

namespace assay::shapes {

class Cover {
public:
  Cover(const Program& program, Oracle& oracle, const State& general, const State& special)
      : program_(program), terms_(program.terms()), oracle_(oracle), general_(general), special_(special) {}

  bool holds();

private:
  struct Match {
    std::map<uint32_t, uint32_t> first, last;        // by block of the general state: of the special one
    std::map<uint32_t, uint32_t> owner;              // by block of the special state: of the general one
    std::map<uint32_t, std::vector<uint32_t>> nodes; // by segment of the general state: the chain that it takes up; by
                                                     // what its nodes have for themselves: all of that
    std::unordered_map<Term, Value> symbols;         // of the general state
    std::vector<std::pair<Value, Value>> todo;
    std::vector<Term> conditions; // on numbers
  };

  bool isPossible() const;
  bool begin(Match& match);
  bool matchStatics(Match& match);
  bool search(Match match);
  bool matchValues(Match& match);
  bool matchValue(Match& match, const Value& general, const Value& special);
  bool matchPointers(Match& match, const Value& general, const Value& special);
  bool own(Match& match, uint32_t general, uint32_t special);
  /// Fields of a block; of a segment those that all nodes share.
  bool matchFields(Match& match, const Block& general, const Block& special);
  std::vector<std::vector<uint32_t>> chainsOf(const Match& match, uint32_t segment) const;
  bool canTakeUp(const Block& segment, const Block& item) const;
  std::optional<uint32_t> neighbour(uint32_t item, const Block& segment, bool forward) const;
  bool takeUp(Match& match, uint32_t segment, const std::vector<uint32_t>& chain);
  bool takeUpContents(Match& match, uint32_t segment, const std::vector<uint32_t>& items);

  // Trees, in cover_trees.cpp.
  /// What a branch of a node or of a path's end holds, and who that is.
  struct Below {
    uint32_t holder = 0;
    Field field;
  };
  std::optional<Below> branchOf(uint32_t holder, uint64_t offset) const;
  bool canBeInTree(const Block& tree, const Block& item) const;
  /// The block that it leads to as a branch of the tree has to; nothing else has taken it up. Nothing: it is no such pointer.
  std::optional<uint32_t> follow(Match& match, uint32_t tree, const Below& below, bool isPath = false) const;
  /// Where a path may begin that ends there: blocks to which links lead up.
  std::vector<uint32_t> rootsAbove(uint32_t path, uint32_t last) const;
  /// All that hangs there: null, or a tree of which nothing else has taken up anything.
  bool takeUpBelow(Match& match, uint32_t tree, const Below& below, std::vector<uint32_t>& items);
  bool takeUpItem(Match& match, uint32_t tree, uint32_t item, std::vector<uint32_t>& items);
  bool searchTree(const Match& match, uint32_t tree);
  struct PathSoFar {
    std::vector<uint32_t> items; // all of them
    uint32_t length = 0;         // of the path
  };
  bool searchPath(const Match& match, uint32_t path, uint32_t item, const PathSoFar& before);
  bool endPath(Match match, uint32_t path, uint32_t last, const Below& down, const PathSoFar& all);
  bool matchPrev(Match& match, uint32_t tree, uint32_t root);
  bool matchOwnedTree(Match& match, const Value& general, const Value& special);

  bool matchOwned(Match& match, const Value& general, const Field& field, bool isOfSegment);
  bool matchOwnedNumber(Match& match, const Value& general, const Value& special);
  bool finish(const Match& match);
  bool addConstraints(const Match& match, std::vector<Term>& conditions);
  void addForNodes(const Match& match, uint32_t segment, Term constraint, const std::unordered_map<Term, Term>& symbols,
                   std::vector<Term>& conditions);
  /// What the special state holds there: nothing if it is not known.
  std::optional<Field> read(const Block& block, uint64_t offset, uint32_t bytes) const;
  Value fresh(uint32_t bytes) const { return Value::of(terms_.mkFreshVariable("cover", terms_.bvSort(8 * bytes))); }

  const Program& program_;
  TermManager& terms_;
  Oracle& oracle_;
  const State& general_;
  const State& special_;
  uint32_t tries_ = 0, pathTries_ = 0;
};

} // namespace assay::shapes
