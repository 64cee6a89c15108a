// Which runs there are, and which states of them are shown.
#include "program/sampling/sampler.h"

#include "program/text_parser.h"

#include <gtest/gtest.h>

namespace assay {
namespace {

// A loop as long as its input says; i counts.
constexpr std::string_view kLoop = R"(
  function main() {
    var i: bv32 signed as "i"; var n: bv32 signed as "n";
    A: -> H { i = 0; n = input nondet; }
    H: if i <s n -> B { i = i + 1; }
       if n <=s i -> C;
    B: -> H;
    C: if n == 3 -> E;
       if n != 3 -> X;
    E: error(unreach-call) "three";
    X: -> exit { return; }
    exit: exit;
  })";

class SamplerTest : public ::testing::Test {
protected:
  static Inputs numberOfRun(uint64_t run) { return constantInputs(static_cast<int64_t>(run)); }
  VariableId variable(std::string_view name) const {
    for (uint32_t v = 0; v < program_.variables().size(); ++v)
      if (program_.variables()[v].sourceName == name) return VariableId(v);
    return {};
  }
  LocationId head() const {
    for (const Edge& edge : program_.edges())
      if (program_[edge.target].in.size() == 2) return edge.target;
    return {};
  }

  TermManager terms_;
  const Program program_ = parseProgram(kLoop, "test", terms_);
};

TEST_F(SamplerTest, RunsAreThoseOfThePlan) {
  Sampler sampler(program_, {.inputs = numberOfRun, .first = 2, .runs = 3, .isRecorded = true});
  std::vector<uint64_t> numbers;
  std::vector<Outcome::Kind> ends;
  while (sampler.next()) {
    numbers.push_back(sampler.number());
    ends.push_back(sampler.outcome().kind);
    EXPECT_EQ(sampler.inputs(), std::vector{BitVector(32, sampler.number())});
  }
  EXPECT_EQ(numbers, (std::vector<uint64_t>{2, 3, 4}));
  EXPECT_EQ(ends, (std::vector{Outcome::Exit, Outcome::Error, Outcome::Exit}));
  EXPECT_FALSE(sampler.next());
}

TEST_F(SamplerTest, ShowsStatesAtHeads) {
  Sampler sampler(program_, {.inputs = numberOfRun, .first = 1, .runs = 2});
  const VariableId i = variable("i");
  std::vector<std::pair<uint64_t, uint64_t>> seen; // number of the visit, value of i
  sampler.watch([&](LocationId location, EdgeId) { return location == head(); },
                [&](const SampledState& state) { seen.emplace_back(state.visit, state.now.value(i).toUint64()); });
  while (sampler.next()) {
  }
  EXPECT_EQ(seen, (std::vector<std::pair<uint64_t, uint64_t>>{{1, 0}, {2, 1}, {1, 0}, {2, 1}, {3, 2}}));
}

TEST_F(SamplerTest, TellsHowAHeadIsComeTo) {
  Sampler sampler(program_, {.inputs = numberOfRun, .first = 2});
  uint64_t numBack = 0, last = 0;
  sampler.watch(
      [&](LocationId location, EdgeId by) {
        return location == head() && by.valid() && program_[by].operations.empty(); // from B
      },
      [&](const SampledState& state) {
        ++numBack;
        last = state.visit;
      });
  sampler.next();
  EXPECT_EQ(numBack, 2u);
  EXPECT_EQ(last, 2u); // the visit from A does not count
}

TEST_F(SamplerTest, EndsARunWhenAsked) {
  Sampler sampler(program_, {.inputs = numberOfRun, .first = 1000, .runs = 2, .isRecorded = true});
  uint64_t numStates = 0;
  sampler.watchAll([&](const SampledState&) {
    if (++numStates == 10) sampler.stop();
  });
  sampler.next();
  EXPECT_EQ(sampler.outcome().kind, Outcome::Interrupted);
  EXPECT_EQ(numStates, 10u);
  EXPECT_EQ(sampler.entries().size(), 1u);
  sampler.next(); // the next one is not concerned
  EXPECT_EQ(sampler.outcome().kind, Outcome::Exit);
}

TEST_F(SamplerTest, KeepsToItsLimits) {
  Sampler edges(program_, {.inputs = numberOfRun, .first = 1000, .maxEdges = 7});
  uint64_t numStates = 0;
  edges.watchAll([&](const SampledState&) { ++numStates; });
  edges.next();
  EXPECT_EQ(edges.outcome().kind, Outcome::Interrupted);
  EXPECT_EQ(numStates, 8u);

  Sampler steps(program_, {.inputs = numberOfRun, .first = 1000, .limits = {.maxSteps = 20}});
  steps.next();
  EXPECT_EQ(steps.outcome().kind, Outcome::StepLimit);

  std::atomic<bool> interrupt = true;
  Sampler interrupted(program_, {.inputs = numberOfRun, .limits = {.interrupt = &interrupt}});
  interrupted.watchAll([](const SampledState&) {});
  interrupted.next();
  EXPECT_EQ(interrupted.outcome().kind, Outcome::Interrupted);
}

} // namespace
} // namespace assay
