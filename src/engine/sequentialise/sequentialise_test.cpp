#include "engine/sequentialise/sequentialise.h"

#include "engine/testing/thread_library.h"
#include "program/text_parser.h"
#include "util/testing/test_env.h"

#include <gtest/gtest.h>

namespace assay {

namespace {

class SequentialiseTest : public testing::Test {
protected:
  Result check(std::initializer_list<std::string_view> parts) {
    std::string text(kThreadLibrary);
    for (std::string_view part : parts) text += part;
    const Program program = parseProgram(text, "test", terms_);
    return Sequentialise().run(program, env_.within(std::chrono::seconds(20)));
  }
  void expectProof(std::initializer_list<std::string_view> parts) {
    const Result result = check(parts);
    EXPECT_EQ(result.verdict, Verdict::True) << result.reason;
  }
  void expectOpen(std::initializer_list<std::string_view> parts, const std::string& reason = {}) {
    const Result result = check(parts);
    EXPECT_EQ(result.verdict, Verdict::Unknown);
    EXPECT_NE(result.reason.find(reason), std::string::npos) << result.reason;
  }

  TermManager terms_;
  TestEnv env_;
};

/// Main creates two threads, joins them and looks at the number.
constexpr std::string_view kTwoAndLook = R"(
  object first: 8;
  object second: 8;
  entry main;
  function main() {
    var t: bv64; var seen: bv32;
    A: -> B { call create(&first); }
    B: -> C { call create(&second); }
    C: -> D { step; t = load &first; call join(t); }
    D: -> F { step; t = load &second; call join(t); }
    F: -> G { step read &number, 4; seen = load &number; }
    G: if seen != 2 -> E; if seen == 2 -> exit { return; }
    E: error(unreach-call) "an increment is lost";
  })";

TEST_F(SequentialiseTest, TheLockKeepsIncrementsApart) {
  expectProof({R"(
    function work() {
      var seen: bv32;
      A: -> B { call take(); }
      B: -> C { step read &number, 4; seen = load &number; }
      C: -> D { step write &number, 4; store &number, seen + 1; call give(); }
      D: -> exit { return; }
    })",
               kTwoAndLook});
}

TEST_F(SequentialiseTest, WithoutItOneIsLost) {
  expectOpen({R"(
    function work() {
      var seen: bv32;
      B: -> C { step read &number, 4; seen = load &number; }
      C: -> exit { step write &number, 4; store &number, seen + 1; return; }
    })",
              kTwoAndLook});
  // The second one takes the lock, the first one does not.
  expectOpen({R"(
    object turn: 4;
    function work() {
      var seen: bv32; var mine: bv32;
      A: -> A2 { step; atomic begin; mine = load &turn; store &turn, mine + 1; atomic end; }
      A2: if mine == 0 -> B { call take(); } if mine != 0 -> B;
      B: -> C { step read &number, 4; seen = load &number; }
      C: -> D { step write &number, 4; store &number, seen + 1; }
      D: if mine == 0 -> F { call give(); } if mine != 0 -> F;
      F: -> exit { return; }
    })",
              kTwoAndLook});
}

TEST_F(SequentialiseTest, ThreadsThatAreNotJoinedStillRun) {
  constexpr std::string_view kWork = R"(
    function work() { A: -> exit { step write &number, 4; store &number, 2:32; return; } }
    object first: 8;
    entry main;
    function main() {
      var t: bv64; var seen: bv32;
      A: -> B { call create(&first); })";
  constexpr std::string_view kLook = R"(
      C: -> F { step write &number, 4; store &number, 3:32; }
      F: -> G { step read &number, 4; seen = load &number; }
      G: if seen != 3 -> E; if seen == 3 -> exit { return; }
      E: error(unreach-call) "it still writes";
    })";
  expectProof({kWork, "B: -> C { step; t = load &first; call join(t); }", kLook});
  expectOpen({kWork, "B: -> C;", kLook});
}

TEST_F(SequentialiseTest, WhoGoesAloneDoesNotEndTheProgramTooEarly) {
  // Nobody else touches what main writes, but the program ends behind it.
  constexpr std::string_view kSee = R"(
    object own: 4;
    function work() {
      A: -> B { step write &number, 4; store &number, 2:32; }
      B: -> E { step; }
      E: error(unreach-call) "before the program has ended";
    }
    object first: 8;
    entry main;
    function main() {
      A: -> B { call create(&first); })";
  expectOpen({kSee, "B: -> exit { step write &own, 4; store &own, 1:32; return; } }"});
  expectOpen({kSee, "B: -> H { step write &own, 4; store &own, 1:32; } H: abort \"ended\"; }"});
  // For ever, and nobody waits for that.
  expectOpen({kSee, "B: -> B { step write &own, 4; store &own, 1:32; } }"});
}

TEST_F(SequentialiseTest, ARegionThatWaitsIsInterrupted) {
  constexpr std::string_view kMain = R"(
    object first: 8;
    entry main;
    function main() {
      var seen: bv32; var met: bool;
      A: -> B { call create(&first); }
      B: -> C { step; atomic begin; seen = load &number; })";
  constexpr std::string_view kLook = R"(
      D: if seen != 0 -> E; if seen == 0 -> exit { return; }
      E: error(unreach-call) "it has changed";
    })";
  constexpr std::string_view kWork = R"(
    function work() {
      A: -> B { step write &number, 4; store &number, 7:32; }
      B: -> exit { step; store &lock, 1:32; return; }
    })";
  expectOpen({kWork, kMain, "C: -> D { met = await equal &lock, 1:32; seen = load &number; atomic end; }", kLook});
  expectProof({R"(
    function work() { A: -> exit { step write &lock, 4; store &lock, 7:32; return; } })",
               kMain, "C: -> D { seen = load &number; atomic end; }", kLook});
}

TEST_F(SequentialiseTest, LoopsThatCreateThreadsAreUnrolled) {
  constexpr std::string_view kWork = R"(
    function work() {
      var seen: bv32;
      A: -> exit { step; atomic begin; seen = load &number; store &number, seen + 1; atomic end; return; }
    }
    object handle: 8;
    entry main;
    function main() {
      var i: bv32; var seen: bv32;
      A: -> B { i = 0; }
      B: if i <s 3 -> C { call create(&handle); } if 3 <=s i -> D;
      C: -> B { i = i + 1; }
      D: -> F { step read &number, 4; seen = load &number; })";
  expectProof({kWork, "F: if seen <=u 3 -> exit { return; } if 3 <u seen -> E; E: error(unreach-call) \"more\"; }"});
  expectOpen({kWork, "F: if seen <=u 2 -> exit { return; } if 2 <u seen -> E; E: error(unreach-call) \"more\"; }"});
}

/// Creates any number of threads.
constexpr std::string_view kAnyNumber = R"(
    object handle: 8;
    entry main;
    function main() {
      var i: bv32; var n: bv32;
      A: -> B { n = input nondet; i = 0; }
      B: if i <s n -> C { call create(&handle); } if n <=s i -> exit { return; }
      C: -> B { i = i + 1; }
    })";

TEST_F(SequentialiseTest, NumbersOfThreadsAreKept) {
  // As many as are between the two regions; but for the first one, which is not one step.
  expectOpen({R"(
    function work() {
      var seen: bv32;
      A: -> A2 { step; seen = load &number; }
      A2: -> B { step; store &number, seen + 1; }
      B: -> C { step; atomic begin; seen = load &number; store &number, seen - 1; atomic end; }
      C: if seen == 0 -> E; if seen != 0 -> exit { return; }
      E: error(unreach-call) "nobody is there";
    })",
              kAnyNumber});
}

TEST_F(SequentialiseTest, SeveralThreadsOfOneKindMeet) {
  expectOpen({R"(
    function work() {
      var seen: bv32;
      A: -> B { step write &number, 4; store &number, 1:32; }
      B: -> C { step read &number, 4; seen = load &number; }
      C: if seen != 1 -> E; if seen == 1 -> D;
      D: -> exit { step write &number, 4; store &number, 0:32; return; }
      E: error(unreach-call) "another one";
    })",
              kAnyNumber});
}

} // namespace

} // namespace assay
