// Unwindings: what is met in which layer, and what the inductive step forgets.
#include "encode/unwinding.h"

#include "program/text_parser.h"
#include "solver/factory.h"

#include <gtest/gtest.h>

#include <set>

namespace assay {
namespace {

class UnwindingTest : public ::testing::Test {
protected:
  Unwinding& unwind(std::string_view text, Unwinding::Start start, uint32_t numLayers) {
    unwinding_.reset();
    flow_.emplace(parseProgram(text, "test", terms_));
    unwinding_.emplace(*flow_, start, deadline_);
    for (uint32_t layer = 0; layer < numLayers; ++layer) EXPECT_TRUE(unwinding_->addLayer(deadline_));
    return *unwinding_;
  }
  bool isPossible(Term guard) {
    const std::unique_ptr<Solver> solver = makeSolver("native", terms_);
    solver->assertTerm(guard);
    return solver->check().isSat();
  }
  /// The layers in which an ending with this message of its location may be met.
  std::set<uint32_t> layersOf(std::string_view message) {
    std::set<uint32_t> result;
    for (const Ending& ending : unwinding_->endings())
      if (flow_->program()[ending.location].message == message && isPossible(ending.guard)) result.insert(ending.layer);
    return result;
  }

  TermManager terms_;
  const Deadline deadline_{std::chrono::seconds(60)};
  std::optional<Flow> flow_;
  std::optional<Unwinding> unwinding_;
};

using Layers = std::set<uint32_t>;

/// It counts to five. It is an error to count to t, and to n if that is at least three.
std::string countingTo(const std::string& t) {
  return R"(
    function main() {
      var i: bv8; var n: bv8; var t: bv8;
      A: -> H { i = 0; n = input nondet; t = )" +
         t + R"(; }
      H: if i == t -> E;
         if i != t && i <u 5 && (i != n || n <u 3) -> H { i = i + 1; }
         if i != t && i <u 5 && i == n && 3 <=u n -> F;
         if i != t && 5 <=u i && t != 0 -> exit { return; }
         if i != t && 5 <=u i && t == 0 -> G;
      E: error(unreach-call) "t-th";
      F: error(unreach-call) "n-th";
      G: error(unreach-call) "never";
      exit: exit;
    })";
}

TEST_F(UnwindingTest, AnErrorIsMetInItsLayer) {
  const Unwinding& unwinding = unwind(countingTo("3"), Unwinding::Start::Initial, 6);
  EXPECT_EQ(layersOf("t-th"), (Layers{3}));
  EXPECT_TRUE(layersOf("n-th").empty()); // that would be later
  EXPECT_TRUE(layersOf("never").empty());
  EXPECT_TRUE(unwinding.hasArrivals(3));
  EXPECT_FALSE(unwinding.hasArrivals(4)); // nothing goes on behind the error
}

TEST_F(UnwindingTest, TheNumberOfIterationsMayDependOnInputs) {
  const Unwinding& unwinding = unwind(countingTo("200"), Unwinding::Start::Initial, 8);
  EXPECT_EQ(layersOf("n-th"), (Layers{3, 4}));
  ASSERT_NE(unwinding.arrival(5, 0), nullptr);
  EXPECT_EQ(unwinding.arrival(5, 0)->variables.get(0), terms_.mkBv(8, 5));
  EXPECT_FALSE(unwinding.hasArrivals(6));
  EXPECT_EQ(unwinding.inputs().size(), 1u);
}

TEST_F(UnwindingTest, AStepBeginsBehindAnyBackEdge) {
  const Unwinding& unwinding = unwind(countingTo("200"), Unwinding::Start::Free, 2);
  EXPECT_TRUE(unwinding.isComplete());
  EXPECT_EQ(layersOf("n-th"), (Layers{0, 1})); // i is any number there
  EXPECT_TRUE(layersOf("never").empty());      // the loop does not write t
  ASSERT_NE(unwinding.loopBack(0), nullptr);
  const Term i = unwinding.loopBack(0)->state.variables.get(0);
  EXPECT_TRUE(i.isVariable());
  ASSERT_NE(unwinding.loopEntry(0), nullptr);
  EXPECT_EQ(unwinding.loopEntry(0)->state.variables.get(0), terms_.mkBv(8, 0));
}

TEST_F(UnwindingTest, WhatIsDroppedIsNotUnwound) {
  Unwinding& unwinding = unwind(countingTo("200"), Unwinding::Start::Initial, 2);
  const Term guard = unwinding.arrivalGuard(2, 0);
  unwinding.dropArrival(2, 0);
  ASSERT_EQ(unwinding.dropped().size(), 1u);
  EXPECT_EQ(unwinding.dropped()[0].layer, 2u);
  EXPECT_EQ(unwinding.dropped()[0].guard, guard);
  EXPECT_TRUE(unwinding.addLayer(deadline_));
  EXPECT_FALSE(unwinding.hasArrivals(3));
  EXPECT_TRUE(layersOf("n-th").empty());
}

TEST_F(UnwindingTest, BlocksOfEarlierIterationsAreMissing) {
  constexpr std::string_view kText = R"(
    function main() {
      var p: bv64; var c: bool;
      A: -> H { c = input nondet; }
      H: if c -> H { p = allocate heap zero 8; c = input nondet; }
         if !c -> exit { return; }
      exit: exit;
    })";
  EXPECT_FALSE(unwind(kText, Unwinding::Start::Free, 1).isComplete());
  EXPECT_TRUE(unwind(kText, Unwinding::Start::Initial, 3).isComplete());
  EXPECT_EQ(unwinding_->allocations().size(), 3u);
}

TEST_F(UnwindingTest, NestedLoopsShareTheLayers) {
  unwind(R"(
    function main() {
      var i: bv8; var j: bv8;
      A: -> H { i = 0; }
      H: if i <u 2 -> G { j = 0; }
         if 2 <=u i -> E;
      G: if j <u 2 -> G { j = j + 1; }
         if 2 <=u j -> H { i = i + 1; }
      E: error(unreach-call) "end";
    })",
         Unwinding::Start::Initial, 9);
  EXPECT_EQ(layersOf("end"), (Layers{6})); // twice two inner back edges and an outer one
}

} // namespace
} // namespace assay
