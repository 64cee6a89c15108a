// Automata with threads and their verdicts; and small random ones, compared with the interpreter under all schedules.
#include "engine/symex/threads.h"

#include "engine/common/replay.h"
#include "engine/symex/symex.h"
#include "program/testing/all_schedules.h"
#include "program/testing/random_threads.h"
#include "program/text_parser.h"
#include "transform/compact_edges.h"
#include "util/testing/test_env.h"

#include <gtest/gtest.h>

#include <string>

namespace assay {
namespace {

using namespace std::chrono_literals;

/// A program with threads, and what symbolic execution says about it.
struct Judged {
  TermManager terms;
  Program program;
  Result result;
  std::vector<BitVector> inputs; // of the violation
  uint64_t paths = 0, covered = 0, parked = 0, takenUp = 0;

  explicit Judged(const std::string& text, Pruning prune = Pruning::Adaptive, uint64_t maxStates = 0,
                  Deadline::Clock::duration limit = 60s)
      : program(parseProgram(text, "test", terms)) {
    compactEdges(program);
    TestEnv env;
    env.options.prune = prune;
    env.options.maxStates = maxStates;
    result = SymexEngine().run(program, SymexPlan(env.options), env.within(limit));
    paths = env.statistics.counter("paths");
    covered = env.statistics.counter("states covered");
    parked = env.statistics.counter("states parked");
    takenUp = env.statistics.counter("states taken up");
    for (const CheckResult& check : result.checks) {
      if (check.status != CheckStatus::Violated) continue;
      EXPECT_TRUE(replay(program, *check.counterexample, env.env).confirmed);
      inputs = check.counterexample->inputs;
    }
  }
  Verdict verdict() const { return result.verdict; }
};

std::string with(std::string_view text, std::string_view part, std::string_view other) {
  std::string result(text);
  for (size_t at = result.find(part); at != std::string::npos; at = result.find(part, at + other.size()))
    result.replace(at, part.size(), other);
  return result;
}

/// Two threads increment a counter, and what each of them does before and after that is to be filled in.
constexpr std::string_view kIncrements = R"(
  object counter: 4; object lock: 4; object done: 4;
  function worker() {
    var x: bv32; var ok: bool;
    enter: ENTER
    read: -> write { step read &counter, 4; x = load &counter; }
    write: -> leave { step write &counter, 4; store &counter, x + 1; }
    leave: LEAVE
    end: -> exit { step write &done, 4; store &done, 1:32; return; }
    DEADLOCK
  }
  function main() -> bv32 {
    var t: bv32; var x: bv32; var ok: bool;
    begin: -> enter { t = spawn worker(); }
    enter: ENTER
    read: -> write { step read &counter, 4; x = load &counter; }
    write: -> leave { step write &counter, 4; store &counter, x + 1; }
    leave: LEAVE
    end: -> look { ok = await equal &done, 1:32; x = load &counter; }
    look: if x == 2 -> exit { return x; } if x != 2 -> lost;
    DEADLOCK
    lost: error(unreach-call) "an update is lost";
  })";
/// Nobody waits for the other one but at the end.
std::string withoutLock(std::string_view enter, std::string_view leave) {
  return with(with(with(kIncrements, "ENTER", enter), "LEAVE", leave), "DEADLOCK", "");
}
const std::string kUnlocked = withoutLock("-> read;", "-> end;");
const std::string kLocked = with(with(with(kIncrements, "ENTER", R"(-> in { step; atomic begin; }
    in: -> locked { ok = await equal &lock, 0:32; store &lock, 1:32; atomic end; }
    locked: if ok -> read; if !ok -> deadlock;)"),
                                      "LEAVE", "-> end { step write &lock, 4; store &lock, 0:32; }"),
                                 "DEADLOCK", R"(deadlock: error(unreach-call) "nobody goes on";)");

TEST(SymexThreads, ALostUpdateIsFoundWithItsSchedule) {
  for (const Pruning prune : {Pruning::None, Pruning::Covered, Pruning::Adaptive}) {
    const Judged run(kUnlocked, prune);
    EXPECT_EQ(run.verdict(), Verdict::False) << run.result.reason;
    EXPECT_GE(run.inputs.size(), 2u);
    for (const BitVector& input : run.inputs) EXPECT_EQ(input.width(), 32u);
  }
}

TEST(SymexThreads, NoUpdateIsLostUnderALock) {
  for (const Pruning prune : {Pruning::None, Pruning::Covered, Pruning::Adaptive}) {
    const Judged run(kLocked, prune);
    EXPECT_EQ(run.verdict(), Verdict::True) << run.result.reason;
    EXPECT_GT(run.paths, 1u);
  }
}

TEST(SymexThreads, ALockThatIsNotGivenBackIsADeadlock) {
  const Judged run(with(kLocked, "store &lock, 0:32;", ""));
  EXPECT_EQ(run.verdict(), Verdict::False) << run.result.reason;
}

TEST(SymexThreads, RegionsAreNotInterrupted) {
  const std::string text = withoutLock("-> read { step; atomic begin; }", "-> end { atomic end; }");
  EXPECT_EQ(Judged(text).verdict(), Verdict::True);
}

TEST(SymexThreads, StatesAreParkedAndTakenUp) {
  for (const std::string& text : {kUnlocked, kLocked}) {
    const Judged run(text, Pruning::None, 1);
    EXPECT_EQ(run.verdict(), text == kLocked ? Verdict::True : Verdict::False) << run.result.reason;
  }
  const Judged all(kLocked, Pruning::None), parked(kLocked, Pruning::None, 1);
  EXPECT_GT(parked.parked, 0u);
  EXPECT_EQ(parked.parked, parked.takenUp);
  EXPECT_GE(parked.paths, all.paths);
}

constexpr std::string_view kAccesses = R"(
  object x: 8; object y: 8;
  function worker(n: bv64) {
    access: -> exit { step FIRST, 4; return; }
  }
  function main() {
    var t: bv32; var n: bv64; var ok: bool;
    begin: -> access { n = input nondet; n = (n & 1) * 4; t = spawn worker(n); }
    access: -> check { step SECOND, 4; ok = unraced_SECOND, 4); }
    check: if ok -> exit { return; } if !ok -> race;
    race: error(no-data-race) "race";
  })";

Verdict raceOf(const std::string& first, const std::string& kind, const std::string& place) {
  std::string text = with(kAccesses, "unraced_SECOND", "unraced_" + kind + "(" + place);
  text = with(text, "step SECOND", "step " + kind + " " + place);
  return Judged(with(text, "FIRST", first)).verdict();
}

TEST(SymexThreads, RacesAreFoundWhereTheyAre) {
  EXPECT_EQ(raceOf("write &x", "read", "&x"), Verdict::False);
  EXPECT_EQ(raceOf("read &x", "write", "&x"), Verdict::False);
  EXPECT_EQ(raceOf("atomic write &x", "read", "&x"), Verdict::False);
  EXPECT_EQ(raceOf("read &x", "read", "&x"), Verdict::True);
  EXPECT_EQ(raceOf("write &x", "write", "&x + 4"), Verdict::True);
  EXPECT_EQ(raceOf("write &x", "write", "&x + 3"), Verdict::False);
  EXPECT_EQ(raceOf("write &x", "write", "&y"), Verdict::True);
  // Where the address depends on an input.
  EXPECT_EQ(raceOf("write &x + n", "write", "&x + 4"), Verdict::False);
  EXPECT_EQ(raceOf("write &x + n", "write", "&x + n"), Verdict::False);
  EXPECT_EQ(raceOf("write &x + n", "write", "&x + (4:64 - n)"), Verdict::True);
  EXPECT_EQ(raceOf("write &x + n", "write", "&y + n"), Verdict::True);
}

TEST(SymexThreads, WhatIsWaitedForMayDependOnInputs) {
  constexpr std::string_view kText = R"(
    object level: 4;
    function worker(n: bv32) { s: -> exit { step write &level, 4; store &level, n; return; } }
    function main() {
      var t: bv32; var n: bv32; var ok: bool; var x: bv32;
      begin: -> wait { n = input nondet; t = spawn worker(n); }
      wait: -> on { ok = await at_least &level, 5:32; x = load &level; }
      on: if ok -> met; if !ok -> told;
      met: if x >=s 5:32 -> exit { return; } if x <s 5:32 -> less;
      told: if n >=s 5:32 -> more; if n <s 5:32 -> exit { return; }
      less: error(unreach-call) "less";
      more: error(unreach-call) "more";
    })";
  const Judged run{std::string(kText)};
  EXPECT_EQ(run.verdict(), Verdict::True) << run.result.reason;
  EXPECT_EQ(Judged(with(kText, "if n >=s 5:32 -> more; if n <s 5:32", "if n >=s 4:32 -> more; if n <s 4:32")).verdict(),
            Verdict::False);
}

TEST(SymexThreads, EachHasItsVariablesAndItsEnd) {
  constexpr std::string_view kText = R"(
    object done: 4; object there: 4;
    global thread_local mine: bv32 = 5;
    function worker() {
      first: -> second { step; mine = mine + 10; }
      second: -> last { step; store &there, mine; }
      last: thread_end;
    }
    function main() -> bv32 {
      var t: bv32; var x: bv32; var ok: bool;
      begin: -> on { mine = 100; t = spawn worker(); }
      on: -> join { step; mine = mine + 100; }
      join: -> look { ok = await distinct &there, 0:32; x = load &there; }
      look: if x == 15 && mine == 200 -> end; if !(x == 15 && mine == 200) -> bad;
      end: thread_end;
      bad: error(unreach-call) "mixed up";
    })";
  const Judged run{std::string(kText)};
  EXPECT_EQ(run.verdict(), Verdict::True) << run.result.reason;
  EXPECT_EQ(Judged(with(kText, "x == 15", "x == 5")).verdict(), Verdict::False);
}

/// So many threads, each of which makes so many steps on a variable of its own.
std::string apart(unsigned threads, unsigned steps) {
  std::string text = "object bad: 4;", main = "function main() { var t: bv32; var x: bv32; begin: -> s0 { ";
  for (unsigned i = 0; i < threads; ++i) {
    const std::string n = std::to_string(i);
    text += "object x" + n + ": 4; function worker" + n + "() { var x: bv32; ";
    for (unsigned k = 0; k < steps; ++k)
      text += "s" + std::to_string(k) + ": -> s" + std::to_string(k + 1) + " { step write &x" + n + ", 4; x = load &x" +
              n + "; store &x" + n + ", x + 1; } ";
    text += "s" + std::to_string(steps) + ": -> exit { return; } }";
    main += "t = spawn worker" + n + "(); ";
  }
  return text + main +
         "} s0: -> s1 { step read &bad, 4; x = load &bad; } "
         "s1: if x == 0 -> exit { return; } if x != 0 -> e; e: error(unreach-call) \"?\"; }";
}

TEST(SymexThreads, OrdersOfIndependentStepsComeTogether) {
  const Judged run(apart(3, 5));
  EXPECT_EQ(run.verdict(), Verdict::True) << run.result.reason;
  EXPECT_LT(run.paths, 3000u); // 7 * 7 * 7 states, in each of which three or four threads can go on
}

/// As `apart`, but main waits for the threads to end.
std::string apartAndJoined(unsigned threads) {
  std::string text = apart(threads, 5);
  std::string joins = "s0: ";
  for (unsigned i = 0; i < threads; ++i) {
    const std::string n = std::to_string(i);
    text = with(text, "function worker" + n + "() { var x: bv32; ",
                "object done" + n + ": 4; function worker" + n + "() { var x: bv32; ");
    joins += "-> j" + n + " { ok = await equal &done" + n + ", 1:32; } j" + n + ": ";
    const size_t begin = text.find("function worker" + n);
    const size_t end = text.find("-> exit { return; }", begin);
    text.replace(end, 19, "-> exit { step write &done" + n + ", 4; store &done" + n + ", 1:32; return; }");
  }
  text = with(text, "var x: bv32; begin:", "var x: bv32; var ok: bool; begin:");
  return with(text, "s0: -> s1 { step read &bad", joins + "-> s1 { step read &bad");
}

TEST(SymexThreads, ThreadsWithDataOfTheirOwnGoOneAfterTheOther) {
  for (const unsigned threads : {1u, 2u, 8u}) {
    const Judged run(apartAndJoined(threads));
    EXPECT_EQ(run.verdict(), Verdict::True) << run.result.reason;
    EXPECT_EQ(run.paths, 1u);
  }
}

TEST(SymexThreads, ALoopWithoutEndBesideOthersProvesNothing) {
  constexpr std::string_view kText = R"(
    object x: 4;
    function worker() {
      var y: bv32;
      s: -> look { step read &x, 4; y = load &x; }
      look: if y == 0 -> exit { return; } if y != 0 -> bad;
      bad: error(unreach-call) "seen";
    }
    function main() {
      var t: bv32;
      begin: -> write { t = spawn worker(); }
      write: -> loop { step write &x, 4; store &x, 1:32; }
      loop: -> loop;
    })";
  EXPECT_EQ(Judged(std::string(kText)).verdict(), Verdict::Unknown);
}

TEST(SymexThreads, SpinningIsCovered) {
  constexpr std::string_view kText = R"(
    object x: 4;
    function worker() { s: -> exit { step write &x, 4; store &x, 1:32; return; } }
    function main() {
      var t: bv32; var y: bv32;
      begin: -> spin { t = spawn worker(); }
      spin: -> look { step read &x, 4; y = load &x; }
      look: if y == 0 -> spin; if y != 0 -> after;
      after: if y == 1 -> exit { return; } if y != 1 -> bad;
      bad: error(unreach-call) "another value";
    })";
  const Judged run{std::string(kText)};
  EXPECT_EQ(run.verdict(), Verdict::True) << run.result.reason;
}

class SymexRandomThreads : public ::testing::TestWithParam<unsigned> {};

TEST_P(SymexRandomThreads, ErrorsAreThoseOfAllSchedules) {
  for (const std::string& text : RandomThreads(GetParam()).make()) {
    TermManager terms;
    const Program program = parseProgram(text, "test", terms);
    bool isReached = false;
    for (unsigned input = 0; input < 4; ++input) {
      const AllSchedules all = runAllSchedules(program, {BitVector(32, input)});
      ASSERT_TRUE(all.isComplete) << text;
      isReached |= all.has(Outcome::Error);
    }
    const Verdict expected = isReached ? Verdict::False : Verdict::True;
    const Judged plain(text, Pruning::None), covered(text), parked(text, Pruning::None, 1),
        both(text, Pruning::Covered, 1);
    for (const Judged* run : {&plain, &covered, &parked, &both})
      EXPECT_EQ(run->verdict(), expected) << run->result.reason << "\n" << text;
  }
}

INSTANTIATE_TEST_SUITE_P(Seeds, SymexRandomThreads, ::testing::Range(0u, 60u));

} // namespace
} // namespace assay
