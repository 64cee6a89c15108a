// Engines that are right, lie, crash, hang or devour memory, and what the strategy makes of them.
#include "strategy/certify.h"
#include "strategy/portfolio.h"
#include "strategy/result_text.h"
#include "strategy/testing/two_errors.h"

#include <gtest/gtest.h>

#include <csignal>
#include <sstream>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

namespace assay {

namespace {

using namespace std::chrono_literals;

struct Fixture : testing::Test, TwoErrors {
  /// `input` leads to the first error, says the result.
  Result falseWith(uint64_t input) const {
    Counterexample counterexample{errors()[0], {BitVector(32, input)}, {{{3, 4}, 5}}};
    Result result{Verdict::False,
                  "a counterexample with spaces: 12:34 ",
                  {},
                  {Assertion::inC({0, 3, 5}, "i <= 10 && \"x\"")},
                  {}};
    result.checks.push_back({errors()[0], CheckStatus::Violated, "by an input", counterexample});
    result.checks.push_back({errors()[1], CheckStatus::Open, "", {}});
    return result;
  }
};

using ResultText = Fixture;
using Certification = Fixture;
using Strategy = Fixture;

TEST_F(ResultText, ComesBackAsItWas) {
  Result result = falseWith(7);
  result.proofCheck = {ProofCheck::Confirmed, "z3", {412, 400, "z3"}};
  result.heaps = {{{1, 2, 3}, "h0_v1 [label=\"list\"];\n"}};
  result.sharing = {{{1, 4, 2}, "'a b' is guarded by 'm'"}, {{}, "may race", true, {"hold 'm'", ""}}};
  result.threadAssertions = {{{0, 7, 3}, "x == 1"}, {{0, 7, 3}, "mine < other thread:mine", {0, 8, 1}}};
  const std::optional<Result> back = parseResult(printResult(result), program);
  ASSERT_TRUE(back);
  EXPECT_EQ(back->verdict, result.verdict);
  EXPECT_EQ(back->reason, result.reason);
  ASSERT_EQ(back->checks.size(), 2u);
  EXPECT_EQ(back->checks[0].how, "by an input");
  EXPECT_EQ(back->checks[0].counterexample->inputs, result.checks[0].counterexample->inputs);
  EXPECT_EQ(back->checks[0].counterexample->bytes, result.checks[0].counterexample->bytes);
  EXPECT_EQ(back->checks[1].status, CheckStatus::Open);
  EXPECT_FALSE(back->checks[1].counterexample);
  EXPECT_EQ(back->invariants, result.invariants);
  EXPECT_EQ(back->proofCheck.status, ProofCheck::Confirmed);
  EXPECT_EQ(back->proofCheck.solver, "z3");
  EXPECT_EQ(back->proofCheck.refutations, result.proofCheck.refutations);
  ASSERT_EQ(back->heaps.size(), 1u);
  EXPECT_EQ(back->heaps[0].position, result.heaps[0].position);
  EXPECT_EQ(back->heaps[0].dot, result.heaps[0].dot);
  EXPECT_EQ(back->sharing, result.sharing);
  EXPECT_EQ(back->threadAssertions, result.threadAssertions);
  EXPECT_EQ(printResult(*back), printResult(result));
}

TEST_F(ResultText, NoticesWhatIsMissingOrSpoilt) {
  const std::string text = printResult(falseWith(7));
  for (size_t length = 0; length < text.size(); ++length)
    EXPECT_FALSE(parseResult(text.substr(0, length), program)) << length;
  EXPECT_FALSE(parseResult(text + "1 ", program));
  EXPECT_FALSE(parseResult("0 3 0: 0 0 0 0 0 0: 0 0 0: 0 0 0 0 end ", program)); // no such verdict
  EXPECT_FALSE(parseResult("0 0 99999999999:x 0 0 0 0 0 0: 0 0 0: 0 0 0 0 end ", program));
  EXPECT_FALSE(parseResult("0 0 0: 1 4000000000 0 0: 0 0 0 0 0 0: 0 0 0: 0 0 0 0 end ", program)); // no such location
  EXPECT_FALSE(parseResult("0 0 0: 0 0 0 0 0 0: 1 2 0: 0 0 0 0 end ", program)); // more are confirmed than there are
  EXPECT_FALSE(parseResult("2 0 0: 0 0 0 0 0 0: 0 0 0: 0 0 0 0 end ", program)); // no such question
  EXPECT_TRUE(parseResult("0 0 0: 0 0 0 0 0 0: 0 0 0: 0 0 0 0 end ", program));
}

TEST_F(Certification, ConfirmsRealCounterexamplesOnly) {
  Result right = falseWith(7), wrong = falseWith(8);
  EXPECT_TRUE(certify(right, program, env));
  EXPECT_EQ(right.verdict, Verdict::False);
  EXPECT_FALSE(certify(wrong, program, env));
  EXPECT_EQ(wrong.verdict, Verdict::Unknown);
  EXPECT_NE(wrong.reason.find("NOT CONFIRMED"), std::string::npos);
  EXPECT_EQ(wrong.checks[0].status, CheckStatus::Open);
}

TEST_F(Certification, TrueLeavesNothingOpen) {
  Result result{Verdict::True, "", {{errors()[0], CheckStatus::Proved, "", {}}, {errors()[1], {}, "", {}}}, {}, {}};
  EXPECT_FALSE(certify(result, program, env));
  EXPECT_EQ(result.verdict, Verdict::Unknown);
}

TEST_F(Certification, TrueExcludesEveryObstacle) {
  const Program obstructed = parseProgram(kObstructed, "test", terms);
  const CheckTable table(obstructed);
  Result result{Verdict::True, "", {}, {}, {}, {}};
  for (uint32_t i = 0; i < table.rows().size(); ++i)
    if (table.rows()[i].isCheck()) result.checks.push_back({table.rows()[i].locations[0], CheckStatus::Proved, "", {}});
  Result silent = result;
  EXPECT_FALSE(certify(silent, obstructed, env));
  EXPECT_EQ(silent.verdict, Verdict::Unknown);
  EXPECT_NE(silent.reason.find("magic"), std::string::npos) << silent.reason;
  for (uint32_t i = 0; i < table.rows().size(); ++i)
    if (!table.rows()[i].isCheck()) result.obstacles.push_back({RowId(i), CheckStatus::Proved, "by a trick"});
  EXPECT_EQ(printResult(*parseResult(printResult(result), obstructed)), printResult(result));
  EXPECT_TRUE(certify(result, obstructed, env));
}

/// Does what it is told instead of verifying.
class Puppet : public Engine {
public:
  using Act = std::function<Result(const Program&, Env&)>;
  explicit Puppet(Act act) : act_(std::move(act)) {}
  std::string_view name() const override { return "puppet"; }
  Result verify(const Program& program, Env& env) override { return act_(program, env); }

private:
  Act act_;
};

Contender puppet(const std::string& name, const Puppet::Act& act) {
  return {name, [act] { return std::make_unique<Puppet>(act); }};
}

Result sleepUntilAsked(const Program&, Env& env) {
  while (!env.deadline.expired()) std::this_thread::sleep_for(1ms);
  Result result;
  result.reason = "asked to stop";
  return result;
}

Result sleepForever(const Program&, Env&) {
  while (true) pause();
}

void expectNoChildren() {
  EXPECT_EQ(waitpid(-1, nullptr, WNOHANG), -1);
  EXPECT_EQ(errno, ECHILD);
}

TEST_F(Strategy, DefaultEnginesDecide) {
  const PortfolioResult whole = runPortfolio(program, contendersOf(scheduleFor(featuresOf(program), {})), env);
  EXPECT_EQ(whole.result.verdict, Verdict::False);
  EXPECT_FALSE(whole.engine.empty());
  EXPECT_EQ(whole.reports.size(), 2u);
  expectNoChildren();
}

TEST_F(Strategy, FirstConclusiveAnswerWinsAndOthersEnd) {
  const std::vector<Contender> contenders = {puppet("slow", sleepForever),
                                             puppet("fast", [&](const Program&, Env&) { return falseWith(7); })};
  const PortfolioResult whole = runPortfolio(program, contenders, env);
  EXPECT_EQ(whole.result.verdict, Verdict::False);
  EXPECT_EQ(whole.engine, "fast");
  EXPECT_EQ(whole.reports[0].outcome, "stopped, another engine was faster");
  expectNoChildren();
}

TEST_F(Strategy, WhatGoesWrongIsOneLineAndCostsNothingElse) {
  options.memory = 400;
  const std::vector<Contender> contenders = {
      puppet("killed",
             [](const Program&, Env&) -> Result {
               raise(SIGKILL);
               return {};
             }),
      puppet("throws", [](const Program&, Env&) -> Result { throw std::logic_error("ouch"); }),
      puppet("greedy",
             [](const Program&, Env&) -> Result { return {{}, std::string(size_t{1} << 40, 'x'), {}, {}, {}}; }),
      puppet("liar", [&](const Program&, Env&) { return falseWith(8); }),
      puppet("boaster",
             [&](const Program&, Env&) { return Result{Verdict::True, "", {{errors()[0], {}, "", {}}}, {}, {}}; }),
  };
  const PortfolioResult whole = runPortfolio(program, contenders, env);
  EXPECT_EQ(whole.result.verdict, Verdict::Unknown);
  EXPECT_EQ(whole.reports[0].outcome, "killed by signal 9");
  EXPECT_EQ(whole.reports[1].outcome, "internal error: ouch");
  EXPECT_EQ(whole.reports[2].outcome, "out of memory");
  EXPECT_NE(whole.reports[3].outcome.find("NOT CONFIRMED"), std::string::npos);
  EXPECT_NE(whole.reports[4].outcome.find("OPEN"), std::string::npos);
  for (const EngineReport& report : whole.reports) EXPECT_TRUE(report.isAnomalous) << report.engine;
  expectNoChildren();
}

TEST_F(Strategy, OutOfTimeEnginesTellWhatTheyKnow) {
  Deadline soon(50ms);
  Env hurried{options, soon, statistics, logger};
  const std::vector<Contender> contenders = {puppet("obedient", sleepUntilAsked), puppet("stuck", sleepForever)};
  const PortfolioResult whole = runPortfolio(program, contenders, hurried);
  EXPECT_EQ(whole.result.verdict, Verdict::Unknown);
  EXPECT_EQ(whole.result.reason, "obedient: asked to stop; stuck: stopped, out of time");
  expectNoChildren();
}

TEST_F(Strategy, AnInterruptReachesTheEngines) {
  const std::vector<Contender> contenders = {puppet("obedient", sleepUntilAsked)};
  std::thread interrupter([&] {
    std::this_thread::sleep_for(50ms);
    deadline->cancel();
  });
  const PortfolioResult whole = runPortfolio(program, contenders, env);
  interrupter.join();
  EXPECT_EQ(whole.result.reason, "obedient: asked to stop");
}

} // namespace

} // namespace assay
