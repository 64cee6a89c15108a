// Linear ranking functions that are proposed, if this build has the library for it.
#include "invariants/ranking_oracle.h"

#include "invariants/source.h"
#include "invariants/testing/source_run.h"
#include "program/text_parser.h"

#include <gtest/gtest.h>

namespace assay {
namespace {

class RankingOracleTest : public ::testing::Test {
protected:
  /// Of i and n, where i is moved by this.
  std::optional<std::vector<int64_t>> coefficients(const std::string& step) {
    const Flow flow(parseProgram(R"(
      function main() {
        var i: bv32 signed as "i"; var n: bv32 signed as "n";
        A: -> H { i = 0; n = input nondet; }
        H: if i <s n -> H { i = i + )" +
                                     step + R"(; }
           if n <=s i -> exit { return; }
        exit: exit;
      })",
                                 "test", terms_));
    const std::vector<uint32_t> heads{0};
    const std::vector<VariableId> variables{VariableId(0), VariableId(1)};
    return proposeRankingFunction(flow, heads, variables, {});
  }

  TermManager terms_;
};

TEST_F(RankingOracleTest, WhatDecreasesIsBounded) {
  if (!findSource("polyhedra")) GTEST_SKIP() << "no library";
  const auto found = coefficients("2");
  ASSERT_TRUE(found);
  ASSERT_EQ(found->size(), 2u);
  EXPECT_LT((*found)[0], 0);
  EXPECT_EQ((*found)[0], -(*found)[1]); // n - i, or a multiple
}

TEST_F(RankingOracleTest, ThereMayBeNone) { EXPECT_FALSE(coefficients("0")); }

} // namespace
} // namespace assay
