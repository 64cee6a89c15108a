// What sources that are put together give, and in which order.
#include "program/sampling/input_sources.h"

#include <gtest/gtest.h>

namespace assay {
namespace {

class InputSourcesTest : public ::testing::Test {
protected:
  /// The next values as signed numbers, until the source has run out; at most so many.
  std::vector<int64_t> take(InputSource& source, size_t most = 8, uint32_t width = 32) {
    std::vector<int64_t> result;
    while (result.size() < most) {
      const std::optional<BitVector> value = source.next(input_, width, {});
      if (!value) break;
      EXPECT_EQ(value->width(), width);
      result.push_back(value->toInt64());
    }
    return result;
  }
  static std::vector<BitVector> numbers(std::initializer_list<int64_t> values, uint32_t width = 32) {
    std::vector<BitVector> result;
    for (int64_t value : values) result.push_back(BitVector::fromSigned(width, value));
    return result;
  }
  using Values = std::vector<int64_t>;
  const Input input_{}, other_{};
};

TEST_F(InputSourcesTest, AConstantHasEveryWidth) {
  EXPECT_EQ(take(*constantInputs(-3), 2), (Values{-3, -3}));
  EXPECT_EQ(take(*constantInputs(-1), 1, 1), (Values{-1}));
  const std::optional<BitVector> wide = constantInputs(-1)->next(input_, 100, {});
  EXPECT_EQ(*wide, BitVector::ones(100));
}

TEST_F(InputSourcesTest, SmallNumbersAreSmallAndNotZero) {
  for (uint64_t seed = 0; seed < 20; ++seed) {
    const Inputs source = smallInputs(seed);
    for (int64_t value : take(*source, 50)) {
      EXPECT_GE(value, 1);
      EXPECT_LE(value, 60);
    }
  }
  EXPECT_EQ(take(*smallInputs(3)), take(*smallInputs(3)));
  EXPECT_NE(take(*smallInputs(3)), take(*smallInputs(4)));
}

TEST_F(InputSourcesTest, ChosenNumbersSettleByPlace) {
  const Values values{10, 20, 30, 40, 50, 60, 70};
  const Inputs source = chosenInputs(values, 1, 20);
  const Values first = take(*source, 20);
  EXPECT_TRUE(std::ranges::any_of(first, [&](int64_t value) { return value != first[0]; }));
  for (int64_t value : first) EXPECT_EQ(std::ranges::count(values, value), 1);
  const Values later = take(*source, 20);
  EXPECT_EQ(later, Values(20, later[0]));
  // Another seed, another place: some of them get another number.
  bool differs = false;
  for (uint64_t seed = 0; seed < 10; ++seed) {
    const Inputs settled = chosenInputs(values, seed, 0);
    differs = differs || *settled->next(input_, 32, {}) != *settled->next(other_, 32, {});
  }
  EXPECT_TRUE(differs);
}

TEST_F(InputSourcesTest, GivenValuesComeFirst) {
  EXPECT_EQ(take(*givenInputs(numbers({4, 5}))), (Values{4, 5}));
  EXPECT_EQ(take(*givenInputs(numbers({4, 5}), constantInputs(7)), 4), (Values{4, 5, 7, 7}));
}

// Another execution was meant: what comes behind does not fit, either.
TEST_F(InputSourcesTest, AGivenValueOfAnotherWidthIsTheEnd) {
  const Inputs source = givenInputs(numbers({4}, 8), constantInputs(7));
  EXPECT_EQ(source->next(input_, 32, {}), std::nullopt);
  EXPECT_EQ(source->next(input_, 32, {}), std::nullopt);
}

TEST_F(InputSourcesTest, TheSecondIsAskedWhereTheFirstHasNothing) {
  const Inputs source = otherwise(givenInputs(numbers({4}, 8)), constantInputs(7));
  EXPECT_EQ(take(*source, 2), (Values{7, 7}));
  EXPECT_EQ(take(*source, 2, 8), (Values{4, 7}));
}

TEST_F(InputSourcesTest, AtMostSoMany) {
  EXPECT_EQ(take(*atMost(2, constantInputs(1))), (Values{1, 1}));
  EXPECT_EQ(take(*givenInputs(numbers({5}), atMost(1, constantInputs(0)))), (Values{5, 0}));
  EXPECT_TRUE(take(*atMost(0, constantInputs(1))).empty());
}

TEST_F(InputSourcesTest, ValuesAreChangedAndMayBeMade) {
  const Inputs source = changed(givenInputs(numbers({1, 2})),
                                [](std::optional<BitVector> value, const Input&, uint32_t width, SourcePosition) {
                                  return value ? value->add(BitVector::one(width)) : BitVector::fromSigned(width, -1);
                                });
  EXPECT_EQ(take(*source, 4), (Values{2, 3, -1, -1}));
}

TEST_F(InputSourcesTest, BytesBelongToOnePart) {
  const auto ones = [](uint64_t, uint64_t, std::span<uint8_t> bytes) { std::ranges::fill(bytes, uint8_t{1}); };
  const auto none = [](const Input&, uint32_t, SourcePosition) -> std::optional<BitVector> { return std::nullopt; };
  const auto byteOf = [](const Inputs& source) { return source->initialByte(3, 5); };
  EXPECT_EQ(byteOf(constantInputs(9)), 0);
  EXPECT_EQ(byteOf(inputsBy(none, ones)), 1);
  EXPECT_EQ(byteOf(givenInputs({}, inputsBy(none, ones))), 1);
  EXPECT_EQ(byteOf(givenInputs({})), 0);
  EXPECT_EQ(byteOf(otherwise(inputsBy(none, ones), constantInputs(0))), 1);
  EXPECT_EQ(byteOf(otherwise(constantInputs(0), inputsBy(none, ones))), 0);
  EXPECT_EQ(byteOf(withBytes(inputsBy(none, ones))), 0);
  EXPECT_EQ(byteOf(withBytes(constantInputs(0), {{{3, 5}, 8}})), 8);
}

TEST_F(InputSourcesTest, ManyBytesAreThoseAlone) {
  const Inputs source = withBytes(constantInputs(0), {{{3, 4}, 7}, {{3, 6}, 8}, {{4, 5}, 9}});
  std::vector<uint8_t> bytes(4, 99);
  source->initialBytes(3, 4, bytes);
  EXPECT_EQ(bytes, (std::vector<uint8_t>{7, 0, 8, 0}));
}

} // namespace
} // namespace assay
