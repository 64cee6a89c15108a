// Violations that rest on what the model leaves open, and what a compiled program has to say about them.
#include "strategy/open_violations.h"

#include "program/text_parser.h"
#include "util/testing/test_env.h"

#include <gtest/gtest.h>

namespace assay {
namespace {

/// It fails if an input of this kind is 7.
struct OpenViolations : testing::Test, TestEnv {
  TermManager terms;
  uint32_t numRuns = 0;

  PortfolioResult refuted(const std::string& kind, NativeVerdict::Status status, bool isBehind = false) {
    const Program program = parseProgram("function main() { var x: bv32;\n"
                                         "  a: -> b { x = input " +
                                             kind +
                                             " \"x\"; }\n"
                                             "  b: if x == 7:32 -> bad; if x != 7:32 -> exit;\n"
                                             "  bad: error(unreach-call) \"seven\"; }",
                                         "test", terms);
    PortfolioResult whole;
    whole.result.verdict = Verdict::False;
    for (uint32_t i = 0; i < program.locations().size(); ++i)
      if (const LocationId at(i); program[at].kind == LocationKind::Error)
        whole.result.checks.push_back({at, CheckStatus::Violated, "", Counterexample{at, {BitVector(32, 7)}, {}}});
    native = refuteOpenViolations(
        program, whole, isBehind,
        [&](const Program&, const Counterexample&) {
          ++numRuns;
          return NativeVerdict{status, "it did something", {}, {}};
        },
        env);
    return whole;
  }
  std::optional<NativeVerdict> native;
};

TEST_F(OpenViolations, CountIfTheCompiledProgramFails) {
  EXPECT_EQ(refuted("unspecified", NativeVerdict::Confirmed).result.verdict, Verdict::False);
  EXPECT_EQ(numRuns, 1u);
  ASSERT_TRUE(native);
  EXPECT_EQ(native->status, NativeVerdict::Confirmed);
}

TEST_F(OpenViolations, AreOpenIfItDoesNot) {
  for (const NativeVerdict::Status status : {NativeVerdict::NotConfirmed, NativeVerdict::NotRun}) {
    const Result result = refuted("unspecified", status).result;
    EXPECT_EQ(result.verdict, Verdict::Unknown);
    EXPECT_EQ(result.checks[0].status, CheckStatus::Open);
    EXPECT_FALSE(result.checks[0].counterexample);
    EXPECT_NE(result.reason.find("leaves open (x)"), std::string::npos) << result.reason;
  }
}

TEST_F(OpenViolations, OfFunctionsWithoutBodyCountIfItWasNotRun) {
  EXPECT_EQ(refuted("external", NativeVerdict::NotRun).result.verdict, Verdict::False);
  EXPECT_EQ(refuted("external", NativeVerdict::NotConfirmed).result.verdict, Verdict::Unknown);
  // It may have ended at what stands before.
  EXPECT_EQ(refuted("external", NativeVerdict::NotConfirmed, true).result.verdict, Verdict::False);
}

TEST_F(OpenViolations, OthersNeedNoCompiledProgram) {
  EXPECT_EQ(refuted("nondet", NativeVerdict::NotConfirmed).result.verdict, Verdict::False);
  EXPECT_EQ(numRuns, 0u);
  EXPECT_FALSE(native);
}

} // namespace
} // namespace assay
