#include "engine/races/races.h"

#include "analysis/testing/thread_library.h"
#include "program/text_parser.h"
#include "util/testing/test_env.h"

#include <gtest/gtest.h>

namespace assay {

namespace {

/// `count` is what threads share.
const std::string kLibrary = kThreadLibrary + kLockFunction + kSharedCount + "object other: 4;";

class RacesTest : public testing::Test {
protected:
  Result check(const std::string& text) {
    const Program program = parseProgram(kLibrary + text, "test", terms_);
    return Races().run(program, env_.within(std::chrono::seconds(5)));
  }
  void expectProof(const std::string& text) {
    const Result result = check(text);
    EXPECT_EQ(result.verdict, Verdict::True) << result.reason;
  }
  void expectOpen(const std::string& text, const std::string& reason) {
    const Result result = check(text);
    EXPECT_EQ(result.verdict, Verdict::Unknown);
    EXPECT_NE(result.reason.find(reason), std::string::npos) << result.reason;
  }

  TermManager terms_;
  TestEnv env_;
};

constexpr std::string_view kLockedWork = R"(
  function work(which: bv64) {
    A: -> B { call lock(&m); }
    B: -> C { call add(); }
    C: -> D { call unlock(&m); }
    D: -> exit { return; }
  })";
constexpr std::string_view kPlainWork = R"(
  function work(which: bv64) { A: -> B { call add(); } B: -> exit { return; } })";
constexpr std::string_view kNoRest = R"(
  function rest(which: bv64) { A: -> exit { return; } })";
constexpr std::string_view kLockedMain = R"(
  entry main;
  function main() {
    A: -> B { call create(&handles, 0:64); }
    B: -> C { call lock(&m); }
    C: -> D { call add(); }
    D: -> F { call unlock(&m); }
    F: -> exit { return; }
  })";

std::string text(std::initializer_list<std::string_view> parts) {
  std::string result;
  for (std::string_view part : parts) result += part;
  return result;
}

std::string replaced(std::string where, const std::string& what, const std::string& by) {
  const size_t at = where.find(what);
  EXPECT_NE(at, std::string::npos) << what;
  if (at != std::string::npos) where.replace(at, what.size(), by);
  return where;
}

TEST_F(RacesTest, ALockExcludes) { expectProof(text({kLockedWork, kNoRest, kLockedMain})); }

TEST_F(RacesTest, AnotherLockDoesNot) {
  const std::string other = replaced(std::string(kLockedMain), "lock(&m)", "lock(&n)");
  expectOpen(text({kLockedWork, kNoRest, replaced(other, "unlock(&m)", "unlock(&n)")}), "may race");
}

TEST_F(RacesTest, NoLockDoesNot) { expectOpen(text({kPlainWork, kNoRest, kLockedMain}), "may race"); }

TEST_F(RacesTest, ALockThatSomebodyElseOpensIsNone) {
  constexpr std::string_view rest = R"(
    function rest(which: bv64) { A: -> B { call unlock(&m); } B: -> exit { return; } })";
  constexpr std::string_view main = R"(
    entry main;
    function main() {
      Z: -> A { call create(&handles[8], 1:64); }
      A: -> B { call create(&handles, 0:64); }
      B: -> C { call lock(&m); }
      C: -> D { call add(); }
      D: -> F { call unlock(&m); }
      F: -> exit { return; }
    })";
  expectOpen(text({kLockedWork, rest, main}), "may race");
  expectProof(text({kLockedWork, kNoRest, main}));
}

TEST_F(RacesTest, ALockThatIsWrittenOverIsNone) {
  constexpr std::string_view rest = R"(
    function rest(which: bv64) { A: -> B { step write &m, 4; } B: -> exit { store &m, 0:32; return; } })";
  expectOpen(text({kLockedWork, rest,
                   replaced(std::string(kLockedMain), "A: ", "Z: -> A { call create(&handles[8], 1:64); } A: ")}),
             "may race");
}

TEST_F(RacesTest, WhatComesBeforeAThreadIsCreatedOrAfterItWasJoined) {
  const std::string main = R"(
    entry main;
    function main() {
      var t: bv64;
      A: -> B { call add(); }
      B: -> C { call create(&handles, 0:64); }
      C: -> D { t = load &handles; }
      D: -> F { call join(t); }
      F: -> G { call add(); }
      G: -> exit { return; }
    })";
  expectProof(text({kPlainWork, kNoRest, main}));
  expectOpen(text({kPlainWork, kNoRest, replaced(main, "call join(t);", "step;")}), "may race");
  expectOpen(text({kPlainWork, kNoRest, replaced(main, "t = load &handles;", "t = load &handles[8];")}), "may race");
}

TEST_F(RacesTest, TwoThreadsOfOnePlaceRace) {
  const std::string main = R"(
    entry main;
    function main() {
      var i: bv32;
      A: -> B { i = 0; }
      B: if i != 2 -> C { call create(&handles, 0:64); }
         if i == 2 -> exit { return; }
      C: -> B { i = i + 1; }
    })";
  expectOpen(text({kPlainWork, kNoRest, main}), "may race");
  expectProof(text({kLockedWork, kNoRest, main}));
}

TEST_F(RacesTest, ALockOnOneOfTwoPathsIsNotHeld) {
  constexpr std::string_view work = R"(
    function work(which: bv64) {
      var c: bool;
      Z: -> Y { c = input nondet "c"; }
      Y: if c -> A; if !c -> B;
      A: -> B { call lock(&m); }
      B: -> C { call add(); }
      C: if c -> D; if !c -> F;
      D: -> F { call unlock(&m); }
      F: -> exit { return; }
    })";
  expectOpen(text({work, kNoRest, kLockedMain}), "may race");
}

TEST_F(RacesTest, AnObstacleThatMayBeReachedLeavesAllOpen) {
  constexpr std::string_view rest = R"(
    function rest(which: bv64) { A: unsupported "something"; })";
  expectOpen(text({kLockedWork, rest,
                   replaced(std::string(kLockedMain), "A: ", "Z: -> A { call create(&handles[8], 1:64); } A: ")}),
             "not excluded: something");
}

TEST_F(RacesTest, AProgramWithoutThreadsIsNotItsBusiness) {
  const Program program = parseProgram("function main() { L: -> exit { return; } }", "test", terms_);
  EXPECT_EQ(Races().run(program, env_.env).verdict, Verdict::Unknown);
}

} // namespace
} // namespace assay
