// Formulas without arrays can be satisfied if and only if those with arrays can.
#include "proof/array_reads.h"

#include "solver/factory.h"
#include "term/traverse.h"

#include <gtest/gtest.h>

#include <random>

namespace assay {
namespace {

class ArrayReadsTest : public ::testing::Test {
protected:
  Answer ask(Term term) {
    const auto solver = makeSolver("z3", terms_);
    solver->assertTerm(term);
    return solver->check();
  }
  Term bit(const char* name, uint32_t width) { return terms_.mkVariable(name, terms_.bvSort(width)); }

  TermManager terms_;
  const Sort sort_ = terms_.arraySort(terms_.bvSort(2), terms_.bvSort(2));
};

TEST_F(ArrayReadsTest, RandomFormulas) {
  std::mt19937 random(5);
  const auto below = [&](uint32_t n) { return static_cast<uint32_t>(random() % n); };
  unsigned satisfiable = 0, not_ = 0;
  for (unsigned round = 0; round < 250; ++round) {
    std::vector<Term> bits{bit("x", 2), bit("y", 2), bit("z", 2), terms_.mkBv(2, 1)};
    std::vector<Term> arrays{terms_.mkVariable("a", sort_), terms_.mkVariable("b", sort_), terms_.mkZero(sort_)};
    std::vector<Term> conditions{terms_.mkVariable("p", terms_.boolSort())};
    const auto any = [&](const std::vector<Term>& list) { return list[below(static_cast<uint32_t>(list.size()))]; };
    for (unsigned i = 0; i < 12; ++i) {
      bits.push_back(terms_.mkSelect(any(arrays), any(bits)));
      arrays.push_back(below(2) == 0 ? terms_.mkStore(any(arrays), any(bits), any(bits))
                                     : terms_.mkIte(any(conditions), any(arrays), any(arrays)));
      conditions.push_back(terms_.mkEqual(any(bits), any(bits)));
    }
    std::vector<Term> all;
    for (unsigned i = 0; i < 6; ++i) all.push_back(below(2) == 0 ? any(conditions) : terms_.mkNot(any(conditions)));
    const Term formula = terms_.mkAnd(all), plain = withoutArrays(terms_, formula);
    ASSERT_TRUE(plain);
    EXPECT_FALSE(hasArrays(std::span(&plain, 1)));
    const Answer expected = ask(formula), answer = ask(plain);
    EXPECT_EQ(expected.isSat(), answer.isSat());
    EXPECT_EQ(expected.isUnsat(), answer.isUnsat());
    (expected.isSat() ? satisfiable : not_) += 1;
  }
  EXPECT_GT(satisfiable, 20);
  EXPECT_GT(not_, 20);
}

// As many paths as two to the power of 40 lead to the array that is read.
TEST_F(ArrayReadsTest, WherePathsMeetPartsAreReadOnce) {
  Term array = terms_.mkVariable("a", sort_);
  for (unsigned i = 0; i < 40; ++i) {
    const Term isTaken = terms_.mkVariable("p" + std::to_string(i), terms_.boolSort());
    array = terms_.mkIte(isTaken, terms_.mkStore(array, bit("x", 2), terms_.mkBv(2, i % 2)), array);
  }
  const Term value = terms_.mkSelect(array, bit("x", 2));
  const Term isOther = terms_.mkAnd(terms_.mkNot(terms_.mkEqual(value, terms_.mkBv(2, 0))),
                                    terms_.mkNot(terms_.mkEqual(value, terms_.mkBv(2, 1))));
  const Term isSame = terms_.mkEqual(value, terms_.mkSelect(terms_.mkVariable("a", sort_), bit("x", 2)));
  const Term plain = withoutArrays(terms_, terms_.mkAnd(isOther, terms_.mkNot(isSame)));
  ASSERT_TRUE(plain);
  EXPECT_TRUE(ask(plain).isUnsat());
  EXPECT_TRUE(ask(withoutArrays(terms_, isOther)).isSat());
}

TEST_F(ArrayReadsTest, ComparedArraysStay) {
  const Term a = terms_.mkVariable("a", sort_), b = terms_.mkVariable("b", sort_);
  EXPECT_FALSE(withoutArrays(terms_, terms_.mkEqual(a, b)));
}

} // namespace
} // namespace assay
