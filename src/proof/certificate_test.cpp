// Proofs that hold are confirmed, with what they use; wrong ones are refuted, whatever is wrong with them.
#include "proof/certificate.h"

#include "analysis/c_expression.h"
#include "program/text_parser.h"
#include "util/testing/test_env.h"

#include <gtest/gtest.h>

namespace assay {
namespace {

using Verdict = Certificate::Verdict;

// x is even, and y follows it.
constexpr std::string_view kText = R"(
  function main() {
    var x: bv32 unsigned as "x"; var y: bv32 unsigned as "y"; var n: bv32 unsigned as "n";
    A: -> H { x = 0; y = 0; }
    H: -> B { n = input nondet; }
    B: if n != 0 -> C;
       if n == 0 -> X;
    C: if y != 7 -> H { y = x; x = x + 2; }
       if y == 7 -> E;
    E: error(unreach-call) "odd";
    X: -> exit { return; }
    exit: exit;
  })";

class CertificateTest : public ::testing::Test {
protected:
  /// Stages of one invariant each, all for k = 0; the error is unreachable with all of them.
  Certificate certifyWith(const std::vector<std::string>& invariants,
                          Deadline::Clock::duration time = std::chrono::seconds(60)) {
    const Flow flow(parseProgram(kText, "test", terms_));
    const Deadline deadline{std::chrono::seconds(60)}, deadlineOfProof{time};
    Unwinding base(flow, Unwinding::Start::Initial, deadline), step(flow, Unwinding::Start::Free, deadline);
    base.addLayer(deadline);
    step.addLayer(deadline);
    std::vector<Assertion> parsed;
    std::vector<InductiveProof::Stage> stages;
    const auto lookup = [&](std::string_view name) {
      for (VariableId v : flow.liveAt(flow.heads()[0]))
        if (flow.program()[v].sourceName == name) return v;
      return VariableId();
    };
    for (const std::string& text : invariants) {
      parsed.push_back({0, parseCondition(text, flow.program(), lookup), text});
      stages.push_back({0, parsed.size()});
    }
    InductiveProof::Check check{0, parsed.size(), {}};
    for (const Unwinding* unwinding : {&base, &step})
      for (const Ending& ending : unwinding->endings()) check.endings.push_back(&ending);
    const ArrayInstances none;
    return confirmProof(flow, {base, step, parsed, stages, {check}, 0, none},
                        {"native", choiceName(env_.env.options.certify)}, deadlineOfProof, env_.env);
  }

  TermManager terms_;
  TestEnv env_;
};

TEST_F(CertificateTest, ProofsAreConfirmed) {
  const Certificate certificate = certifyWith({"x % 2 == 0", "y % 2 == 0"});
  EXPECT_EQ(certificate.verdict, Verdict::Confirmed) << certificate.failed;
  EXPECT_EQ(certificate.numInvariants, 2u);
  EXPECT_EQ(certificate.numObligations, 3u); // consecution of each, and safety: initiation is a constant
}

TEST_F(CertificateTest, WhatIsNotUsedIsLeftOut) {
  EXPECT_EQ(certifyWith({"x % 2 == 0", "x != 3", "y % 2 == 0", "y != 9"}).numInvariants, 2u);
}

TEST_F(CertificateTest, SafetyIsShown) {
  const Certificate certificate = certifyWith({"x % 2 == 0"});
  EXPECT_EQ(certificate.verdict, Verdict::Refuted);
  EXPECT_NE(certificate.failed.find("safety"), std::string::npos) << certificate.failed;
}

TEST_F(CertificateTest, ConsecutionIsShown) {
  const Certificate certificate = certifyWith({"y % 2 == 0"});
  EXPECT_EQ(certificate.verdict, Verdict::Refuted);
  EXPECT_NE(certificate.failed.find("consecution"), std::string::npos) << certificate.failed;
}

TEST_F(CertificateTest, InitiationIsShown) {
  const Certificate certificate = certifyWith({"x % 2 == 1", "y % 2 == 1 && y != 7"});
  EXPECT_EQ(certificate.verdict, Verdict::Refuted);
}

// A later stage must not be what an earlier one rests on.
TEST_F(CertificateTest, StagesRestOnEarlierOnes) {
  EXPECT_EQ(certifyWith({"y % 2 == 0", "x % 2 == 0"}).verdict, Verdict::Refuted);
}

TEST_F(CertificateTest, WithoutTimeNothingIsConfirmed) {
  const Certificate certificate = certifyWith({"x % 2 == 0", "y % 2 == 0"}, std::chrono::nanoseconds(1));
  EXPECT_EQ(certificate.verdict, Verdict::NotInTime);
}

} // namespace
} // namespace assay
