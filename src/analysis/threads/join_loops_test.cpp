#include "analysis/threads/join_loops.h"

#include "program/text_parser.h"

#include <gtest/gtest.h>

namespace assay {

namespace {

constexpr const char* kProgram = R"(
  object t: 64;
  entry main;
  function work() { A: -> exit { return; } }
  function create(at: bv64, given: bv32) role create {
    var n: bv64;
    A: -> exit { n = spawn work(); store at, n; return; }
  }
  function join(n: bv64) role join { A: -> exit { return; } }
  function main() {
    var i: bv32; var j: bv32; var n: bv64;
    A: -> B { i = 0; }
    B: if i <s 8 -> C; if !(i <s 8) -> E;
    C: -> D { call create(&t + (sext(i, 61) ++ 0:3), i + 7); }
    D: -> B { i = i + 1; }
    E: -> F { j = 0; }
    F: if j <s 8 -> G; if !(j <s 8) -> exit { return; }
    G: -> H { n = load &t + (sext(j, 61) ++ 0:3); call join(n); }
    H: -> F { j = j + 1; }
  })";

class JoinLoopsTest : public testing::Test {
protected:
  /// How many there are where this text stands instead of that one.
  size_t count(const std::string& what, const std::string& by) {
    std::string text = kProgram;
    const size_t at = text.find(what);
    EXPECT_NE(at, std::string::npos) << what;
    text.replace(at, what.size(), by);
    return findJoinLoops(parseProgram(text, "test", terms_)).size();
  }

  TermManager terms_;
};

TEST_F(JoinLoopsTest, AllAreJoined) {
  const Program program = parseProgram(kProgram, "test", terms_);
  const std::vector<JoinLoop> found = findJoinLoops(program);
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(found[0].exits.size(), 1u);
  ExecutedOnce isOnce(program);
  const std::optional<CreateLoop> loop = findCreateLoop(program, found[0].create, isOnce);
  ASSERT_TRUE(loop);
  EXPECT_EQ(loop->first, 0u);
  EXPECT_EQ(loop->last, 7u);
  ASSERT_EQ(loop->arguments.size(), 2u);
  EXPECT_FALSE(loop->arguments[1].isNull());
}

TEST_F(JoinLoopsTest, FewerAreJoined) {
  EXPECT_EQ(count("F: if j <s 8 -> G; if !(j <s 8)", "F: if j <s 7 -> G; if !(j <s 7)"), 0u);
  EXPECT_EQ(count("j = 0;", "j = 1;"), 0u);
  EXPECT_EQ(count("j = j + 1;", "j = j + 2;"), 0u);
  EXPECT_EQ(count("G: -> H {", "G: if n == 5 -> H; if n != 5 -> H {"), 0u);
  EXPECT_EQ(count("H: -> F {", "H: if n == 5 -> exit { return; } if n != 5 -> F {"), 0u);
}

TEST_F(JoinLoopsTest, OthersAreJoined) {
  EXPECT_EQ(count("n = load &t + (sext(j, 61) ++ 0:3);", "n = load &t;"), 0u);
  EXPECT_EQ(count("n = load &t + (sext(j, 61) ++ 0:3);", "n = load &t[8] + (sext(j, 61) ++ 0:3);"), 0u);
  EXPECT_EQ(count("call create(&t + (sext(i, 61) ++ 0:3)", "call create(&t"), 0u);
}

TEST_F(JoinLoopsTest, TheCounterCountsFirst) {
  EXPECT_EQ(
      count("B: if i <s 8 -> C; if !(i <s 8) -> E;", "B: if i <s 8 -> Z; if !(i <s 8) -> E; Z: -> C { i = i + 1; }"),
      0u);
}

TEST_F(JoinLoopsTest, WhatIsCalledAgain) {
  EXPECT_EQ(count("entry main;", "entry first; function first() { A: -> B { call main(); } B: -> A; }"), 0u);
  EXPECT_EQ(count("entry main;", "entry first; function first() { A: -> B { call main(); } B: -> exit { return; } }"),
            1u);
}

} // namespace
} // namespace assay
