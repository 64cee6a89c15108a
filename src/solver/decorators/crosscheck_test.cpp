#include "solver/decorators/crosscheck.h"

#include "solver/testing/test_solvers.h"

#include <gtest/gtest.h>

#include <stdexcept>

namespace assay {
namespace {

class CrosscheckTest : public testing::Test {
protected:
  std::unique_ptr<Solver> make(Answer first, Answer second) {
    return makeCrosscheck(std::make_unique<ScriptedSolver>(tm, std::deque<Answer>{first, first}),
                          std::make_unique<ScriptedSolver>(tm, std::deque<Answer>{second, second}));
  }
  TermManager tm;
  Term p = tm.mkVariable("p", tm.boolSort()), q = tm.mkVariable("q", tm.boolSort());
  Answer unknown = Answer::unknown(UnknownReason::Incomplete);
};

TEST_F(CrosscheckTest, DisagreementThrowsWithTheQuery) {
  for (bool firstSat : {true, false}) {
    auto solver = make(firstSat ? Answer::sat() : Answer::unsat(), firstSat ? Answer::unsat() : Answer::sat());
    solver->assertTerm(p);
    Term assumptions[] = {tm.mkNot(q)};
    try {
      solver->check(assumptions);
      FAIL() << "no exception";
    } catch (const std::logic_error& error) {
      std::string text = error.what();
      EXPECT_NE(text.find("scripted says sat"), std::string::npos) << text;
      EXPECT_NE(text.find("scripted says unsat"), std::string::npos) << text;
      EXPECT_NE(text.find("(assert p)\n(assert (not q))\n(check-sat)\n"), std::string::npos) << text;
    }
  }
}

TEST_F(CrosscheckTest, UnknownDisagreesWithNothing) {
  EXPECT_TRUE(make(unknown, Answer::sat())->check().isSat());
  EXPECT_TRUE(make(Answer::sat(), unknown)->check().isSat());
  EXPECT_TRUE(make(unknown, Answer::unsat())->check().isUnsat());
  EXPECT_TRUE(make(Answer::unsat(), unknown)->check().isUnsat());
  EXPECT_EQ(make(unknown, Answer::unknown(UnknownReason::Memory))->check(), unknown);
}

TEST_F(CrosscheckTest, ModelComesFromTheOneThatHasIt) {
  auto solver = makeCrosscheck(std::make_unique<ScriptedSolver>(tm, std::deque<Answer>{unknown}),
                               std::make_unique<BruteForceSolver>(tm));
  solver->assertTerm(p);
  ASSERT_TRUE(solver->check().isSat());
  EXPECT_TRUE(solver->value(p).asBool()); // the scripted one has zero
}

TEST_F(CrosscheckTest, BothFollowTheScopes) {
  auto first = std::make_unique<BruteForceSolver>(tm), second = std::make_unique<BruteForceSolver>(tm);
  BruteForceSolver *one = first.get(), *two = second.get();
  auto solver = makeCrosscheck(std::move(first), std::move(second));
  solver->assertTerm(p);
  solver->push();
  solver->assertTerm(tm.mkNot(p));
  EXPECT_TRUE(solver->check().isUnsat());
  solver->pop();
  EXPECT_TRUE(solver->check().isSat());
  EXPECT_EQ(one->queries, two->queries);
  EXPECT_EQ(solver->statistics().size(), 2u);
}

} // namespace
} // namespace assay
