#include "engine/predicates/known_steps.h"

#include <gtest/gtest.h>

namespace assay {

namespace {

bool always(const KnownSteps::Step&) { return true; }

TEST(KnownSteps, StateKnowsWhatItWasTold) {
  const AbstractState state({0, 3, 70});
  EXPECT_TRUE(state.isIn({0, 70}));
  EXPECT_FALSE(state.isIn({0, 2}));
  EXPECT_TRUE(state.isOutside({0, 2}));
  // A predicate that came later: the state is neither in nor outside.
  EXPECT_FALSE(state.isIn({0, 200}));
  EXPECT_FALSE(state.isOutside({0, 200}));
  EXPECT_TRUE(state.isIn({}));
  EXPECT_FALSE(state.isOutside({}));
}

TEST(KnownSteps, FindsStepToCube) {
  KnownSteps steps(2, 1000);
  for (uint32_t i = 0; i < 20; ++i) steps.add(1, {i, 0}, {2 * i}, {2 * i, 101});
  EXPECT_EQ(steps.find(0, {101}, always), nullptr);
  EXPECT_EQ(steps.find(1, {100}, always), nullptr);
  for (uint32_t i = 0; i < 20; ++i) {
    const KnownSteps::Step* step = steps.find(1, {2 * i, 101}, always);
    ASSERT_NE(step, nullptr);
    EXPECT_EQ(step->entry.cut, i);
    EXPECT_EQ(step->before, Cube{2 * i});
  }
  const auto isSeventh = [](const KnownSteps::Step& step) { return step.entry.cut == 7; };
  ASSERT_NE(steps.find(1, {101}, isSeventh), nullptr);
  EXPECT_EQ(steps.find(1, {101}, isSeventh)->entry.cut, 7U);
  steps.clear();
  EXPECT_EQ(steps.find(1, {}, always), nullptr);
}

} // namespace

} // namespace assay
