// Executions of the acyclic part of a flow: where paths meet, where they end, and what is told on the way.
#include "encode/execution.h"

#include "program/text_parser.h"
#include "solver/factory.h"

#include <gtest/gtest.h>

namespace assay {
namespace {

/// Keeps what it hears.
struct HeardExecution final : Execution::Client {
  bool visits(uint32_t head, SymbolicState& state) override {
    visited.emplace_back(head, state);
    return goesOn;
  }
  void goesBack(const Edge&, SymbolicState state) override { back.push_back(std::move(state)); }
  void ends(Ending ending) override { endings.push_back(std::move(ending)); }

  bool goesOn = true;
  std::vector<std::pair<uint32_t, SymbolicState>> visited;
  std::vector<SymbolicState> back;
  std::vector<Ending> endings;
};

class ExecutionTest : public ::testing::Test {
protected:
  void execute(std::string_view text, Execution::From from = Execution::From::Start) {
    flow_.emplace(parseProgram(text, "test", terms_));
    execution_.emplace(*flow_, from, "test");
    ASSERT_TRUE(execution_->run({{0, execution_->initial()}}, heard_, deadline_));
  }
  Term value(const SymbolicState& state, std::string_view name) const {
    for (uint32_t v = 0; v < flow_->program().variables().size(); ++v)
      if (flow_->program().variables()[v].sourceName == name) return state.variables.get(v);
    return {};
  }
  bool isSame(Term a, Term b) {
    const std::unique_ptr<Solver> solver = makeSolver("native", terms_);
    solver->assertTerm(terms_.mkDistinct(a, b));
    return solver->check().isUnsat();
  }

  TermManager terms_;
  Deadline deadline_{std::chrono::seconds(60)};
  std::optional<Flow> flow_;
  std::optional<Execution> execution_;
  HeardExecution heard_;
};

constexpr std::string_view kDiamond = R"(
  function main() {
    var c: bv8 as "c"; var x: bv8 as "x"; var y: bv8 as "y";
    A: -> B { c = input nondet; y = 7; }
    B: if c == 0 -> C { x = 1; }
       if c != 0 -> C { x = 2; }
    C: -> H;
    H: if x <u 5 -> H { x = x + c; y = input nondet; }
       if 5 <=u x -> D;
    D: if y == 3 -> E;
       if y != 3 -> exit { return; }
    E: error(unreach-call) "three";
    exit: exit;
  })";

TEST_F(ExecutionTest, PathsThatMeetAreOneState) {
  execute(kDiamond);
  ASSERT_EQ(heard_.visited.size(), 1u);
  const SymbolicState& state = heard_.visited[0].second;
  EXPECT_TRUE(state.guard.term(terms_).isTrue());
  const Term c = value(state, "c"), zero = terms_.mkBv(8, 0);
  EXPECT_TRUE(isSame(value(state, "x"), terms_.mkIte(terms_.mkEqual(c, zero), terms_.mkBv(8, 1), terms_.mkBv(8, 2))));
  EXPECT_EQ(value(state, "y"), terms_.mkBv(8, 7));
}

TEST_F(ExecutionTest, StopsAtBackEdges) {
  execute(kDiamond);
  ASSERT_EQ(heard_.back.size(), 1u);
  EXPECT_TRUE(isSame(value(heard_.back[0], "x"),
                     terms_.mkBvAdd(value(heard_.visited[0].second, "x"), value(heard_.back[0], "c"))));
  // Behind the loop y is 7: what is constant decides the branch.
  EXPECT_TRUE(heard_.endings.empty());
}

TEST_F(ExecutionTest, StopsWhereItIsToldTo) {
  heard_.goesOn = false;
  execute(kDiamond);
  EXPECT_EQ(heard_.visited.size(), 1u);
  EXPECT_TRUE(heard_.back.empty());
}

TEST_F(ExecutionTest, InputsAreInTheOrderOfAnyExecution) {
  execute(kDiamond);
  ASSERT_EQ(execution_->inputs().size(), 2u);
  EXPECT_TRUE(execution_->inputs()[0].guard.isTrue());
  EXPECT_EQ(execution_->inputs()[0].value, value(heard_.back[0], "c"));
  EXPECT_EQ(execution_->inputs()[1].value, value(heard_.back[0], "y"));
}

constexpr std::string_view kEnds = R"(
  function f();
  function main() {
    var c: bv8 as "c"; var p: bv64;
    A: -> B { c = input nondet; }
    B: if c == 0 -> E;
       if c == 1 -> U;
       if c == 2 -> C { call f(); }
       if c == 3 -> C { p = allocate heap zero 8; }
       if 4 <=u c -> exit { return; }
    C: -> exit { return; }
    E: error(unreach-call) "zero";
    U: unsupported "one";
    exit: exit;
  })";

TEST_F(ExecutionTest, EndsAtErrorsAndObstacles) {
  execute(kEnds);
  ASSERT_EQ(heard_.endings.size(), 3u);
  const Term c = execution_->inputs()[0].value;
  for (const Ending& ending : heard_.endings) {
    const LocationKind kind = flow_->program()[ending.location].kind;
    const uint64_t number = ending.isError ? 0 : kind == LocationKind::Unsupported ? 1 : 2;
    EXPECT_EQ(ending.isError, kind == LocationKind::Error);
    EXPECT_EQ(ending.message, number == 0 ? "" : number == 1 ? "one" : "call of f");
    EXPECT_EQ(ending.edge.valid(), number == 2);
    EXPECT_TRUE(isSame(ending.guard, terms_.mkEqual(c, terms_.mkBv(8, number))));
  }
}

TEST_F(ExecutionTest, MemoryIsAnObstacleInAnyState) {
  execute(kEnds, Execution::From::AnyState);
  ASSERT_EQ(heard_.endings.size(), 4u);
  size_t number = 0;
  for (const Ending& ending : heard_.endings) number += ending.message == "an operation on memory";
  EXPECT_EQ(number, 1u);
}

TEST_F(ExecutionTest, IsOfNoUseWithoutTime) {
  flow_.emplace(parseProgram(kEnds, "test", terms_));
  execution_.emplace(*flow_, Execution::From::Start, "test");
  deadline_.cancel();
  EXPECT_FALSE(execution_->run({{0, execution_->initial()}}, heard_, deadline_));
}

} // namespace
} // namespace assay
