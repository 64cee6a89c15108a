// What the native backend promises beyond the contract: size, limits, and the identities it must not stumble over.
#include "solver/factory.h"

#include "term/array_value.h"
#include "util/memory_use.h"

#include <algorithm>
#include <chrono>
#include <gtest/gtest.h>

namespace assay {
namespace {

using Milliseconds = std::chrono::milliseconds;

class NativeSolverTest : public testing::Test {
protected:
  Term bv(const std::string& name, uint32_t width) { return tm.mkVariable(name, tm.bvSort(width)); }

  TermManager tm;
  std::unique_ptr<Solver> solver = makeSolver("native", tm);
};

TEST(NativeSolver, IdentitiesOfMultiplicationAndDivision) {
  for (auto rewriting : {TermManager::Rewriting::Off, TermManager::Rewriting::On}) {
    TermManager tm(rewriting);
    auto solver = makeSolver("native", tm);
    solver->setLimits({.deadline = Deadline(std::chrono::minutes(5))});
    Term x = tm.mkVariable("x", tm.bvSort(32)), y = tm.mkVariable("y", tm.bvSort(32));
    auto holds = [&](Term a, Term b) { return solver->check(std::vector{tm.mkDistinct(a, b)}).isUnsat(); };
    EXPECT_TRUE(holds(tm.mkBvMul(x, y), tm.mkBvMul(y, x)));
    EXPECT_TRUE(holds(tm.mkBvAdd(tm.mkBvMul(tm.mkBvUdiv(x, y), y), tm.mkBvUrem(x, y)), x));
    EXPECT_TRUE(holds(tm.mkBvAdd(tm.mkBvSrem(x, y), tm.mkBvMul(y, tm.mkBvSdiv(x, y))), x));
    Term square =
        tm.mkBvAdd(tm.mkBvAdd(tm.mkBvMul(x, x), tm.mkBvMul(tm.mkBv(32, 2), tm.mkBvMul(x, y))), tm.mkBvMul(y, y));
    EXPECT_TRUE(holds(tm.mkBvMul(tm.mkBvAdd(x, y), tm.mkBvAdd(x, y)), square));
  }
}

TEST_F(NativeSolverTest, LongChainsOfStores) {
  Sort sort = tm.arraySort(tm.bvSort(32), tm.bvSort(8));
  Term array = tm.mkVariable("a", sort), i = bv("i", 32), j = bv("j", 32), base = array;
  for (uint64_t k = 0; k < 10000; ++k) array = tm.mkStore(array, tm.mkBv(32, 4 * k), tm.mkBv(8, k % 200));
  solver->setLimits({.deadline = Deadline(std::chrono::minutes(5))});
  // Only what was written, 200 values at places that four divides; or what was there before.
  Term below = tm.mkBvUlt(i, tm.mkBv(32, 40000)), read = tm.mkSelect(array, i);
  Term even = tm.mkEqual(tm.mkBvExtract(i, 1, 0), tm.mkBv(2, 0));
  ASSERT_TRUE(solver->check(std::vector{tm.mkEqual(read, tm.mkBv(8, 150)), below, even}).isSat());
  EXPECT_EQ(solver->value(i).bits().toUint64() / 4 % 200, 150u);
  ASSERT_TRUE(solver->check(std::vector{tm.mkDistinct(read, tm.mkSelect(base, i))}).isSat());
  EXPECT_TRUE(
      solver->check(std::vector{tm.mkEqual(i, tm.mkBv(32, 4004)), tm.mkDistinct(read, tm.mkBv(8, 1))}).isUnsat());
  EXPECT_TRUE(solver->check(std::vector{tm.mkEqual(i, j), tm.mkDistinct(read, tm.mkSelect(array, j))}).isUnsat());
}

/// Values that are moved about and compared: swaps undone, and a word whose bytes were written one by one.
TEST_F(NativeSolverTest, ReadsOverStoresAreCompared) {
  Sort sort = tm.arraySort(tm.bvSort(16), tm.bvSort(8));
  Term a = tm.mkVariable("a", sort), array = a, k = bv("k", 16);
  auto index = [&](const char* name, uint32_t i) { return bv(name + std::to_string(i), 16); };
  auto swap = [&](uint32_t n) {
    Term i = index("i", n), j = index("j", n), x = tm.mkSelect(array, i), y = tm.mkSelect(array, j);
    array = tm.mkStore(tm.mkStore(array, i, y), j, x);
  };
  for (uint32_t n = 0; n < 3; ++n) swap(n);
  Term changed = tm.mkDistinct(tm.mkSelect(array, k), tm.mkSelect(a, k));
  ASSERT_TRUE(solver->check(std::vector{changed}).isSat());
  for (uint32_t n = 3; n-- > 0;) swap(n);
  Term still = tm.mkDistinct(tm.mkSelect(array, k), tm.mkSelect(a, k));
  ASSERT_TRUE(solver->check(std::vector{still}).isUnsat());
  swap(1);
  array = tm.mkStore(tm.mkStore(array, k, tm.mkBv(8, 7)), tm.mkBvAdd(k, tm.mkBv(16, 1)), bv("v", 8));
  Term i = index("i", 0), next = tm.mkBvAdd(i, tm.mkBv(16, 1));
  Term word = tm.mkBvConcat(tm.mkSelect(array, next), tm.mkSelect(array, i));
  ASSERT_TRUE(solver->check(std::vector{tm.mkEqual(word, tm.mkBv(16, 0x1207))}).isSat());
  Term known = tm.mkEqual(word, tm.mkBvConcat(bv("v", 8), tm.mkBv(8, 7)));
  EXPECT_TRUE(solver->check(std::vector{tm.mkEqual(i, k), tm.mkNot(known)}).isUnsat());
  EXPECT_TRUE(solver->check(std::vector{tm.mkNot(known)}).isSat());
}

/// An array of the outer scope is still known when a scope that was opened after a check is closed.
TEST_F(NativeSolverTest, ArraysOfOuterScopes) {
  Term a = tm.mkVariable("a", tm.arraySort(tm.bvSort(3), tm.bvSort(2))), x = bv("x", 3), v = bv("v", 8);
  ASSERT_TRUE(solver->check().isSat());
  solver->assertTerm(tm.mkEqual(tm.mkSelect(a, x), tm.mkBv(2, 1)));
  solver->push();
  ASSERT_TRUE(solver->check().isSat());
  solver->pop();
  ASSERT_TRUE(solver->check(std::vector{tm.mkBvSlt(tm.mkBvZeroExtend(x, 5), v)}).isSat());
  EXPECT_EQ(solver->value(tm.mkSelect(a, x)).bits().toUint64(), 1u);
}

/// Assumptions about variables that occur in no clause never reach the SAT solver; they count all the same.
TEST_F(NativeSolverTest, AssumptionsAboutVariablesWithoutClauses) {
  Term p = tm.mkVariable("p", tm.boolSort()), q = tm.mkVariable("q", tm.boolSort()), x = bv("x", 8);
  Term top = tm.mkEqual(tm.mkBvExtract(x, 7, 7), tm.mkBv(1, 1));
  ASSERT_TRUE(solver->check(std::vector{p, tm.mkNot(q), top}).isSat());
  EXPECT_TRUE(solver->value(p).asBool());
  EXPECT_FALSE(solver->value(q).asBool());
  EXPECT_GE(solver->value(x).bits().toUint64(), 128u);
  ASSERT_TRUE(solver->check(std::vector{top, p, q, tm.mkNot(p)}).isUnsat());
  EXPECT_EQ(solver->core(), (std::vector{p, tm.mkNot(p)}));
  ASSERT_TRUE(solver->check(std::vector{tm.mkNot(p)}).isSat());
  EXPECT_FALSE(solver->value(p).asBool());
  solver->assertTerm(tm.mkOr(p, q)); // from here on there are clauses
  ASSERT_TRUE(solver->check(std::vector{tm.mkNot(p), top, tm.mkNot(q)}).isUnsat());
  EXPECT_EQ(solver->core(), (std::vector{tm.mkNot(p), tm.mkNot(q)}));
}

/// What follows from definitions is the same in all models, but only as long as the definitions stay.
TEST_F(NativeSolverTest, ValuesOfDefinitionsThatGo) {
  Term x = bv("x", 8), y = bv("y", 8), z = bv("z", 8);
  solver->assertTerm(tm.mkEqual(y, tm.mkBvAdd(x, tm.mkBv(8, 1))));
  for (uint64_t i : {3, 7}) {
    solver->push();
    solver->assertTerm(tm.mkEqual(x, tm.mkBv(8, i)));
    solver->push();
    solver->assertTerm(tm.mkEqual(z, tm.mkBvMul(y, y)));
    ASSERT_TRUE(solver->check().isSat());
    EXPECT_EQ(solver->value(z).bits().toUint64(), (i + 1) * (i + 1));
    solver->pop();
    ASSERT_TRUE(solver->check(std::vector{tm.mkEqual(z, tm.mkBv(8, i))}).isSat());
    EXPECT_EQ(solver->value(tm.mkBvAdd(z, y)).bits().toUint64(), 2 * i + 1);
    solver->pop();
  }
}

/// Scopes and assumptions of the past make the SAT solver stale. When it is renewed, what holds now stays: assertions
/// of all open scopes, what division means, and cores.
TEST_F(NativeSolverTest, RenewalKeepsWhatHolds) {
  Term x = bv("x", 16), y = bv("y", 16), q = tm.mkBvUdiv(x, y);
  solver->assertTerm(tm.mkBvUlt(tm.mkBv(16, 2), y));
  solver->push();
  solver->assertTerm(tm.mkBvUlt(x, tm.mkBv(16, 1000)));
  for (uint64_t i = 0; i < 60; ++i) {
    solver->push();
    Term z = bv("z" + std::to_string(i), 16);
    solver->assertTerm(tm.mkEqual(tm.mkBvMul(z, tm.mkBvAdd(x, tm.mkBv(16, i))), tm.mkBv(16, 4 * i)));
    ASSERT_FALSE(solver->check().isUnknown());
    solver->pop();
    Term tooLarge = tm.mkBvUlt(tm.mkBv(16, 333 + i), q), other = tm.mkEqual(bv("other", 16), tm.mkBv(16, i));
    ASSERT_TRUE(solver->check(std::vector{other, tooLarge}).isUnsat());
    EXPECT_EQ(solver->core(), std::vector{tooLarge});
    ASSERT_TRUE(solver->check(std::vector{tm.mkEqual(q, tm.mkBv(16, 200 + i))}).isSat());
  }
  auto statistics = solver->statistics();
  auto renewals = std::ranges::find(statistics, "renewals", &std::pair<std::string, uint64_t>::first);
  ASSERT_NE(renewals, statistics.end());
  EXPECT_GT(renewals->second, 0u);
}

/// Circuits so large that even building them takes longer.
TEST_F(NativeSolverTest, DeadlineIsKeptWhileBlasting) {
  Term product = bv("x0", 2048);
  for (int i = 1; i < 40; ++i) product = tm.mkBvMul(product, bv("x" + std::to_string(i), 2048));
  solver->assertTerm(tm.mkEqual(product, tm.mkBv(2048, 12345)));
  auto begin = std::chrono::steady_clock::now();
  solver->setLimits({.deadline = Deadline(Milliseconds(200))});
  EXPECT_EQ(solver->check(), Answer::unknown(UnknownReason::Deadline));
  EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(20));
}

TEST_F(NativeSolverTest, MemoryIsLimited) {
  if (heapInUse() == 0) GTEST_SKIP() << "the allocator of this build does not tell";
  constexpr uint64_t kLimit = 100 << 20;
  Term product = bv("x0", 1024);
  for (int i = 1; i < 100; ++i) product = tm.mkBvMul(product, bv("x" + std::to_string(i), 1024));
  solver->assertTerm(tm.mkEqual(product, tm.mkBv(1024, 12345)));
  size_t before = heapInUse();
  solver->setLimits({.deadline = Deadline(std::chrono::seconds(20)), .memoryBytes = kLimit});
  EXPECT_EQ(solver->check(), Answer::unknown(UnknownReason::Memory));
  EXPECT_LT(heapInUse() - before, kLimit + kLimit / 10);
}

TEST(NativeSolver, ManySolversComeAndGo) {
  TermManager tm;
  Term x = tm.mkVariable("x", tm.bvSort(8)), y = tm.mkVariable("y", tm.bvSort(8));
  for (uint64_t i = 0; i < 10000; ++i) {
    auto solver = makeSolver("native", tm);
    solver->assertTerm(tm.mkEqual(tm.mkBvAdd(x, y), tm.mkBv(8, i)));
    bool asked = i % 10 == 0;
    ASSERT_TRUE(!asked || solver->check().isSat());
  }
}

// A check that is stopped in the middle leaves assertions that are not in clauses yet; more may come before the next
// one.
TEST(NativeSolver, AssertionsOutliveAStoppedCheck) {
  using namespace std::chrono_literals;
  size_t numStopped = 0;
  for (auto limit = 20us; limit < 20ms; limit = limit * 3 / 2) {
    TermManager tm;
    auto solver = makeSolver("native", tm);
    Term product = tm.mkBv(64, 1);
    for (int i = 0; i < 6; ++i) product = tm.mkBvMul(product, tm.mkVariable("x" + std::to_string(i), tm.bvSort(64)));
    Term isOdd = tm.mkEqual(tm.mkBvExtract(product, 0, 0), tm.mkBv(1, 1));
    solver->assertTerm(isOdd);
    solver->setLimits({.deadline = Deadline(limit)});
    numStopped += solver->check().isUnknown();
    solver->setLimits({});
    solver->assertTerm(tm.mkDistinct(tm.mkVariable("y", tm.bvSort(8)), tm.mkBv(8, 0)));
    ASSERT_TRUE(solver->check().isSat());
    EXPECT_TRUE(solver->value(isOdd).asBool());
  }
  EXPECT_GT(numStopped, 0u);
}

} // namespace
} // namespace assay
