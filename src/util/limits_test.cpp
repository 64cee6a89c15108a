#include "util/limits.h"

#include <gtest/gtest.h>

namespace assay {

namespace {

struct SomeLimits {
  static constexpr std::string_view kGroup = "some";
  uint32_t rounds{8};
  std::chrono::milliseconds moment{300};
  template <class Visitor>
  void visit(Visitor&& visitor) {
    visitor(std::string_view("rounds"), rounds, "how many rounds", "");
    visitor(std::string_view("moment"), moment, "how long", "measured");
  }
};

} // namespace

TEST(LimitsTest, SettingsHaveThreeParts) {
  const auto setting = LimitSetting::of("symex.maxForks=12");
  ASSERT_TRUE(setting);
  EXPECT_EQ(setting->group, "symex");
  EXPECT_EQ(setting->name, "maxForks");
  EXPECT_EQ(setting->value, "12");
  EXPECT_FALSE(LimitSetting::of("symex.maxForks"));
  EXPECT_FALSE(LimitSetting::of("maxForks=12"));
}

TEST(LimitsTest, OnlyTheGroupsOwnSettingsCount) {
  Options options;
  options.limits = {"other.rounds=3", "some.moment=20ms"};
  const auto limits = limitsOf<SomeLimits>(options);
  EXPECT_EQ(limits.rounds, 8u);
  EXPECT_EQ(limits.moment, std::chrono::milliseconds(20));
}

TEST(LimitsTest, BadValuesAndNamesAreNotTaken) {
  SomeLimits limits;
  EXPECT_EQ(setLimit(limits, "rounds", "9"), LimitFate::Set);
  EXPECT_EQ(limits.rounds, 9u);
  for (const char* text : {"0", "-1", "", "7x", "99999999999"}) {
    EXPECT_EQ(setLimit(limits, "rounds", text), LimitFate::BadValue) << text;
    EXPECT_EQ(setLimit(limits, "moment", text), LimitFate::BadValue) << text;
  }
  EXPECT_EQ(setLimit(limits, "round", "9"), LimitFate::NoSuchName);
  EXPECT_EQ(limits.rounds, 9u);
}

TEST(LimitsTest, RowsSayWhatIsInForce) {
  Options options;
  options.limits = {"some.rounds=3"};
  const std::vector<LimitRow> rows = limitRows<SomeLimits>(options);
  ASSERT_EQ(rows.size(), 2u);
  EXPECT_EQ(rows[0].name, "some.rounds");
  EXPECT_EQ(rows[0].value, "3");
  EXPECT_EQ(rows[1].value, "300 ms");
  EXPECT_EQ(rows[1].reason, "measured");
}

} // namespace assay
