// Obligations of Hoare proofs: unsatisfiable for what every block keeps, satisfiable for anything else; identities of
// rings.
#include "proof/hoare.h"

#include "analysis/c_expression.h"
#include "encode/ring_reduction.h"
#include "program/text_parser.h"
#include "solver/factory.h"

#include <gtest/gtest.h>

namespace assay {
namespace {

// s is the sum of the numbers up to i; a branch takes two steps at once.
constexpr std::string_view kSum = R"(
  function main() {
    var i: bv32 unsigned as "i"; var s: bv32 unsigned as "s"; var n: bv32 unsigned as "n";
    A: -> H { i = 0; s = 0; n = input nondet; }
    H: if i <u n -> B;
       if n <=u i -> X;
    B: if i == 7 -> H { s = s + i * 2 + 3; i = i + 2; }
       if i != 7 -> H { i = i + 1; s = s + i; }
    X: -> exit { return; }
    exit: exit;
  })";

class HoareTest : public ::testing::Test {
protected:
  std::vector<Obligation> obligations(std::string_view text, const std::vector<std::string>& conditions) {
    flow_.emplace(parseProgram(text, "test", terms_));
    const auto lookup = [&](std::string_view name) {
      for (VariableId v : flow_->liveAt(flow_->heads()[0]))
        if (flow_->program()[v].sourceName == name) return v;
      return VariableId();
    };
    std::vector<Assertion> assertions;
    for (const std::string& condition : conditions)
      assertions.push_back({0, parseCondition(condition, flow_->program(), lookup), condition});
    return hoareObligations(*flow_, assertions).value();
  }
  bool isAnySatisfiable(const std::vector<Obligation>& obligations) {
    for (const Obligation& obligation : obligations) {
      const std::unique_ptr<Solver> solver = makeSolver("z3", terms_);
      solver->assertTerm(obligation.violation);
      const Answer answer = solver->check();
      EXPECT_FALSE(answer.isUnknown()) << obligation.what;
      if (answer.isSat()) return true;
    }
    return false;
  }

  TermManager terms_;
  std::optional<Flow> flow_;
};

TEST_F(HoareTest, WhatBlocksKeepIsConfirmed) {
  const auto all = obligations(kSum, {"2u * s == i * i + i"});
  EXPECT_GE(all.size(), 2u);
  EXPECT_FALSE(isAnySatisfiable(all));
}

TEST_F(HoareTest, WhatABlockBreaksIsNot) {
  EXPECT_TRUE(isAnySatisfiable(obligations(kSum, {"s == i"})));
  EXPECT_TRUE(isAnySatisfiable(obligations(kSum, {"2u * s == i * i + i + 2u"})));
  EXPECT_TRUE(isAnySatisfiable(obligations(kSum, {"s * s == i * i * i"})));
}

// Kept by the loop, but not there on entry.
TEST_F(HoareTest, EntryCounts) { EXPECT_TRUE(isAnySatisfiable(obligations(kSum, {"2u * s == i * i + i + 1u"}))); }

class RingReductionTest : public ::testing::Test {
protected:
  Term v(const char* name) { return terms_.mkVariable(name, terms_.bvSort(32)); }
  Term times(uint64_t c, Term t) { return terms_.mkBvMul(terms_.mkBv(32, c), t); }

  TermManager terms_;
  NormalForms forms_;
  RingReduction reduction_{forms_, terms_, 32};
};

TEST_F(RingReductionTest, MultiplesOfZeroAreZero) {
  const Term x = v("x"), y = v("y"), z = v("z");
  const Term first = terms_.mkBvSub(terms_.mkBvMul(x, y), z); // x y = z
  reduction_.addDivisor(first);
  const Term square = terms_.mkBvSub(terms_.mkBvMul(terms_.mkBvMul(x, x), y), terms_.mkBvMul(x, z));
  EXPECT_TRUE(reduction_.isZero(square));
  EXPECT_FALSE(reduction_.isZero(terms_.mkBvSub(x, y)));
  EXPECT_FALSE(reduction_.isZero(terms_.mkBvAdd(square, terms_.mkBv(32, 1))));
  const Term identity = reduction_.identity(square);
  ASSERT_FALSE(identity.isNull());
  const std::unique_ptr<Solver> solver = makeSolver("z3", terms_);
  solver->assertTerm(terms_.mkNot(identity));
  EXPECT_TRUE(solver->check().isUnsat());
}

// 2 x = 0 says nothing of x itself, nor of x y; but of 6 x, and of -2 x.
TEST_F(RingReductionTest, EvenNumbersCannotBeDividedBy) {
  const Term x = v("x"), y = v("y");
  reduction_.addDivisor(times(2, x));
  EXPECT_FALSE(reduction_.isZero(x));
  EXPECT_FALSE(reduction_.isZero(terms_.mkBvMul(x, y)));
  EXPECT_FALSE(reduction_.isZero(times(3, x)));
  EXPECT_TRUE(reduction_.isZero(times(6, x)));
  EXPECT_TRUE(reduction_.isZero(terms_.mkBvNeg(times(2, x))));
}

// (x + 1)^2 = x^2 + 2 x + 1, and 2^31 (x^2 + x) = 0, which no law of rings tells.
TEST_F(RingReductionTest, LawsOfRingsAreKnownAndNoOthers) {
  const Term x = v("x"), one = terms_.mkBv(32, 1), next = terms_.mkBvAdd(x, one);
  const Term square = terms_.mkBvMul(x, x);
  EXPECT_TRUE(reduction_.isZero(
      terms_.mkBvSub(terms_.mkBvMul(next, next), terms_.mkBvAdd(square, terms_.mkBvAdd(times(2, x), one)))));
  EXPECT_FALSE(reduction_.isZero(times(uint64_t{1} << 31, terms_.mkBvAdd(square, x))));
}

} // namespace
} // namespace assay
