// What is live at the head of a loop, and which of it the loop writes.
#include "encode/head_vocabulary.h"

#include "program/text_parser.h"

#include <gtest/gtest.h>

namespace assay {
namespace {

// The loop writes i and f, a float's bits; n and c are read in it and behind it, and `before` is read before it alone.
constexpr std::string_view kText = R"(
  function main() {
    var i: bv32 signed as "i"; var n: bv32 signed as "n"; var c: bv8 unsigned as "c"; var before: bv32 signed as "before";
    var f: bv32 float as "f"; var b: bool as "b";
    A: -> H { before = input nondet; n = before + 1; c = input nondet; i = 0; f = input nondet; b = input nondet; }
    H: if i <s n -> H { i = i + 1; f = f + 1; }
       if n <=s i -> C;
    C: if c == 5 && f == 6 && b -> E;
       if c != 5 || f != 6 || !b -> X;
    E: error(unreach-call) "x";
    X: -> exit { return; }
    exit: exit;
  })";

class HeadVocabularyTest : public ::testing::Test {
protected:
  VariableId variable(std::string_view name) const {
    for (uint32_t v = 0; v < flow_.program().variables().size(); ++v)
      if (flow_.program().variables()[v].sourceName == name) return VariableId(v);
    return {};
  }
  Term term(std::string_view name) const { return flow_.program()[variable(name)].term; }
  using Variables = std::vector<VariableId>;

  TermManager terms_;
  const Flow flow_{parseProgram(kText, "test", terms_)};
};

TEST_F(HeadVocabularyTest, NumbersAreThoseThatAreLive) {
  const HeadNumbers numbers = numbersAt(flow_, 0);
  EXPECT_EQ(numbers.written, Variables{variable("i")});
  EXPECT_EQ(numbers.others, (Variables{variable("n"), variable("c")}));
}

TEST_F(HeadVocabularyTest, NarrowNumbersAreLeftOut) {
  const HeadNumbers numbers = numbersAt(flow_, 0, 9);
  EXPECT_EQ(numbers.written, Variables{variable("i")});
  EXPECT_EQ(numbers.others, Variables{variable("n")});
}

TEST_F(HeadVocabularyTest, TermsSpeakOfWhatIsLive) {
  EXPECT_TRUE(isLiveAt(flow_, 0, terms_.mkBvSlt(term("i"), term("n"))));
  EXPECT_FALSE(isLiveAt(flow_, 0, terms_.mkBvSlt(term("i"), term("before"))));
  EXPECT_TRUE(isLiveAt(flow_, 0, terms_.mkTrue()));
}

TEST_F(HeadVocabularyTest, VariablesOfNoProgramAreBound) {
  const Term any = terms_.mkVariable("any", term("i").sort());
  const Term condition = terms_.mkBvSlt(any, term("i"));
  EXPECT_FALSE(isLiveAt(flow_, 0, condition));
  EXPECT_TRUE(isLiveAt(flow_, 0, condition, std::span(&any, 1)));
}

} // namespace
} // namespace assay
