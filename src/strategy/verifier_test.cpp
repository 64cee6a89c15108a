// A program and what surrounds it, up to the verdict: violations that are known, and what one run leaves for the next.
#include "strategy/verifier.h"

#include "strategy/testing/two_errors.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <unistd.h>

namespace assay {
namespace {

namespace fs = std::filesystem;

struct VerifierTest : testing::Test, TwoErrors {
  const fs::path folder = fs::temp_directory_path() / ("assay-verifier-" + std::to_string(getpid()));
  VerifierTest() { options.quiet = true; }
  void TearDown() override { fs::remove_all(folder); }

  Settled verify(bool isKnown = false) {
    Verifier verifier(program, nullptr, env);
    return verifier.verify({.open = {},
                            .findKnown =
                                [&](const Program&, const Result& result) {
                                  std::map<size_t, Suppression> known;
                                  for (size_t i = 0; isKnown && i < result.checks.size(); ++i)
                                    if (result.checks[i].status == CheckStatus::Violated)
                                      known[i] = {Suppression::InFile, "it is known"};
                                  return known;
                                },
                            .runNatively = [](const Program&, const Counterexample&) { return NativeVerdict(); }});
  }
};

TEST_F(VerifierTest, FindsWhatIsWrong) {
  const Settled settled = verify();
  EXPECT_EQ(settled.whole.result.verdict, Verdict::False);
  EXPECT_EQ(settled.whole.result.reason, "a violation");
  EXPECT_TRUE(settled.known.empty());
}

TEST_F(VerifierTest, GoesOnBehindWhatIsKnown) {
  const Settled settled = verify(true);
  EXPECT_EQ(settled.whole.result.verdict, Verdict::True) << settled.whole.result.reason;
  EXPECT_EQ(settled.known.size(), 1u);
}

TEST_F(VerifierTest, AnswersByEvidenceOfAnEarlierRun) {
  options.cache = folder.string();
  EXPECT_NE(verify().whole.engine, kFromCache);
  const Settled again = verify();
  EXPECT_EQ(again.whole.result.verdict, Verdict::False);
  EXPECT_EQ(again.whole.engine, kFromCache);
  options.engine = "symex"; // another question
  EXPECT_EQ(verify().whole.engine, "symex");
}

} // namespace
} // namespace assay
