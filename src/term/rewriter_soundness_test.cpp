// Rewriting keeps the meaning. Terms are built as they are in one manager and rewritten in another, and must agree
// under every assignment that is tried: all assignments at small widths, random ones elsewhere.
#include "term/rewriter.h"
#include "term/testing/random_term.h"
#include "term/traverse.h"

#include <functional>
#include <gtest/gtest.h>
#include <map>
#include <string>

namespace assay {
namespace {

/// Which rules fired, over all managers of all tests of this file.
std::map<std::string, uint64_t>& hits() {
  static std::map<std::string, uint64_t> counts;
  return counts;
}

/// A plain manager, a rewriting one, and the terms that have been built in both.
class TwoManagers {
public:
  TermManager plain{TermManager::Rewriting::Off};
  TermManager rewriting{TermManager::Rewriting::On};

  ~TwoManagers() {
    for (const auto& rule : rewriting.rewriter()->rules())
      hits()[std::string(kindName(rule.kind)) + " " + std::string(rule.name)] += rule.hits;
  }
  void add(Term term) {
    terms_.push_back(term);
    rewritten_.push_back(translation_(term));
  }
  void compare(const Assignment& assignment) {
    Assignment translated;
    for (const auto& [variable, value] : assignment.values()) translated.set(translation_(variable), value);
    Evaluator expected(assignment), actual(translated);
    for (size_t i = 0; i < terms_.size(); ++i) {
      if (expected.evaluate(terms_[i]) == actual.evaluate(rewritten_[i])) continue;
      std::string values;
      for (const auto& [variable, value] : assignment.values())
        values += variable.toString() + "=" + value.toString() + " ";
      FAIL() << terms_[i].toString() << "\n became " << rewritten_[i].toString() << "\n under " << values << ": "
             << expected.evaluate(terms_[i]).toString() << " became " << actual.evaluate(rewritten_[i]).toString();
    }
  }

private:
  Translation translation_{rewriting};
  std::vector<Term> terms_, rewritten_;
};

/// Calls visit with every assignment of the variables (Booleans, bit-vectors, floats), or every stride-th.
void forAllAssignments(const std::vector<Term>& variables, const std::function<void(const Assignment&)>& visit,
                       uint64_t stride = 1) {
  uint32_t bits = 0;
  for (Term v : variables) bits += v.sort().isBool() ? 1 : v.sort().width();
  for (uint64_t code = 0; code < uint64_t{1} << bits; code += stride) {
    Assignment assignment;
    uint64_t rest = code;
    for (Term v : variables) {
      uint32_t width = v.sort().isBool() ? 1 : v.sort().width();
      if (v.sort().isBool()) assignment.setBool(v, rest & 1);
      if (v.sort().isBitVec()) assignment.setBv(v, rest);
      if (v.sort().isFloat()) assignment.setFp(v, BitVector(width, rest));
      rest >>= width;
    }
    visit(assignment);
  }
}

void compareRandomTerms(const RandomTermOptions& options, uint64_t seeds, int terms, int assignments) {
  for (uint64_t seed = 1; seed <= seeds && !testing::Test::HasFailure(); ++seed) {
    TwoManagers managers;
    RandomTerms random(managers.plain, options, seed);
    for (int i = 0; i < terms; ++i) managers.add(random.next());
    for (int i = 0; i < assignments && !testing::Test::HasFailure(); ++i) managers.compare(random.randomAssignment());
  }
}

/// Operands of the shapes that rules look for, at one width.
std::vector<Term> shapes(TermManager& tm, uint32_t width, Term c) {
  Sort sort = tm.bvSort(width);
  Term x = tm.mkVariable("x", sort), y = tm.mkVariable("y", sort);
  std::vector<Term> result{x,
                           y,
                           tm.mkBvNot(x),
                           tm.mkBvNeg(x),
                           tm.mkBvAdd(x, y),
                           tm.mkBvMul(x, y),
                           tm.mkBvXor(y, x),
                           tm.mkBvAnd(x, y),
                           tm.mkBvOr(x, y),
                           tm.mkBvSub(x, y),
                           tm.mkBvAnd(tm.mkBvNot(x), y),
                           tm.mkBvOr(tm.mkBvNot(x), y),
                           tm.mkBvAdd(tm.mkBvNeg(x), y),
                           tm.mkIte(c, x, y),
                           tm.mkBoolToBv(c, width),
                           tm.mkBvShl(x, y),
                           tm.mkBvUdiv(x, y)};
  for (uint64_t k = 0; k < uint64_t{1} << width; ++k) {
    Term constant = tm.mkBv(width, k);
    result.push_back(constant);
    if (k % 3 == 1) {
      for (Kind kind : {Kind::BvAdd, Kind::BvMul, Kind::BvXor, Kind::BvAnd, Kind::BvOr, Kind::BvUdiv})
        result.push_back(tm.mk(kind, {x, constant}));
      result.push_back(tm.mkIte(c, constant, tm.mkBv(width, k + 1)));
    }
  }
  for (uint32_t low = 1; low < width; ++low) {
    Term piece = tm.mkBvExtract(x, width - 1, low), other = tm.mkBvExtract(y, low - 1, 0);
    result.push_back(tm.mkBvConcat(piece, other));
    result.push_back(tm.mkBvConcat(piece, tm.mkBv(low, 1)));
    result.push_back(tm.mkBvZeroExtend(piece, low));
    result.push_back(tm.mkBvZeroExtend(other, width - low));
    result.push_back(tm.mkBvSignExtend(piece, low));
    result.push_back(tm.mkBvSignExtend(other, width - low));
  }
  return result;
}

void compareShapes(uint32_t width) {
  TwoManagers managers;
  TermManager& tm = managers.plain;
  Term c = tm.mkVariable("c", tm.boolSort());
  std::vector<Term> operands = shapes(tm, width, c);
  for (Term a : operands) {
    for (Term b : operands) {
      managers.add(tm.mkEqual(a, b));
      managers.add(tm.mkIte(tm.mkEqual(a, b), a, b));
      managers.add(tm.mkBvConcat(a, b));
      for (auto k = static_cast<uint8_t>(Kind::BvAnd); k <= static_cast<uint8_t>(Kind::BvSmulo); ++k)
        managers.add(tm.mk(static_cast<Kind>(k), {a, b}));
    }
    managers.add(tm.mkBvNot(a));
    managers.add(tm.mkBvNeg(a));
    managers.add(tm.mkBvZeroExtend(a, 2));
    managers.add(tm.mkBvSignExtend(a, 2));
    for (uint32_t high = 0; high < width; ++high)
      for (uint32_t low = 0; low <= high; ++low) managers.add(tm.mkBvExtract(a, high, low));
  }
  std::vector<Term> variables{c, tm.findVariable("x"), tm.findVariable("y")};
  auto compare = [&](const Assignment& a) {
    if (!testing::Test::HasFailure()) managers.compare(a);
  };
  forAllAssignments(variables, compare, width < 3 ? 1 : 5);
}

TEST(RewriterSoundness, AllPairsOfShapesAtSmallWidths) {
  for (uint32_t width = 1; width <= 3; ++width) compareShapes(width);
}

// Shapes that neither the pairs above nor chance bring about.
TEST(RewriterSoundness, ChosenTerms) {
  TwoManagers managers;
  TermManager& tm = managers.plain;
  Sort bv4 = tm.bvSort(4), array = tm.arraySort(bv4, bv4);
  Term x = tm.mkVariable("x", bv4), y = tm.mkVariable("y", bv4);
  for (uint64_t c = 0; c < 16; ++c) {
    for (uint64_t d = 0; d < 16; ++d) {
      Term k = tm.mkBv(4, c), l = tm.mkBv(4, d);
      managers.add(tm.mkEqual(tm.mkBvAdd(x, k), tm.mkBvAdd(y, l)));
      managers.add(tm.mkBvUdiv(tm.mkBvUdiv(x, k), l));
      managers.add(tm.mkEqual(tm.mkBvMul(x, k), l));
      managers.add(tm.mkBvMul(tm.mkBvAdd(x, k), l));
      managers.add(tm.mkBvSrem(tm.mkBvAdd(x, k), l));
      managers.add(tm.mkBvSdiv(tm.mkBvAdd(x, k), l));
      managers.add(tm.mkBvSmulo(tm.mkBvAdd(x, k), l));
      managers.add(tm.mkBvUmulo(tm.mkBvAdd(x, k), l));
      Term stored = tm.mkStore(tm.mkConstArray(array, x), tm.mkBvAdd(y, k), x);
      managers.add(tm.mkSelect(tm.mkStore(stored, tm.mkBvAdd(x, l), y), tm.mkBvAdd(x, k)));
      managers.add(tm.mkEqual(stored, tm.mkStore(stored, x, l)));
    }
  }
  managers.add(tm.mkBvConcat(tm.mkBvExtract(x, 3, 2), tm.mkBvExtract(x, 1, 0)));
  managers.add(tm.mkBvConcat(tm.mkBvExtract(x, 3, 3), tm.mkBvExtract(x, 1, 0)));
  managers.add(tm.mkBvConcat(tm.mkBvExtract(x, 2, 1), tm.mkBvExtract(x, 0, 0)));
  forAllAssignments({x, y}, [&](const Assignment& a) { managers.compare(a); });
}

TEST(RewriterSoundness, BooleansExhaustively) {
  RandomTermOptions options{.widths = {1}, .maxWidth = 2, .formats = {}, .variablesPerSort = 3, .excluded = {}};
  for (uint64_t seed = 1; seed <= 100 && !HasFailure(); ++seed) {
    TwoManagers managers;
    RandomTerms random(managers.plain, options, seed);
    for (int i = 0; i < 150; ++i) managers.add(random.next());
    forAllAssignments(random.variables(), [&](const Assignment& a) { managers.compare(a); });
  }
}

TEST(RewriterSoundness, SmallBitVectors) {
  compareRandomTerms({.widths = {1, 2, 3, 4}, .maxWidth = 8, .formats = {}, .excluded = {}}, 400, 120, 24);
}

TEST(RewriterSoundness, WideBitVectors) {
  compareRandomTerms({.widths = {8, 33, 64, 65, 128}, .maxWidth = 200, .formats = {}, .excluded = {}}, 200, 120, 12);
}

TEST(RewriterSoundness, Floats) {
  compareRandomTerms({.widths = {3, 7}, .maxWidth = 9, .formats = {{3, 4}, {2, 3}, {4, 6}}, .excluded = {}}, 500, 100,
                     16);
}

TEST(RewriterSoundness, LargeFloats) {
  RandomTermOptions options{
      .widths = {16, 32}, .maxWidth = 64, .formats = {{5, 11}, {8, 24}, {11, 53}}, .excluded = {}};
  compareRandomTerms(options, 100, 80, 8);
}

TEST(RewriterSoundness, Arrays) {
  compareRandomTerms({.widths = {2, 3}, .maxWidth = 6, .formats = {{2, 3}}, .arrays = true, .excluded = {}}, 400, 100,
                     16);
}

// Runs last: the comparisons above mean little for a rule that never fired in them.
TEST(RewriterSoundness, EveryRuleWasExercised) {
  const testing::TestSuite* suite = testing::UnitTest::GetInstance()->current_test_suite();
  if (suite->test_to_run_count() < suite->total_test_count()) GTEST_SKIP() << "only some comparisons were run";
  for (const auto& [rule, count] : hits()) EXPECT_GT(count, 0u) << rule << " never fired";
  EXPECT_GT(hits().size(), 150u);
}

} // namespace
} // namespace assay
