#include "solver/normal_form.h"

#include "term/testing/random_term.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace assay {
namespace {

class NormalFormTest : public ::testing::Test {
protected:
  static constexpr uint32_t kCount = 40;

  NormalFormTest() {
    for (uint32_t i = 0; i < kCount; ++i)
      elements_.push_back(terms_.mkVariable("x" + std::to_string(i), terms_.bvSort(32)));
    rotated_ = elements_;
    std::swap(rotated_[0], rotated_[1]);
    std::ranges::rotate(rotated_, rotated_.begin() + 1);
  }
  template <class Step>
  Term fold(const std::vector<Term>& elements, Term first, Step step) {
    Term result = first;
    for (Term element : elements) result = step(result, element);
    return result;
  }
  /// The same fold over the elements, and over them in another order.
  template <class Step>
  std::optional<bool> compareOrders(Term first, Step step) {
    return forms_.compare(fold(elements_, first, step), fold(rotated_, first, step));
  }
  Term zero(uint32_t width) { return terms_.mkBv(width, 0); }

  TermManager terms_;
  NormalForms forms_;
  std::vector<Term> elements_, rotated_;
};

TEST_F(NormalFormTest, SumsHaveNoOrder) {
  auto add = [&](Term sum, Term x) { return terms_.mkBvAdd(sum, terms_.mkBvSignExtend(x, 32)); };
  EXPECT_EQ(compareOrders(zero(64), add), true);
  auto average = [&](const std::vector<Term>& elements) {
    return terms_.mkBvExtract(terms_.mkBvSdiv(fold(elements, zero(64), add), terms_.mkBv(64, 5)), 31, 0);
  };
  EXPECT_EQ(forms_.compare(average(elements_), average(rotated_)), true);
  std::vector<Term> other = rotated_;
  other[3] = other[4];
  EXPECT_EQ(forms_.compare(average(elements_), average(other)), std::nullopt);
}

TEST_F(NormalFormTest, ChoicesOfSummandsHaveNoOrder) {
  auto count = [&](Term sum, Term x) {
    const Term isEven = terms_.mkEqual(terms_.mkBvSrem(x, terms_.mkBv(32, 2)), zero(32));
    return terms_.mkIte(isEven, terms_.mkBvAdd(sum, terms_.mkBv(32, 1)), terms_.mkBvSub(sum, terms_.mkBv(32, 1)));
  };
  EXPECT_EQ(compareOrders(zero(32), count), true);
  auto last = [&](Term sum, Term x) { return terms_.mkIte(terms_.mkEqual(x, zero(32)), sum, x); };
  EXPECT_EQ(compareOrders(zero(32), last), std::nullopt);
}

TEST_F(NormalFormTest, ExtremesHaveNoOrder) {
  auto largest = [&](Term best, Term x) { return terms_.mkIte(terms_.mkBvSlt(best, x), x, best); };
  auto smallest = [&](Term best, Term x) { return terms_.mkIte(terms_.mkBvUle(best, x), best, x); };
  EXPECT_EQ(compareOrders(zero(32), largest), true);
  EXPECT_EQ(compareOrders(terms_.mkOnes(32), smallest), true);
  auto widened = [&](Term best, Term x) { return largest(best, terms_.mkBvSignExtend(x, 32)); };
  EXPECT_EQ(compareOrders(zero(64), widened), true);
  EXPECT_EQ(compareOrders(terms_.mkBv(64, 5), widened), true);
  EXPECT_EQ(forms_.compare(fold(elements_, zero(32), largest), fold(elements_, zero(32), smallest)), std::nullopt);
  auto unsignedLargest = [&](Term best, Term x) { return terms_.mkIte(terms_.mkBvUlt(best, x), x, best); };
  EXPECT_EQ(forms_.compare(fold(elements_, zero(32), largest), fold(elements_, zero(32), unsignedLargest)),
            std::nullopt);
}

// As numbers, conditions have a width.
TEST_F(NormalFormTest, ConditionsOfDifferentWidthsDiffer) {
  const Term c = terms_.mkVariable("c", terms_.boolSort()), d = terms_.mkVariable("d", terms_.boolSort());
  const auto bits = [&](Term condition, uint32_t width) { return terms_.mkBoolToBv(condition, width); };
  const Term left = terms_.mkBvConcat(bits(c, 3), bits(d, 5)), right = terms_.mkBvConcat(bits(c, 5), bits(d, 3));
  EXPECT_EQ(forms_.compare(left, right), std::nullopt);
  const auto less = [&](uint32_t width) { return bits(terms_.mkBvSlt(bits(c, width), bits(d, width)), 8); };
  EXPECT_EQ(forms_.compare(less(1), less(2)), std::nullopt);
}

class NormalFormRandom : public ::testing::TestWithParam<unsigned> {};

// Terms of few bits, so that different ones are often equal; with conditions as numbers.
TEST_P(NormalFormRandom, WhatIsToldHolds) {
  TermManager terms;
  RandomTerms random(terms, {.widths = {1, 2, 3}, .maxWidth = 4, .formats = {}, .excluded = {}}, GetParam());
  for (uint32_t i = 0; i < 30; ++i) random.next();
  const std::vector<Term> first = random.pool();
  for (Term t : first)
    for (uint32_t width = 1; t.sort().isBool() && width <= 3; ++width) random.add(terms.mkBoolToBv(t, width));
  for (uint32_t i = 0; i < 90; ++i) random.next();
  std::vector<Assignment> assignments;
  for (uint32_t i = 0; i < 40; ++i) assignments.push_back(random.randomAssignment());
  std::vector<Evaluator> evaluators(assignments.begin(), assignments.end());
  const bool isShort = GetParam() % 2 != 0; // of time: many terms are not looked into
  NormalForms forms(isShort ? 300 : 300'000);
  unsigned numTold = 0;
  const std::vector<Term>& pool = random.pool();
  for (size_t i = 0; i < pool.size(); ++i) {
    for (size_t k = 0; k < i; ++k) {
      if (pool[i] == pool[k] || pool[i].sort() != pool[k].sort() || !pool[i].sort().isBitVec()) continue;
      const std::optional<bool> told = forms.compare(pool[i], pool[k]);
      if (!told) continue;
      ++numTold;
      for (Evaluator& evaluator : evaluators)
        ASSERT_EQ(evaluator.evaluateBits(pool[i]) == evaluator.evaluateBits(pool[k]), *told)
            << pool[i].toString() << " and " << pool[k].toString();
    }
  }
  EXPECT_TRUE(numTold > 0 || isShort);
}

INSTANTIATE_TEST_SUITE_P(Seeds, NormalFormRandom, ::testing::Range(0u, 400u));

} // namespace
} // namespace assay
