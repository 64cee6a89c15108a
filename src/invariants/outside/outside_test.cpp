// Assertions in C that become candidates, where a loop is and its variables are known; and which of them are kept.
#include "invariants/outside/outside.h"

#include "invariants/testing/source_run.h"
#include "program/text_parser.h"

#include <gtest/gtest.h>

namespace assay {
namespace {

// The first loop is at line 7, the second one at line 9; m is not read behind the first.
constexpr std::string_view kLines = R"(
  file "p.c";
  function main() {
    var i: bv32 signed "int" as "i"; var m: bv32 signed "int" as "m";
    A: -> H { i = 0; m = 0; }
    H: @7:3 if i <s 10 -> H { i = i + 1; m = m + 2; }
       if 10 <=s i && m == 3 -> E;
       if 10 <=s i && m != 3 -> G;
    G: @9:3 if i <s 20 -> G { i = i + 1; }
       if 20 <=s i -> exit { return; }
    E: error(unreach-call) "three";
    exit: exit;
  })";

class OutsideTest : public ::testing::Test {
protected:
  std::vector<Assertion> read(uint32_t line, const std::string& text) {
    complaint_.clear();
    SourcePosition position = headPosition(flow_, 0);
    position.line = line;
    return candidatesFrom({Assertion::inC(position, text)}, flow_, [&](const std::string& what) { complaint_ = what; });
  }

  TermManager terms_;
  const Flow flow_{parseProgram(kLines, "test", terms_)};
  const uint32_t first_ = headPosition(flow_, 0).line == 7 ? 0 : 1;
  std::string complaint_;
};

TEST_F(OutsideTest, AreReadAtTheirLoop) {
  const std::vector<Assertion> found = read(7, "i <= 10 && m == 2 * i");
  ASSERT_EQ(found.size(), 1u) << complaint_;
  EXPECT_EQ(found[0].head, first_);
  const Term i = variableNamed(flow_, "i"), m = variableNamed(flow_, "m");
  const std::unique_ptr<Solver> solver = makeSolver("native", terms_);
  const Term meant =
      terms_.mkAnd(terms_.mkBvSle(i, terms_.mkBv(32, 10)), terms_.mkEqual(m, terms_.mkBvMul(terms_.mkBv(32, 2), i)));
  // 2 * i does not overflow where i is such a number and not negative.
  const Term isSmall = terms_.mkBvUle(i, terms_.mkBv(32, 1000));
  solver->assertTerm(terms_.mkAnd(isSmall, terms_.mkDistinct(found[0].condition, meant)));
  EXPECT_TRUE(solver->check().isUnsat());
  EXPECT_EQ(read(9, "i <= 20").at(0).head, 1 - first_);
}

TEST_F(OutsideTest, AreOfNoUseElsewhere) {
  EXPECT_TRUE(read(8, "i <= 10").empty());
  EXPECT_EQ(complaint_, "invariant at p.c:8:3 not used: there is no loop");
  EXPECT_TRUE(read(9, "m == 0").empty()); // it is dead there
  EXPECT_NE(complaint_.find("not used"), std::string::npos);
  EXPECT_EQ(complaint_.find("there is no loop"), std::string::npos);
  EXPECT_TRUE(read(7, "i <=").empty());
  EXPECT_NE(complaint_, "");
}

TEST_F(OutsideTest, AreKeptIfTheyAreInductive) {
  std::vector<Assertion> candidates = read(7, "i <= 10");
  for (const char* text : {"i <= 5", "i >= 0", "m != 3"}) candidates.push_back(read(7, text).at(0));
  const std::vector<Assertion> found = SourceRun(flow_).search("outside", candidates);
  EXPECT_TRUE(SourceRun::has(found, "i <= 10"));
  EXPECT_TRUE(SourceRun::has(found, "i >= 0"));
  EXPECT_FALSE(SourceRun::has(found, "i <= 5"));
  EXPECT_FALSE(SourceRun::has(found, "m != 3")); // true, but not by induction alone
}

} // namespace
} // namespace assay
