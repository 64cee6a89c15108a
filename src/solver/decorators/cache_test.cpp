#include "solver/decorators/cache.h"

#include "solver/testing/test_solvers.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace assay {
namespace {

class CacheTest : public testing::Test {
protected:
  void SetUp() override { use(CacheOptions{}); }
  void use(CacheOptions options) {
    auto brute = std::make_unique<BruteForceSolver>(tm);
    inner = brute.get();
    solver = makeCache(std::move(brute), options);
  }
  uint64_t count(std::string_view key) {
    for (const auto& [name, n] : solver->statistics())
      if (name == key) return n;
    return 999;
  }
  Answer check(std::vector<Term> assumptions) { return solver->check(assumptions); }

  TermManager tm{TermManager::Rewriting::Off};
  BruteForceSolver* inner = nullptr;
  std::unique_ptr<Solver> solver;
  Term x = tm.mkVariable("x", tm.bvSort(4)), y = tm.mkVariable("y", tm.bvSort(4));
  Term small = tm.mkBvUlt(x, tm.mkBv(4, 3)), large = tm.mkBvUlt(tm.mkBv(4, 9), x),
       odd = tm.mkBvToBool(tm.mkBvExtract(x, 0, 0));
};

TEST_F(CacheTest, ModelOfASupersetAnswersASubset) {
  ASSERT_TRUE(check({small, odd}).isSat());
  EXPECT_EQ(solver->value(x), Value::bitVector(BitVector(4, 1)));
  ASSERT_TRUE(check({odd}).isSat());
  EXPECT_EQ(solver->value(x), Value::bitVector(BitVector(4, 1)));
  EXPECT_EQ(inner->queries.size(), 1u);
}

TEST_F(CacheTest, SupersetIsFoundAfterItsModelWasUsedLongAgo) {
  use({.recentModels = 1});
  ASSERT_TRUE(check({small, odd}).isSat());
  ASSERT_TRUE(check({large}).isSat());
  ASSERT_TRUE(check({small}).isSat());
  EXPECT_EQ(inner->queries.size(), 2u);
  EXPECT_EQ(count("cache.sat_by_superset"), 1u);
}

TEST_F(CacheTest, AnyModelThatSatisfiesAnswers) {
  ASSERT_TRUE(check({small, odd}).isSat()); // x = 1
  ASSERT_TRUE(check({tm.mkNot(large)}).isSat());
  EXPECT_EQ(inner->queries.size(), 1u);
  EXPECT_EQ(count("cache.sat_by_recent_model"), 1u);
}

TEST_F(CacheTest, UnsatSubsetAnswersASuperset) {
  solver->push();
  solver->assertTerm(small);
  ASSERT_TRUE(check({large}).isUnsat());
  solver->pop();
  Term other = tm.mkBvUlt(y, x);
  solver->assertTerm(other);
  ASSERT_TRUE(check({odd, large, small}).isUnsat());
  EXPECT_EQ(inner->queries.size(), 1u);
  std::vector<Term> core = solver->core();
  EXPECT_EQ(core, (std::vector<Term>{large, small}));
}

TEST_F(CacheTest, AssertedAndAssumedAreTheSame) {
  ASSERT_TRUE(check({small, large}).isUnsat());
  solver->assertTerm(small);
  solver->assertTerm(large);
  ASSERT_TRUE(solver->check().isUnsat());
  EXPECT_TRUE(solver->core().empty());
  EXPECT_EQ(inner->queries.size(), 1u);
}

TEST_F(CacheTest, InnerSolverKeepsUpWithTheScopes) {
  solver->assertTerm(odd);
  ASSERT_TRUE(solver->check().isSat());
  solver->push();
  solver->assertTerm(small);
  ASSERT_TRUE(solver->check().isSat()); // by the model at hand
  solver->assertTerm(large);
  ASSERT_TRUE(solver->check().isUnsat());
  EXPECT_EQ(inner->queries.back(), (std::vector<Term>{odd, small, large}));
  solver->pop();
  ASSERT_TRUE(check({large}).isSat());
  EXPECT_EQ(inner->queries.back(), (std::vector<Term>{odd, large}));
}

TEST_F(CacheTest, UnknownIsNotKept) {
  auto unsure = makeCache(std::make_unique<ScriptedSolver>(
      tm, std::deque<Answer>{Answer::unknown(UnknownReason::Conflicts), Answer::unsat()}));
  unsure->assertTerm(small);
  EXPECT_TRUE(unsure->check().isUnknown());
  EXPECT_TRUE(unsure->check().isUnsat());
  EXPECT_TRUE(unsure->check().isUnsat());
}

TEST_F(CacheTest, ForgettingChangesNothing) {
  use({.recentModels = 1, .maxModels = 2, .maxNodes = 8});
  for (int round = 0; round < 3; ++round)
    for (uint64_t i = 0; i < 16; ++i) {
      Term is = tm.mkEqual(x, tm.mkBv(4, i));
      ASSERT_TRUE(check({is}).isSat());
      EXPECT_EQ(solver->value(x).bits().toUint64(), i);
      ASSERT_TRUE(check({is, tm.mkNot(is)}).isUnsat());
    }
}

} // namespace
} // namespace assay
