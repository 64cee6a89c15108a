// Interpolants: TracerX's Example 5.5 with the conditions that are learnt at each point, and the parts that conditions
// are made of.
#include "engine/symex/conjunction.h"
#include "engine/symex/executor.h"
#include "engine/symex/symex.h"
#include "engine/testing/paper_figures.h"
#include "program/text_parser.h"
#include "solver/factory.h"
#include "solver/testing/test_solvers.h"
#include "term/traverse.h"
#include "util/testing/test_env.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <utility>

namespace assay::symex {
namespace {

// Of all numbers of 4 bits, by trying: an intersection that is an interval is found, and holds exactly the common
// numbers.
TEST(Learner, Intervals) {
  const auto contains = [](Interval i, uint64_t n) { return ((n - i.low) & 15) <= i.length; };
  for (uint64_t code = 0; code < 1 << 16; ++code) {
    const Interval a{code & 15, code >> 4 & 15}, b{code >> 8 & 15, code >> 12};
    const std::optional<Interval> both = intersection(a, b, 4);
    unsigned common = 0, pieces = 0;
    for (uint64_t n = 0; n < 16; ++n) {
      const bool isIn = contains(a, n) && contains(b, n);
      common += isIn ? 1 : 0;
      pieces += isIn && !(contains(a, (n + 15) & 15) && contains(b, (n + 15) & 15)) ? 1 : 0;
      EXPECT_TRUE(!both || contains(*both, n) == isIn) << code << " " << n;
    }
    EXPECT_EQ(both.has_value(), common > 0 && pieces <= 1) << code;
  }
}

TEST(Learner, BoundsOfOneSumAreOneInterval) {
  TermManager terms;
  Sums sums(terms);
  const Term x = terms.mkVariable("x", terms.bvSort(8)), y = terms.mkVariable("y", terms.bvSort(8));
  const auto number = [&](int n) { return terms.mkBv(8, static_cast<uint64_t>(n) & 255); };
  Conjunction all;
  const Term sum = terms.mkBvAdd(x, y);
  for (int step : {1, -1}) {
    const Term moved = terms.mkBvAdd(sum, number(step));
    all.add(terms.mkBvSle(moved, number(9)), sums);
    all.add(terms.mkBvSle(number(-9), moved), sums);
  }
  EXPECT_EQ(all.size(), 1u);
  all.add(terms.mkEqual(y, number(2)), sums);
  all.propagate(sums, SymexLimits().constantRounds);
  const std::vector<Term> parts = all.terms(sums);
  const Term expected =
      terms.mkAnd(terms.mkEqual(y, number(2)), terms.mkAnd(terms.mkBvSle(number(-10), x), terms.mkBvSle(x, number(6))));
  const std::unique_ptr<Solver> solver = makeSolver("native", terms);
  solver->assertTerm(terms.mkDistinct(terms.mkAnd(parts), expected));
  EXPECT_TRUE(solver->check().isUnsat());
}

// The paper's condition at <2> is -1 < x < 2 and y < z + 33 and y > z - 2; ours is weaker.
TEST(Learner, Example5_5) {
  TermManager terms;
  const Program program = parseProgram(figures::kExample55, "test", terms);
  TestEnv env;
  env.options.prune = Pruning::Interpolants;
  RefutationLog refutations(makeLoggedSolver, true, env.env);
  Executor executor(program, refutations, SymexPlan(env.options), env.env);
  std::vector<StatePtr> waiting;
  waiting.push_back(executor.initialState());
  while (!waiting.empty()) {
    StatePtr state = std::move(waiting.back());
    waiting.pop_back();
    std::vector<StatePtr> split;
    const Stop stop = executor.run(*state, 1000, split);
    EXPECT_NE(stop, Stop::Error);
    if (stop == Stop::Paused) waiting.push_back(std::move(state));
    for (StatePtr& other : split) waiting.push_back(std::move(other));
  }
  EXPECT_EQ(env.statistics.counter("states subsumed"), 2u); // <4b> by what <4a> needs, and <2b>
  LocationId two;
  for (const Edge& edge : program.edges()) {
    if (!edge.operations.empty() && program[edge.target].in.size() == 2 && program[edge.target].out.size() == 2 &&
        edge.operations.size() == 2 && edge.operations[0].as<Assign>() &&
        edge.operations[0].as<Assign>()->value.isValue())
      two = edge.target;
  }
  ASSERT_TRUE(two.valid());
  const std::vector<std::vector<Term>> learnt = executor.learner().table().at(two);
  ASSERT_EQ(learnt.size(), 1u);
  const auto cell = [&](const char* name) {
    for (uint32_t i = 0; i < program.variables().size(); ++i)
      if (program.variables()[i].name() == std::string("main::") + name)
        return terms.mkVariable("cell!local!0!" + std::to_string(i), terms.bvSort(32));
    return Term();
  };
  const auto number = [&](int n) { return terms.mkBv(32, static_cast<uint32_t>(n)); };
  const Term x = cell("x"), y = cell("y"), z = cell("z");
  ASSERT_FALSE(x.isNull() || y.isNull() || z.isNull());
  const Term upper = terms.mkBvSlt(y, terms.mkBvAdd(z, number(33))),
             lower = terms.mkBvSlt(z, terms.mkBvAdd(y, number(2)));
  const auto between = [&](int low, int high) {
    return terms.mkAnd(terms.mkBvSlt(number(low), x), terms.mkBvSlt(x, number(high)));
  };
  const Term expected = terms.mkAnd(between(-4, 3), terms.mkAnd(upper, lower));
  const Term paper = terms.mkAnd(between(-1, 2), terms.mkAnd(upper, lower));
  const Term ours = terms.mkAnd(learnt[0]);
  const std::unique_ptr<Solver> solver = makeSolver("native", terms);
  const Term differ = terms.mkDistinct(ours, expected), stronger = terms.mkAnd(paper, terms.mkNot(ours));
  EXPECT_TRUE(solver->check(std::span(&differ, 1)).isUnsat()) << ours.toString();
  EXPECT_TRUE(solver->check(std::span(&stronger, 1)).isUnsat());
  EXPECT_TRUE(refutations.confirm(std::chrono::seconds(20)));
  EXPECT_EQ(refutations.numOpen(), 0u);
}

/// Forgets what an answer about cells rests on, facts about the state, when it is asked again. The log of refutations
/// asks first.
class ForgetfulSolver final : public SolverDecorator {
public:
  explicit ForgetfulSolver(std::unique_ptr<Solver> inner, bool isLogged)
      : SolverDecorator(std::move(inner)), isLogged_(isLogged) {}
  static std::unique_ptr<Solver> make(std::string_view name, TermManager& terms, Env& env) {
    return std::make_unique<ForgetfulSolver>(makeLoggedSolver(name, terms, env),
                                             env.options.certify != SecondSolver::None);
  }
  std::string name() const override { return "forgetful(" + inner_->name() + ")"; }
  Answer check(std::span<const Term> assumptions) override {
    assumptions_.assign(assumptions.begin(), assumptions.end());
    isAsked_ = false;
    return inner_->check(assumptions);
  }
  std::vector<Term> core() override {
    std::vector<Term> core = inner_->core();
    if (isLogged_ && !std::exchange(isAsked_, true)) return core;
    const std::vector<Term> variables = freeVariables(assumptions_);
    const bool isAboutCells =
        std::ranges::any_of(variables, [](Term v) { return v.toString().find("cell!") != std::string::npos; });
    if (!isAboutCells || assumptions_.size() < 3) return core;
    // Guard and condition come last.
    std::erase_if(core, [&](Term term) {
      return std::find(assumptions_.end() - 2, assumptions_.end(), term) == assumptions_.end();
    });
    return core;
  }

private:
  const bool isLogged_;
  bool isAsked_ = false;
  std::vector<Term> assumptions_;
};

// An interpolant that lacks something hides a violation. What the node owes to those below it, the second solver
// refuses.
TEST(Learner, AWeakInterpolantIsNoProof) {
  TermManager terms;
  const Program program =
      parseProgram("function main() { var m: bv32; var n: bv32; var x: bv32; var y: bv32;\n"
                   " a: -> b { m = input nondet; x = input nondet; }\n"
                   " b: if m == 77:32 -> c { n = 1:32; } if !(m == 77:32) -> c { n = 3:32; }\n"
                   " c: if x <s 5:32 -> d { y = x + n; } if !(x <s 5:32) -> d { y = 0:32; }\n"
                   " d: if 6:32 <s y && y <s 100:32 -> bad; if !(6:32 <s y && y <s 100:32) -> exit;\n"
                   " bad: error(unreach-call); }",
                   "test", terms);
  for (const SecondSolver second : {SecondSolver::None, SecondSolver::Z3}) {
    TestEnv env;
    env.options.prune = Pruning::Interpolants;
    env.options.certify = second;
    const Result result = SymexEngine(nullptr, ForgetfulSolver::make).run(program, env.env);
    EXPECT_GE(env.statistics.counter("states subsumed"), 1u);
    if (env.options.certify == SecondSolver::None) {
      EXPECT_EQ(result.verdict, Verdict::True) << result.reason; // that is what makes it a test
      continue;
    }
    EXPECT_EQ(result.verdict, Verdict::Unknown) << result.reason;
    EXPECT_EQ(result.proofCheck.status, ProofCheck::Contradicted);
  }
}

// A path that was never split is the only one: nobody would use what is learnt from it.
TEST(Learner, NothingIsLearntBeforeTheFirstSplit) {
  TermManager terms;
  const Program program =
      parseProgram("function main() { var i: bv32; var x: bv32;\n"
                   " a: -> b { i = 0:32; }\n"
                   " b: if i <s 1000:32 -> b { i = i + 1:32; x = input nondet; } if !(i <s 1000:32) -> c;\n"
                   " c: if i != 1000:32 -> bad; if i == 1000:32 -> exit;\n"
                   " bad: error(unreach-call); }",
                   "test", terms);
  TestEnv env;
  env.options.prune = Pruning::Interpolants;
  const Result result = SymexEngine().run(program, env.env);
  EXPECT_EQ(result.verdict, Verdict::True) << result.reason;
  EXPECT_LE(env.statistics.counter("nodes"), 1u);
}

} // namespace
} // namespace assay::symex
