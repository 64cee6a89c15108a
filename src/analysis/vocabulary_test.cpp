// Which words there are, and in which order.
#include "analysis/vocabulary.h"

#include "program/text_parser.h"
#include "term/term_manager.h"

#include <gtest/gtest.h>

namespace assay {
namespace {

class VocabularyTest : public ::testing::Test {
protected:
  Term number(uint64_t value, uint32_t width = 32) { return terms_.mkBv(width, value); }
  static std::vector<uint64_t> values(std::span<const Term> constants) {
    std::vector<uint64_t> result;
    for (Term constant : constants) result.push_back(constant.value().toUint64());
    return result;
  }
  static std::vector<uint64_t> bounds(const Vocabulary& vocabulary) {
    std::vector<uint64_t> result;
    vocabulary.forEachBound(
        [&](Term comparison, uint32_t side) { result.push_back(comparison[side].value().toUint64()); });
    return result;
  }
  using Values = std::vector<uint64_t>;

  TermManager terms_;
  const Term x_ = terms_.mkVariable("x", terms_.bvSort(32)), y_ = terms_.mkVariable("y", terms_.bvSort(32));
};

TEST_F(VocabularyTest, WordsStandOnceInTheOrderOfTerms) {
  const Term first = terms_.mkBvSlt(x_, number(7)), second = terms_.mkEqual(y_, number(3));
  Vocabulary vocabulary;
  vocabulary.add(first);
  vocabulary.add(terms_.mkAnd(second, first));
  EXPECT_EQ(values(vocabulary.constants()), (Values{7, 3}));
  EXPECT_EQ(vocabulary.comparisons(), (std::vector{first, second}));

  Vocabulary other;
  other.add(second);
  other.add(first);
  EXPECT_EQ(values(other.constants()), (Values{3, 7}));
}

TEST_F(VocabularyTest, AddingTellsWhatIsNew) {
  const Term less = terms_.mkBvUlt(x_, y_), equal = terms_.mkEqual(x_, y_);
  Vocabulary vocabulary;
  const std::span<const Term> added = vocabulary.add(less);
  EXPECT_EQ(std::vector(added.begin(), added.end()), std::vector{less});
  EXPECT_TRUE(vocabulary.add(less).empty());
  const std::span<const Term> more = vocabulary.add(terms_.mkOr(less, equal));
  EXPECT_EQ(std::vector(more.begin(), more.end()), std::vector{equal});
}

TEST_F(VocabularyTest, ComparisonsAreOfBitVectors) {
  const Term p = terms_.mkVariable("p", terms_.boolSort()), q = terms_.mkVariable("q", terms_.boolSort());
  Vocabulary vocabulary;
  vocabulary.add(terms_.mkEqual(p, q));
  EXPECT_TRUE(vocabulary.comparisons().empty());
  // One that chooses a number is among them.
  const Term choice = terms_.mkIte(terms_.mkBvUlt(x_, y_), x_, number(4));
  vocabulary.add(terms_.mkEqual(choice, y_));
  EXPECT_EQ(vocabulary.comparisons().size(), 2u);
}

TEST_F(VocabularyTest, OnlyWhatIsComparedIsABound) {
  Vocabulary vocabulary;
  vocabulary.add(terms_.mkBvSlt(terms_.mkBvMul(x_, number(6)), number(100)));
  vocabulary.add(terms_.mkBvUlt(number(9), y_));
  EXPECT_EQ(values(vocabulary.constants()), (Values{6, 100, 9}));
  EXPECT_EQ(bounds(vocabulary), (Values{100, 9}));
}

TEST_F(VocabularyTest, WidthsAreToldApart) {
  const Term z = terms_.mkVariable("z", terms_.bvSort(8));
  Vocabulary vocabulary;
  vocabulary.add(terms_.mkBvUlt(x_, number(5)));
  vocabulary.add(terms_.mkBvUlt(z, number(5, 8)));
  vocabulary.add(terms_.mkBvUlt(z, number(4, 8)));
  const auto byWidth = vocabulary.constantsByWidth();
  ASSERT_EQ(byWidth.size(), 2u);
  EXPECT_EQ(values(byWidth.at(32)), (Values{5}));
  EXPECT_EQ(values(byWidth.at(8)), (Values{5, 4}));
}

TEST_F(VocabularyTest, GuardsOfAProgramAreThoseOfItsEdges) {
  Program program = parseProgram(R"(
    function main() {
      var i: bv32 signed as "i";
      A: -> H { i = 17; }
      H: if i <s 40 -> H { i = i + 2; }
         if 40 <=s i -> X;
      X: -> exit { return; }
      exit: exit;
    })",
                                 "test", terms_);
  EXPECT_EQ(bounds(guardsOf(program)), (Values{40}));
  EXPECT_EQ(values(guardsOf(program).constants()), (Values{40}));
  for (uint32_t i = 0; i < program.edges().size(); ++i)
    if (!program.edges()[i].guard.isTrue()) program.removeEdge(EdgeId(i));
  EXPECT_TRUE(guardsOf(program).constants().empty());
}

} // namespace
} // namespace assay
