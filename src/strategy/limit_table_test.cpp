#include "strategy/limit_table.h"

#include "util/error.h"

#include <gtest/gtest.h>

namespace assay {

TEST(LimitTableTest, ShowsWhatIsInForce) {
  Options options;
  EXPECT_NE(limitTable(options).find("  500 ms  what a piece of work may take"), std::string::npos);
  options.limits = {"kiki.turn=70"};
  EXPECT_NE(limitTable(options).find("   70 ms  what a piece of work may take"), std::string::npos);
}

TEST(LimitTableTest, SettingsAreChecked) {
  Options options;
  options.limits = {"kiki.turn=70", "shared.replaySteps=1000"};
  EXPECT_NO_THROW(checkLimits(options));
  for (const char* wrong : {"kiki.turn", "turn=3", "kiki.turns=3", "kikki.turn=3", "kiki.turn=0", "kiki.turn=x", ""}) {
    options.limits = {wrong};
    EXPECT_THROW(checkLimits(options), UsageError) << wrong;
  }
}

} // namespace assay
