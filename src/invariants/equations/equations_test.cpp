// Equations as terms and in C; the linear ones that a loop keeps.
#include "invariants/equations/affine_search.h"
#include "invariants/equations/equation.h"

#include "invariants/testing/source_run.h"
#include "program/text_parser.h"

#include <gtest/gtest.h>

namespace assay {
namespace {

// y is 2 x + 1; z moves by 4, from 2 on; w is anything.
constexpr std::string_view kLinear = R"(
  function main() {
    var x: bv32 unsigned as "x"; var y: bv32 unsigned as "y"; var z: bv32 unsigned as "z"; var w: bv32 unsigned as "w";
    A: -> H { x = 0; y = 1; z = 2; w = input nondet; }
    H: if w != 0 -> H { x = x + 1; y = y + 2; z = z + 4 * w; w = input nondet; }
       if w == 0 -> C;
    C: if x + y + z + w == 7 -> E;
       if x + y + z + w != 7 -> exit { return; }
    E: error(unreach-call) "seven";
    exit: exit;
  })";

class EquationsTest : public ::testing::Test {
protected:
  Term number(uint64_t value) { return terms_.mkBv(32, value); }

  TermManager terms_;
  const Flow flow_{parseProgram(kLinear, "test", terms_)};
  const Term x_ = variableNamed(flow_, "x"), y_ = variableNamed(flow_, "y"), z_ = variableNamed(flow_, "z"),
             w_ = variableNamed(flow_, "w");
  const Term isLinear_ = terms_.mkEqual(y_, terms_.mkBvAdd(terms_.mkBvMul(number(2), x_), number(1)));
  const Term isTwo_ = terms_.mkEqual(terms_.mkBvExtract(z_, 1, 0), terms_.mkBv(2, 2));
};

TEST_F(EquationsTest, HavePositiveFactorsOnBothSides) {
  const VariableId x = flow_.program().variableOf(x_), y = flow_.program().variableOf(y_);
  const Monomials single{{x}, {y}}, squared{{x, x}, {y}};
  const uint64_t minus = 0xffffffff;
  EXPECT_EQ(equationText(flow_.program(), single, {1, 2, minus}, 32), "2u * (unsigned)x + 1u == (unsigned)y");
  EXPECT_EQ(equationText(flow_.program(), squared, {1, 1, minus}, 32), "(unsigned)y == (unsigned)x * (unsigned)x + 1u");
  EXPECT_EQ(equationTerm(flow_.program(), single, {0, 1, minus}, 32), terms_.mkEqual(x_, y_));
  const SourceRun run(flow_);
  EXPECT_TRUE(run.implies({{0, equationTerm(flow_.program(), single, {1, 2, minus}, 32), ""}}, 0, isLinear_));
}

TEST_F(EquationsTest, MayTellLowBitsOnly) {
  const Monomials single{{flow_.program().variableOf(z_)}};
  const AffineRelations::Equation isOdd{0x80000000, 0x80000000};
  EXPECT_EQ(significantBits(isOdd, 32), 1u);
  EXPECT_EQ(equationText(flow_.program(), single, isOdd, 32), "((unsigned)z + 1u) % 2u == 0u");
  const SourceRun run(flow_);
  const Term low = terms_.mkBvExtract(z_, 0, 0);
  EXPECT_TRUE(run.implies({{0, equationTerm(flow_.program(), single, isOdd, 32), ""}}, 0,
                          terms_.mkEqual(low, terms_.mkBv(1, 1))));
}

TEST_F(EquationsTest, TheLeastThatALoopKeeps) {
  SourceRun run(flow_);
  const std::vector<Assertion> equalities = run.search("equalities");
  EXPECT_TRUE(run.implies(equalities, 0, isLinear_));
  EXPECT_TRUE(run.implies(equalities, 0, isTwo_));
  EXPECT_FALSE(run.implies(equalities, 0, terms_.mkEqual(z_, number(2))));
  EXPECT_FALSE(run.implies(equalities, 0, terms_.mkEqual(w_, number(0))));
}

TEST_F(EquationsTest, CongruencesAreOfOneVariable) {
  SourceRun run(flow_);
  const std::vector<Assertion> congruences = run.search("congruences");
  EXPECT_TRUE(run.implies(congruences, 0, isTwo_));
  EXPECT_TRUE(run.implies(congruences, 0, terms_.mkEqual(terms_.mkBvExtract(y_, 0, 0), terms_.mkBv(1, 1))));
  EXPECT_FALSE(run.implies(congruences, 0, isLinear_));
  EXPECT_FALSE(run.implies(congruences, 0, terms_.mkEqual(terms_.mkBvExtract(z_, 2, 0), terms_.mkBv(3, 2))));
}

} // namespace
} // namespace assay
