// Folding, opening and covering of heaps, and the engine on automata in text form.
#include "engine/shapes/shapes.h"

#include "engine/shapes/exploration.h"
#include "engine/shapes/join.h"
#include "program/text_parser.h"
#include "solver/factory.h"
#include "util/testing/test_env.h"

#include <gtest/gtest.h>

namespace assay::shapes {
namespace {

/// Heaps of blocks { next; prev; data }, each 8 bytes; `head` and `tail` are the variables that lead to them.
class HeapShapes : public ::testing::Test {
protected:
  static constexpr uint64_t kNext = 0, kPrev = 8, kData = 16;

  HeapShapes()
      : program_(parseProgram("global head: bv64 = 0; global tail: bv64 = 0;\n"
                              "function main() { a: -> exit { return; } exit: exit; }",
                              "test", terms_)),
        solver_(makeSolver("z3", terms_)), oracle_(*solver_, deadline_, limits_),
        head_(program_.variableOf(terms_.findVariable("head"))),
        tail_(program_.variableOf(terms_.findVariable("tail"))) {}

  Value number(uint64_t value) { return Value::of(terms_.mkBv(64, value)); }
  Value symbol() { return Value::of(terms_.mkFreshVariable("s", terms_.bvSort(64))); }

  /// A list of as many blocks, each with its data, that ends with null.
  State list(const std::vector<Value>& data, bool isDouble) {
    State state;
    state.variables[head_] = data.empty() ? number(0) : Value::pointer(1, 0);
    for (uint32_t i = 1; i <= data.size(); ++i) {
      Block& block = state.blocks[i];
      block.size = 24;
      block.fields[kNext] = {8, false, i < data.size() ? Value::pointer(i + 1, 0) : number(0)};
      if (isDouble) block.fields[kPrev] = {8, false, i > 1 ? Value::pointer(i - 1, 0) : number(0)};
      block.fields[kData] = {8, false, data[i - 1]};
    }
    state.nextBlock = static_cast<uint32_t>(data.size()) + 1;
    return state;
  }
  State folded(State state, bool joinsConstants = false) {
    Folding(program_, oracle_, Sites(), state, {joinsConstants}).simplify({head_, tail_});
    return state;
  }
  bool covers(const State& general, const State& special) { return Cover(program_, oracle_, general, special).holds(); }
  std::vector<Value> same(size_t count) { return std::vector<Value>(count, number(7)); }

  TermManager terms_;
  Program program_;
  Deadline deadline_;
  std::unique_ptr<Solver> solver_;
  const ShapesLimits limits_;
  Oracle oracle_;
  VariableId head_, tail_;
};

TEST_F(HeapShapes, ChainsBecomeSegments) {
  for (const bool isDouble : {false, true}) {
    const State state = folded(list(same(4), isDouble));
    ASSERT_EQ(state.blocks.size(), 1u);
    const Block& segment = state.blocks.begin()->second;
    ASSERT_TRUE(segment.isSegment());
    EXPECT_EQ(segment.links->isDouble, isDouble);
    EXPECT_EQ(segment.min, 2u);
    EXPECT_EQ(segment.fields.at(kData).value, number(7));
    EXPECT_EQ(segment.fields.at(kNext).value, number(0));
  }
}

TEST_F(HeapShapes, BlocksThatAreNotAlikeStay) {
  EXPECT_EQ(folded(list({number(1), number(2)}, false)).blocks.size(), 2u);
  EXPECT_EQ(folded(list({number(1), number(2)}, false), true).blocks.size(), 1u);
  State sizes = list(same(2), false);
  sizes.blocks[2].size = 32;
  EXPECT_EQ(folded(sizes).blocks.size(), 2u);
  // A variable points to the second.
  State pointed = list(same(2), false);
  pointed.variables[tail_] = Value::pointer(2, 0);
  EXPECT_EQ(folded(pointed).blocks.size(), 2u);
  // A wrong back link.
  State wrong = list(same(3), true);
  wrong.blocks[3].fields[kPrev].value = Value::pointer(1, 0);
  EXPECT_GT(folded(wrong).blocks.size(), 1u);
}

TEST_F(HeapShapes, FoldingOnlyForgets) {
  for (const bool isDouble : {false, true})
    for (size_t count = 0; count < 5; ++count) {
      const State state = list(same(count), isDouble);
      EXPECT_TRUE(covers(folded(state), state)) << count;
      EXPECT_EQ(covers(state, folded(state)), count < 2) << count;
    }
}

TEST_F(HeapShapes, SegmentsCoverChainsThatAreLongEnough) {
  for (const bool isDouble : {false, true}) {
    const State state = folded(list(same(3), isDouble));
    EXPECT_FALSE(covers(state, list(same(0), isDouble)));
    EXPECT_FALSE(covers(state, list(same(1), isDouble)));
    EXPECT_TRUE(covers(state, list(same(2), isDouble)));
    EXPECT_TRUE(covers(state, list(same(5), isDouble)));
    EXPECT_TRUE(covers(state, folded(list(same(5), isDouble))));
  }
}

TEST_F(HeapShapes, SegmentsDoNotCoverWrongChains) {
  const State state = folded(list(same(3), true));
  State content = list(same(3), true);
  content.blocks[2].fields[kData].value = number(8);
  EXPECT_FALSE(covers(state, content));
  State link = list(same(3), true);
  link.blocks[3].fields[kPrev].value = Value::pointer(1, 0);
  EXPECT_FALSE(covers(state, link));
  State end = list(same(3), true);
  end.blocks[3].fields[kNext].value = Value::pointer(1, 0);
  EXPECT_FALSE(covers(state, end));
  State dead = list(same(3), true);
  dead.blocks[2].isAlive = false;
  EXPECT_FALSE(covers(state, dead));
  State stack = list(same(3), true);
  stack.blocks[2].kind = BlockKind::Stack;
  EXPECT_FALSE(covers(state, stack));
  State lost = list(same(3), true);
  lost.blocks[9].size = 24;
  EXPECT_FALSE(covers(state, lost));
  State inner = list(same(3), true);
  inner.variables[tail_] = Value::pointer(2, 0);
  State general = state;
  general.variables[tail_] = Value::pointer(general.blocks.begin()->first, 0, true);
  EXPECT_FALSE(covers(general, inner));
  inner.variables[tail_] = Value::pointer(3, 0);
  EXPECT_TRUE(covers(general, inner));
}

// A block is one block; a segment of the special state may be many.
TEST_F(HeapShapes, BlocksDoNotCoverSegments) {
  State single = folded(list(same(3), false));
  single.blocks.begin()->second.min = 1;
  EXPECT_FALSE(covers(list(same(1), false), single));
  EXPECT_TRUE(covers(single, list(same(1), false)));
}

TEST_F(HeapShapes, OpeningHasACaseForEachLength) {
  for (const bool last : {false, true}) {
    State state = folded(list(same(3), true));
    const uint32_t segment = state.blocks.begin()->first;
    const State before = state;
    EXPECT_TRUE(Heap(program_, state).open(segment, last).empty());
    EXPECT_EQ(state.blocks.size(), 2u);
    EXPECT_TRUE(covers(before, state));
    const std::vector<State> others = Heap(program_, state).open(segment, last);
    ASSERT_EQ(others.size(), 1u);
    EXPECT_EQ(others[0].blocks.size(), 2u);
    EXPECT_TRUE(covers(before, others[0]));
    EXPECT_TRUE(covers(before, state));
    EXPECT_TRUE(covers(list(same(2), true), others[0]));
    EXPECT_FALSE(covers(list(same(2), true), state));
  }
}

// What is known of each node is known of the one that is taken out, and of no other value.
TEST_F(HeapShapes, EachNodeHasItsOwnContent) {
  const Value a = symbol(), b = symbol();
  State state = list({a, b}, false);
  const Term ten = terms_.mkBv(64, 10);
  for (const Value& value : {a, b}) state.constraints.push_back(terms_.mkBvUlt(value.number, ten));
  State general = folded(state);
  ASSERT_EQ(general.blocks.size(), 1u);
  EXPECT_TRUE(general.blocks.begin()->second.fields.at(kData).each);
  EXPECT_TRUE(covers(general, state));
  EXPECT_TRUE(covers(general, list({number(3), number(9), number(4)}, false)));
  EXPECT_FALSE(covers(general, list({number(3), number(10), number(4)}, false)));
  State opened = general;
  (void)Heap(program_, opened).open(opened.blocks.begin()->first, false);
  EXPECT_TRUE(covers(general, opened));
  const Block& node = opened.blocks.at(opened.nextBlock - 1);
  EXPECT_TRUE(oracle_.implies(opened.constraints, terms_.mkBvUlt(node.fields.at(kData).value.number, ten)));
  EXPECT_NE(node.fields.at(kData).value, opened.blocks.begin()->second.fields.at(kData).value);
}

// A segment knows the few constants that its nodes hold, and what holds between two fields.
TEST_F(HeapShapes, ContentsOfSegments) {
  oracle_.setHints({}, {number(3).number, number(9).number});
  const State set = folded(list({number(3), number(9), number(3)}, false), true);
  EXPECT_TRUE(covers(set, list({number(9), number(3)}, false)));
  EXPECT_FALSE(covers(set, list({number(9), number(5)}, false)));
  const auto withFlags = [&](uint64_t flag) {
    State state = list({number(3), number(9)}, false);
    state.blocks[1].fields[kPrev] = {8, false, number(flag)};
    state.blocks[2].fields[kPrev] = {8, false, number(1)};
    return state;
  };
  const State related = folded(withFlags(0), true);
  ASSERT_EQ(related.blocks.size(), 1u);
  EXPECT_TRUE(covers(related, withFlags(0)));
  EXPECT_FALSE(covers(related, withFlags(1))); // 3 goes with 0
}

// What has been walked over is not joined with what has not, if more is known of it.
TEST_F(HeapShapes, APointerIsABorder) {
  for (const bool isDouble : {false, true}) {
    State state = list({number(1), number(1), number(2), number(2)}, isDouble);
    state.variables[tail_] = Value::pointer(3, 0);
    const State general = folded(state, true);
    EXPECT_EQ(general.blocks.size(), 2u);
    EXPECT_TRUE(covers(general, state));
    EXPECT_EQ(folded(list({number(1), number(1), number(2), number(2)}, isDouble), true).blocks.size(),
              isDouble ? 2u : 1u);
  }
}

// What some nodes have tells of a variable; where nodes may all be without, it must not.
TEST_F(HeapShapes, WhatMayBeMissingTellsNothing) {
  for (const bool isMissing : {false, true}) {
    State state = list(same(2), false);
    const Value least = symbol(), content = symbol();
    state.variables[tail_] = least;
    for (uint32_t node : {1u, 2u}) {
      const bool isWithout = isMissing && node == 2;
      state.blocks[node].fields[kPrev] = {8, false, isWithout ? number(0) : Value::pointer(node + 2, 0)};
      if (isWithout) continue;
      state.blocks[node + 2].size = 8;
      state.blocks[node + 2].fields[0] = {8, false, content};
    }
    state.nextBlock = 5;
    const Term ten = number(10).number;
    state.constraints = {terms_.mkBvSle(ten, content.number), terms_.mkBvSle(content.number, least.number)};
    const State general = folded(state, true);
    ASSERT_EQ(general.blocks.size(), 2u);
    const auto found = general.variables.find(tail_); // gone, if nothing is known of it
    const bool isKnown = found != general.variables.end() &&
                         oracle_.implies(general.constraints, terms_.mkBvSle(ten, found->second.number));
    EXPECT_NE(isKnown, isMissing);
  }
}

// All nodes hold what a variable holds: not just any value each.
TEST_F(HeapShapes, SharedContent) {
  const Value shared = symbol();
  State state = list({shared, shared}, false);
  state.variables[tail_] = shared;
  const State general = folded(state);
  ASSERT_EQ(general.blocks.size(), 1u);
  EXPECT_FALSE(general.blocks.begin()->second.fields.at(kData).each);
  State special = list({number(1), number(1), number(1)}, false);
  special.variables[tail_] = number(1);
  EXPECT_TRUE(covers(general, special));
  special.variables[tail_] = number(2);
  EXPECT_FALSE(covers(general, special));
}

TEST_F(HeapShapes, CircularLists) {
  State state = list(same(4), false);
  state.blocks[4].fields[kNext].value = Value::pointer(1, 0);
  const State general = folded(state);
  EXPECT_EQ(general.blocks.size(), 1u);
  EXPECT_TRUE(covers(general, state));
  EXPECT_FALSE(covers(general, list(same(4), false)));
  State knot = state;
  knot.blocks[4].fields[kNext].value = Value::pointer(2, 0);
  EXPECT_FALSE(covers(general, knot));
}

// Every node of a list has a list of its own.
TEST_F(HeapShapes, ListsOfLists) {
  const auto nested = [&](const std::vector<uint32_t>& lengths) {
    State state;
    state.variables[head_] = lengths.empty() ? number(0) : Value::pointer(1, 0);
    uint32_t next = static_cast<uint32_t>(lengths.size()) + 1;
    for (uint32_t i = 1; i <= lengths.size(); ++i) {
      Block& block = state.blocks[i];
      block.size = 16;
      block.fields[0] = {8, false, i < lengths.size() ? Value::pointer(i + 1, 0) : number(0)};
      block.fields[8] = {8, false, lengths[i - 1] > 0 ? Value::pointer(next, 0) : number(0)};
      for (uint32_t k = 1; k <= lengths[i - 1]; ++k, ++next) {
        Block& inner = state.blocks[next];
        inner.size = 24;
        inner.fields[kNext] = {8, false, k < lengths[i - 1] ? Value::pointer(next + 1, 0) : number(0)};
      }
    }
    state.nextBlock = next;
    return state;
  };
  const State single = folded(nested({1, 1})), many = folded(nested({1, 3, 2}));
  ASSERT_EQ(single.blocks.size(), 2u);
  ASSERT_EQ(many.blocks.size(), 2u);
  EXPECT_TRUE(covers(single, nested({1, 1, 1})));
  EXPECT_FALSE(covers(single, nested({1, 2, 1})));
  EXPECT_TRUE(covers(many, nested({1, 2, 1})));
  EXPECT_TRUE(covers(many, single));
  EXPECT_FALSE(covers(single, many));
  // A list that two nodes share, or that something else leads to.
  State shared = nested({1, 1, 1});
  shared.blocks[1].fields[8] = shared.blocks[2].fields[8];
  EXPECT_FALSE(covers(many, shared));
  shared.mayHaveLost = true;
  State general = many;
  general.mayHaveLost = true;
  EXPECT_FALSE(covers(general, shared));
  EXPECT_GT(folded(shared).blocks.size(), 2u);
  State pointed = nested({1, 1, 1});
  pointed.variables[tail_] = Value::pointer(5, 0);
  EXPECT_GT(folded(pointed).blocks.size(), 3u);
  State dead = nested({1, 2, 1});
  dead.blocks[5].isAlive = false;
  EXPECT_FALSE(covers(many, dead));
  State ring = nested({1, 2, 1});
  ring.blocks[6].fields[kNext].value = Value::pointer(5, 0);
  EXPECT_FALSE(covers(many, ring));
  // What is opened is covered by what it was.
  State opened = many;
  const uint32_t segment = opened.variables.at(head_).object;
  EXPECT_TRUE(Heap(program_, opened).open(segment, false).empty());
  EXPECT_EQ(opened.blocks.size(), 4u);
  EXPECT_TRUE(covers(many, opened));
  const std::vector<State> others = Heap(program_, opened).open(segment, false);
  ASSERT_EQ(others.size(), 1u);
  EXPECT_EQ(others[0].blocks.size(), 4u);
  EXPECT_TRUE(covers(many, others[0]));
  // Nodes without a list: opening has a case more for each.
  const State some = folded(nested({2, 0, 1}));
  ASSERT_EQ(some.blocks.size(), 2u);
  EXPECT_TRUE(covers(some, nested({0, 3})));
  EXPECT_TRUE(covers(some, nested({0, 0, 0})));
  EXPECT_TRUE(covers(some, many));
  EXPECT_FALSE(covers(many, some));
  EXPECT_FALSE(covers(many, nested({1, 0})));
  State taken = some;
  const std::vector<State> cases = Heap(program_, taken).open(taken.variables.at(head_).object, false);
  ASSERT_EQ(cases.size(), 1u);
  EXPECT_EQ(taken.blocks.size(), 4u);
  EXPECT_EQ(cases[0].blocks.size(), 3u);
  EXPECT_TRUE(covers(some, taken));
  EXPECT_TRUE(covers(some, cases[0]));
  EXPECT_TRUE(covers(many, opened));
}

// A pointer to the end of a singly linked segment does not lead to its beginning.
TEST_F(HeapShapes, NodesThatLeadToThemselves) {
  // In each node kPrev leads to its kData, or to a block.
  const auto withOwn = [&](const std::vector<bool>& hasBlock) {
    State state = list(same(hasBlock.size()), false);
    for (uint32_t i = 1; i <= hasBlock.size(); ++i) {
      state.blocks[i].fields[kPrev] = {8, false, Value::pointer(i, kData), {}};
      if (!hasBlock[i - 1]) continue;
      state.blocks[state.nextBlock].size = 8;
      state.blocks[i].fields[kPrev].value = Value::pointer(state.nextBlock++, 0);
    }
    return state;
  };
  const State all = folded(withOwn({false, false, false})), some = folded(withOwn({false, true, false}));
  ASSERT_EQ(all.blocks.size(), 1u);
  ASSERT_EQ(some.blocks.size(), 2u);
  EXPECT_TRUE(covers(all, withOwn({false, false})));
  EXPECT_FALSE(covers(all, withOwn({false, true})));
  EXPECT_TRUE(covers(some, withOwn({true, true, false})));
  EXPECT_TRUE(covers(some, withOwn({true, true})));
  EXPECT_TRUE(covers(some, all));
  EXPECT_FALSE(covers(all, some));
  EXPECT_FALSE(covers(folded(withOwn({true, true})), some));
  const auto changed = [&](const Value& value) {
    State state = withOwn({false, false, false});
    state.blocks[2].fields[kPrev].value = value;
    return state;
  };
  for (const Value& wrong : {Value::pointer(1, kData), Value::pointer(3, kData), Value::pointer(2, kNext), number(0)}) {
    EXPECT_FALSE(covers(all, changed(wrong)));
    EXPECT_FALSE(covers(some, changed(wrong)));
    EXPECT_FALSE(covers(folded(changed(wrong)), all));
  }
  // Opened, each node leads to itself, or has the block.
  const uint32_t segment = some.variables.at(head_).object;
  State more = some;
  std::vector<State> cases = Heap(program_, more).open(segment, false);
  cases.push_back(more);
  size_t own = 0;
  for (const State& state : cases) {
    const uint32_t first = state.variables.at(head_).object;
    const Value value = state.blocks.at(first).fields.at(kPrev).value;
    if (value == Value::pointer(first, kData)) ++own;
    EXPECT_TRUE(value.isPointer());
    EXPECT_TRUE(covers(some, state) || state.blocks.size() < 3);
  }
  EXPECT_GT(own, 0u);
  EXPECT_LT(own, cases.size());
}

TEST_F(HeapShapes, BothEndsOfAListOfItsOwn) {
  // kPrev leads to the first node of a doubly linked list, kData to its last one; or both to the node.
  const auto rings = [&](const std::vector<uint32_t>& lengths) {
    State state = list(same(lengths.size()), false);
    for (uint32_t i = 1; i <= lengths.size(); ++i) {
      Block& node = state.blocks[i];
      node.fields[kPrev] = {8, false, Value::pointer(i, kPrev), {}};
      node.fields[kData] = {8, false, Value::pointer(i, kPrev), {}};
      for (uint32_t k = 1; k <= lengths[i - 1]; ++k) {
        const uint32_t number = state.nextBlock++;
        Block& inner = state.blocks[number];
        inner.size = 16;
        inner.fields[0] = {8, false, k < lengths[i - 1] ? Value::pointer(number + 1, 0) : Value::pointer(i, kPrev), {}};
        inner.fields[8] = {8, false, k > 1 ? Value::pointer(number - 1, 0) : Value::pointer(i, kPrev), {}};
        if (k == 1) node.fields[kPrev].value = Value::pointer(number, 0);
        node.fields[kData].value = Value::pointer(number, 0);
      }
    }
    return state;
  };
  const State state = folded(rings({2, 0, 3, 1}));
  ASSERT_EQ(state.blocks.size(), 2u);
  EXPECT_TRUE(covers(state, rings({1, 1, 0})));
  EXPECT_TRUE(covers(state, rings({0, 4})));
  EXPECT_TRUE(covers(state, folded(rings({3, 3}))));
  EXPECT_FALSE(covers(folded(rings({3, 3})), state));
  State wrong = rings({0, 3, 1});
  wrong.blocks[2].fields[kData] = wrong.blocks[2].fields[kPrev];
  EXPECT_FALSE(covers(state, wrong));
  wrong = rings({0, 3, 1});
  wrong.blocks[2].fields[kData].value = Value::pointer(2, kPrev);
  EXPECT_FALSE(covers(state, wrong));
  wrong = rings({0, 3, 1});
  wrong.blocks[1].fields[kData].value = Value::pointer(2, kPrev);
  EXPECT_FALSE(covers(state, wrong));
  wrong = rings({0, 1, 1});
  std::swap(wrong.blocks[2].fields[kData], wrong.blocks[3].fields[kData]);
  EXPECT_FALSE(covers(state, wrong));
}

TEST_F(HeapShapes, WhatIsTracked) {
  for (const bool isDouble : {false, true}) {
    State state = folded(list(same(3), isDouble));
    program_[head_].sourceName = program_[tail_].sourceName = "named";
    EXPECT_TRUE(isTracked(program_, state));
    state.variables[head_] = number(0);
    EXPECT_FALSE(isTracked(program_, state));
    state.variables[tail_] = Value::pointer(state.blocks.begin()->first, 0, true);
    EXPECT_EQ(isTracked(program_, state), isDouble);
  }
}

TEST_F(HeapShapes, JoinedStatesCoverBoth) {
  State one = list(same(2), false), other = list({number(7), number(9)}, false);
  one.variables[tail_] = number(1);
  other.variables[tail_] = number(5);
  Join join(program_, oracle_, one, other);
  ASSERT_TRUE(join.hasSameShape());
  const State joined = join.join();
  EXPECT_TRUE(covers(joined, one));
  EXPECT_TRUE(covers(joined, other));
  other.variables[tail_] = number(6);
  EXPECT_FALSE(covers(joined, other)); // more than 5
  EXPECT_FALSE(Join(program_, oracle_, one, list(same(3), false)).hasSameShape());
}

class ShapesEngine : public ::testing::Test {
protected:
  Result check(std::string_view text) {
    program_.emplace(parseProgram(text, "test", terms_));
    return Shapes().run(*program_, env_.within(std::chrono::milliseconds(20000)));
  }
  /// A loop builds a list, another one does `body` to each block x of it.
  Result listProgram(std::string_view body, std::string_view question = "all_freed()") {
    return check(
        "function main() {\n var head: bv64 as \"head\"; var x: bv64 as \"x\"; var y: bv64 as \"y\"; var c: bool;\n"
        " entry s; s: -> build { head = 0:64; y = 0:64; }\n"
        " build: -> more { c = input nondet; }\n"
        " more: if c -> build { x = allocate heap any 16:64; store x, head; store x + 8:64, 5:32; head = x; }\n"
        "       if !c -> walk { x = head; }\n"
        " walk: if x == 0:64 -> done { c = " +
        std::string(question) + "; }\n       if x != 0:64 -> walk { " + std::string(body) +
        " }\n done: if c -> end { return; }\n if !c -> bad;\n"
        " bad: error(valid-memcleanup) \"lost\"; end: exit; }");
  }

  TermManager terms_;
  TestEnv env_;
  std::optional<Program> program_;
};

TEST_F(ShapesEngine, ListsAreFreed) {
  const Result result = listProgram("y = x; y = load x; free heap x; x = y;");
  EXPECT_EQ(result.verdict, Verdict::True) << result.reason;
  EXPECT_EQ(result.proofCheck.status, ProofCheck::Confirmed);
}

TEST_F(ShapesEngine, BlocksThatAreNotFreed) {
  EXPECT_EQ(listProgram("x = load x;").verdict, Verdict::Unknown);
  EXPECT_EQ(listProgram("y = load x; free heap x; x = load y;").verdict, Verdict::Unknown);
  EXPECT_EQ(listProgram("free heap x; x = load x;").verdict, Verdict::Unknown);
  EXPECT_EQ(listProgram("y = load x; free heap x; free heap x; x = y;").verdict, Verdict::Unknown);
}

} // namespace
} // namespace assay::shapes
