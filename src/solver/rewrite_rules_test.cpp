// Every rewrite rule is proved by the native solver. A rule is applied alone, to an application in a manager that does
// not rewrite, and what comes out must be equal to what went in under all values of the variables. Applications are
// random, over normal operands (as the rewriter sees them), at several widths and formats, until each rule has fired a
// few times; some shapes are told because chance would take too long.
#include "solver/factory.h"

#include "term/rewriter.h"
#include "term/testing/random_term.h"
#include "term/traverse.h"

#include <gtest/gtest.h>
#include <map>
#include <string>

namespace assay {
namespace {

/// How often a rule was proved, by the width of the last operand (0 for other sorts).
using Proofs = std::map<uint32_t, int>;

class RuleProver {
public:
  /// Tries the rules of its kind on the term's operator over its operands in normal form.
  void tryRules(Term term) {
    if (term.size() == 0) return;
    std::vector<Term> children;
    for (Term child : term.children()) children.push_back(toProof_(toNormal_(child)));
    Term application = rebuilt(term, children);
    for (const Rewriter::Rule& rule : normal_.rewriter()->rules()) {
      if (rule.kind != term.kind()) continue;
      Term result = rule.apply(proof_, Application(application));
      if (!result) continue;
      prove(rule, application, result);
      if (rule.name != "order-operands") return; // a rule relies on those before it not to apply
      application = result;
    }
  }

  static std::string nameOf(const Rewriter::Rule& rule) {
    return std::string(kindName(rule.kind)) + " " + std::string(rule.name);
  }
  explicit RuleProver(std::map<std::string, Proofs>& proved) : proved_(proved) {}

private:
  Term rebuilt(Term term, const std::vector<Term>& children) {
    if (term.kind() == Kind::ConstArray) return proof_.mkConstArray(toProof_(term.sort()), children[0]);
    return proof_.mk(term.kind(), children, indicesOf(term));
  }
  static std::vector<uint32_t> indicesOf(Term term) {
    static const std::map<Kind, uint32_t> counts{{Kind::BvExtract, 2},    {Kind::BvZeroExtend, 1},
                                                 {Kind::BvSignExtend, 1}, {Kind::FpAdd, 1},
                                                 {Kind::FpMul, 1},        {Kind::FpDiv, 1},
                                                 {Kind::FpFma, 1},        {Kind::FpSqrt, 1},
                                                 {Kind::FpToFp, 3},       {Kind::FpRoundToIntegral, 1},
                                                 {Kind::FpFromBits, 2},   {Kind::FpFromSbv, 3},
                                                 {Kind::FpFromUbv, 3},    {Kind::FpToSbv, 2},
                                                 {Kind::FpToUbv, 2}};
    std::vector<uint32_t> indices;
    auto it = counts.find(term.kind());
    for (uint32_t i = 0; it != counts.end() && i < it->second; ++i) indices.push_back(term.index(i));
    return indices;
  }

  void prove(const Rewriter::Rule& rule, Term application, Term result) {
    constexpr int kEnough = 2;
    std::string name = nameOf(rule);
    Sort sort = application[application.size() - 1].sort();
    int& proofs = proved_[name][sort.isBitVec() || sort.isFloat() ? sort.width() : 0];
    if (proofs >= kEnough) return;
    ++proofs;
    ASSERT_EQ(result.sort(), application.sort()) << name;
    solver_->setLimits({.deadline = Deadline(std::chrono::minutes(5))});
    Answer answer = solver_->check(std::vector{proof_.mkDistinct(application, result)});
    EXPECT_TRUE(answer.isUnsat()) << name << ": " << answer.toString() << "\n  " << application.toString() << "\n  "
                                  << result.toString();
  }

  std::map<std::string, Proofs>& proved_;
  TermManager normal_, proof_{TermManager::Rewriting::Off};
  Translation toNormal_{normal_}, toProof_{proof_};
  std::unique_ptr<Solver> solver_ = makeSolver("native", proof_);
};

void proveRandom(std::map<std::string, Proofs>& proved, const RandomTermOptions& options, uint64_t seeds) {
  for (uint64_t seed = 1; seed <= seeds && !testing::Test::HasFailure(); ++seed) {
    TermManager plain(TermManager::Rewriting::Off);
    RandomTerms random(plain, options, seed);
    RuleProver prover(proved);
    for (int i = 0; i < 120; ++i) prover.tryRules(random.next());
  }
}

/// Operands of the shapes that rules look for.
std::vector<Term> shapes(TermManager& tm, uint32_t width) {
  Sort sort = tm.bvSort(width);
  Term x = tm.mkVariable("x", sort), y = tm.mkVariable("y", sort), c = tm.mkVariable("c", tm.boolSort());
  std::vector<Term> result{x, y, tm.mkBvNot(x), tm.mkBvNeg(x), tm.mkBvNot(y), tm.mkBvNeg(y), tm.mkIte(c, x, y)};
  for (Kind kind : {Kind::BvAdd, Kind::BvXor, Kind::BvAnd, Kind::BvOr}) {
    for (Term a : {x, tm.mkBvNot(x), tm.mkBvNeg(x)}) result.push_back(tm.mk(kind, {a, y}));
    for (uint64_t k : {3, 5}) result.push_back(tm.mk(kind, {x, tm.mkBv(width, k)}));
  }
  for (uint64_t k : {0, 1, 2, 3, 5}) result.push_back(tm.mkBv(width, k));
  for (uint64_t k : {3, 5})
    for (Kind kind : {Kind::BvMul, Kind::BvUdiv}) result.push_back(tm.mk(kind, {x, tm.mkBv(width, k)}));
  result.push_back(tm.mkOnes(width));
  result.push_back(tm.mkIte(c, tm.mkBv(width, 1), tm.mkBv(width, 2)));
  result.push_back(tm.mkBoolToBv(c, width));
  Term high = tm.mkBvExtract(x, width - 1, 1), low = tm.mkBvExtract(x, 0, 0), other = tm.mkBvExtract(y, 0, 0);
  for (Term t : {low, other}) result.push_back(tm.mkBvConcat(high, t));
  for (Term t : {low, other, tm.mkBv(1, 1)}) {
    result.push_back(tm.mkBvZeroExtend(t, width - 1));
    result.push_back(tm.mkBvSignExtend(t, width - 1));
    result.push_back(tm.mkBvConcat(tm.mkBv(width - 1, 1), t));
  }
  result.push_back(tm.mkBvZeroExtend(high, 1));
  result.push_back(high);
  result.push_back(low);
  return result;
}

/// Products and quotients of two unknowns are left out where they would take long to prove.
void proveShapes(std::map<std::string, Proofs>& proved, uint32_t width) {
  TermManager tm(TermManager::Rewriting::Off);
  RuleProver prover(proved);
  std::vector<Term> operands = shapes(tm, width);
  for (Term a : operands) {
    for (Term b : operands) {
      if (width > 1) prover.tryRules(tm.mkBvConcat(a, b));
      if (a.sort() != b.sort()) continue;
      prover.tryRules(tm.mkEqual(a, b));
      prover.tryRules(tm.mkIte(tm.mkEqual(a, b), a, b));
      for (auto k = static_cast<uint8_t>(Kind::BvAnd); k <= static_cast<uint8_t>(Kind::BvSmulo); ++k) {
        bool hard = (k >= static_cast<uint8_t>(Kind::BvMul) && k <= static_cast<uint8_t>(Kind::BvSrem)) ||
                    k >= static_cast<uint8_t>(Kind::BvUmulo);
        if (!hard || width <= 5) prover.tryRules(tm.mk(static_cast<Kind>(k), {a, b}));
      }
    }
    prover.tryRules(tm.mkBvNot(a));
    prover.tryRules(tm.mkBvNeg(a));
    for (uint32_t bits : {1, 2}) {
      prover.tryRules(tm.mkBvZeroExtend(a, bits));
      prover.tryRules(tm.mkBvSignExtend(a, bits));
    }
    for (uint32_t high = 0; high < a.sort().width(); ++high) prover.tryRules(tm.mkBvExtract(a, high, high / 2));
  }
}

// Shapes that neither the pairs above nor chance bring about.
void proveChosen(std::map<std::string, Proofs>& proved, uint32_t width) {
  TermManager tm(TermManager::Rewriting::Off);
  RuleProver prover(proved);
  Sort bv = tm.bvSort(width), bit = tm.bvSort(1), array = tm.arraySort(bv, bv);
  Term x = tm.mkVariable("x", bv), y = tm.mkVariable("y", bv), a = tm.mkVariable("a", array);
  Term b = tm.mkVariable("b", bit), three = tm.mkBv(width, 3), one = tm.mkBv(1, 1);
  Term p = tm.mkVariable("p", tm.boolSort()), q = tm.mkVariable("q", tm.boolSort());
  for (Term t : {
           tm.mkEqual(tm.mkBvMul(x, three), tm.mkBv(width, 1)),
           tm.mkEqual(tm.mkBvAdd(x, three), tm.mkBvAdd(y, tm.mkBv(width, 1))),
           tm.mkBvUdiv(tm.mkBvUdiv(x, three), three),
           tm.mkBvConcat(tm.mkBvExtract(x, width - 1, 1), tm.mkBvExtract(x, 0, 0)),
           tm.mkBvConcat(tm.mkBvExtract(x, width - 1, width / 2), tm.mkBvExtract(x, width / 2 - 1, 0)),
           tm.mkBvConcat(one, tm.mkBvConcat(one, x)),
           tm.mkSelect(tm.mkConstArray(array, x), y),
           tm.mkSelect(tm.mkStore(a, x, y), x),
           tm.mkSelect(tm.mkStore(a, tm.mkBvAdd(x, three), y), x),
           tm.mkStore(tm.mkConstArray(array, x), y, x),
           tm.mkStore(a, x, tm.mkSelect(a, x)),
           tm.mkEqual(tm.mkBvConcat(x, b), tm.mkBvConcat(y, b)),
           tm.mkBvUlt(tm.mkBvZeroExtend(x, 2), tm.mkBvZeroExtend(y, 2)),
           tm.mkBvSlt(tm.mkBvSignExtend(x, 2), tm.mkBvSignExtend(y, 2)),
           tm.mkBvXor(tm.mkBvZeroExtend(x, 2), tm.mkBvZeroExtend(y, 2)),
           tm.mkIte(tm.mkEqual(x, y), x, y),
           tm.mkIte(p, q, tm.mkNot(q)),
           tm.mkOr(p, tm.mkOr(q, tm.mkNot(p))),
           tm.mkOr(p, tm.mkNot(tm.mkOr(p, q))),
           tm.mkOr(p, tm.mkAnd(tm.mkNot(p), q)),
       })
    prover.tryRules(t);
}

// Operators on floats that are one constant or another: chance brings few of them about.
void proveFloatItes(std::map<std::string, Proofs>& proved, FloatFormat format) {
  TermManager tm(TermManager::Rewriting::Off);
  RuleProver prover(proved);
  const Sort sort = tm.fpSort(format.exponentBits, format.significandBits);
  const Term p = tm.mkVariable("p", tm.boolSort()), zero = tm.mkFp(sort, format.zero(true));
  const Term largest = tm.mkFp(sort, format.largest(false)), nan = tm.mkFp(sort, format.nan());
  const Term either = tm.mkIte(p, zero, largest);
  for (Kind kind : {Kind::FpRem, Kind::FpMin, Kind::FpMax, Kind::FpLe, Kind::FpLt, Kind::FpEq})
    for (Term other : {largest, nan}) prover.tryRules(tm.mk(kind, {either, other}));
}

TEST(RewriteRules, AreProved) {
  std::map<std::string, Proofs> proved;
  for (uint32_t width : {1u, 2u, 3u, 5u})
    proveRandom(proved, {.widths = {width}, .maxWidth = 2 * width, .formats = {}, .excluded = {}}, 40);
  proveRandom(proved, {.widths = {2, 3}, .maxWidth = 6, .formats = {{2, 3}, {3, 4}}, .arrays = true, .excluded = {}},
              300);
  for (uint32_t width : {2u, 4u, 8u, 33u}) {
    if (width < 33) proveShapes(proved, width);
    proveChosen(proved, width);
  }
  proveFloatItes(proved, {3, 4});
  TermManager tm;
  for (const Rewriter::Rule& rule : tm.rewriter()->rules()) {
    std::string name = RuleProver::nameOf(rule);
    const Proofs& proofs = proved[name];
    EXPECT_FALSE(proofs.empty()) << name << " has not been proved";
    bool oneWidth = name.ends_with("bit") || name.ends_with("bits") || name.find("fp") != std::string::npos;
    if (!oneWidth && !proofs.contains(0)) {
      EXPECT_GE(proofs.size(), 2u) << name << " has been proved at one width only";
    }
  }
}

} // namespace
} // namespace assay
