// Random programs: what symbolic execution says with and without pruning, by interpolants too, with forked and merged
// pointers, with and without parked states, and what the interpreter meets on random inputs must agree.
#include "engine/symex/symex.h"

#include "engine/testing/judge.h"
#include "program/testing/random_program.h"
#include "program/text_writer.h"
#include "transform/compact_edges.h"
#include "util/testing/test_env.h"

#include <gtest/gtest.h>

namespace assay {
namespace {

class SymexRandom : public ::testing::TestWithParam<unsigned> {
protected:
  SymexRandom() : program_(makeProgram(terms_)) { compactEdges(program_); }

  static Program makeProgram(TermManager& terms) {
    RandomProgramOptions options;
    options.recursion = GetParam() % 5 == 0;
    options.memory = GetParam() % 2 == 0;
    options.functions = GetParam() % 3;
    options.fuel = 2 + GetParam() % 7;
    options.inputPercent = 10 + GetParam() % 4 * 10;
    return randomProgram(terms, GetParam(), options);
  }

  Verdict verdict(Pruning prune, PointerTargets pointers, SearchOrder search, uint64_t maxStates = 0) {
    TestEnv env;
    env.options.maxStates = maxStates;
    env.options.prune = prune;
    env.options.pointers = pointers;
    env.options.search = search;
    const Result result = SymexEngine().run(program_, env.within(std::chrono::milliseconds(150)));
    for (const char* defect : {"DOES NOT CONFIRM", "was not found again"})
      EXPECT_EQ(result.reason.find(defect), std::string::npos) << result.reason << printProgram(program_);
    return result.verdict;
  }

  TermManager terms_;
  Program program_;
};

TEST_P(SymexRandom, AllAgree) {
  const Verdict plain = verdict(Pruning::None, PointerTargets::Fork, SearchOrder::Dfs);
  bool isTrue = plain == Verdict::True, isFalse = plain == Verdict::False;
  for (const SearchOrder search : {SearchOrder::Dfs, SearchOrder::Interleaved}) {
    for (const PointerTargets pointers : {PointerTargets::Fork, PointerTargets::Merge}) {
      for (const uint64_t maxStates : {0, 1}) {
        const Verdict other = verdict(Pruning::Covered, pointers, search, maxStates);
        isTrue |= other == Verdict::True;
        isFalse |= other == Verdict::False;
      }
    }
  }
  for (const SearchOrder search : {SearchOrder::Dfs, SearchOrder::Bfs, SearchOrder::RandomPath}) {
    const Verdict other = verdict(Pruning::Interpolants, PointerTargets::Fork, search);
    isTrue |= other == Verdict::True;
    isFalse |= other == Verdict::False;
  }
  EXPECT_FALSE(isTrue && isFalse) << printProgram(program_);
  if (!isTrue) return;
  Interpreter interpreter(program_, shortRuns());
  for (uint64_t seed = 0; seed < 100; ++seed) {
    SeedInputs inputs(seed);
    const Outcome outcome = interpreter.run(inputs);
    ASSERT_TRUE(outcome.kind != Outcome::Error && outcome.kind != Outcome::Unsupported)
        << outcome.message << printProgram(program_);
  }
}

INSTANTIATE_TEST_SUITE_P(Seeds, SymexRandom, ::testing::Range(0u, 40u));

} // namespace
} // namespace assay
