// Polyhedra on automata in text form: what the analysis proposes, what blocks keep of it, and which way terms are read.
#include "invariants/polyhedra/polyhedra.h"

#include "analysis/c_expression.h"
#include "invariants/block_houdini.h"
#include "invariants/polyhedra/packs.h"
#include "program/text_parser.h"
#include "solver/factory.h"
#include "util/testing/test_env.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cfenv>

namespace assay {
namespace {

// The loop of Cousot and Halbwachs, 1978: i grows by 4, or by 2 and j by 1.
constexpr std::string_view kCousotHalbwachs = R"(
  function main() {
    var i: bv32 signed as "i"; var j: bv32 signed as "j"; var k: bv32 signed as "k"; var c: bv32 signed as "c";
    A: -> H { i = 2; j = 0; k = 0; }
    H: if k <s 1000 -> B { c = input nondet; }
       if !(k <s 1000) -> X;
    B: if c == 0 -> H { i = i + 4; k = k + 1; }
       if c != 0 -> H { i = i + 2; j = j + 1; k = k + 1; }
    X: if j + j + 2 <=s i -> Y;
       if !(j + j + 2 <=s i) -> E;
    E: error(unreach-call) "j";
    Y: -> exit { return; }
    exit: exit;
  })";

// x is below y as long as it does not wrap around, which it does.
constexpr std::string_view kWraps = R"(
  function main() {
    var x: bv8 unsigned as "x"; var y: bv8 unsigned as "y"; var n: bv32 unsigned as "n";
    A: -> H { x = 250; y = 250; n = 0; }
    H: if n <u 9 -> H { n = n + 1; x = x + 1; y = y + 1; }
       if !(n <u 9) -> X;
    X: if x <u 250 -> E;
       if !(x <u 250) -> Y;
    E: error(unreach-call) "x";
    Y: -> exit { return; }
    exit: exit;
  })";

class PolyhedraTest : public ::testing::Test {
protected:
  void load(std::string_view text) {
    flow_.emplace(parseProgram(text, "test", terms_));
    linear_.emplace(flow_->program());
    paths_ = linearPaths(*flow_, *linear_);
    ASSERT_TRUE(paths_);
  }
  std::vector<Assertion> proposed() {
    return polyhedra(*flow_, *linear_, paths_->paths, {}, Allowance(*env_.deadline));
  }
  std::vector<Assertion> kept() {
    const auto solver = makeSolver("native", terms_);
    return keptByTransitions(paths_->relation, proposed(), OnUnknown::Drop, *solver, Allowance(*env_.deadline)).value();
  }
  Term parse(std::string_view condition) {
    return parseCondition(condition, flow_->program(), [&](std::string_view name) {
      for (const Variable& variable : flow_->program().variables())
        if (variable.sourceName == name) return flow_->program().variableOf(variable.term);
      return VariableId();
    });
  }
  bool isValid(Term term) {
    const auto solver = makeSolver("z3", terms_);
    solver->assertTerm(terms_.mkNot(term));
    return solver->check().isUnsat();
  }
  bool implies(const std::vector<Assertion>& assertions, std::string_view condition) {
    std::vector<Term> all;
    for (const Assertion& assertion : assertions) all.push_back(assertion.condition);
    const Term together = terms_.mkAnd(all);
    return isValid(terms_.mkImplies(together, parse(condition)));
  }

  TermManager terms_;
  TestEnv env_;
  std::optional<Flow> flow_;
  std::optional<LinearTerms> linear_;
  std::optional<LinearPaths> paths_;
};

TEST_F(PolyhedraTest, TheLoopOfCousotAndHalbwachs) {
  load(kCousotHalbwachs);
  const std::vector<Assertion> found = kept();
  EXPECT_TRUE(implies(found, "2 * (long long)j + 2 <= i"));
  EXPECT_TRUE(implies(found, "i <= 4 * (long long)k + 2 && 0 <= j"));
  EXPECT_FALSE(implies(found, "2 * (long long)j + 3 <= i"));
}

TEST_F(PolyhedraTest, TextsMeanWhatIsClaimed) {
  for (std::string_view program : {kCousotHalbwachs, kWraps}) {
    load(program);
    for (const Assertion& assertion : proposed()) {
      ASSERT_FALSE(assertion.text.empty());
      EXPECT_TRUE(isValid(terms_.mkEqual(assertion.condition, parse(assertion.text)))) << assertion.text;
    }
  }
}

TEST_F(PolyhedraTest, WhatWrapsAroundIsProposedButNotKept) {
  load(kWraps);
  EXPECT_TRUE(implies(proposed(), "x >= 250"));
  EXPECT_FALSE(implies(kept(), "x >= 250"));
  EXPECT_TRUE(implies(kept(), "n <= 9"));
}

// The first phase leaves y alone, the second one makes it follow x.
TEST_F(PolyhedraTest, ADisjunctionByLoopPath) {
  load(R"(
    function main() {
      var x: bv32 signed as "x"; var y: bv32 signed as "y";
      A: -> H { x = 0; y = 50; }
      H: if x <s 50 -> H { x = x + 1; }
         if !(x <s 50) && x <s 100 -> H { x = x + 1; y = y + 1; }
         if !(x <s 50) && !(x <s 100) -> X;
      X: -> exit { return; }
      exit: exit;
    })");
  EXPECT_TRUE(implies(kept(), "x <= 50 ? y == 50 : y == x"));
}

// x falls by less and less while y grows, and rises then. The difference, and how steeply x falls, keep both from
// wrapping around.
TEST_F(PolyhedraTest, AVariableThatFallsAndRises) {
  load(R"(
    function main() {
      var x: bv32 signed as "x"; var y: bv32 signed as "y";
      A: -> B { x = -50; y = input nondet; }
      B: if -1000 <s y && y <s 1000000 -> H;
         if !(-1000 <s y && y <s 1000000) -> X;
      H: if x <s 0 -> H { x = x + y; y = y + 1; }
         if !(x <s 0) -> C;
      C: if 0 <s y -> X;
         if !(0 <s y) -> E;
      E: error(unreach-call) "y";
      X: -> exit { return; }
      exit: exit;
    })");
  const std::vector<Assertion> found = kept();
  EXPECT_TRUE(implies(found, "y >= -999"));
  EXPECT_TRUE(implies(found, "x >= -1100000"));
  EXPECT_TRUE(implies(found, "999 * (long long)y + x >= -998051"));
}

// How often the inner loop is executed is between 10 and 10000: bounds of a product, without a product.
TEST_F(PolyhedraTest, ACounterOfANest) {
  load(R"(
    function main() {
      var i: bv32 signed as "i"; var j: bv32 signed as "j"; var k: bv32 signed as "k"; var m: bv32 signed as "m";
      A: -> B { i = 0; k = 0; m = input nondet; }
      B: if 10 <=s m && m <=s 10000 -> H;
         if !(10 <=s m && m <=s 10000) -> X;
      H: if i <s 500 -> J { j = 0; }
         if !(i <s 500) -> C;
      J: if j <s m -> J { j = j + 1; k = k + 1; }
         if !(j <s m) -> H { i = i + 1; }
      C: if 5000 <=s k -> X;
         if !(5000 <=s k) -> E;
      E: error(unreach-call) "k";
      X: -> exit { return; }
      exit: exit;
    })");
  std::vector<Assertion> outer = kept();
  const uint32_t first = flow_->rank(flow_->heads()[0]) < flow_->rank(flow_->heads()[1]) ? 0 : 1;
  std::erase_if(outer, [&](const Assertion& a) { return a.head != first; });
  EXPECT_TRUE(implies(outer, "10 * (long long)i <= k"));
  EXPECT_TRUE(implies(outer, "k <= 10000 * (long long)i"));
}

TEST_F(PolyhedraTest, ANest) {
  load(R"(
    function main() {
      var i: bv32 signed as "i"; var j: bv32 signed as "j"; var n: bv32 signed as "n";
      A: -> B { i = 0; n = input nondet; }
      B: if n <s 1000 -> H;
         if !(n <s 1000) -> X;
      H: if i <s n -> J { j = i; }
         if !(i <s n) -> X;
      J: if j <s n -> J { j = j + 1; }
         if !(j <s n) -> H { i = i + 1; }
      X: -> exit { return; }
      exit: exit;
    })");
  const std::vector<Assertion> found = kept();
  EXPECT_TRUE(std::ranges::any_of(found, [](const Assertion& a) { return a.text == "i <= j"; }));
  EXPECT_TRUE(std::ranges::any_of(found, [](const Assertion& a) { return a.text == "j <= n"; }));
}

TEST_F(PolyhedraTest, TermsAsForms) {
  load(kCousotHalbwachs);
  const Term i = flow_->program().variables()[0].term;
  const Term sum = terms_.mkBvAdd(terms_.mkBvMul(terms_.mkBv(32, 3), i), terms_.mkBvNot(i)); // 3 i - i - 1
  const LinearForm form = linear_->of(terms_.mkBvSignExtend(sum, 32));
  ASSERT_EQ(form.summands.size(), 1u);
  EXPECT_EQ(form.summands[0], (std::pair<Term, int64_t>{i, 2}));
  EXPECT_EQ(form.constant, -1);
  EXPECT_EQ(linear_->value(terms_.mkOnes(32), true).constant, -1);
  EXPECT_EQ(linear_->value(terms_.mkOnes(32), false).constant, 4294967295);
  // A quotient is a symbol, of which something is known.
  const Term half = terms_.mkBvLshr(terms_.mkBvMul(i, i), terms_.mkBv(32, 1));
  const LinearForm quotient = linear_->of(half);
  ASSERT_EQ(quotient.summands.size(), 1u);
  EXPECT_EQ(linear_->known(quotient.summands[0].first).size(), 2u);
}

TEST_F(PolyhedraTest, CasesOfACondition) {
  load(kCousotHalbwachs);
  const Term condition = parse("i < 3 && (j == 4 || j > 7) && i * j > 5");
  const auto cases = linear_->cases(condition, 4);
  ASSERT_EQ(cases.size(), 2u);
  EXPECT_EQ(linear_->cases(condition, 1).size(), 1u);
  EXPECT_TRUE(linear_->cases(parse("i != 3"), 4).at(0).constraints.empty());
  EXPECT_EQ(linear_->cases(parse("i != 3"), 4).at(0).nonzero.size(), 1u);
}

// More variables than a pack has: those that belong together are together.
TEST_F(PolyhedraTest, PacksAreSmall) {
  std::string declared, set, moved, guard;
  for (int i = 0; i < 12; ++i) {
    const std::string x = "x" + std::to_string(i), y = "y" + std::to_string(i);
    declared += "var " + x + ": bv32 signed as \"" + x + "\"; var " + y + ": bv32 signed as \"" + y + "\";";
    set += x + " = 0; " + y + " = 0;";
    moved += x + " = " + x + " + 1; " + y + " = " + y + " + " + x + ";";
  }
  load("function main() {" + declared + "A: -> H {" + set + "} H: if x0 <s 10 -> H {" + moved +
       "} if !(x0 <s 10) -> X; X: if x7 <s y7 -> E; if !(x7 <s y7) -> Y; E: error(unreach-call) \"x\";" + "Y: if " +
       [] {
         std::string all = "x0 <s y0";
         for (int i = 1; i < 12; ++i) all += " && x" + std::to_string(i) + " <s y" + std::to_string(i);
         return all + " -> E; if !(" + all + ") -> Z;";
       }() +
       " Z: -> exit { return; } exit: exit; }");
  const std::vector<Pack> found = packs(*flow_, paths_->paths, {});
  ASSERT_FALSE(found.empty());
  for (const Pack& pack : found) EXPECT_LE(pack.size(), 8u);
}

TEST_F(PolyhedraTest, TheRoundingModeStays) {
  load(kCousotHalbwachs);
  const int before = std::fegetround();
  proposed();
  EXPECT_EQ(std::fegetround(), before);
}

TEST_F(PolyhedraTest, TheSameEveryTime) {
  load(kCousotHalbwachs);
  const std::vector<Assertion> first = proposed(), second = proposed();
  ASSERT_EQ(first.size(), second.size());
  for (size_t i = 0; i < first.size(); ++i) EXPECT_EQ(first[i].text, second[i].text);
}

} // namespace
} // namespace assay
