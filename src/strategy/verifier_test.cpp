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

TEST_F(VerifierTest, KeepsThreadsFromWhatDoesNotKnowThem) {
  const Program threads = parseProgram(R"(
    object x: 4;
    function thread() { s: -> exit { step write &x, 4; store &x, 1:32; return; } }
    function main() {
      var t: bv32; var n: bv32;
      s: -> r { t = spawn thread(); }
      r: -> c { step read &x, 4; n = load &x; }
      c: if n <u 2 -> exit { return; } if n >=u 2 -> bad;
      bad: error(unreach-call) "reached";
    })",
                                       "test", terms);
  options.quiet = false;
  options.cache = folder.string();
  options.invariants = "nowhere.yml";
  options.limits = {"schedules.time=100"};
  Verifier verifier(threads, nullptr, env);
  const Settled settled =
      verifier.verify({.open = {},
                       .findKnown = [](const Program&, const Result&) { return std::map<size_t, Suppression>(); },
                       .runNatively = [](const Program&, const Counterexample&) { return NativeVerdict(); }});
  const Result& result = settled.whole.result;
  EXPECT_EQ(result.verdict, Verdict::True) << result.reason;
  EXPECT_EQ(settled.whole.warnings, std::vector<std::string>{"invariants are not judged: the program has threads"});
}

} // namespace
} // namespace assay
