#include "strategy/sketch.h"

#include "program/text_parser.h"
#include "strategy/certify.h"
#include "util/testing/test_env.h"

#include <gtest/gtest.h>

namespace assay {

namespace {

struct SketchTest : testing::Test, TestEnv {
  TermManager terms;

  Program parse(const std::string& text) { return parseProgram(text, "test", terms); }
  /// A loop that locks and unlocks, with something in between; then there is one lock more, if that is wanted.
  Program locks(const std::string& between, const std::string& behind) {
    return parse(R"(
      global held: bv32 = 0;
      object shared: 8;
      function main() { var x: bv32; var p: bv64;
        s: -> l { p = input nondet "p"; store &shared, 0:32; }
        l: if held == 0:32 -> a { held = 1:32; } if !(held == 0:32) -> bad;
        a: -> b { x = load p; )" +
                 between + R"( }
        b: if x == 3:32 -> l { held = 0:32; store p, x; } if !(x == 3:32) -> c;
        c: )" + behind +
                 R"(
        bad: error(unreach-call) "held"; })");
  }
  Result sketched(const Program& program, LoadSketch load = nullptr) {
    Result result = Sketch(std::move(load)).run(program, env);
    EXPECT_TRUE(certify(result, program, env));
    return result;
  }
};

TEST_F(SketchTest, WhatDoesNotDependOnMemoryIsProved) {
  const Program program = locks("", "-> exit;");
  const Result result = sketched(program);
  EXPECT_EQ(result.verdict, Verdict::True) << result.reason;
}

TEST_F(SketchTest, WhatDependsOnMemoryIsOpen) {
  const Program program = locks("x = load &shared;", "if x == 9:32 -> l; if !(x == 9:32) -> exit;");
  const Result result = sketched(program);
  EXPECT_EQ(result.verdict, Verdict::Unknown);
  EXPECT_NE(result.reason.find("not safe"), std::string::npos) << result.reason;
}

TEST_F(SketchTest, AnObstacleIsExcludedIfTheSketchHasNone) {
  const Program program = parse(R"(
    function main() { var x: bv32; var y: bv32;
      s: -> a { x = input nondet "x"; y = 0:32; }
      a: if x == 3:32 -> wall; if !(x == 3:32) -> b;
      b: if y == 1:32 -> bad; if !(y == 1:32) -> exit;
      wall: unsupported "magic";
      bad: error(unreach-call) "y"; })");
  EXPECT_EQ(sketched(program).verdict, Verdict::Unknown);
  const Result result = sketched(program, [&]() -> std::optional<Program> {
    return parse(R"(
      function main() { var x: bv32; var y: bv32;
        s: -> a { x = input nondet "x"; y = 0:32; }
        a: if x == 3:32 -> b { x = input unspecified "magic"; } if !(x == 3:32) -> b;
        b: if y == 1:32 -> bad; if !(y == 1:32) -> exit;
        bad: error(unreach-call) "y"; })");
  });
  EXPECT_EQ(result.verdict, Verdict::True) << result.reason;
  ASSERT_EQ(result.obstacles.size(), 1u);
  EXPECT_EQ(result.obstacles[0].status, CheckStatus::Proved);
}

TEST_F(SketchTest, WithoutASketchNothingIsProved) {
  EXPECT_EQ(sketched(locks("", "-> exit;"), []() -> std::optional<Program> { return std::nullopt; }).verdict,
            Verdict::Unknown);
}

} // namespace

} // namespace assay
