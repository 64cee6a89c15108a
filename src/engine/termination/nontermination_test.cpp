#include "engine/termination/lassos.h"
#include "engine/termination/nontermination.h"
#include "engine/termination/recurrent_sets.h"
#include "program/text_parser.h"
#include "util/testing/test_env.h"

#include <gtest/gtest.h>

namespace assay {
namespace {

class Endless : public ::testing::Test, public TestEnv {
protected:
  std::optional<Lasso> search(std::string_view text) {
    program_.reset();
    terms_ = std::make_unique<TermManager>();
    program_.emplace(parseProgram(text, "test", *terms_));
    const std::optional<LoopResult> loop = searchEndless(*program_, env);
    std::string why;
    if (loop && loop->lasso) {
      EXPECT_TRUE(isLasso(*program_, *loop->lasso, env, why)) << why;
    }
    set_ = loop ? loop->recurrentSet : std::nullopt;
    if (set_) {
      EXPECT_TRUE(isRecurrent(*program_, *set_, env, why)) << why;
    }
    return loop ? loop->lasso : std::nullopt;
  }

  uint32_t lineOf(const Lasso& lasso) const {
    const Program& program = *program_;
    return program[program[lasso.head].out.front()].position.line;
  }

  std::unique_ptr<TermManager> terms_;
  std::optional<Program> program_;
  std::optional<RecurrentSet> set_; // if one was found
};

TEST_F(Endless, CountersThatDecideNothing) {
  EXPECT_TRUE(search(R"(function main() { var n: bv64; var x: bv8;
    l: if x != 7 -> l { n = n + 1; x = input nondet; } if x == 7 -> exit; })"));
}

TEST_F(Endless, ValuesThatOnlyAFormulaFinds) {
  EXPECT_TRUE(search(R"(function main() { var x: bv32; var y: bv32;
    s: -> t { x = input nondet; y = input nondet; }
    t: if x * 7 == y ^ 123456 && y >u 1000000 -> l; if !(x * 7 == y ^ 123456 && y >u 1000000) -> exit;
    l: if x != y -> l { x = x; } if x == y -> exit; })"));
  // From here on the inputs have to be as before, of which the program knows.
  EXPECT_TRUE(search(R"(function main() { var x: bv32; var y: bv32;
    s: -> l { x = input nondet; }
    l: -> m { y = input nondet; }
    m: if y * 3 == x + 777 -> l; if y * 3 != x + 777 -> b;
    b: blocked; })"));
}

TEST_F(Endless, ArbitraryContents) {
  EXPECT_TRUE(search(R"(function main() { var p: bv64; var x: bv32;
    s: -> l { p = allocate heap any 4; }
    l: -> m { x = load p; }
    m: if x == 12345 -> l; if x != 12345 -> exit; })"));
}

TEST_F(Endless, Recursion) {
  const auto lasso = search(R"(
    function f(n: bv32, k: bv32) { s: if n == 7 -> exit; if n != 7 -> m { call f(n, k + 1); } m: -> exit; }
    function main() { var x: bv32; s: -> t { x = input nondet; } t: -> u { call f(x, 0); } u: -> exit; })");
  ASSERT_TRUE(lasso);
  EXPECT_TRUE(lasso->isRecursion);
}

TEST_F(Endless, WhatEnds) {
  EXPECT_FALSE(search("function main() { var x: bv32; l: if x <u 99 -> l { x = x + 1; } if x >=u 99 -> exit; }"));
  EXPECT_FALSE(search(R"(function main() { var x: bv32; s: -> l { x = input nondet; }
    l: if x >u 7 -> l { x = x >>u 1; } if x <=u 7 -> exit; })"));
}

// The state repeats after 2^31 iterations and more.
TEST_F(Endless, RecurrentSets) {
  EXPECT_FALSE(search(R"(function main() { var x: bv32; s: -> l { x = input nondet; }
    l: if x != 0 -> l @7:1 { x = x - 2; } if x == 0 -> exit; })"));
  ASSERT_TRUE(set_);
  EXPECT_EQ(set_->conditions.size(), 1u);
  ASSERT_TRUE(set_->iteration);
  EXPECT_EQ(lineOf(*set_->iteration), 7u);
  EXPECT_EQ(set_->iteration->stem, set_->stem);
  EXPECT_EQ(set_->iteration->begins, 1u);
  RecurrentSet other = *set_;
  std::string why;
  other.conditions = {};
  EXPECT_FALSE(isRecurrent(*program_, other, env, why));
  EXPECT_EQ(why, "an iteration may leave it");
  other = *set_;
  other.stem = {BitVector(32, 4)};
  EXPECT_FALSE(isRecurrent(*program_, other, env, why));
  EXPECT_EQ(why, "it is not reached");
  other = *set_;
  other.conditions = {"x == 1 ) "};
  EXPECT_FALSE(isRecurrent(*program_, other, env, why));

  EXPECT_FALSE(search(R"(function main() { var x: bv32; var s: bv32;
    l: if s == 2 * x -> l { x = x + 1; s = s + 2; } if s != 2 * x -> exit; })"));
  EXPECT_TRUE(set_);
  // With a choice of inputs.
  EXPECT_FALSE(search(R"(function main() { var x: bv64; var y: bv64;
    l: -> m { y = input nondet; }
    m: if y == 3 && x != 5 -> l { x = x + 2 * y; } if y != 3 || x == 5 -> exit; })"));
  EXPECT_TRUE(set_);
  // Behind another loop, and in a function that is called again and again.
  EXPECT_FALSE(search(R"(
    function f(x: bv32) -> bv32 { s: -> exit { return x - 2; } }
    function main() { var x: bv32; var i: bv32; s: -> k { x = input nondet; }
      k: if i <u 9 -> k { i = i + 1; } if i >=u 9 -> l;
      l: if x != 0 -> l @8:1 { x = call f(x); } if x == 0 -> exit; })"));
  ASSERT_TRUE(set_ && set_->iteration);
  EXPECT_EQ(lineOf(*set_->iteration), 8u);
}

// After a while.
TEST_F(Endless, WhatEndsIsInNoRecurrentSet) {
  EXPECT_FALSE(search("function main() { var i: bv16; l: if i != -1 -> l { i = i + 1; } if i == -1 -> exit; }"));
  EXPECT_FALSE(set_);
  EXPECT_FALSE(search(R"(function main() { var x: bv16; s: -> l { x = 1; }
    l: if x != 0 -> l { x = x - 3; } if x == 0 -> exit; })"));
  EXPECT_FALSE(set_);
}

TEST_F(Endless, Result) {
  program_.reset();
  terms_ = std::make_unique<TermManager>();
  program_.emplace(parseProgram("function main() { l: -> l @3:5; }", "test", *terms_));
  const Result result = NonTermination().run(*program_, env);
  EXPECT_EQ(result.question, Question::Termination);
  EXPECT_EQ(result.verdict, Verdict::False);
  ASSERT_EQ(result.loops.size(), 1u);
  EXPECT_EQ(result.loops[0].status, CheckStatus::Violated);
  EXPECT_EQ(result.loops[0].position.line, 3u);
}

} // namespace
} // namespace assay
