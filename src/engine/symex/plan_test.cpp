#include "engine/symex/plan.h"

#include <gtest/gtest.h>

namespace assay {
namespace {

TEST(SymexPlan, IsMadeOfTheOptions) {
  Options options;
  options.search = SearchOrder::Bfs;
  options.prune = Pruning::Interpolants;
  options.pointers = PointerTargets::Merge;
  options.memory = 100;
  options.seed = 7;
  options.maxStates = 9;
  options.limits = {"symex.stateSteps=7"};
  const SymexPlan plan(options);
  EXPECT_EQ(plan.order, SearchOrder::Bfs);
  EXPECT_EQ(plan.pruning, Pruning::Interpolants);
  EXPECT_EQ(plan.pointers, PointerTargets::Merge);
  EXPECT_EQ(plan.megabytes, 100u);
  EXPECT_EQ(plan.seed, 7u);
  EXPECT_EQ(plan.maxStates, 9u);
  EXPECT_EQ(plan.limits.stateSteps, 7u);
  EXPECT_EQ(plan.limits.queryWork, SymexLimits().queryWork);
  EXPECT_TRUE(plan.beginsWithSlice);
  EXPECT_FALSE(plan.wantsPartner);
  EXPECT_TRUE(plan.comparedAt.empty());
  options.prune = Pruning::None;
  EXPECT_FALSE(SymexPlan(options).beginsWithSlice);
}

// A slice that the proof was found on stays the first thing that is explored, whatever is left on the way.
TEST(SymexPlan, RepeatsAProof) {
  using Walk = PathsOutline::Walk;
  const auto repeated = [](Walk walk) {
    SymexPlan plan{Options()};
    plan.repeat({.walk = walk, .places = {3, 4}}, {.isOfSame = true});
    return plan;
  };
  const SymexPlan learning = repeated(Walk::Learning), covering = repeated(Walk::Covering),
                  plain = repeated(Walk::Plain);
  EXPECT_EQ(learning.order, SearchOrder::Interleaved);
  EXPECT_EQ(learning.pruning, Pruning::Adaptive);
  EXPECT_EQ(covering.order, SearchOrder::Dfs);
  EXPECT_EQ(covering.pruning, Pruning::Covered);
  EXPECT_EQ(plain.order, SearchOrder::Dfs);
  EXPECT_EQ(plain.pruning, Pruning::None);
  for (const SymexPlan& plan : {learning, covering, plain}) {
    EXPECT_TRUE(plan.beginsWithSlice);
    EXPECT_TRUE(plan.standing.isOfSame);
    EXPECT_EQ(plan.comparedAt, (std::vector<uint32_t>{3, 4}));
  }
}

TEST(SymexPlan, ForOthers) {
  SymexPlan plan{Options()};
  plan.leaveNone();
  EXPECT_EQ(plan.pruning, Pruning::None);
  EXPECT_FALSE(plan.beginsWithSlice);
  plan.megabytes = 3;
  plan.share();
  EXPECT_TRUE(plan.wantsPartner);
  EXPECT_EQ(plan.megabytes, 1u);
  plan.share();
  EXPECT_EQ(plan.megabytes, 1u);
}

} // namespace
} // namespace assay
