// What is kept of refutations, and that a second solver finds those that are wrong.
#include "solver/refutations.h"

#include "solver/query_log.h"
#include "solver/testing/test_solvers.h"
#include "util/testing/test_env.h"

#include <gtest/gtest.h>

namespace assay {
namespace {

using namespace std::chrono_literals;

class Refutations : public ::testing::Test {
protected:
  Term number(uint64_t value) { return terms_.mkBv(16, value); }
  /// x < bound and bound < x.
  std::vector<Term> impossible(uint64_t bound) {
    const Term below = terms_.mkBvUlt(x_, number(bound));
    return {below, terms_.mkBvUlt(number(bound), x_)};
  }
  RefutationLog& log() {
    if (!log_) {
      log_.emplace(makeLoggedSolver, true, env_.env);
      solver_ = log_->newSolver("native", terms_);
    }
    return *log_;
  }

  TermManager terms_;
  TestEnv env_;
  Term x_ = terms_.mkVariable("x", terms_.bvSort(16)), y_ = terms_.mkVariable("y", terms_.bvSort(16));
  std::optional<RefutationLog> log_;
  std::unique_ptr<Solver> solver_;
};

TEST_F(Refutations, AreKeptAndConfirmed) {
  log();
  solver_->push();
  solver_->assertTerm(impossible(5)[0]);
  EXPECT_TRUE(solver_->check().isSat());
  const Term other = terms_.mkBvUlt(x_, y_);
  EXPECT_TRUE(solver_->check(std::vector{other, impossible(7)[1]}).isUnsat()); // by x < 5 and 7 < x
  solver_->pop();
  EXPECT_TRUE(solver_->check(impossible(9)).isUnsat());
  EXPECT_EQ(log().number(), 2u);
  EXPECT_TRUE(log().confirm(30s));
  EXPECT_EQ(log().numConfirmed(), 2u);
  EXPECT_EQ(log().numOpen(), 0u);
  EXPECT_TRUE(log().confirm(30s)); // nothing is left
  EXPECT_TRUE(solver_->check(impossible(10)).isUnsat());
  EXPECT_TRUE(log().confirm(30s));
  EXPECT_EQ(log().numConfirmed(), 3u);
}

TEST_F(Refutations, ManyThatAreEasyAreNotHard) {
  for (int i = 0; i < 1000; ++i) log().count(5ms);
  EXPECT_FALSE(log().areHard());
  log().count(200ms);
  EXPECT_TRUE(log().areHard());
}

TEST_F(Refutations, ThatAreWrongAreFound) {
  log().add({terms_.mkBvUlt(x_, y_)});
  EXPECT_FALSE(log().confirm(30s));
}

TEST_F(Refutations, ThatAreWrongAreFoundAmongOthers) {
  for (uint64_t i = 1; i < 300; ++i) log().add(i == 177 ? std::vector{terms_.mkBvUlt(x_, y_)} : impossible(i));
  EXPECT_FALSE(log().confirm(30s));
}

TEST_F(Refutations, AreConfirmedByWhatIsMoreGeneral) {
  // Nobody finds the factors of a prime of 62 bits in time.
  const Sort sort = terms_.bvSort(64);
  const Term a = terms_.mkVariable("a", sort), b = terms_.mkVariable("b", sort), c = terms_.mkVariable("c", sort);
  const auto small = [&](Term t) { return terms_.mkBvUlt(t, terms_.mkBv(64, uint64_t{1} << 31)); };
  const Term product = terms_.mkBvMul(a, b), prime = terms_.mkBv(64, 0x3fffffffffffffc7);
  const auto conditions = [&](Term number) {
    return std::vector{small(a), small(b), terms_.mkEqual(number, prime), terms_.mkBvUlt(number, c),
                       terms_.mkBvUlt(c, number)};
  };
  for (unsigned i = 0; i < 20; ++i) log().add(conditions(product), conditions(terms_.mkVariable("any", sort)));
  EXPECT_TRUE(log().confirm(5s));
  EXPECT_EQ(log().numConfirmed(), 20u);
}

TEST_F(Refutations, AreConfirmedWhereWhatIsMoreGeneralIsNot) {
  for (uint64_t i = 1; i < 50; ++i) log().add(impossible(i), {terms_.mkBvUlt(x_, y_)});
  EXPECT_TRUE(log().confirm(60s));
  EXPECT_EQ(log().numConfirmed(), 49u);
}

TEST_F(Refutations, ThatAreWrongAreFoundAmongMoreGeneralOnes) {
  for (uint64_t i = 1; i < 50; ++i) {
    const Term satisfiable = terms_.mkBvUlt(x_, y_);
    log().add(i == 33 ? std::vector{satisfiable} : impossible(i), {satisfiable});
  }
  EXPECT_FALSE(log().confirm(60s));
}

TEST_F(Refutations, ManyAreConfirmedInGroups) {
  for (uint64_t i = 1; i < 1000; ++i) log().add(impossible(i));
  EXPECT_TRUE(log().confirm(60s));
  EXPECT_EQ(log().number(), 999u);
  EXPECT_EQ(log().numConfirmed(), 999u);
}

TEST_F(Refutations, OfVeryManyASampleIsKept) {
  for (uint64_t i = 0; i < 300'000; ++i) log().add(impossible(1 + i % 1000));
  EXPECT_EQ(log().number(), 300'000u);
  EXPECT_GT(log().numOpen(), 20'000u);
  EXPECT_LE(log().numOpen(), 65'536u);
}

TEST_F(Refutations, OfLongOnesFewerAreKept) {
  const std::vector<Term> longOne(1 << 17, impossible(3)[0]);
  for (uint64_t i = 0; i < 40; ++i) log().add(longOne);
  EXPECT_GE(log().numOpen(), 1u);
  EXPECT_LE(log().numOpen(), 16u);
}

TEST_F(Refutations, WithoutTimeNothingIsConfirmed) {
  log().add(impossible(7));
  EXPECT_TRUE(log().confirm(0s));
  EXPECT_TRUE(log().confirm(1ns));
  EXPECT_EQ(log().numConfirmed(), 0u);
  EXPECT_EQ(log().numOpen(), 1u);
}

// The product of two primes below 2^20, as of numbers that are smaller than both.
TEST_F(Refutations, HardOnesDoNotKeepOthersWaiting) {
  const Term a = terms_.mkVariable("a", terms_.bvSort(64)), b = terms_.mkVariable("b", terms_.bvSort(64));
  const Term product = terms_.mkEqual(terms_.mkBvMul(a, b), terms_.mkBv(64, 1048573ull * 1048571ull));
  const Term limit = terms_.mkBv(64, 1048571), one = terms_.mkBv(64, 1);
  log().add({product, terms_.mkBvUlt(a, limit), terms_.mkBvUlt(b, limit), terms_.mkBvUlt(one, a)});
  for (uint64_t i = 1; i < 40; ++i) log().add(impossible(i));
  EXPECT_TRUE(log().confirm(4s));
  EXPECT_GE(log().numConfirmed(), 39u);
}

TEST_F(Refutations, WithoutSecondSolverNothingIsKept) {
  env_.options.certify = SecondSolver::None;
  log();
  EXPECT_TRUE(solver_->check(impossible(9)).isUnsat());
  EXPECT_EQ(log().number(), 0u);
  EXPECT_TRUE(log().confirm(log().timeToConfirm()));
}

TEST_F(Refutations, TimeIsModest) {
  EXPECT_LE(log().timeToConfirm(), 1s);
  env_.within(1ns);
  log().add(impossible(7));
  EXPECT_TRUE(log().confirm(log().timeToConfirm()));
  EXPECT_EQ(log().numConfirmed(), 0u);
}

} // namespace
} // namespace assay
