#include "util/statistics.h"

#include "util/deadline.h"

#include <gtest/gtest.h>

#include <sstream>

namespace assay {
namespace {

TEST(Statistics, PrintsInOrderOfFirstUse) {
  Statistics statistics;
  statistics.counter("edges") += 3;
  {
    Statistics::Timer timer(statistics, "load");
  }
  statistics.counter("edges") += 4;
  std::ostringstream out;
  statistics.print(out);
  EXPECT_EQ(out.str(), "edges               7\nload            0.000 s\n");
}

TEST(Statistics, ReferencesStayValid) {
  Statistics statistics;
  uint64_t& first = statistics.counter("first");
  for (int i = 0; i < 1000; ++i) statistics.counter("c" + std::to_string(i));
  first = 7;
  EXPECT_EQ(statistics.counter("first"), 7u);
}

TEST(Deadline, ExpiresByTimeOrFlag) {
  Deadline never;
  EXPECT_FALSE(never.limited());
  EXPECT_FALSE(never.expired());
  never.cancel();
  EXPECT_TRUE(never.expired());
  EXPECT_FALSE(never.passed());

  const Deadline gone(std::chrono::nanoseconds(1));
  while (!gone.passed()) {
  }
  EXPECT_TRUE(gone.expired());
  EXPECT_FALSE(Deadline(std::chrono::seconds(0)).limited());
  EXPECT_FALSE(Deadline(std::chrono::hours(1)).expired());
}

TEST(Deadline, OfAPartIsNoLaterThanThatOfTheWhole) {
  Deadline whole(std::chrono::hours(1));
  const Deadline shorter(whole, std::chrono::minutes(1)), longer(whole, std::chrono::hours(2)),
      none(whole, std::chrono::seconds(0));
  EXPECT_LT(shorter.end(), whole.end());
  EXPECT_EQ(longer.end(), whole.end());
  EXPECT_TRUE(none.limited());
  const Deadline ofPart(shorter, std::chrono::hours(1));
  EXPECT_EQ(ofPart.end(), shorter.end());
  EXPECT_FALSE(ofPart.cancelled());
  whole.cancel();
  EXPECT_TRUE(shorter.expired());
  EXPECT_TRUE(ofPart.flag());
}

} // namespace
} // namespace assay
