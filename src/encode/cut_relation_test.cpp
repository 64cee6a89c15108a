// The relation between cut points is the same one at every granularity; limits and obstacles, and what leads back.
#include "encode/cut_relation.h"

#include "program/text_parser.h"
#include "solver/factory.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace assay {
namespace {

// Two paths lead back, on one of which a value is chosen; others end in an error, at a limit and at the exit.
constexpr std::string_view kChoosing = R"(
  function main() {
    var i: bv8 unsigned as "i"; var j: bv8 unsigned as "j";
    A: -> H { i = 0; j = 0; }
    H: if i <u 10 -> B;
       if 10 <=u i -> X;
    B: if j <u 5 -> H { i = i + 1; j = ite(i == 3, j + 2, j + 1); }
       if 5 <=u j -> H { i = i + 2; j = 0; }
    X: if j == 9 -> E;
       if j != 9 -> U;
    E: error(unreach-call) "nine";
    U: if j == 8 -> L;
       if j != 8 -> exit { return; }
    L: limit "eight";
    exit: exit;
  })";

// The outer loop enters the inner one.
constexpr std::string_view kNested = R"(
  function main() {
    var i: bv8 unsigned as "i"; var j: bv8 unsigned as "j";
    A: -> H { i = 0; }
    H: if i <u 3 -> G { j = 0; }
       if 3 <=u i -> exit { return; }
    G: if j <u 3 -> G { j = j + 1; }
       if 3 <=u j -> H { i = i + 1; }
    exit: exit;
  })";

// A call is an obstacle.
constexpr std::string_view kCalling = R"(
  function f();
  function main() {
    var i: bv8;
    A: -> H { i = 0; }
    H: if i <u 3 -> H { i = i + 1; call f(); }
       if 3 <=u i -> exit { return; }
    exit: exit;
  })";

class CutRelationTest : public ::testing::Test {
protected:
  static CutRelation make(const Flow& flow, const CutPlan& plan) { return CutRelation::of(flow, plan).value(); }
  bool isSame(Term a, Term b) {
    const std::unique_ptr<Solver> solver = makeSolver("native", terms_);
    solver->assertTerm(terms_.mkDistinct(a, b));
    return solver->check().isUnsat();
  }
  /// When a transition between heads leads to where the condition holds.
  Term before(const CutRelation& relation, Term condition) {
    std::vector<Term> ways;
    for (const Transition& transition : relation.transitions())
      if (transition.source != Flow::kNone) ways.push_back(preImage(relation.flow(), transition.path, condition));
    return terms_.mkOr(ways);
  }

  TermManager terms_;
};

TEST_F(CutRelationTest, IsTheSameAtEveryGranularity) {
  const Flow flow(parseProgram(kChoosing, "test", terms_));
  const CutRelation block = make(flow, {}), path = make(flow, {.granularity = Granularity::Path}),
                    decided = make(flow, {.granularity = Granularity::Decided});
  EXPECT_EQ(block.transitions().size(), 2u); // one from the start
  EXPECT_EQ(path.transitions().size(), 3u);
  EXPECT_EQ(decided.transitions().size(), 4u);
  const Term i = flow.program().variables()[0].term, j = flow.program().variables()[1].term;
  for (uint64_t value = 0; value < 8; ++value) {
    const Term condition = terms_.mkAnd(terms_.mkBvUlt(terms_.mkBv(8, value), i), terms_.mkEqual(j, terms_.mkBv(8, 4)));
    EXPECT_TRUE(isSame(before(block, condition), before(path, condition)));
    EXPECT_TRUE(isSame(before(block, condition), before(decided, condition)));
    EXPECT_FALSE(isSame(before(block, condition), terms_.mkFalse()));
  }
  for (const CutRelation* relation : {&path, &decided}) {
    const std::vector<Ending>&ends = relation->block(0).endings, &same = block.block(0).endings;
    ASSERT_EQ(ends.size(), 2u);
    for (const Ending& ending : ends) {
      const auto other = std::ranges::find(same, ending.location, &Ending::location);
      ASSERT_NE(other, same.end());
      EXPECT_EQ(ending.isError, other->isError);
      EXPECT_EQ(ending.message, other->message);
      EXPECT_TRUE(isSame(ending.guard, other->guard));
    }
    EXPECT_TRUE(relation->block(relation->start()).endings.empty());
  }
}

TEST_F(CutRelationTest, LimitsAreKept) {
  const Flow flow(parseProgram(kChoosing, "test", terms_));
  const auto number = [&](const CutPlan& plan) {
    const std::optional<CutRelation> relation = CutRelation::of(flow, plan);
    return relation ? static_cast<int>(relation->transitions().size()) : -1;
  };
  EXPECT_EQ(number({.granularity = Granularity::Path, .mostPaths = 5}), 3);
  EXPECT_EQ(number({.granularity = Granularity::Path, .mostPaths = 4}), -1);
  EXPECT_EQ(number({.granularity = Granularity::Path, .mostPaths = 4, .joinsMany = true}), 2);
  EXPECT_EQ(number({.granularity = Granularity::Decided, .mostChoices = 1}), 3);
  EXPECT_EQ(number({.granularity = Granularity::Decided, .mostTransitions = 4}), 4);
  EXPECT_EQ(number({.granularity = Granularity::Decided, .mostTransitions = 3}), -1);
  Deadline deadline;
  EXPECT_TRUE(CutRelation::of(flow, {}, deadline));
  deadline.cancel();
  EXPECT_FALSE(CutRelation::of(flow, {}, deadline));
}

TEST_F(CutRelationTest, ObstaclesOnEdgesMayBeRefused) {
  const Flow flow(parseProgram(kCalling, "test", terms_));
  EXPECT_FALSE(CutRelation::of(flow, {.granularity = Granularity::Path}));
  const CutRelation relation = make(flow, {.granularity = Granularity::Path, .joinsMany = true});
  ASSERT_EQ(relation.block(0).endings.size(), 1u);
  EXPECT_FALSE(relation.block(0).endings[0].isError);
  EXPECT_EQ(relation.block(0).endings[0].message, "call of f");
  EXPECT_FALSE(CutRelation::of(flow, {.granularity = Granularity::Path, .joinsMany = true, .refusesObstacles = true}));
}

TEST_F(CutRelationTest, TransitionsLeadBackToHeadsThatComeBefore) {
  const Flow flow(parseProgram(kNested, "test", terms_));
  for (const Granularity granularity : {Granularity::Block, Granularity::Path, Granularity::Decided}) {
    const CutRelation relation = make(flow, {.granularity = granularity});
    const uint32_t outer = relation.target({relation.start(), 0}), inner = 1 - outer;
    ASSERT_EQ(relation.transitions().size(), 4u);
    for (const Transition& transition : relation.transitions()) {
      EXPECT_EQ(transition.isBack, transition.source == inner);
      EXPECT_EQ(transition.target, flow.headNumber(transition.path.target));
    }
    EXPECT_EQ(relation.entries(outer).size(), 2u);
    EXPECT_EQ(relation.entries(inner).size(), 2u);
    for (const uint32_t head : {outer, inner})
      for (const CutRelation::Entry& entry : relation.entries(head)) EXPECT_EQ(relation.target(entry), head);
  }
}

} // namespace
} // namespace assay
