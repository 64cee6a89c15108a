// Executions that never end, on their way from an engine to the user.
#include "program/text_parser.h"
#include "strategy/certify.h"
#include "strategy/result_text.h"
#include "util/testing/test_env.h"

#include <gtest/gtest.h>

namespace assay {

namespace {

struct LassoResult : testing::Test, TestEnv {
  TermManager terms;
  // The counter decides nothing, and grows for ever.
  const Program program = parseProgram(R"(function main() { var x: bv32; var n: bv32;
    s: -> l { x = input nondet; n = 0; }
    l: if x == 3 -> exit; if x != 3 -> m { n = n + 1; }
    m: -> l { x = input nondet; } })",
                                       "test", terms);

  Result endless(std::vector<uint64_t> cycle) const {
    LocationId head;
    for (uint32_t i = 0; i < program.locations().size(); ++i)
      if (program.locations()[i].in.size() == 2) head = LocationId(i);
    Lasso lasso{head, {BitVector(32, 5)}, {}, {}, 1, 1 + cycle.size(), false};
    for (uint64_t value : cycle) lasso.cycle.emplace_back(32, value);
    Result result;
    result.question = Question::Termination;
    result.verdict = Verdict::False;
    result.loops.push_back({{}, false, CheckStatus::Violated, "again", lasso});
    return result;
  }
};

TEST_F(LassoResult, ComesBackAsItWas) {
  Result result = endless({1, 5});
  result.loops[0].lasso->bytes[{1, 2}] = 3;
  const std::optional<Result> back = parseResult(printResult(result), program);
  ASSERT_TRUE(back);
  EXPECT_EQ(back->loops[0].lasso, result.loops[0].lasso);
  result.loops.push_back(result.loops[0]);
  result.loops[1].recurrentSet = {LocationId(1),      {BitVector(8, 3)},    5, -1, {"x == 1:8", "y != 2:8"},
                                  "x == 1 && y != 2", result.loops[1].lasso};
  result.loops[1].lasso.reset();
  EXPECT_EQ(parseResult(printResult(result), program)->loops[1].recurrentSet, result.loops[1].recurrentSet);
  const std::string text = printResult(result);
  for (size_t length = 0; length < text.size(); ++length)
    EXPECT_FALSE(parseResult(text.substr(0, length), program)) << length;
}

TEST_F(LassoResult, IsCertified) {
  Result right = endless({1, 5});
  EXPECT_TRUE(certify(right, program, env));
  EXPECT_EQ(right.verdict, Verdict::False);
  // The state at the head is another one; the execution ends.
  for (const std::vector<uint64_t>& cycle : {std::vector<uint64_t>{1, 6}, std::vector<uint64_t>{3}}) {
    Result wrong = endless(cycle);
    EXPECT_FALSE(certify(wrong, program, env));
    EXPECT_EQ(wrong.verdict, Verdict::Unknown);
    EXPECT_EQ(wrong.loops[0].status, CheckStatus::Open);
    EXPECT_FALSE(wrong.loops[0].lasso);
  }
  Result none = endless({1, 5});
  none.loops.clear();
  EXPECT_FALSE(certify(none, program, env));
  EXPECT_EQ(none.verdict, Verdict::Unknown);
}

} // namespace

} // namespace assay
