// Templates at work: loop paths, and which variables have rows.
#include "engine/kiki/kiki.h"

#include "program/text_parser.h"
#include "util/testing/test_env.h"

#include <gtest/gtest.h>

#include <string>

namespace assay {
namespace {

class KikiTemplates : public ::testing::Test {
protected:
  Result check(std::string_view text, KikiOptions options) {
    const Program program = parseProgram(text, "test", terms_);
    return Kiki(std::move(options)).run(program, env_.within(std::chrono::seconds(60)));
  }

  TermManager terms_;
  TestEnv env_;
};

// x ends above 5 if the first loop was executed and below 1 otherwise: between, no interval tells them apart.
constexpr std::string_view kTwoWays = R"(
  function main() {
    var x: bv32 signed; var was: bv32 signed; var n: bv32 signed;
    A: -> F { x = 0; was = 0; }
    F: -> G { n = input nondet; }
    G: if n != 0 -> F { x = 5; was = 1; }
       if n == 0 -> S;
    S: -> T { n = input nondet; }
    T: if n != 0 && was != 0 && x <s 1000000 -> S { x = x + 1; }
       if n != 0 && was == 0 && -1000000 <s x -> S { x = x - 1; }
       if !(n != 0 && was != 0 && x <s 1000000) && !(n != 0 && was == 0 && -1000000 <s x) -> C;
    C: if was != 0 && x <s 5 -> E;
       if !(was != 0 && x <s 5) -> X;
    E: error(unreach-call) "x";
    X: -> exit { return; }
    exit: exit;
  })";

TEST_F(KikiTemplates, LoopPathsProveMore) {
  KikiOptions options;
  options.turns = {{"intervals"}};
  options.maxRounds = 6;
  EXPECT_EQ(check(kTwoWays, options).verdict, Verdict::Unknown);
  env_.options.loopPaths = true;
  const Result result = check(kTwoWays, options);
  EXPECT_EQ(result.verdict, Verdict::True) << result.reason;
  EXPECT_NE(result.reason.find("confirmed"), std::string::npos) << result.reason;
}

TEST_F(KikiTemplates, LoopPathsDoNotProveWhatIsWrong) {
  env_.options.loopPaths = true;
  std::string wrong(kTwoWays);
  wrong.replace(wrong.find("was != 0 && x <s 5 ->"), 21, "was != 0 && x <s 6 ->");
  wrong.replace(wrong.find("!(was != 0 && x <s 5)"), 21, "!(was != 0 && x <s 6)");
  EXPECT_EQ(check(wrong, {}).verdict, Verdict::False);
}

// `noise` feeds on itself and is live, but no check depends on it.
TEST_F(KikiTemplates, WhatNoCheckDependsOnHasNoRows) {
  constexpr std::string_view text = R"(
    function main() {
      var x: bv32 signed as "x"; var noise: bv32 signed as "noise"; var n: bv32 signed as "n";
      A: -> H { x = 0; noise = 0; n = input nondet; }
      H: if x <s 10 -> H { x = x + 1; noise = noise + n + x; }
         if 10 <=s x -> C;
      C: if x == 10 -> D;
         if x != 10 -> E;
      D: if noise == 0 -> X;
         if noise != 0 -> Y;
      E: error(unreach-call) "x";
      X: -> exit { return; }
      Y: -> exit { return; }
      exit: exit;
    })";
  for (const std::string_view source : {"intervals", "octagons"}) {
    KikiOptions options;
    options.turns = {{source}};
    options.maxRounds = 1;
    env_.statistics.counter("kiki template rows") = 0;
    EXPECT_EQ(check(text, options).verdict, Verdict::True);
    EXPECT_EQ(env_.statistics.counter("kiki template rows"), 2u);
  }
}

} // namespace
} // namespace assay
