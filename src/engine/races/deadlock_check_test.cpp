#include "engine/races/races.h"

#include "analysis/testing/thread_library.h"
#include "program/text_parser.h"
#include "util/testing/test_env.h"

#include <gtest/gtest.h>

namespace assay {

namespace {

/// A function that locks, where deadlocks are looked for, and one that locks two.
const std::string kLocks = kThreadLibrary + R"(
  object g: 24;
  function lock(at: bv64) role lock {
    var met: bool;
    A: -> B { step; atomic begin; }
    B: -> C { met = await equal at, 0:32; }
    C: if met -> D { store at, 1:32; atomic end; }
       if !met -> E;
    D: -> exit { return; }
    E: error(no-deadlock) "deadlock";
  }
  function both(a: bv64, b: bv64) {
    A: -> B { call lock(a); }
    B: -> C { call lock(b); }
    C: -> D { call unlock(b); }
    D: -> F { call unlock(a); }
    F: -> exit { return; }
  }
)";
constexpr std::string_view kLocksBoth = R"(
  function work(which: bv64) { A: -> B { call both(&m, &n); } B: -> exit { return; } })";
constexpr std::string_view kNoThird = R"(
  function rest(which: bv64) { A: -> exit { return; } })";
constexpr std::string_view kBackward = R"(
  entry main;
  function main() {
    var t: bv64;
    A: -> B { call create(&handles, 0:64); }
    B: -> C { BETWEEN }
    C: -> D { call both(&n, &m); }
    D: -> exit { return; }
  })";

class DeadlockCheckTest : public testing::Test {
protected:
  Result check(std::string_view work, const std::string& main, std::string_view rest = kNoThird) {
    const Program program = parseProgram(kLocks + std::string(work) + std::string(rest) + main, "test", terms_);
    return Races().run(program, env_.within(std::chrono::seconds(5)));
  }
  void expectProof(std::string_view work, const std::string& main, std::string_view rest = kNoThird) {
    const Result result = check(work, main, rest);
    EXPECT_EQ(result.verdict, Verdict::True) << result.reason;
  }
  void expectOpen(std::string_view work, const std::string& main, const std::string& reason,
                  std::string_view rest = kNoThird) {
    const Result result = check(work, main, rest);
    EXPECT_EQ(result.verdict, Verdict::Unknown);
    EXPECT_NE(result.reason.find(reason), std::string::npos) << result.reason;
  }

  TermManager terms_;
  TestEnv env_;
};

std::string exchanged(std::string where, const std::string& what, const std::string& by) {
  const size_t at = where.find(what);
  EXPECT_NE(at, std::string::npos) << what;
  if (at != std::string::npos) where.replace(at, what.size(), by);
  return where;
}

std::string backwardAfter(const std::string& between) { return exchanged(std::string(kBackward), "BETWEEN", between); }

TEST_F(DeadlockCheckTest, OneOrderIsNoCycle) {
  expectProof(kLocksBoth, exchanged(backwardAfter("step;"), "both(&n, &m)", "both(&m, &n)"));
  expectOpen(kLocksBoth, backwardAfter("step;"), "may deadlock");
}

TEST_F(DeadlockCheckTest, WhoHasEndedWaitsForNobody) {
  const std::string main = backwardAfter("t = load &handles;");
  expectOpen(kLocksBoth, main, "may deadlock");
  expectProof(kLocksBoth, exchanged(main, "C: -> D {", "C: -> E { call join(t); } E: -> D {"));
}

TEST_F(DeadlockCheckTest, AGateLetsOneIn) {
  const std::string work = exchanged(exchanged(std::string(kLocksBoth), "A: ->", "Z: -> A { call lock(&g); } A: ->"),
                                     "B: -> exit", "B: -> Y { call unlock(&g); } Y: -> exit");
  const std::string main = backwardAfter("call lock(&g);");
  const std::string closed = exchanged(main, "D: -> exit", "D: -> E { call unlock(&g); } E: -> exit");
  expectProof(work, closed);
  // One of them does not go through it, or opens it too early, or somebody else opens it.
  expectOpen(kLocksBoth, closed, "may deadlock");
  expectOpen(work, exchanged(main, "C: -> D {", "C: -> E { call unlock(&g); } E: -> D {"), "may deadlock");
  constexpr std::string_view opens = R"(
    function rest(which: bv64) { A: -> B { call unlock(&g); } B: -> exit { return; } })";
  expectOpen(work, exchanged(closed, "A: ->", "Z: -> A { call create(&handles[8], 1:64); } A: ->"), "may deadlock",
             opens);
}

TEST_F(DeadlockCheckTest, AJoinWaitsForAllThatTheThreadAsksFor) {
  const std::string main = R"(
    entry main;
    function main() {
      var t: bv64;
      A: -> B { call lock(&n); }
      B: -> C { call create(&handles, 0:64); }
      C: -> D { t = load &handles; }
      D: -> E { call join(t); }
      E: -> F { call unlock(&n); }
      F: -> exit { return; }
    })";
  expectOpen(kLocksBoth, main, "may deadlock: a thread is joined");
  expectProof(kLocksBoth, exchanged(exchanged(main, "lock(&n)", "lock(&g)"), "unlock(&n)", "unlock(&g)"));
}

TEST_F(DeadlockCheckTest, ALockThatAThreadKeepsIsOpen) {
  constexpr std::string_view keeps = R"(
    function work(which: bv64) {
      var c: bool;
      Z: -> Y { c = input nondet "c"; }
      Y: -> A { call lock(&m); }
      A: if c -> B { call unlock(&m); }
         if !c -> B;
      B: -> exit { return; }
    })";
  expectOpen(keeps, backwardAfter("step;"), "a thread may end with the lock");
}

TEST_F(DeadlockCheckTest, ALockThatIsAskedForTwiceIsOpen) {
  expectOpen(exchanged(std::string(kLocksBoth), "both(&m, &n)", "both(&m, &m)"), backwardAfter("step;"), "the lock");
}

TEST_F(DeadlockCheckTest, ALockThatIsWrittenOverMayBeLocked) {
  expectOpen(kLocksBoth, exchanged(backwardAfter("step write &m, 4; store &m, 1:32;"), "both(&n, &m)", "both(&m, &n)"),
             "something else than a lock");
}

} // namespace
} // namespace assay
