#include "engine/modular/modular.h"

#include "engine/testing/thread_library.h"
#include "program/text_parser.h"
#include "util/testing/test_env.h"

#include <gtest/gtest.h>

namespace assay {

namespace {

/// As many threads as you like.
constexpr std::string_view kManyThreads = R"(
  object handle: 8;
  entry main;
  function main() {
    var more: bool;
    A: -> B { more = input nondet; }
    B: if more -> C; if !more -> exit { return; }
    C: -> A { call create(&handle); }
  })";

class ModularTest : public testing::Test {
protected:
  Result check(std::initializer_list<std::string_view> parts) {
    std::string text(kThreadLibrary);
    for (std::string_view part : parts) text += part;
    const Program program = parseProgram(text, "test", terms_);
    return Modular().run(program, env_.within(std::chrono::seconds(20)));
  }
  void expectProof(std::initializer_list<std::string_view> parts) {
    const Result result = check(parts);
    EXPECT_EQ(result.verdict, Verdict::True) << result.reason;
  }
  void expectOpen(std::initializer_list<std::string_view> parts, const std::string& reason) {
    const Result result = check(parts);
    EXPECT_EQ(result.verdict, Verdict::Unknown);
    EXPECT_NE(result.reason.find(reason), std::string::npos) << result.reason;
  }

  TermManager terms_;
  TestEnv env_;
};

constexpr std::string_view kOpen = "no assertions at threads' places exclude it";

TEST_F(ModularTest, ALockKeepsOthersOut) {
  expectProof({R"(
    function work() {
      var seen: bv32;
      A: -> B { call take(); }
      B: -> C { step write &number, 4; store &number, 7:32; }
      C: -> D { step read &number, 4; seen = load &number; }
      D: if seen != 7 -> E; if seen == 7 -> F;
      F: -> G { step write &number, 4; store &number, 0:32; }
      G: -> H { call give(); }
      H: -> exit { return; }
      E: error(unreach-call) "somebody came between";
    })",
               kManyThreads});
}

TEST_F(ModularTest, WithoutTheLockSomebodyComesBetween) {
  expectOpen({R"(
    function work() {
      var seen: bv32;
      B: -> C { step write &number, 4; store &number, 7:32; }
      C: -> D { step read &number, 4; seen = load &number; }
      D: if seen != 7 -> E; if seen == 7 -> F;
      F: -> exit { step write &number, 4; store &number, 0:32; return; }
      E: error(unreach-call) "somebody came between";
    })",
              kManyThreads},
             std::string(kOpen));
}

TEST_F(ModularTest, ARegionThatWaitsIsInterrupted) {
  constexpr std::string_view kBefore = R"(
    function work() {
      A: -> B { step write &number, 4; store &number, 7:32; }
      B: -> exit { step; store &lock, 1:32; return; }
    }
    object handle: 8;
    entry main;
    function main() {
      var seen: bv32; var met: bool;
      A: -> B { call create(&handle); }
      B: -> C { step; atomic begin; seen = load &number; })";
  constexpr std::string_view kBehind = R"(
      D: if seen != 0 -> E; if seen == 0 -> exit { return; }
      E: error(unreach-call) "it has changed";
    })";
  expectProof({R"(
    function work() { B: -> exit { step; store &number, 7:32; return; } }
    object handle: 8;
    entry main;
    function main() {
      var seen: bv32;
      B: -> C { step; atomic begin; store &number, 0:32; }
      C: -> D { step; seen = load &number; atomic end; })",
               kBehind});
  expectOpen({kBefore, "C: -> D { met = await equal &lock, 1:32; seen = load &number; atomic end; }", kBehind},
             std::string(kOpen));
}

constexpr std::string_view kWritesTwo = R"(
  function work() { A: -> exit { step write &number, 4; store &number, 2:32; return; } }
  object first: 8;
  object second: 8;
  entry main;
  function main() {
    var t: bv64; var seen: bv32;
    A: -> B { call create(&first); }
    B: -> C { call create(&second); }
    C: -> D { step; t = load &first; call join(t); })";
constexpr std::string_view kWritesThree = R"(
    F: -> G { step write &number, 4; store &number, 3:32; }
    G: -> H { step read &number, 4; seen = load &number; }
    H: if seen != 3 -> E; if seen == 3 -> exit { return; }
    E: error(unreach-call) "somebody still writes";
  })";

TEST_F(ModularTest, WhoIsJoinedHasEnded) {
  expectProof({kWritesTwo, "D: -> F { step; t = load &second; call join(t); }", kWritesThree});
  expectOpen({kWritesTwo, "D: -> F { step; t = load &first; call join(t); }", kWritesThree}, std::string(kOpen));
  expectOpen({kWritesTwo, "D: -> F;", kWritesThree}, std::string(kOpen));
}

TEST_F(ModularTest, AJoinIsAMoveOfItsOwn) {
  // What stands on the edge before the call is seen by the thread that is waited for.
  expectOpen({R"(
    function work() {
      var seen: bv32;
      A: -> B { step read &number, 4; seen = load &number; }
      B: if seen == 1 -> E; if seen != 1 -> exit { return; }
      E: error(unreach-call) "seen";
    }
    object handle: 8;
    entry main;
    function main() {
      var t: bv64;
      A: -> B { call create(&handle); }
      B: -> C { step; t = load &handle; }
      C: -> D { step write &number, 4; store &number, 1:32; call join(t); }
      D: -> exit { return; }
    })"},
             std::string(kOpen));
}

constexpr std::string_view kInTurn = R"(
      C: -> D { step read &turn, 4; now = load &turn; }
      D: if now != mine -> C; if now == mine -> F;
      F: -> G { step write &number, 4; store &number, mine; }
      G: -> H { step read &number, 4; now = load &number; }
      H: if now != mine -> E; if now == mine -> I;
      I: -> J { step read &turn, 4; now = load &turn; }
      J: -> exit { step write &turn, 4; store &turn, now + 1; return; }
      E: error(unreach-call) "two at once";
      N: abort "no more tickets";
    })";
constexpr std::string_view kTickets = R"(
    object turn: 4;
    object next: 4;
    function work() {
      var mine: bv32; var now: bv32;)";

TEST_F(ModularTest, NoTwoThreadsHaveTheSameTicket) {
  expectProof({kTickets, R"(
      A: -> B { step; atomic begin; mine = load &next; }
      B: if mine == -1 -> N; if mine != -1 -> C { store &next, mine + 1; atomic end; })",
               kInTurn, kManyThreads});
  expectOpen({kTickets, R"(
      A: -> B { step; mine = load &next; }
      B: if mine == -1 -> N; if mine != -1 -> B2;
      B2: -> C { step; store &next, mine + 1; })",
              kInTurn, kManyThreads},
             std::string(kOpen));
}

TEST_F(ModularTest, AStoreToAnywhereIsNotFollowed) {
  expectOpen({R"(
    object place: 8;
    function work() {
      var at: bv64;
      A: -> B { step; at = input nondet; }
      B: -> exit { step; store at, 1:32; return; }
    })",
              kManyThreads},
             "there is no check of values");
  expectOpen({R"(
    function work() {
      var at: bv64;
      A: -> B { step; at = input nondet; }
      B: -> C { step; store at, 1:32; }
      C: if at == 0 -> E; if at != 0 -> exit { return; }
      E: error(unreach-call) "null";
    })",
              kManyThreads},
             "through a pointer of which nothing is known");
}

} // namespace

} // namespace assay
