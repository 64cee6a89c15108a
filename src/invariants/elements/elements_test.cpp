// What is proposed of all elements of an array, and what is inductive of it.
#include "invariants/elements/elements.h"

#include "invariants/testing/source_run.h"
#include "program/text_parser.h"

#include <gtest/gtest.h>

namespace assay {
namespace {

class ElementsTest : public ::testing::Test {
protected:
  /// The first loop stores 42, or this if an input says so; the second loop checks that it has.
  const Flow& load(const std::string& other) {
    return flow_.emplace(parseProgram(R"(
      object a: 400000;
      function main() {
        var n: bv32 signed as "n"; var i: bv32 signed as "i"; var j: bv32 signed as "j"; var t: bv32 as "t"; var c: bool;
        A: -> B { n = input nondet; i = 0; j = 0; }
        B: if 0 <=s n && n <=s 100000 -> H;
           if !(0 <=s n && n <=s 100000) -> X;
        H: if i <s n -> I { c = input nondet; }
           if n <=s i -> K;
        I: -> H { store &a + sext(i, 64) * 4, ite(c, 42:32, )" +
                                          other + R"(); i = i + 1; }
        K: if j <s n -> C { t = load &a + sext(j, 64) * 4; }
           if n <=s j -> X;
        C: if t == 42 -> K { j = j + 1; }
           if t != 42 -> E;
        E: error(unreach-call) "element";
        X: -> exit { return; }
        exit: exit;
      })",
                                      "test", terms_));
  }

  static std::vector<Assertion> candidates(const Flow& flow) {
    return arrayCandidates(flow, flow.pointsTo(), SourceRun(flow).step().arrays());
  }

  TermManager terms_;
  std::optional<Flow> flow_;
};

constexpr std::string_view kStored = "for all 0 <= J < i: a[J] is as stored",
                           kChecked = "for all 0 <= J < i: checked of a[J]",
                           kLeft = "for all i <= J < n: a[J] is as stored"; // what is still to come

TEST_F(ElementsTest, AreProposedBeforeAndBehindTheIndex) {
  const std::vector<Assertion> proposed = candidates(load("42:32"));
  for (const std::string_view text : {kStored, kLeft}) EXPECT_TRUE(SourceRun::has(proposed, text)) << text;
  EXPECT_TRUE(SourceRun::has(proposed, "for all 1 <= J < i: a[J] is as stored"));
  EXPECT_TRUE(SourceRun::has(proposed, "for all 0 <= J < j: a[J] is as stored"));
  EXPECT_TRUE(arrayCandidates(*flow_, flow_->pointsTo(), {}).empty());
}

TEST_F(ElementsTest, OfAllThatWereStored) {
  const std::vector<Assertion> found = SourceRun(load("42:32")).search("elements");
  EXPECT_TRUE(SourceRun::has(found, kStored));
  EXPECT_FALSE(SourceRun::has(found, kLeft));
}

// What the second loop asks for is proposed of the first one, which does not keep it.
TEST_F(ElementsTest, OneOtherElementIsEnough) {
  const Flow& flow = load("43:32");
  EXPECT_TRUE(SourceRun::has(candidates(flow), kChecked));
  EXPECT_FALSE(SourceRun::has(SourceRun(flow).search("elements"), kChecked));
}

} // namespace
} // namespace assay
