// The numbers are those that every earlier version drew.
#include "util/random.h"

#include <gtest/gtest.h>

namespace assay {
namespace {

TEST(Random, SplitMixDrawsThePublishedNumbers) {
  SplitMix64 random(1234567);
  EXPECT_EQ(random(), 6457827717110365317ull);
  EXPECT_EQ(random(), 3203168211198807973ull);
  EXPECT_EQ(random(), 9817491932198370423ull);
}

TEST(Random, ASeedGivesTheSameNumbers) {
  Xorshift64 a(7), b(7), other(8);
  const uint64_t first = a();
  EXPECT_EQ(b(), first);
  EXPECT_NE(other(), first);
  EXPECT_LT(first, uint64_t{1} << 53);
}

TEST(Random, NoSeedOfXorshiftIsStuck) {
  for (uint64_t seed = 0; seed < 100; ++seed) {
    Xorshift64 random(seed);
    EXPECT_NE(random() | random(), 0u) << seed;
  }
}

TEST(Random, LinearCongruentialHas31Bits) {
  LinearCongruential64 random(1);
  for (int i = 0; i < 100; ++i) EXPECT_LT(random(), uint64_t{1} << 31);
}

TEST(Random, MixingKeepsNumbersApart) {
  EXPECT_NE(mixed(1, 2), mixed(2, 1));
  EXPECT_NE(mixed(1, 2), mixed(1, 3));
}

} // namespace
} // namespace assay
