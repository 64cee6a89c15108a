// The relation of a block: pre-images from errors back to the start meet what an unwinding finds, images and path
// formulas say the same.
#include "encode/block.h"

#include "encode/unwinding.h"
#include "program/testing/random_program.h"
#include "program/text_parser.h"
#include "solver/factory.h"
#include "transform/memory/free/memory_free.h"

#include <gtest/gtest.h>

namespace assay {
namespace {

constexpr std::string_view kCount = R"(
  function main() {
    var i: bv8 unsigned as "i"; var n: bv8 unsigned as "n"; var t: bv8;
    A: -> H { i = 0; n = 3; }
    H: if i <u n -> B { t = input nondet; }
       if n <=u i -> X;
    B: if t == 1 -> H { i = i + 1; }
       if t != 1 -> H { i = i + t; n = n + 1; }
    X: if i == 9 -> E;
       if i != 9 -> exit { return; }
    E: error(unreach-call) "nine";
    exit: exit;
  })";

class BlockTest : public ::testing::Test {
protected:
  bool isSatisfiable(Term term) {
    const std::unique_ptr<Solver> solver = makeSolver("native", terms_);
    solver->assertTerm(term);
    const Answer answer = solver->check();
    EXPECT_FALSE(answer.isUnknown());
    return answer.isSat();
  }
  Block from(const Flow& flow, LocationId source, BlockStart start = BlockStart::AnyState) {
    return blockFrom(flow, source, start, deadline_).value();
  }

  static Term variable(const Flow& flow, std::string_view name) {
    for (const Variable& variable : flow.program().variables())
      if (variable.sourceName == name) return variable.term;
    return Term();
  }

  TermManager terms_;
  const Deadline deadline_{std::chrono::seconds(60)};
};

TEST_F(BlockTest, ALoopIsOneRelation) {
  const Flow flow(parseProgram(kCount, "test", terms_));
  const Block loop = from(flow, flow.heads()[0]), start = from(flow, flow.entry(), BlockStart::InitialState);
  ASSERT_EQ(loop.exits.size(), 1u);
  ASSERT_EQ(loop.endings.size(), 1u);
  ASSERT_EQ(loop.inputs.size(), 1u);
  ASSERT_EQ(start.exits.size(), 1u);
  EXPECT_TRUE(start.endings.empty());
  // Some input keeps n, another does not.
  const Term n = variable(flow, "n");
  const Term isSame = terms_.mkEqual(n, terms_.mkBv(8, 3)), isMore = terms_.mkEqual(n, terms_.mkBv(8, 4));
  EXPECT_TRUE(isSatisfiable(terms_.mkAnd(isSame, preImage(flow, loop.exits[0], isSame))));
  EXPECT_TRUE(isSatisfiable(terms_.mkAnd(isSame, preImage(flow, loop.exits[0], isMore))));
  EXPECT_FALSE(isSatisfiable(terms_.mkAnd(isMore, preImage(flow, loop.exits[0], isSame))));
}

TEST_F(BlockTest, APathFormulaHasInputsOfItsOwnForEveryStep) {
  const Flow flow(parseProgram(kCount, "test", terms_));
  const Block start = from(flow, flow.entry(), BlockStart::InitialState), loop = from(flow, flow.heads()[0]);
  std::vector<BlockStep> steps{{start, 0}};
  const auto reaches = [&] {
    const BlockPath path = composed(flow, steps);
    EXPECT_EQ(path.target, flow.heads()[0]);
    return isSatisfiable(terms_.mkAnd(path.guard, path.at(flow.program(), loop.endings[0].guard)));
  };
  EXPECT_FALSE(reaches());
  steps.push_back({loop, 0});
  EXPECT_TRUE(reaches()); // 0 + 9, n is 4
  steps.push_back({loop, 0});
  EXPECT_TRUE(reaches()); // 1 + 8: two inputs that differ
  EXPECT_TRUE(isSatisfiable(composed(flow, steps).guard));
}

TEST_F(BlockTest, AnUnwindingFromAnyStateFindsWhatLeadsToTheError) {
  const Flow flow(parseProgram(kCount, "test", terms_));
  Unwinding unwinding(flow, flow.heads()[0]);
  ASSERT_TRUE(unwinding.addLayer(deadline_));
  ASSERT_TRUE(unwinding.addLayer(deadline_));
  ASSERT_EQ(unwinding.endings().size(), 2u);
  const Block loop = from(flow, flow.heads()[0]);
  const Term now = unwinding.endings()[0].guard, next = unwinding.endings()[1].guard;
  EXPECT_FALSE(isSatisfiable(terms_.mkXor(now, loop.endings[0].guard)));
  // The same as the pre-image of it, for some inputs.
  const Term before = preImage(flow, loop.exits[0], loop.endings[0].guard);
  const Term n = variable(flow, "n"), i = variable(flow, "i");
  for (uint32_t value = 0; value < 256; value += 51) {
    const Term isAt = terms_.mkAnd(terms_.mkEqual(i, terms_.mkBv(8, value)), terms_.mkEqual(n, terms_.mkBv(8, 8)));
    EXPECT_EQ(isSatisfiable(terms_.mkAnd(isAt, next)), isSatisfiable(terms_.mkAnd(isAt, before))) << value;
  }
}

TEST_F(BlockTest, OperationsOnMemoryAreObstacles) {
  const Flow flow(parseProgram(R"(
    object o: 4;
    function main() {
      var p: bv64; var x: bv32;
      A: -> B { p = &o; }
      B: -> C { x = load p; }
      C: -> exit { return; }
      exit: exit;
    })",
                               "test", terms_));
  const Block block = from(flow, flow.entry());
  ASSERT_EQ(block.endings.size(), 1u);
  EXPECT_FALSE(block.endings[0].isError);
}

// Errors that an unwinding meets are those that pre-images lead back to the start from, and image by image forward.
TEST_F(BlockTest, PreImagesLeadWhereUnwindingsDo) {
  constexpr uint32_t kMaxLayers = 6;
  unsigned compared = 0, reached = 0;
  for (uint64_t seed = 1; seed <= 60; ++seed) {
    RandomProgramOptions options;
    options.functions = 0;
    options.locations = 5;
    options.fuel = 2;
    const Program original = randomProgram(terms_, seed, options);
    const Flow flow(withoutMemory(original, PointsTo(original)).program);
    Unwinding unwinding(flow, Unwinding::Start::Initial, deadline_);
    do {
      ASSERT_TRUE(unwinding.addLayer(deadline_));
    } while (unwinding.hasArrivals(unwinding.numLayers()) && unwinding.numLayers() < kMaxLayers);
    if (unwinding.hasArrivals(unwinding.numLayers())) continue;
    std::vector<Term> errors;
    for (const Ending& ending : unwinding.endings())
      if (ending.isError) errors.push_back(ending.guard);

    // Between two back edges a block may end at each head once.
    std::vector<Block> blocks;
    for (LocationId head : flow.heads()) blocks.push_back(from(flow, head));
    const Block start = from(flow, flow.entry(), BlockStart::InitialState);
    std::vector<Term> bad(flow.heads().size(), terms_.mkFalse());
    const auto badBefore = [&](const Block& block) {
      const Block fresh = renamed(flow, block);
      std::vector<Term> ways;
      for (const Ending& ending : fresh.endings)
        if (ending.isError) ways.push_back(ending.guard);
      for (const BlockPath& exit : fresh.exits) ways.push_back(preImage(flow, exit, bad[flow.headNumber(exit.target)]));
      return terms_.mkOr(ways);
    };
    for (size_t i = 0; i < unwinding.numLayers() * (flow.heads().size() + 1); ++i) {
      std::vector<Term> next;
      for (const Block& block : blocks) next.push_back(badBefore(block));
      bad = std::move(next);
    }
    const bool isReached = isSatisfiable(terms_.mkOr(errors));
    EXPECT_EQ(isSatisfiable(badBefore(start)), isReached) << "seed " << seed;
    ++compared;
    reached += isReached;
  }
  EXPECT_GT(compared, 30u);
  EXPECT_GT(reached, 5u);
  EXPECT_LT(reached, compared);
}

} // namespace
} // namespace assay
