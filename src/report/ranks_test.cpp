#include "report/ranks.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

namespace assay {
namespace {

ResultModel withInput(uint32_t width, const std::string& hexadecimal) {
  ResultModel input = {{"width", width}, {"hexadecimal", hexadecimal}};
  ResultModel finding = {{"inputs", ResultModel::array()}};
  finding["inputs"].push_back(std::move(input));
  return finding;
}

/// It has an input that is not ordinary.
ResultModel finding(const std::string& id, const std::string& message = "") {
  ResultModel made = withInput(32, "7fffffff");
  made["id"] = id;
  made["message"] = message;
  return made;
}

ResultModel withFindings(const std::vector<ResultModel>& findings) {
  ResultModel result = {{"findings", ResultModel::array()}};
  for (const ResultModel& each : findings) result["findings"].push_back(each);
  return result;
}

TEST(Ranks, TheSmallestThatCounts) {
  ResultModel result = withFindings({finding("a"), finding("b")});
  EXPECT_EQ(worstRank(result), Rank::None);
  rankFindings(result, Rank::Unmade);
  EXPECT_EQ(worstRank(result), Rank::Unmade);
  result["findings"][1]["rank"] = 2;
  EXPECT_EQ(worstRank(result), Rank::Ordinary);
  result["findings"][1]["suppressed"] = {{"where", "baseline"}};
  EXPECT_EQ(worstRank(result), Rank::Unmade);
}

TEST(Ranks, WhatIsNoRank) {
  for (const ResultModel& rank : {ResultModel("2"), ResultModel(-1), ResultModel(7), ResultModel(nullptr)})
    EXPECT_EQ(rankOf(ResultModel{{"rank", rank}}), Rank::None);
}

TEST(Ranks, WhatIsFoundWithFewerArgumentsNeedsNoMore) {
  ResultModel result = withFindings({finding("a", "by far"), finding("b")});
  takeNarrower(result, withFindings({finding("a", "near"), finding("c")}), Rank::Ordinary, true);
  takeNarrower(result, withFindings({finding("a", "nowhere"), finding("b", "further")}), Rank::Extreme, true);
  rankFindings(result, Rank::Unmade);
  ASSERT_EQ(result["findings"].size(), 3u);
  EXPECT_EQ(rankOf(result["findings"][0]), Rank::Ordinary);
  EXPECT_EQ(result["findings"][0]["message"], "near");
  EXPECT_EQ(rankOf(result["findings"][1]), Rank::Extreme);
  EXPECT_EQ(rankOf(result["findings"][2]), Rank::Ordinary);
}

TEST(Ranks, OneFindingStandsForOneRun) {
  ResultModel result = withFindings({finding("a")});
  takeNarrower(result, withFindings({finding("b")}), Rank::Extreme, false);
  ASSERT_EQ(result["findings"].size(), 1u);
  EXPECT_EQ(result["findings"][0]["id"], "b");
  EXPECT_EQ(result["findings"][0]["needs"], "extreme numbers");
}

TEST(Ranks, OrdinaryInputs) {
  const auto of = [](uint32_t width, const std::string& hexadecimal) {
    return hasOrdinaryInputs(withInput(width, hexadecimal));
  };
  EXPECT_TRUE(of(8, "ff") && of(16, "ffff") && of(32, "2710") && of(32, "ffffd8f0") && of(64, "ffffffffffffd8f0"));
  EXPECT_FALSE(of(32, "2711") || of(32, "ffffd8ef") || of(32, "80000000") || of(64, "ffffd8f0") || of(128, "1"));
}

TEST(Ranks, WhatAHarnessSaysOfItself) {
  EXPECT_FALSE(needsOf({{"verdict", "false"}}).hasNumbers);
  const auto of = [](const std::string& text) { return needsOf({{"harness", {{"file", "x"}, {"text", text}}}}); };
  EXPECT_TRUE(of("a\n/* ASSAY_ORDINARY is the most that integers are, if it is defined. */\n").hasNumbers);
  EXPECT_EQ(of("/* With ASSAY_MADE, only functions of the project make 'g', 'struct s' */\nint x;").states,
            "'g', 'struct s'");
  EXPECT_EQ(of("int x;").states, "");
  EXPECT_TRUE(of("p = __VERIFIER_argument(sizeof *p);").hasBlocks && of("p = harness_array(n, sizeof *p);").hasBlocks);
  EXPECT_FALSE(of("text = __VERIFIER_argument(length + 1);").hasBlocks);
}

} // namespace
} // namespace assay
