// Engines that tell each other what is true, false, too long or nonsense, and that die in the middle of it.
#include "engine/engines.h"
#include "strategy/certify.h"
#include "strategy/fact_board.h"
#include "strategy/portfolio.h"
#include "strategy/result_text.h"
#include "strategy/testing/two_errors.h"

#include <gtest/gtest.h>

#include <csignal>
#include <sstream>
#include <sys/socket.h>
#include <thread>
#include <unistd.h>

namespace assay {

namespace {

using namespace std::chrono_literals;

/// Does what it is told instead of verifying, and can talk.
class Talker : public Engine {
public:
  using Act = std::function<Result(Exchange&, Env&)>;
  explicit Talker(Act act) : act_(std::move(act)) {}
  std::string_view name() const override { return "talker"; }
  Result verify(const Program&, Env& env) override { return act_(exchange(), env); }

private:
  Act act_;
};

Contender talker(const std::string& name, const Talker::Act& act) {
  return {name, [act] { return std::make_unique<Talker>(act); }};
}

struct Facts : testing::Test, TwoErrors {
  const std::vector<LocationId> errors = TwoErrors::errors();

  void SetUp() override {
    program.files.add("test.c");
    ASSERT_EQ(errors.size(), 2u);
  }
  Fact proof(size_t error) const { return {ProvedRow{rowOf(program, errors[error]), "by a trick", "z3"}, "somebody"}; }

  static Result wait(Env& env) {
    while (!env.deadline.expired()) std::this_thread::sleep_for(1ms);
    Result result;
    result.reason = "asked to stop";
    return result;
  }
  /// Tells these and waits for the end.
  Contender teller(const std::string& name, std::vector<Fact> facts) const {
    return talker(name, [facts](Exchange& exchange, Env& env) {
      for (const Fact& fact : facts) exchange.publish(fact);
      return wait(env);
    });
  }
  /// Waits for so many facts and comes home with them as its reason.
  static Contender listener(const std::string& name, size_t count) {
    return talker(name, [count](Exchange& exchange, Env& env) {
      Result result;
      std::vector<Fact> heard;
      while (heard.size() < count && !env.deadline.expired()) {
        for (Fact& fact : exchange.take()) heard.push_back(std::move(fact));
        std::this_thread::sleep_for(1ms);
      }
      for (const Fact& fact : heard) result.reason += printFact(fact) + "\n";
      return result;
    });
  }
};

TEST_F(Facts, ComeBackAsTheyWere) {
  const std::vector<Fact> facts = {proof(1),
                                   {Assertion::inC({0, 3, 5}, "i <= 10 && \"x y\""), "kiki"},
                                   {SafeDepth{41}, ""},
                                   {TakenInputs{{BitVector(32, 7), BitVector(1, 1)}}, "symex"},
                                   {TakenInputs{}, ""}};
  for (const Fact& fact : facts) {
    const std::string text = printFact(fact);
    const std::optional<Fact> back = parseFact(text, program);
    ASSERT_TRUE(back) << text;
    EXPECT_EQ(back->what, fact.what);
    EXPECT_EQ(back->engine, fact.engine);
    for (size_t length = 0; length < text.size(); ++length) EXPECT_FALSE(parseFact(text.substr(0, length), program));
    EXPECT_FALSE(parseFact(text + "1 ", program));
  }
}

TEST_F(Facts, SpeakOfTheProgramOnly) {
  EXPECT_FALSE(parseFact("0: 4 7 end ", program));                                    // no such kind
  EXPECT_FALSE(parseFact("0: 3 1 0 7 end ", program));                                // an input of no bits
  EXPECT_FALSE(parseFact(printFact({Assertion::inC({77, 1, 1}, "x"), ""}), program)); // no such file
  EXPECT_FALSE(parseFact(printFact({Assertion::inC({0, 0, 0}, "x"), ""}), program));  // nowhere
}

TEST_F(Facts, BoardTakesWhatIsNew) {
  FactBoard board(program);
  EXPECT_TRUE(board.add(proof(0)));
  EXPECT_FALSE(board.add(proof(0)));
  EXPECT_FALSE(board.isSafe());
  EXPECT_FALSE(board.add({ProvedRow{RowId(2), "", ""}, ""})); // no such row
  EXPECT_FALSE(board.add({ProvedRow{RowId(), "", ""}, ""}));
  EXPECT_FALSE(board.add({ProvedRow{rowOf(program, errors[1]), std::string(1 << 20, 'x'), ""}, ""}));
  EXPECT_FALSE(board.add({Assertion::inC({0, 1, 1}, std::string(1 << 20, 'x')), ""}));
  EXPECT_TRUE(board.add({Assertion::inC({0, 1, 1}, "x"), ""}));
  EXPECT_FALSE(board.add({Assertion::inC({0, 1, 1}, "x"), "another"}));
  EXPECT_TRUE(board.add({TakenInputs{{BitVector(8, 3)}}, "one"}));
  EXPECT_FALSE(board.add({TakenInputs{{BitVector(8, 3)}}, "another"}));
  EXPECT_TRUE(board.add({TakenInputs{{BitVector(16, 3)}}, "another"}));
  EXPECT_FALSE(board.add({TakenInputs{std::vector<BitVector>(100'000, BitVector(8, 3))}, "one"}));
  EXPECT_TRUE(board.add({SafeDepth{3}, ""}));
  EXPECT_FALSE(board.add({SafeDepth{2}, ""}));
  EXPECT_EQ(board.safeDepth(), SafeDepth{3});
  EXPECT_TRUE(board.add(proof(1)));
  EXPECT_TRUE(board.isSafe());
  const Result result = board.combined();
  EXPECT_EQ(result.verdict, Verdict::True);
  EXPECT_EQ(result.proofCheck.status, ProofCheck::Confirmed);
  EXPECT_EQ(result.reason, "2 checks proved by somebody");
}

TEST_F(Facts, ReachTheOthers) {
  const std::vector<Contender> contenders = {
      teller("teller", {proof(1), {Assertion::inC({0, 3, 1}, "x"), ""}, proof(1), {SafeDepth{5}, ""}}),
      listener("listener", 3)};
  Deadline soon(2s);
  Env hurried{options, soon, statistics, logger};
  const PortfolioResult whole = runPortfolio(program, contenders, hurried);
  // Each once, in the teller's name.
  const std::string heard = printFact({proof(1).what, "teller"}) + "\n" +
                            printFact({Assertion::inC({0, 3, 1}, "x"), "teller"}) + "\n" +
                            printFact({SafeDepth{5}, "teller"}) + "\n";
  EXPECT_EQ(whole.reports[1].outcome, "unknown: " + heard);
  EXPECT_EQ(whole.result.verdict, Verdict::Unknown);
  EXPECT_EQ(whole.safeDepth, SafeDepth{5});
  ASSERT_EQ(whole.result.checks.size(), 2u);
  EXPECT_EQ(whole.result.checks[0].status, CheckStatus::Open);
  EXPECT_EQ(whole.result.checks[1].status, CheckStatus::Proved);
  EXPECT_EQ(whole.result.checks[1].how, "proved by teller: by a trick");
  EXPECT_EQ(whole.result.invariants.size(), 1u);
}

TEST_F(Facts, ProofsOfSeveralAreAVerdict) {
  const PortfolioResult whole =
      runPortfolio(program, std::vector{teller("one", {proof(0)}), teller("two", {proof(1)})}, env);
  EXPECT_EQ(whole.result.verdict, Verdict::True);
  EXPECT_EQ(whole.result.reason, "1 check proved by one, 1 check proved by two");
  EXPECT_EQ(whole.reports[0].outcome, "stopped, all checks were proved");
  EXPECT_FALSE(deadline->expired());
}

TEST_F(Facts, RefutationsOfAllAreCounted) {
  Fact early = proof(0), late = proof(1);
  std::get<ProvedRow>(early.what) = {rowOf(program, errors[0]), "", "", {10, 8, "z3"}};
  std::get<ProvedRow>(late.what) = {rowOf(program, errors[1]), "", "", {30, 20, "z3"}};
  for (const bool isSame : {false, true}) {
    FactBoard board(program);
    EXPECT_TRUE(board.add({late.what, "one"}));
    EXPECT_TRUE(board.add({early.what, isSame ? "one" : "two"}));
    const ProofCheck check = board.combined().proofCheck;
    EXPECT_EQ(check.status, ProofCheck::NotNeeded);
    EXPECT_EQ(check.refutations, (isSame ? RefutationCheck{30, 20, "z3"} : RefutationCheck{40, 28, "z3"}));
  }
}

// One that was told before is used by others; then a second solver contradicts whoever told it.
TEST_F(Facts, OfAnEngineThatIsContradictedAreNoVerdict) {
  const std::vector<Contender> contenders = {talker("wrong",
                                                    [this](Exchange& exchange, Env&) {
                                                      exchange.publish(proof(0));
                                                      Result result;
                                                      result.reason = "DEFECT";
                                                      result.proofCheck.status = ProofCheck::Contradicted;
                                                      return result;
                                                    }),
                                             talker("other", [this](Exchange& exchange, Env& env) {
                                               while (exchange.take().empty() && !env.deadline.expired())
                                                 std::this_thread::sleep_for(1ms);
                                               std::this_thread::sleep_for(500ms);
                                               Result result;
                                               result.verdict = Verdict::True;
                                               for (LocationId error : errors)
                                                 result.checks.push_back({error, CheckStatus::Proved, "", {}});
                                               return result;
                                             })};
  const PortfolioResult whole = runPortfolio(program, contenders, env);
  EXPECT_TRUE(whole.reports[0].isAnomalous);
  EXPECT_EQ(whole.result.verdict, Verdict::Unknown);
  EXPECT_EQ(whole.result.reason, "DEFECT");
  for (const CheckResult& check : whole.result.checks) EXPECT_EQ(check.status, CheckStatus::Open);
}

TEST_F(Facts, AreNoVerdictBeforeAnObstacle) {
  const Program obstructed = parseProgram(kObstructed, "test", terms);
  const CheckTable table(obstructed);
  ASSERT_EQ(table.rows().size(), 2u);
  const RowId check(table.rows()[0].isCheck() ? 0 : 1), obstacle(1 - check.index());
  FactBoard board(obstructed);
  EXPECT_TRUE(board.add({ProvedRow{check, "how", ""}, "one"}));
  EXPECT_FALSE(board.isSafe());
  Result early = board.combined();
  EXPECT_FALSE(certify(early, obstructed, env));
  EXPECT_TRUE(board.add({ProvedRow{obstacle, "how", ""}, "two"}));
  EXPECT_TRUE(board.isSafe());
  Result result = board.combined();
  EXPECT_TRUE(certify(result, obstructed, env));
  ASSERT_EQ(result.obstacles.size(), 1u);
  EXPECT_EQ(result.obstacles[0].how, "proved by two: how");
}

TEST_F(Facts, AViolationThatIsThereWinsAgainstAVerdictOfFacts) {
  // Both come at the same time: who is looked at first does not matter.
  for (const bool isFirst : {false, true}) {
    const Counterexample counterexample{errors[0], {BitVector(32, 7)}, {}};
    const Contender finder = talker("finder", [&](Exchange&, Env&) {
      return Result{Verdict::False, "", {{errors[0], CheckStatus::Violated, "", counterexample}}, {}, {}, {}};
    });
    const Contender liar = talker("liar", [&](Exchange& exchange, Env& env) {
      std::this_thread::sleep_for(100ms);
      exchange.publish(proof(0));
      exchange.publish(proof(1));
      return wait(env);
    });
    const PortfolioResult whole =
        runPortfolio(program, isFirst ? std::vector{finder, liar} : std::vector{liar, finder}, env);
    EXPECT_EQ(whole.result.verdict, Verdict::False);
  }
}

TEST_F(Facts, OfOneThatIsKilledStand) {
  const std::vector<Contender> contenders = {talker("victim",
                                                    [&](Exchange& exchange, Env&) -> Result {
                                                      exchange.publish(proof(0));
                                                      exchange.publish({SafeDepth{9}, {}});
                                                      raise(SIGKILL);
                                                      return {};
                                                    }),
                                             listener("listener", 2)};
  const PortfolioResult whole = runPortfolio(program, contenders, env);
  EXPECT_EQ(whole.reports[0].outcome, "killed by signal 9");
  EXPECT_EQ(whole.result.checks[0].status, CheckStatus::Proved);
  EXPECT_EQ(whole.result.checks[1].status, CheckStatus::Open);
  EXPECT_EQ(whole.safeDepth, SafeDepth{9});
}

TEST_F(Facts, AreNotBelievedAgainstAViolation) {
  // Symbolic execution is told that its violation does not exist: the interpreter has seen it.
  const Counterexample counterexample{errors[0], {BitVector(32, 7)}, {}};
  const std::vector<Contender> contenders = {
      teller("liar", {proof(0)}), talker("finder", [&](Exchange& exchange, Env&) {
        while (exchange.take().empty()) std::this_thread::sleep_for(1ms);
        return Result{Verdict::False, "", {{errors[0], CheckStatus::Violated, "", counterexample}}, {}, {}};
      })};
  const PortfolioResult whole = runPortfolio(program, contenders, env);
  EXPECT_EQ(whole.result.verdict, Verdict::False);
  ASSERT_EQ(whole.warnings.size(), 1u);
  EXPECT_NE(whole.warnings[0].find("proved by liar"), std::string::npos);
}

TEST_F(Facts, FloodsDrownNobody) {
  // Much more than a channel holds, and long ones: nobody waits, nobody dies, the answer comes.
  const auto flood = [&](Exchange& exchange, Env& env) {
    for (uint32_t i = 0; i < 200'000 && !env.deadline.expired(); ++i)
      exchange.publish({Assertion::inC({0, 1 + i, 1}, std::string(i % 1000, 'x')), {}});
    exchange.publish({Assertion::inC({0, 1, 1}, std::string(100'000'000, 'x')), {}});
    return wait(env);
  };
  const std::vector<Contender> contenders = {
      talker("flood", flood), talker("deaf", [&](Exchange&, Env&) {
        std::this_thread::sleep_for(300ms); // hears nothing: its channel is full
        return Result{Verdict::True,
                      "",
                      {{errors[0], CheckStatus::Proved, "", {}}, {errors[1], CheckStatus::Proved, "", {}}},
                      {},
                      {}};
      })};
  const PortfolioResult whole = runPortfolio(program, contenders, env);
  EXPECT_EQ(whole.result.verdict, Verdict::True);
  EXPECT_EQ(whole.engine, "deaf");
  EXPECT_LT(whole.reports[1].seconds, 20);
}

} // namespace

} // namespace assay
