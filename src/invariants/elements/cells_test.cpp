// Which equations of elements are found: of a loop that stores them, of one that computes them from the element before,
// and of one that adds them up; and none where there is none.
#include "invariants/elements/cells.h"

#include "invariants/testing/source_run.h"
#include "program/text_parser.h"
#include "term/traverse.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace assay {
namespace {

class CellsTest : public ::testing::Test {
protected:
  /// The loop's body is given; it begins with `i = 0` and goes as far as n.
  const Flow& load(const std::string& body) {
    return flow_.emplace(parseProgram(R"(
      object a: 128; object b: 128;
      function main() {
        var n: bv8 signed as "n"; var i: bv8 signed as "i"; var s: bv8 signed as "s"; var t: bv8 as "t";
        A: -> B { n = input nondet; i = 0; s = 0; }
        B: if 0 <=s n && n <=s 100 -> H;
           if !(0 <=s n && n <=s 100) -> X;
        H: if i <s n -> H { )" + body + R"( i = i + 1; }
           if n <=s i -> X { t = s; t = load &a; t = load &b; }
        X: -> exit { return; }
        exit: exit;
      })",
                                      "test", terms_));
  }

  /// Of all elements before the loop's index.
  Term before(Term conclusion) const {
    const Program& program = flow_->program();
    const Term place = arrayPlace(program), index = terms_.mkBvSignResize(variableNamed(*flow_, "i"), 64);
    const Term isThere = terms_.mkAnd(terms_.mkBvSle(terms_.mkBv(64, 0), place), terms_.mkBvSlt(place, index));
    return terms_.mkOr(terms_.mkNot(isThere), conclusion);
  }
  Term place() const { return terms_.mkBvExtract(arrayPlace(flow_->program()), 7, 0); }
  Term number(uint64_t value) const { return terms_.mkBv(8, value); }

  mutable TermManager terms_;
  std::optional<Flow> flow_;
};

Term contentsOf(const SourceRun& run, std::string_view name) {
  for (const ArrayCell& cell : run.step().arrays())
    if (cell.name == name) return cell.contents;
  return {};
}

TEST_F(CellsTest, OfWhatIsStored) {
  SourceRun run(load("store &a + sext(i, 64), 3:8 * i + n;"));
  const std::vector<Assertion> found = run.search("cells");
  const Term contents = contentsOf(run, "a"), n = variableNamed(*flow_, "n");
  ASSERT_TRUE(contents);
  EXPECT_TRUE(
      run.implies(found, 0, before(terms_.mkEqual(contents, terms_.mkBvAdd(terms_.mkBvMul(number(3), place()), n)))));
  EXPECT_FALSE(run.implies(found, 0, before(terms_.mkEqual(contents, n))));
}

TEST_F(CellsTest, OfOneArrayByAnother) {
  SourceRun run(load("t = input nondet; store &a + sext(i, 64), t; store &b + sext(i, 64), t + 7:8;"));
  const std::vector<Assertion> found = run.search("cells");
  const Term a = contentsOf(run, "a"), b = contentsOf(run, "b");
  ASSERT_TRUE(a && b);
  EXPECT_TRUE(run.implies(found, 0, before(terms_.mkEqual(b, terms_.mkBvAdd(a, number(7))))));
  EXPECT_FALSE(run.implies(found, 0, before(terms_.mkEqual(a, number(7)))));
}

TEST_F(CellsTest, OfNothingThatIsAnything) {
  SourceRun run(load("t = input nondet; store &a + sext(i, 64), t;"));
  const std::vector<Assertion> found = run.search("cells");
  EXPECT_TRUE(
      std::ranges::any_of(found, [](const Assertion& made) { return made.text.starts_with("for all i <= J"); }));
  for (const Assertion& assertion : found) {
    if (!assertion.text.starts_with("for all 0 <= J < i")) continue;
    const std::vector<Term> variables = freeVariables(assertion.condition);
    EXPECT_TRUE(std::ranges::find(variables, contentsOf(run, "a")) == variables.end()) << assertion.text;
  }
}

} // namespace
} // namespace assay
