// Whether a general state covers a special one: every heap that the special state stands for, the general one stands
// for, too.
//
// Variables, fields and static objects of the general state are compared with what the special one holds there. Blocks
// of the one are matched with blocks of the other as pointers lead to them, each with one; a segment of the general
// state takes up a chain of blocks and segments. Where a chain may end in several places, all are tried. A tree takes
// up all blocks below its root, and a path of a tree takes up what hangs below it to the sides (cover_trees.cpp).
// Conditions on numbers remain: a solver is asked whether the constraints of the special state imply those of the
// general one.
//
// Certificates rest on this test, which knows nothing of how states were folded and joined.
#pragma once

#include "engine/shapes/walk.h"

namespace assay::shapes {

class Cover : private Walk {
public:
  Cover(const Program& program, Oracle& oracle, const State& general, const State& special)
      : Walk(program, general, special), oracle_(oracle) {}

  bool holds();

private:
  bool isPossible() const;
  bool begin(Match& match);
  bool matchStatics(Match& match);
  bool search(Match match);
  bool matchValues(Match& match);
  bool matchValue(Match& match, const Value& general, const Value& special);
  bool matchPointers(Match& match, const Value& general, const Value& special);
  /// Fields of a block; of a segment those that all nodes share.
  bool matchFields(Match& match, const Block& general, const Block& special);
  bool takeUp(Match& match, uint32_t segment, const std::vector<uint32_t>& chain);
  bool takeUpContents(Match& match, uint32_t segment, const std::vector<uint32_t>& items);
  /// The blocks that a node has for itself, or that such a block has for itself in turn.
  using OwnedBefore =
      std::map<uint32_t, std::vector<uint32_t>>; // what fields of one node have led to; empty: it is without
  bool matchOwned(Match& match, const Field& of, const Field& field, uint32_t holder, OwnedBefore& before);
  bool matchOwn(Match& match, uint32_t general, uint32_t item);
  bool matchMissing(Match& match, const Field& general, const Field& field, uint32_t holder);
  bool leadsToItself(const Value& general, const Field& field, uint32_t holder) const;
  bool matchOwnedFields(Match& match, uint32_t general, const std::vector<uint32_t>& chain, uint32_t holder);
  bool matchOwnedNumber(Match& match, const Value& general, const Value& special);
  bool finish(const Match& match);
  bool addConstraints(const Match& match, std::vector<Term>& conditions);
  void addForNodes(const Match& match, uint32_t segment, Term constraint, const std::unordered_map<Term, Term>& symbols,
                   std::vector<Term>& conditions);

  // Trees, in cover_trees.cpp.
  bool searchTree(const Match& match, uint32_t tree);
  struct PathSoFar {
    std::vector<uint32_t> items; // all of them
    uint32_t length = 0;         // of the path
  };
  bool searchPath(const Match& match, uint32_t path, uint32_t item, const PathSoFar& before);
  bool endPath(Match match, uint32_t path, uint32_t last, const Below& down, const PathSoFar& all);
  bool matchPrev(Match& match, uint32_t tree, uint32_t root);
  bool matchOwnedTree(Match& match, const Value& general, const Value& special);

  Oracle& oracle_;
  uint32_t tries_ = 0, pathTries_ = 0;
};

} // namespace assay::shapes
