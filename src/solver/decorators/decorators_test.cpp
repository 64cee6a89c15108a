// Every decorator, and stacks of them, against a solver that tries all assignments: random sessions of assertions,
// scopes and assumptions must give its answers, with models that satisfy and cores that suffice.
#include "solver/decorators/cache.h"
#include "solver/decorators/log.h"
#include "solver/testing/test_solvers.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <random>
#include <sstream>

namespace assay {
namespace {

using Wrap = std::function<std::unique_ptr<Solver>(std::unique_ptr<Solver>)>;

struct Stack {
  const char* name;
  Wrap wrap;
};

std::ostringstream& discarded() {
  static std::ostringstream stream;
  stream.str("");
  return stream;
}

CacheOptions tinyCache() { return {.recentModels = 1, .maxModels = 4, .maxNodes = 40, .maxVisits = 20}; }

const Stack kStacks[] = {
    {"cache", [](auto s) { return makeCache(std::move(s)); }},
    {"tiny cache", [](auto s) { return makeCache(std::move(s), tinyCache()); }},
    {"log", [](auto s) { return makeLog(std::move(s), discarded()); }},
    {"log over cache", [](auto s) { return makeLog(makeCache(std::move(s)), discarded()); }},
    {"cache over log", [](auto s) { return makeCache(makeLog(std::move(s), discarded())); }},
};

/// Random comparisons of three groups of variables, seldom across groups, so that parts form, merge and fall apart.
class RandomSession {
public:
  RandomSession(TermManager& tm, uint32_t seed) : tm_(tm), random_(seed) {
    for (int i = 0; i < 5; ++i) variables_.push_back(tm.mkVariable("v" + std::to_string(i), tm.bvSort(2)));
    variables_.push_back(tm.mkVariable("w", tm.bvSort(2)));
  }

  uint32_t below(uint32_t bound) { return random_() % bound; }

  Term operand(uint32_t group) {
    switch (below(4)) {
    case 0:
      return tm_.mkBv(2, below(4));
    case 1:
      return tm_.mkBvAdd(variables_[group * 2], variables_[group * 2 + 1]);
    default:
      return variables_[group * 2 + below(2)];
    }
  }

  Term formula() {
    uint32_t left = below(3), right = below(8) == 0 ? below(3) : left;
    Term a = operand(left), b = operand(right);
    Term atom = below(2) ? tm_.mkBvUlt(a, b) : tm_.mkEqual(a, b);
    return below(2) ? atom : tm_.mkNot(atom);
  }

  std::vector<Term> formulas() {
    std::vector<Term> result(below(4));
    for (Term& t : result) t = formula();
    return result;
  }

  const std::vector<Term>& variables() const { return variables_; }

private:
  TermManager& tm_;
  std::mt19937 random_;
  std::vector<Term> variables_;
};

void compareOneCheck(RandomSession& random, Solver& solver, BruteForceSolver& reference) {
  std::vector<Term> assumptions = random.formulas();
  Answer expected = reference.check(assumptions);
  std::vector<Term> query = reference.queries.back();
  Answer answer = solver.check(assumptions);
  ASSERT_EQ(answer, expected);
  if (answer.isSat()) {
    for (Term t : query) ASSERT_TRUE(solver.value(t).asBool()) << t.toString();
    std::vector<Term> mentioned = freeVariables(query);
    Assignment model;
    for (Term v : random.variables()) {
      model.set(v, solver.value(v));
      bool isMentioned = std::ranges::find(mentioned, v) != mentioned.end();
      ASSERT_TRUE(isMentioned || model.get(v).bits().isZero());
    }
    Term sum = random.operand(random.below(3));
    ASSERT_EQ(solver.value(sum), Evaluator(model).evaluate(sum));
  } else {
    std::vector<Term> core = solver.core();
    for (Term t : core) ASSERT_NE(std::ranges::find(assumptions, t), assumptions.end());
    ASSERT_TRUE(reference.check(core).isUnsat());
  }
}

void compareSession(const Stack& stack, uint32_t seed) {
  TermManager tm;
  RandomSession random(tm, seed);
  BruteForceSolver reference(tm);
  std::unique_ptr<Solver> solver = stack.wrap(std::make_unique<BruteForceSolver>(tm));
  for (int step = 0; step < 40; ++step) {
    uint32_t command = random.below(10);
    if (command < 3) {
      Term term = random.formula();
      solver->assertTerm(term);
      reference.assertTerm(term);
    } else if (command < 4) {
      solver->push();
      reference.push();
    } else if (command < 6) {
      if (solver->numScopes() == 0) continue;
      solver->pop();
      reference.pop();
    } else {
      compareOneCheck(random, *solver, reference);
      if (testing::Test::HasFatalFailure()) return;
    }
    ASSERT_EQ(solver->numScopes(), reference.numScopes());
  }
}

TEST(Decorators, AgreeWithBruteForce) {
  for (const Stack& stack : kStacks)
    for (uint32_t seed = 0; seed < 6; ++seed) {
      SCOPED_TRACE(std::string(stack.name) + ", seed " + std::to_string(seed));
      compareSession(stack, seed);
      if (HasFatalFailure()) return;
    }
}

TEST(Decorators, CarryInterruptsAndLimits) {
  for (const Stack& stack : kStacks) {
    SCOPED_TRACE(stack.name);
    TermManager tm;
    std::unique_ptr<Solver> solver = stack.wrap(std::make_unique<BruteForceSolver>(tm));
    solver->assertTerm(tm.mkVariable("p", tm.boolSort()));
    EXPECT_TRUE(solver->check().isSat());
    solver->interrupt();
    EXPECT_EQ(solver->check(), Answer::unknown(UnknownReason::Interrupted)); // although the answer is known
    EXPECT_TRUE(solver->check().isSat());
  }
}

TEST(Decorators, NamesNest) {
  TermManager tm;
  auto solver = makeCache(makeLog(std::make_unique<BruteForceSolver>(tm), discarded()));
  EXPECT_EQ(solver->name(), "cache(log(brute))");
}

TEST(Decorators, MinimisedCoreGoesThroughThem) {
  TermManager tm;
  Term p = tm.mkVariable("p", tm.boolSort()), q = tm.mkVariable("q", tm.boolSort());
  auto solver = makeCache(std::make_unique<BruteForceSolver>(tm));
  Term assumptions[] = {q, p, tm.mkNot(p)};
  ASSERT_TRUE(solver->check(assumptions).isUnsat());
  std::vector<Term> core = solver->minimisedCore();
  std::ranges::sort(core, {}, &Term::id);
  EXPECT_EQ(core, (std::vector<Term>{p, tm.mkNot(p)}));
}

} // namespace
} // namespace assay
