// What every transition keeps, at every granularity; and what a solver's unknown does.
#include "invariants/block_houdini.h"

#include "invariants/testing/source_run.h"
#include "program/text_parser.h"
#include "solver/testing/test_solvers.h"

#include <gtest/gtest.h>

namespace assay {
namespace {

// x and y stay 0, each because the other does; i counts to 10; z is 1 on entry only.
constexpr std::string_view kKeeping = R"(
  function main() {
    var i: bv8 unsigned as "i"; var x: bv8 unsigned as "x"; var y: bv8 unsigned as "y"; var z: bv8 unsigned as "z";
    A: -> H { i = 0; x = 0; y = 0; z = 1; }
    H: if i <u 10 -> B;
       if 10 <=u i -> C;
    B: if x == 0 -> H { i = i + 1; x = x + y; y = y + x; z = 2; }
       if x != 0 -> H { i = i + 5; y = 3; z = 2; }
    C: if x + y + z + i == 99 -> E;
       if x + y + z + i != 99 -> exit { return; }
    E: error(unreach-call) "99";
    exit: exit;
  })";

class BlockHoudiniTest : public ::testing::Test {
protected:
  Term is(std::string_view name, uint64_t value) {
    return terms_.mkEqual(variableNamed(flow_, name), terms_.mkBv(8, value));
  }
  Term atMost(std::string_view name, uint64_t value) {
    return terms_.mkBvUle(variableNamed(flow_, name), terms_.mkBv(8, value));
  }
  std::vector<Assertion> candidates() {
    return {{0, atMost("i", 10), "i <= 10"}, {0, atMost("i", 9), "i <= 9"}, {0, is("x", 0), "x == 0"},
            {0, is("y", 0), "y == 0"},       {0, is("z", 1), "z == 1"},     {0, is("z", 2), "z == 2"}};
  }
  static std::string textsOf(const std::optional<std::vector<Assertion>>& kept) {
    if (!kept) return "nothing";
    std::string result;
    for (const Assertion& assertion : *kept) result += (result.empty() ? "" : ", ") + assertion.text;
    return result;
  }
  std::string kept(const CutPlan& plan, OnUnknown onUnknown, Solver& solver) {
    return textsOf(keptByTransitions(*CutRelation::of(flow_, plan), candidates(), onUnknown, solver, deadline_));
  }

  TermManager terms_;
  Deadline deadline_;
  const Flow flow_{parseProgram(kKeeping, "test", terms_)};
};

TEST_F(BlockHoudiniTest, KeepsWhatEveryTransitionKeeps) {
  for (const Granularity granularity : {Granularity::Block, Granularity::Path, Granularity::Decided})
    for (const OnUnknown onUnknown : {OnUnknown::Stop, OnUnknown::Drop}) {
      const std::unique_ptr<Solver> solver = makeSolver("native", terms_);
      EXPECT_EQ(kept({.granularity = granularity}, onUnknown, *solver), "i <= 10, x == 0, y == 0");
    }
}

TEST_F(BlockHoudiniTest, OneThatIsDroppedTakesOthersAlong) {
  const std::unique_ptr<Solver> solver = makeSolver("native", terms_);
  for (const OnUnknown onUnknown : {OnUnknown::Stop, OnUnknown::Drop}) {
    std::vector<Assertion> some = candidates();
    std::erase_if(some, [](const Assertion& candidate) { return candidate.text == "y == 0"; });
    const CutRelation relation = *CutRelation::of(flow_, {.granularity = Granularity::Path});
    // Without y == 0, x is anything, and then i jumps.
    EXPECT_EQ(textsOf(keptByTransitions(relation, some, onUnknown, *solver, deadline_)), "");
  }
}

TEST_F(BlockHoudiniTest, AnUnknownStopsOrDrops) {
  const auto answers = [](size_t number, Answer first) {
    std::deque<Answer> result(number, Answer::unsat());
    result.push_front(first);
    return result;
  };
  const CutPlan plan{.granularity = Granularity::Path};
  ScriptedSolver stopping(terms_, answers(40, Answer::unknown(UnknownReason::Conflicts))),
      dropping(terms_, answers(40, Answer::unknown(UnknownReason::Conflicts)));
  EXPECT_EQ(kept(plan, OnUnknown::Stop, stopping), "nothing");
  // The first one that is asked about is i <= 10, which is as hard as the solver says.
  EXPECT_EQ(kept(plan, OnUnknown::Drop, dropping), "i <= 9, x == 0, y == 0, z == 1, z == 2");
}

TEST_F(BlockHoudiniTest, NothingIsKeptWithoutTime) {
  const std::unique_ptr<Solver> solver = makeSolver("native", terms_);
  const CutRelation relation = *CutRelation::of(flow_, {});
  deadline_.cancel();
  for (const OnUnknown onUnknown : {OnUnknown::Stop, OnUnknown::Drop})
    EXPECT_FALSE(keptByTransitions(relation, candidates(), onUnknown, *solver, deadline_));
}

// x y == 6 z follows by the laws of rings where y and z are multiplied, or x and z.
TEST_F(BlockHoudiniTest, IdentitiesAreNotAskedFor) {
  const Flow flow(parseProgram(R"(
    function main() {
      var x: bv8 unsigned as "x"; var y: bv8 unsigned as "y"; var z: bv8 unsigned as "z"; var n: bv8;
      A: -> H { x = 2; y = 3; z = 1; }
      H: -> B { n = input nondet; }
      B: if n == 0 -> H { y = y * 3; z = z * 3; }
         if n == 1 -> H { x = x * 5; z = z * 5; }
         if 2 <=u n -> exit { return; }
      exit: exit;
    })",
                               "test", terms_));
  const Term product = terms_.mkBvMul(variableNamed(flow, "x"), variableNamed(flow, "y"));
  const Term equation = terms_.mkEqual(product, terms_.mkBvMul(terms_.mkBv(8, 6), variableNamed(flow, "z")));
  const CutRelation relation = *CutRelation::of(flow, {.granularity = Granularity::Decided});
  const auto kept = [&](Term condition) {
    ScriptedSolver ignorant(terms_, std::deque<Answer>(9, Answer::unknown(UnknownReason::Conflicts)));
    return textsOf(keptByTransitions(relation, {{0, condition, "it"}}, OnUnknown::Drop, ignorant, deadline_));
  };
  EXPECT_EQ(kept(equation), "it");
  EXPECT_EQ(kept(terms_.mkEqual(product, terms_.mkBv(8, 6))), ""); // a question
}

} // namespace
} // namespace assay
