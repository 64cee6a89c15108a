// Trees and paths of trees: folding, opening and covering.
#include "engine/shapes/exploration.h"
#include "program/text_parser.h"
#include "solver/factory.h"

#include <gtest/gtest.h>

namespace assay::shapes {
namespace {

/// Nodes { left; right; parent; data }, each 8 bytes; `root` and `cursor` are the variables that lead to them.
class TreeShapes : public ::testing::TestWithParam<bool> {
protected:
  static constexpr uint64_t kLeft = 0, kRight = 8, kParent = 16, kData = 24;

  TreeShapes()
      : program_(parseProgram("global root: bv64 = 0; global cursor: bv64 = 0;\n"
                              "function main() { a: -> exit { return; } exit: exit; }",
                              "test", terms_)),
        solver_(makeSolver("z3", terms_)), oracle_(*solver_, deadline_, limits_),
        root_(program_.variableOf(terms_.findVariable("root"))),
        cursor_(program_.variableOf(terms_.findVariable("cursor"))) {
    sites_.at({EdgeId(0), 0});
    sites_.observe(tree({{2, 3}, {0, 0}, {0, 0}}));
  }

  Value number(uint64_t value) { return Value::of(terms_.mkBv(64, value)); }
  Value pointer(uint32_t block) { return block == 0 ? number(0) : Value::pointer(block, 0); }

  /// Nodes from 1 on by the numbers of what is below them.
  State tree(const std::vector<std::pair<uint32_t, uint32_t>>& nodes) {
    State state;
    state.variables[root_] = pointer(1);
    state.nextBlock = static_cast<uint32_t>(nodes.size()) + 1;
    for (uint32_t i = 1; i < state.nextBlock; ++i) {
      Block& block = state.blocks[i];
      block.size = 32;
      block.site = 1;
      block.pointers = {kLeft, kRight};
      const auto [left, right] = nodes[i - 1];
      block.fields[kLeft] = {8, false, pointer(left)};
      block.fields[kRight] = {8, false, pointer(right)};
      block.fields[kData] = {8, false, number(7)};
      if (GetParam()) block.fields.try_emplace(kParent, Field{8, false, number(0)});
    }
    for (uint32_t i = 1; i < state.nextBlock; ++i)
      for (uint32_t below : {nodes[i - 1].first, nodes[i - 1].second})
        if (below != 0 && GetParam()) state.blocks[below].fields[kParent] = {8, false, pointer(i)};
    return state;
  }
  State withCursor(State state, uint32_t at) {
    state.variables[cursor_] = pointer(at);
    return state;
  }
  State folded(State state) {
    Folding(program_, oracle_, sites_, state, {.joinsConstants = true, .foldsTrees = true}).simplify({root_, cursor_});
    return state;
  }
  bool covers(const State& general, const State& special) { return Cover(program_, oracle_, general, special).holds(); }

  TermManager terms_;
  Program program_;
  Deadline deadline_;
  std::unique_ptr<Solver> solver_;
  const ShapesLimits limits_;
  Oracle oracle_;
  Sites sites_;
  VariableId root_, cursor_;
};

/// A node that leads to a tree of its own, whose nodes have blocks of their own.
TEST_P(TreeShapes, NodesOfTreesOfTheirOwnHaveBlocks) {
  const auto forest = [&](const std::vector<bool>& hasBlock) {
    State state;
    const auto count = static_cast<uint32_t>(hasBlock.size() / 2);
    state.variables[root_] = pointer(1);
    state.nextBlock = 3 * count + 1;
    for (uint32_t i = 1; i <= count; ++i) {
      Block& node = state.blocks[i];
      node.size = 16;
      node.fields[0] = {8, false, pointer(i < count ? i + 1 : 0)};
      node.fields[8] = {8, false, pointer(count + 2 * i - 1)};
      for (uint32_t k : {0u, 1u}) {
        const uint32_t number = count + 2 * i - 1 + k;
        Block& inner = state.blocks[number];
        inner.size = 32;
        inner.site = 1;
        inner.fields[kLeft] = {8, false, pointer(k == 0 ? number + 1 : 0)};
        inner.fields[kRight] = {8, false, pointer(0)};
        if (GetParam()) inner.fields[kParent] = {8, false, pointer(k == 0 ? 0 : number - 1)};
        const bool has = hasBlock[2 * (i - 1) + k];
        inner.fields[kData] = {8, false, pointer(has ? state.nextBlock : 0)};
        if (has) state.blocks[state.nextBlock++].size = 4;
      }
    }
    return state;
  };
  const State all = folded(forest({true, true, true, true, true, true}));
  ASSERT_EQ(all.blocks.size(), 3u);
  EXPECT_TRUE(covers(all, forest({true, true, true, true})));
  EXPECT_FALSE(covers(all, forest({true, true, true, false})));
  EXPECT_FALSE(covers(all, forest({false, true, true, true})));
  State lost = forest({true, false, true, true});
  lost.mayHaveLost = true;
  State general = all;
  general.mayHaveLost = true;
  EXPECT_FALSE(covers(general, lost));
}

TEST_P(TreeShapes, NodesBecomeATree) {
  for (const State& state : {tree({{2, 3}, {0, 0}, {4, 0}, {0, 0}}), tree({{0, 2}, {0, 0}})}) {
    const State general = folded(state);
    ASSERT_EQ(general.blocks.size(), 1u);
    EXPECT_TRUE(general.blocks.begin()->second.isWholeTree());
    EXPECT_TRUE(covers(general, state));
    EXPECT_FALSE(covers(state, general));
  }
}

TEST_P(TreeShapes, ATreeCoversTreesOfAnySize) {
  const State general = folded(tree({{2, 3}, {0, 0}, {0, 0}}));
  EXPECT_TRUE(covers(general, tree({{0, 0}})));
  EXPECT_TRUE(covers(general, tree({{2, 3}, {4, 5}, {0, 6}, {0, 0}, {0, 0}, {0, 0}})));
  EXPECT_TRUE(covers(general, folded(withCursor(tree({{2, 0}, {3, 0}, {4, 5}, {0, 0}, {0, 0}}), 3))));
}

TEST_P(TreeShapes, ATreeCoversNothingElse) {
  const State general = folded(tree({{2, 3}, {0, 0}, {0, 0}}));
  // A node with two above it, a circle.
  EXPECT_FALSE(covers(general, tree({{2, 2}, {0, 0}})));
  EXPECT_FALSE(covers(general, tree({{2, 3}, {0, 4}, {4, 0}, {0, 0}})));
  EXPECT_FALSE(covers(general, tree({{2, 0}, {1, 0}})));
  const auto changed = [&](auto change) {
    State state = tree({{2, 3}, {0, 0}, {4, 0}, {0, 0}});
    change(state.blocks);
    return state;
  };
  EXPECT_TRUE(covers(general, changed([](auto&) {})));
  EXPECT_FALSE(covers(general, changed([](auto& blocks) { blocks[4].isAlive = false; })));
  EXPECT_FALSE(covers(general, changed([](auto& blocks) { blocks[4].size = 40; })));
  EXPECT_FALSE(covers(general, changed([&](auto& blocks) { blocks[4].fields[kData].value = number(8); })));
  EXPECT_FALSE(covers(general, changed([&](auto& blocks) { blocks[4].fields[kLeft].value = number(5); })));
  EXPECT_FALSE(covers(general, changed([](auto& blocks) { blocks[4].fields.erase(kLeft); })));
  EXPECT_FALSE(covers(general, changed([&](auto& blocks) { blocks[3].fields[kLeft].value = Value::pointer(4, 8); })));
  // A block that nothing leads to.
  EXPECT_FALSE(covers(general, changed([](auto& blocks) { blocks[9].size = 32; })));
  if (!GetParam()) return;
  EXPECT_FALSE(covers(general, changed([&](auto& blocks) { blocks[4].fields[kParent].value = pointer(1); })));
  EXPECT_FALSE(covers(general, changed([&](auto& blocks) { blocks[1].fields[kParent].value = pointer(2); })));
}

TEST_P(TreeShapes, APathLeadsToTheCursor) {
  const std::vector<std::pair<uint32_t, uint32_t>> nodes = {{2, 3}, {0, 0}, {4, 5}, {0, 0}, {0, 0}};
  const State state = withCursor(tree(nodes), 4);
  const State general = folded(state);
  ASSERT_EQ(general.blocks.size(), 2u);
  const Block& path = general.blocks.at(general.variables.at(root_).object);
  EXPECT_TRUE(path.isTree() && !path.isWholeTree());
  EXPECT_EQ(path.min, 2u);
  EXPECT_TRUE(covers(general, state));
  EXPECT_TRUE(covers(general, withCursor(tree(nodes), 5)));
  EXPECT_TRUE(covers(general, withCursor(tree({{0, 2}, {3, 0}, {4, 6}, {0, 5}, {0, 0}, {0, 0}}), 5)));
  // The path is too short, the cursor has something below, there is none.
  EXPECT_FALSE(covers(general, withCursor(tree(nodes), 2)));
  EXPECT_FALSE(covers(general, withCursor(tree({{0, 2}, {0, 3}, {4, 0}, {0, 0}}), 3)));
  EXPECT_FALSE(covers(general, withCursor(tree(nodes), 0)));
  // Two ways lead to the cursor.
  EXPECT_FALSE(covers(general, withCursor(tree({{2, 3}, {4, 0}, {4, 5}, {0, 0}, {0, 0}}), 4)));
}

TEST_P(TreeShapes, WhatIsOpenedIsAllThereMayBe) {
  const State whole = folded(tree({{2, 3}, {0, 0}, {0, 0}}));
  const State path = folded(withCursor(tree({{2, 3}, {0, 0}, {4, 5}, {0, 0}, {0, 0}}), 4));
  for (const bool isPath : {false, true})
    for (const bool last : {false, true}) {
      if (last && !isPath) continue;
      const State& general = isPath ? path : whole;
      std::vector<State> cases{general};
      // The path has at least two nodes: once more, then it may have one.
      for (int i = 0; i < 2; ++i) {
        State one = cases.back();
        const uint32_t summary = general.variables.at(root_).object;
        if (!one.blocks.contains(summary) || !one.blocks.at(summary).isTree()) break;
        cases = Heap(program_, one).open(summary, last);
        cases.push_back(one);
        EXPECT_EQ(cases.size(), isPath && i == 1 ? 8u : 4u);
        for (const State& state : cases) EXPECT_TRUE(covers(general, state)) << isPath << last << i;
      }
    }
}

INSTANTIATE_TEST_SUITE_P(Parents, TreeShapes, ::testing::Bool());

} // namespace
} // namespace assay::shapes
