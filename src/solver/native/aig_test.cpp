// Gates against truth tables, and operators of bit-vectors against their values.
#include "solver/factory.h"
#include "solver/native/aig.h"

#include "term/semantics.h"

#include <array>
#include <gtest/gtest.h>
#include <random>

namespace assay {
namespace {

/// Random circuits over four inputs: whatever is simplified, each literal keeps its table of 16 rows.
TEST(Aig, SimplificationKeepsTheFunction) {
  std::mt19937 random(1);
  for (int round = 0; round < 200; ++round) {
    Aig aig;
    std::vector<std::pair<AigLit, uint16_t>> pool{{kAigTrue, 0xffff}};
    for (uint16_t table : {0xaaaa, 0xcccc, 0xf0f0, 0xff00}) pool.emplace_back(aig.input(), table);
    std::vector<int> tableOf; // by gate, -1 if not seen
    auto any = [&] {
      auto [lit, table] = pool[random() % pool.size()];
      bool negate = random() % 2;
      return std::pair(lit ^ negate, static_cast<uint16_t>(negate ? ~table : table));
    };
    for (int i = 0; i < 200; ++i) {
      auto [a, ta] = any();
      auto [b, tb] = any();
      auto [c, tc] = any();
      switch (random() % 4) {
      case 0:
        pool.emplace_back(aig.mkAnd(a, b), ta & tb);
        break;
      case 1:
        pool.emplace_back(aig.mkXor(a, b), ta ^ tb);
        break;
      case 2:
        pool.emplace_back(aig.mkIte(a, b, c), (ta & tb) | (~ta & tc));
        break;
      default:
        pool.emplace_back(aig.mkMaj(a, b, c), (ta & tb) | (ta & tc) | (tb & tc));
      }
      auto [lit, table] = pool.back();
      tableOf.resize(aig.size(), -1);
      auto positive = static_cast<uint16_t>(lit.negated() ? ~table : table);
      if (tableOf[lit.node()] < 0) tableOf[lit.node()] = positive;
      ASSERT_EQ(tableOf[lit.node()], positive);
    }
    for (auto [lit, table] : pool) EXPECT_TRUE(!lit.isConstant() || table == (lit.isTrue() ? 0xffff : 0));
  }
}

TEST(Aig, OneGateExistsOnce) {
  Aig aig;
  AigLit a = aig.input(), b = aig.input(), c = aig.input();
  EXPECT_EQ(aig.mkAnd(a, b), aig.mkAnd(b, a));
  EXPECT_EQ(aig.mkXor(~a, b), ~aig.mkXor(b, a));
  EXPECT_EQ(aig.mkIte(~c, a, b), aig.mkIte(c, b, a));
  EXPECT_EQ(aig.mkMaj(~a, ~b, ~c), ~aig.mkMaj(c, a, b));
  // Two levels: a & ~(a & b) = a & ~b, (a & b) & ~(a & c) = (a & b) & ~c.
  EXPECT_EQ(aig.mkAnd(a, ~aig.mkAnd(a, b)), aig.mkAnd(a, ~b));
  EXPECT_EQ(aig.mkAnd(aig.mkAnd(a, b), ~aig.mkAnd(a, c)), aig.mkAnd(aig.mkAnd(a, b), ~c));
  EXPECT_EQ(aig.mkAnd(~aig.mkAnd(a, b), ~aig.mkAnd(a, ~b)), ~a);
}

/// Every operator at every pair of small values, as the solver sees it without rewriting.
TEST(Circuits, OperatorsHaveTheirValues) {
  for (uint32_t width : {1u, 2u, 3u}) {
    TermManager tm(TermManager::Rewriting::Off);
    auto solver = makeSolver("native", tm);
    Term x = tm.mkVariable("x", tm.bvSort(width)), y = tm.mkVariable("y", tm.bvSort(width));
    std::vector<Term> terms;
    for (auto k = static_cast<uint8_t>(Kind::BvAnd); k <= static_cast<uint8_t>(Kind::BvSmulo); ++k)
      for (Term other : {y, x, tm.mkBv(width, 3)}) terms.push_back(tm.mk(static_cast<Kind>(k), {x, other}));
    for (uint64_t a = 0; a < uint64_t{1} << width; ++a) {
      for (uint64_t b = 0; b < uint64_t{1} << width; ++b) {
        Assignment assignment;
        assignment.setBv(x, a);
        assignment.setBv(y, b);
        Evaluator evaluator(assignment);
        std::vector<Term> wrong;
        for (Term t : terms) wrong.push_back(tm.mkDistinct(t, mkValue(tm, t.sort(), evaluator.evaluate(t))));
        Term pinned = tm.mkAnd(tm.mkEqual(x, tm.mkBv(width, a)), tm.mkEqual(y, tm.mkBv(width, b)));
        EXPECT_TRUE(solver->check(std::vector{pinned, tm.mkOr(wrong)}).isUnsat()) << width << ": " << a << ", " << b;
      }
    }
  }
}

} // namespace
} // namespace assay
