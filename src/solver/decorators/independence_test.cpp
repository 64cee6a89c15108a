#include "solver/decorators/independence.h"

#include "solver/decorators/components.h"
#include "solver/testing/test_solvers.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace assay {
namespace {

class IndependenceTest : public testing::Test {
protected:
  IndependenceTest() {
    auto brute = std::make_unique<BruteForceSolver>(tm);
    inner = brute.get();
    solver = makeIndependence(std::move(brute));
  }
  Term variable(const char* name) { return tm.mkVariable(name, tm.bvSort(4)); }
  Term less(Term a, Term b) { return tm.mkBvUlt(a, b); }

  TermManager tm{TermManager::Rewriting::Off};
  BruteForceSolver* inner;
  std::unique_ptr<Solver> solver;
  Term x = variable("x"), y = variable("y"), z = variable("z"), five = tm.mkBv(4, 5);
};

TEST_F(IndependenceTest, PartsAreAskedAlone) {
  solver->assertTerm(less(x, y));
  solver->assertTerm(less(z, five));
  ASSERT_TRUE(solver->check().isSat());
  ASSERT_EQ(inner->queries.size(), 2u);
  EXPECT_EQ(inner->queries[0], (std::vector<Term>{less(x, y)}));
  EXPECT_EQ(inner->queries[1], (std::vector<Term>{less(z, five)}));
  EXPECT_TRUE(solver->value(less(x, y)).asBool());
  EXPECT_TRUE(solver->value(less(z, five)).asBool());
}

TEST_F(IndependenceTest, OnlyWhatIsNewIsAsked) {
  solver->assertTerm(less(x, y));
  solver->assertTerm(less(z, five));
  ASSERT_TRUE(solver->check().isSat());
  inner->queries.clear();
  ASSERT_TRUE(solver->check().isSat());
  EXPECT_TRUE(inner->queries.empty());

  solver->push();
  solver->assertTerm(less(five, y));
  ASSERT_TRUE(solver->check().isSat());
  EXPECT_EQ(inner->queries, (std::vector<std::vector<Term>>{{less(x, y), less(five, y)}}));
  EXPECT_TRUE(solver->value(less(z, five)).asBool());

  inner->queries.clear();
  solver->pop();
  ASSERT_TRUE(solver->check().isSat());
  EXPECT_TRUE(inner->queries.empty());
}

TEST_F(IndependenceTest, AnAssumptionJoinsPartsForOneCheck) {
  solver->assertTerm(less(x, five));
  solver->assertTerm(less(five, y));
  Term bridge[] = {less(y, x)};
  ASSERT_TRUE(solver->check(bridge).isUnsat());
  EXPECT_EQ(solver->core(), (std::vector<Term>{less(y, x)}));
  EXPECT_EQ(inner->queries.back().size(), 3u);
  ASSERT_TRUE(solver->check().isSat());
  EXPECT_EQ(inner->queries.back().size(), 1u);
}

TEST_F(IndependenceTest, CoreHasOnlyAssumptionsOfTheUnsatPart) {
  solver->assertTerm(less(x, five));
  Term assumptions[] = {less(y, z), less(five, x)};
  ASSERT_TRUE(solver->check(assumptions).isUnsat());
  EXPECT_EQ(solver->core(), (std::vector<Term>{less(five, x)}));
}

TEST_F(IndependenceTest, TermsWithoutVariables) {
  solver->assertTerm(less(x, five));
  solver->assertTerm(tm.mkTrue());
  solver->assertTerm(less(tm.mkBv(4, 1), five));
  ASSERT_TRUE(solver->check().isSat());
  Term no[] = {tm.mkFalse()};
  EXPECT_TRUE(solver->check(no).isUnsat());
  Term ground[] = {less(five, tm.mkBv(4, 1))};
  EXPECT_TRUE(solver->check(ground).isUnsat());
  EXPECT_TRUE(solver->check().isSat());
}

TEST_F(IndependenceTest, UnknownPartDoesNotHideAnUnsatOne) {
  for (auto reason : {UnknownReason::Conflicts, UnknownReason::Interrupted}) {
    auto scripted = makeIndependence(std::make_unique<ScriptedSolver>(
        tm, std::deque<Answer>{Answer::unknown(reason), Answer::unsat(), Answer::sat()}));
    scripted->assertTerm(less(x, five));
    scripted->assertTerm(less(y, five));
    Answer expected = reason == UnknownReason::Conflicts ? Answer::unsat() : Answer::unknown(reason);
    EXPECT_EQ(scripted->check(), expected);
  }
}

TEST_F(IndependenceTest, UnknownIsNotSat) {
  auto scripted = makeIndependence(std::make_unique<ScriptedSolver>(
      tm, std::deque<Answer>{Answer::unknown(UnknownReason::Memory), Answer::sat(), Answer::sat()}));
  scripted->assertTerm(less(x, five));
  scripted->assertTerm(less(y, five));
  EXPECT_EQ(scripted->check(), Answer::unknown(UnknownReason::Memory));
  EXPECT_TRUE(scripted->check().isSat()); // only the part that was unknown is asked again
}

TEST_F(IndependenceTest, ComponentsRollBack) {
  Components components;
  uint32_t a = components.add(less(x, five)), b = components.add(less(y, five));
  EXPECT_NE(components.partOf(a), components.partOf(b));
  components.push();
  uint32_t c = components.add(less(y, tm.mkBvAdd(x, z)));
  EXPECT_EQ(components.partOf(a), components.partOf(b));
  Components::Part joined = components.part(c);
  EXPECT_EQ(joined.variables.size(), 3u);
  EXPECT_EQ(joined.constraints.size(), 3u);
  EXPECT_EQ(components.pop(), (std::vector<Term>{z}));
  EXPECT_NE(components.partOf(a), components.partOf(b));
  EXPECT_EQ(components.part(a).variables, (std::vector<Term>{x}));
  EXPECT_EQ(components.part(b).constraints, (std::vector<uint32_t>{b}));
}

} // namespace
} // namespace assay
