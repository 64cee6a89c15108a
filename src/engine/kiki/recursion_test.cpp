// Recursion as a loop: proofs for any depth, and never one of what happens.
#include "engine/kiki/contracts.h"
#include "program/interpreter.h"
#include "program/text_parser.h"
#include "program/text_writer.h"
#include "transform/recursion_to_loop.h"
#include "util/testing/test_env.h"

#include <gtest/gtest.h>

#include <random>

namespace assay {
namespace {

class RecursionTest : public ::testing::Test {
protected:
  Program parse(const std::string& text) { return parseProgram(text, "test", terms_); }
  Result check(const Program& program, KikiOptions options = {},
               std::chrono::milliseconds limit = std::chrono::seconds(60)) {
    return Kiki(std::move(options)).run(program, env_.within(limit));
  }
  /// A program that calls f on two inputs; this is what f does.
  static std::string withFunction(const std::string& body, const std::string& error) {
    return R"(
      function main() {
        var x: bv32; var y: bv32; var r: bv32;
        A: -> B { x = input nondet; y = input nondet; r = call f(x, y); }
        B: if )" +
           error + R"( -> E;
           if !()" +
           error + R"() -> X;
        E: error(unreach-call) "wrong";
        X: -> exit { return; }
        exit: exit;
      }
      function f(a: bv32, b: bv32) -> bv32 {
        var s: bv32; var t: bv32;)" +
           body + R"(
        exit: exit;
      })";
  }

  TermManager terms_;
  TestEnv env_;
};

const char* const kAdd = R"(
  A: if a == 0 -> exit { return b; }
     if a != 0 -> B { s = call f(a - 1, b + 1); }
  B: -> exit { return s; })";
const char* const kCap = R"(
  A: if a == 0 -> exit { return 0; }
     if a != 0 -> B { s = call f(a - 1, b); }
  B: if 5 <u s + 1 -> exit { return 5; }
     if s + 1 <=u 5 -> exit { return s + 1; })";

TEST_F(RecursionTest, WhatARecursiveFunctionReturns) {
  EXPECT_EQ(check(parse(withFunction(kCap, "r == 10"))).verdict, Verdict::True);
  const Result result = check(parse(withFunction(kAdd, "r != x + y")));
  EXPECT_EQ(result.verdict, Verdict::True) << result.reason;
  EXPECT_NE(result.reason.find("recursion is inductive as a loop"), std::string::npos) << result.reason;
}

TEST_F(RecursionTest, WhatItDoesReturnIsFound) {
  EXPECT_EQ(check(parse(withFunction(kCap, "r == 5"))).verdict, Verdict::False);
  EXPECT_EQ(check(parse(withFunction(kAdd, "r == x + y && 7 <u x"))).verdict, Verdict::False);
}

TEST_F(RecursionTest, OnlyLinearRecursionIsALoop) {
  EXPECT_TRUE(recursionToLoop(parse(withFunction(kAdd, "r == 1"))));
  const char* const twoCalls = R"(
    A: if a == 0 -> exit { return b; }
       if a != 0 -> B { s = call f(a - 1, b); }
    B: -> C { t = call f(a - 1, s); }
    C: -> exit { return t; })";
  EXPECT_FALSE(recursionToLoop(parse(withFunction(twoCalls, "r == 1"))));
  const char* const callInLoop = R"(
    A: if a == 0 -> exit { return b; }
       if a != 0 -> B { s = call f(a - 1, b); }
    B: if s <u 3 -> A { a = s; }
       if 3 <=u s -> exit { return s; })";
  EXPECT_FALSE(recursionToLoop(parse(withFunction(callInLoop, "r == 1"))));
  const char* const memory = R"(
    A: if a == 0 -> exit { return b; }
       if a != 0 -> B { store 72057594037927936:64, a; s = call f(a - 1, b); }
    B: -> exit { return s; })";
  EXPECT_FALSE(recursionToLoop(parse(withFunction(memory, "r == 1"))));
  EXPECT_FALSE(recursionToLoop(parse("function main() { A: -> exit { return; } exit: exit; }")));
}

/// Functions over four bits that call each other at most so often, and a program that calls them up to twice.
class RandomRecursion {
public:
  explicit RandomRecursion(unsigned seed, unsigned calls = 1) : random_(seed), calls_(calls) {}
  std::string text() {
    const std::string second = pick({"r2 = r;", "r2 = call f(r, y);", "r2 = call g(y, r);"});
    const std::string wrong = condition({"r", "r2", "x"});
    return "function main() {\n  var x: bv4; var y: bv4; var r: bv4; var r2: bv4;\n"
           "  A: -> B { x = input nondet; y = input nondet; r = call f(x, y); }\n  B: -> C { " +
           second + " }\n  C: if " + wrong + " -> E;\n     if !(" + wrong +
           ") -> X;\n  E: error(unreach-call) \"outside\";\n  X: -> exit { return; }\n  exit: exit;\n}\n" +
           function("f") + function("g");
  }

private:
  std::string pick(const std::vector<std::string>& from) { return from[random_() % from.size()]; }
  std::string number() { return std::to_string(random_() % 16) + ":4"; }
  std::string value(const std::vector<std::string>& names) {
    const std::string name = pick(names);
    return pick({name, name + " + " + number(), name + " - " + pick(names), name + " & " + number(), number(),
                 name + " - 1", name + " - 1"});
  }
  std::string condition(const std::vector<std::string>& names) {
    return value(names) + pick({" == ", " <u ", " <s "}) + number();
  }
  std::string function(const std::string& name) {
    const std::string stop = condition({"a", "b"}), wrong = "s == " + number() + " && a == " + number();
    return "\nfunction " + name + "(a: bv4, b: bv4) -> bv4 {\n  var s: bv4;\n  A: if " + stop + " -> exit { return " +
           value({"a", "b"}) + "; }\n     if !(" + stop + ") -> " + (calls_ == 1 ? "B" : "A2") + " { s = call " +
           pick({"f", "g"}) + "(" + value({"a", "b"}) + ", " + value({"a", "b"}) + "); }\n" +
           (calls_ == 1 ? ""
                        : "  A2: -> B { s = call " + pick({"f", "g"}) + "(" + value({"a", "s"}) + ", " +
                              value({"b", "s"}) + "); }\n") +
           "  B: if " + wrong + " -> E;\n     if !(" + wrong + ") -> exit { return " + value({"a", "b", "s"}) +
           "; }\n  E: error(unreach-call) \"inside\";\n  exit: exit;\n}\n";
  }

  std::mt19937 random_;
  unsigned calls_; // one after the other in a function
};

/// Whether an error is reached on any inputs there are, with so many calls inside each other.
bool isErrorReached(const Program& program, uint32_t depth) {
  InterpreterOptions limits;
  limits.maxSteps = 20000;
  limits.maxDepth = depth;
  Interpreter interpreter(program, limits);
  for (uint64_t x = 0; x < 16; ++x)
    for (uint64_t y = 0; y < 16; ++y) {
      ListInputs inputs({BitVector(4, x), BitVector(4, y)});
      if (interpreter.run(inputs).kind == Outcome::Error) return true;
    }
  return false;
}

// Errors that three calls inside each other lead to take few rounds of the loop: all of them are found there.
TEST_F(RecursionTest, TheLoopReachesWhatTheProgramReaches) {
  unsigned numReached = 0;
  for (unsigned seed = 0; seed < 30; ++seed) {
    const Program program = parse(RandomRecursion(seed).text());
    const std::optional<Program> loop = recursionToLoop(program);
    if (!loop) continue;
    ASSERT_EQ(validate(*loop), "") << printProgram(*loop);
    if (!isErrorReached(program, 4)) continue;
    const Result result = check(*loop, kikiVariant("bmc"));
    ASSERT_EQ(result.verdict, Verdict::False) << seed << ": " << result.reason << printProgram(program);
    ++numReached;
  }
  EXPECT_GT(numReached, 7u);
}

// Two functions of two arguments have no more calls inside each other than this, unless they never end.
TEST_F(RecursionTest, NothingProvedHappens) {
  constexpr uint32_t kDeepest = 600;
  for (unsigned seed = 0; seed < 30; ++seed) {
    const Program program = parse(RandomRecursion(seed).text());
    const Result result = check(program, {}, std::chrono::milliseconds(100));
    if (result.verdict != Verdict::True) continue;
    ASSERT_FALSE(isErrorReached(program, kDeepest)) << seed << ": " << result.reason << printProgram(program);
  }
}

const char* const kNinetyOne = R"(
  A: if 100 <s a -> exit { return a - 10; }
     if a <=s 100 -> B { s = call f(a + 11, b); }
  B: -> C { t = call f(s, b); }
  C: -> exit { return t; })";

TEST_F(RecursionTest, ContractsProveWhatIsNoLoop) {
  const Result result = check(parse(withFunction(kNinetyOne, "x <=s 101 && r != 91")));
  EXPECT_EQ(result.verdict, Verdict::True) << result.reason;
  EXPECT_NE(result.reason.find("a <= 100 ==> result == 91"), std::string::npos) << result.reason;
  EXPECT_NE(result.reason.find("a > 100 ==> result == a - 10"), std::string::npos) << result.reason;
  EXPECT_EQ(check(parse(withFunction(kNinetyOne, "x <=s 102 && r != 91"))).verdict, Verdict::False);
}

// Runs show one thing, the function does another: where nobody looks, or by an input that it reads.
TEST_F(RecursionTest, ContractsThatAreWrongProveNothing) {
  const char* const rare = R"(
    A: if a == 123456 -> exit { return 7; }
       if a != 123456 -> D;
    D: if 100 <s a -> exit { return a - 10; }
       if a <=s 100 -> B { s = call f(a + 11, b); }
    B: -> C { t = call f(s, b); }
    C: -> exit { return t; })";
  const Program program = parse(withFunction(rare, "r != x - 10 && 101 <s x"));
  EXPECT_FALSE(ContractProof(program, {}).find(std::chrono::seconds(5), env_.within(std::chrono::seconds(60))));
  const char* const read = R"(
    A: if a <=s 0 -> I;
       if 0 <s a -> B { s = call f(a - 1, b); }
    I: -> J { t = input nondet; }
    J: if t == 77777 -> exit { return 1; }
       if t != 77777 -> exit { return 0; }
    B: -> C { t = call f(s, b); }
    C: -> exit { return t; })";
  EXPECT_EQ(check(parse(withFunction(read, "r != 0"))).verdict, Verdict::False);
}

TEST_F(RecursionTest, NothingProvedByContractsHappens) {
  unsigned numProved = 0;
  for (unsigned seed = 0; seed < 60; ++seed) {
    const Program program = parse(RandomRecursion(seed, 1 + seed % 2).text());
    ContractProof proof(program, {});
    if (!proof.find(std::chrono::milliseconds(50), env_.within(std::chrono::seconds(60)))) continue;
    ASSERT_FALSE(isErrorReached(program, 600)) << seed << ": " << printProgram(program);
    ++numProved;
  }
  EXPECT_GT(numProved, 4u);
}

} // namespace
} // namespace assay
