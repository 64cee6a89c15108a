// Which comparisons are asked for at a loop, and that their texts in C mean what the terms mean.
#include "invariants/conditions/conditions.h"

#include "analysis/c_expression.h"
#include "program/text_parser.h"
#include "solver/factory.h"

#include <algorithm>
#include <gtest/gtest.h>

namespace assay {
namespace {

// The loop compares and assigns; it writes neither `n` nor `m`.
constexpr std::string_view kText = R"(
  function main() {
    var i: bv32 signed as "i"; var j: bv32 signed as "j"; var n: bv32 signed as "n"; var m: bv32 signed as "m";
    var u: bv32 unsigned as "u"; var l: bv64 signed as "l"; var last: bv32 signed as "last";
    var big: bv32 signed as "big";
    A: -> H { i = 0; j = 0; l = 0; u = input nondet; n = input nondet; m = input nondet; last = n + m; big = 0; }
    H: if i <s n -> B { j = i * 2; }
       if n <=s i -> C;
    B: if u <u i + 3 -> H { i = i + 1; l = sext(j, 64) + sext(i, 64); last = i; big = i * 3 + n * 5 + m * 7 + u * 9 + j * 11 + n * m + i * j; u = j + u * 5; }
       if i + 3 <=u u -> C;
    C: if big == 5 && last == 7 && n <s m && l == 3 && j == 4 -> E;
       if big != 5 || last != 7 || m <=s n || l != 3 || j != 4 -> X;
    E: error(unreach-call) "x";
    X: -> exit { return; }
    exit: exit;
  })";

class ConditionsTest : public ::testing::Test {
protected:
  bool has(const std::string& text) const {
    return std::ranges::any_of(found_, [&](const Assertion& invariant) { return invariant.text == text; });
  }

  TermManager terms_;
  const Flow flow_{parseProgram(kText, "test", terms_)};
  const std::vector<Assertion> found_ = conditions(flow_);
};

TEST_F(ConditionsTest, AreWhatTheLoopComparesAndAssigns) {
  for (const char* relation : {"<", ">=", ">", "<=", "==", "!="}) {
    EXPECT_TRUE(has("i " + std::string(relation) + " n"));
    EXPECT_TRUE(has("j " + std::string(relation) + " (int)((unsigned)i << 1)"));
  }
  EXPECT_TRUE(has("u < ((unsigned)i + 3u)"));
  EXPECT_FALSE(has("n < m"));
  for (const Assertion& invariant : found_) EXPECT_FALSE(invariant.text.starts_with("big")) << invariant.text;
}

TEST_F(ConditionsTest, TextsMeanTheSame) {
  const auto lookup = [&](std::string_view name) {
    for (VariableId v : flow_.liveAt(flow_.heads()[0]))
      if (flow_.program()[v].sourceName == name) return v;
    return VariableId();
  };
  ASSERT_FALSE(found_.empty());
  for (const Assertion& invariant : found_) {
    const Term meaning = parseCondition(invariant.text, flow_.program(), lookup);
    const auto solver = makeSolver("native", terms_);
    solver->assertTerm(terms_.mkDistinct(meaning, invariant.condition));
    EXPECT_TRUE(solver->check().isUnsat()) << invariant.text;
  }
}

TEST_F(ConditionsTest, WeakOnesAreLeftOut) {
  const Variable& i = flow_.program()[flow_.writtenInLoop(0)[0]];
  const Term x = i.term, y = terms_.mkVariable("y", x.sort());
  const Assertion less{0, terms_.mkBvSlt(x, y), "<"}, atMost{0, terms_.mkNot(terms_.mkBvSlt(y, x)), "<="},
      equal{0, terms_.mkEqual(x, y), "=="}, other{0, terms_.mkNot(terms_.mkEqual(x, y)), "!="};
  const auto texts = [&](const std::vector<Assertion>& invariants) {
    std::string all;
    for (const Assertion& invariant : strongest(flow_, invariants)) all += invariant.text;
    return all;
  };
  EXPECT_EQ(texts({less, atMost, other}), "<<=");
  EXPECT_EQ(texts({equal, atMost}), "==");
  EXPECT_EQ(texts({other, atMost}), "!=<=");
}

} // namespace
} // namespace assay
