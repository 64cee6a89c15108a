// Candidates that are k-inductive together.
#include "invariants/houdini.h"

#include "invariants/testing/source_run.h"
#include "program/text_parser.h"

#include <gtest/gtest.h>

namespace assay {
namespace {

// What b holds is in a one iteration later.
constexpr std::string_view kShift = R"(
  function main() {
    var a: bv8 unsigned as "a"; var b: bv8 unsigned as "b"; var i: bv8 unsigned as "i"; var n: bv8;
    A: -> H { a = 0; b = 0; i = 0; }
    H: -> B { n = input nondet; }
    B: if n == 0 -> H { a = b; b = 0; i = i + 1; }
       if n != 0 -> C;
    C: if a + b + i == 9 -> E;
       if a + b + i != 9 -> exit { return; }
    E: error(unreach-call) "nine";
    exit: exit;
  })";

class HoudiniTest : public ::testing::Test {
protected:
  std::string kept(std::vector<std::string_view> names, uint32_t k) {
    SourceRun run(flow_, k);
    std::vector<Assertion> candidates;
    for (const std::string_view name : names)
      candidates.push_back({0, terms_.mkEqual(variableNamed(flow_, name), terms_.mkBv(8, 0)), std::string(name)});
    const std::unique_ptr<Solver> solver = makeSolver("native", terms_);
    const auto found = inductiveCandidates(flow_, *solver, run.places(), std::move(candidates), deadline_);
    std::string result;
    for (const Assertion& assertion : found.value()) result += assertion.text;
    return result;
  }

  TermManager terms_;
  Deadline deadline_;
  const Flow flow_{parseProgram(kShift, "test", terms_)};
};

TEST_F(HoudiniTest, WhatIsInductiveIsKept) {
  EXPECT_EQ(kept({"a", "b", "i"}, 0), "ab");
  EXPECT_EQ(kept({"b"}, 0), "b");
}

TEST_F(HoudiniTest, SomeNeedOthersOrAnIterationMore) {
  EXPECT_EQ(kept({"a"}, 0), "");
  EXPECT_EQ(kept({"a"}, 1), "a");
  EXPECT_EQ(kept({"i"}, 1), "");
}

TEST_F(HoudiniTest, NothingIsSaidWithoutTime) {
  SourceRun run(flow_);
  const std::unique_ptr<Solver> solver = makeSolver("native", terms_);
  deadline_.cancel();
  EXPECT_FALSE(inductiveCandidates(flow_, *solver, run.places(),
                                   {{0, terms_.mkEqual(variableNamed(flow_, "b"), terms_.mkBv(8, 0)), "b"}},
                                   deadline_));
}

} // namespace
} // namespace assay
