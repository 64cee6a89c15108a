// Proofs that executions end: of automata that do, and never of one that does not.
#include "engine/termination/termination.h"

#include "program/text_parser.h"
#include "term/evaluate.h"
#include "util/testing/test_env.h"

#include <gtest/gtest.h>

#include <map>
#include <random>
#include <set>

namespace assay {
namespace {

class TerminationTest : public ::testing::Test {
protected:
  static constexpr std::chrono::milliseconds kMoment{700}; // for what is not to be proved

  Result check(const std::string& text, std::chrono::milliseconds limit = std::chrono::seconds(30)) {
    TermManager terms;
    const Program program = parseProgram(text, "test", terms);
    return Termination().run(program, env_.within(limit));
  }
  /// A loop over x and y, which are inputs: this is what stands behind its head L, from where X is the way out.
  static std::string loop(const std::string& body, const std::string& sort = "bv32") {
    return "function main() { var x: " + sort + "; var y: " + sort + "; var z: " + sort +
           "; A: -> L { x = input nondet; y = input nondet; z = input nondet; }" + body +
           " X: -> exit { return; } exit: exit; }";
  }
  static std::string howOf(const Result& result) {
    std::string text;
    for (const LoopResult& loop : result.loops) text += loop.how + "; ";
    return text;
  }

  TestEnv env_;
};

TEST_F(TerminationTest, Counters) {
  const Result up = check(loop("L: if x <s y -> L { x = x + 1; } if y <=s x -> X;"));
  EXPECT_EQ(up.verdict, Verdict::True) << up.reason;
  EXPECT_NE(up.reason.find("confirmed by z3"), std::string::npos) << up.reason;
  EXPECT_EQ(check(loop("L: if x != 0 -> L { x = x - 1; } if x == 0 -> X;")).verdict, Verdict::True);
  EXPECT_EQ(check(loop("L: if x <=s y -> L { x = x + 1; } if y <s x -> X;"), kMoment).verdict,
            Verdict::Unknown); // y may be the largest
  EXPECT_EQ(check(loop("L: if x <=u y -> L { x = x + 1; } if y <u x -> X;", "bv8"), kMoment).verdict, Verdict::Unknown);
  EXPECT_EQ(check(loop("L: if x != y -> L { x = x + 1; } if x == y -> X;")).verdict, Verdict::True); // it wraps around
  EXPECT_EQ(check(loop("L: if x != y -> L { x = x + 2; } if x == y -> X;"), kMoment).verdict,
            Verdict::Unknown); // it jumps over
  EXPECT_EQ(check(loop("L: if 3 <u x -> L { x = x - 5; } if x <=u 3 -> X;"), kMoment).verdict, Verdict::Unknown);
}

TEST_F(TerminationTest, BitsThatAreShiftedOutOrCleared) {
  EXPECT_EQ(check(loop("L: if x != 0 -> L { x = x >>u 1; } if x == 0 -> X;")).verdict, Verdict::True);
  EXPECT_EQ(check(loop("L: if x != 0 -> L { x = x & (x - 1); } if x == 0 -> X;")).verdict, Verdict::True);
  EXPECT_EQ(check(loop("L: if x != 0 -> L { x = x >>s 1; } if x == 0 -> X;"), kMoment).verdict,
            Verdict::Unknown); // -1 stays
}

TEST_F(TerminationTest, TuplesOfMeasures) {
  const Result either = check(loop("L: if 0 <s x && 0 <s y -> M; if !(0 <s x && 0 <s y) -> X;"
                                   "M: if z == 0 -> L { x = x - 1; y = input nondet; z = input nondet; }"
                                   "   if z != 0 -> L { y = y - 1; z = input nondet; }"));
  EXPECT_EQ(either.verdict, Verdict::True) << either.reason;
  EXPECT_NE(howOf(either).find("lexicographically"), std::string::npos) << howOf(either);
  const Result nested = check(loop("L: if x <u y -> M { z = y; } if y <=u x -> X;"
                                   "M: if z != 0 -> M { z = z - 1; } if z == 0 -> L { x = x + 1; }"));
  EXPECT_EQ(nested.verdict, Verdict::True) << nested.reason;
  const Result resets = check(loop("L: if x <u y -> M { z = y; } if y <=u x -> X;"
                                   "M: if z != 0 -> M { z = z - 1; x = 0; } if z == 0 -> L { x = x + 1; }"),
                              kMoment);
  EXPECT_EQ(resets.verdict, Verdict::Unknown);
}

TEST_F(TerminationTest, InvariantsSupportMeasures) {
  const Result step = check(loop("L: if 0 <s y && y <s 100 -> M; if !(0 <s y && y <s 100) -> X;"
                                 "M: if 0 <s x -> M { x = x - y; } if x <=s 0 -> X;"));
  EXPECT_EQ(step.verdict, Verdict::True) << step.reason;
  EXPECT_EQ(check(loop("L: if 0 <=s y && y <s 100 -> M; if !(0 <=s y && y <s 100) -> X;"
                       "M: if 0 <s x -> M { x = x - y; } if x <=s 0 -> X;"),
                  kMoment)
                .verdict,
            Verdict::Unknown);
}

TEST_F(TerminationTest, LinearCombinations) {
  const Result result = check(loop("L: if 0 <s x && x <s 1000 && 0 <s y && y <s 1000 -> M;"
                                   "   if !(0 <s x && x <s 1000 && 0 <s y && y <s 1000) -> X;"
                                   "M: if z == 0 -> L { x = x - 3; y = y + 1; z = input nondet; }"
                                   "   if z != 0 -> L { x = x + 2; y = y - 1; z = input nondet; }"));
  EXPECT_EQ(result.verdict, Verdict::True) << result.reason;
}

TEST_F(TerminationTest, Recursion) {
  const auto calls = [](const std::string& body) {
    return "function main() { var x: bv32; var y: bv32; var r: bv32;"
           "  A: -> B { x = input nondet; y = input nondet; r = call f(x, y); } B: -> exit { return; } exit: exit; }"
           "function f(a: bv32, b: bv32) -> bv32 { var s: bv32; " +
           body + " exit: exit; }";
  };
  const Result ackermann =
      check(calls("A: if a == 0 -> exit { return b + 1; } if a != 0 -> B;"
                  "B: if b == 0 -> D { s = call f(a - 1, 1); } if b != 0 -> C { s = call f(a, b - 1); }"
                  "C: -> D { s = call f(a - 1, s); } D: -> exit { return s; }"));
  EXPECT_EQ(ackermann.verdict, Verdict::True) << ackermann.reason;
  ASSERT_FALSE(ackermann.loops.empty());
  EXPECT_TRUE(ackermann.loops.front().isRecursion);
  // The result of a call decides whether the next one is made on less.
  EXPECT_EQ(check(calls("A: if a == 0 -> exit { return b; } if a != 0 -> B { s = call f(a - 1, b); }"
                        "B: -> D { s = call f(s, b); } D: -> exit { return s; }"),
                  kMoment)
                .verdict,
            Verdict::Unknown);
  EXPECT_EQ(check(calls("A: if a == 0 -> exit { return b; } if a != 0 -> D { s = call f(a, b - 1); }"
                        "D: -> exit { return s; }"),
                  kMoment)
                .verdict,
            Verdict::Unknown);
}

// What the callee leaves in memory or in a global variable is known behind a call in tail position: it is a loop.
TEST_F(TerminationTest, RecursionInTailPosition) {
  const auto count = [](const std::string& step, const std::string& behind) {
    return "global g: bv32;\nfunction main() { A: -> B { g = input nondet; } B: -> exit { call f(); } exit: exit; }\n"
           "function f() { A: if g <=s 0 -> exit; if 0 <s g -> B { " +
           step + " } B: -> C { call f(); } C: -> exit { " + behind + " } exit: exit; }";
  };
  EXPECT_EQ(check(count("g = g - 1;", "")).verdict, Verdict::True);
  EXPECT_NE(check(count("g = g + 0;", ""), kMoment).verdict, Verdict::True);
  EXPECT_EQ(check(count("g = g - 1;", "g = g + 1;")).verdict, Verdict::True);
}

// Blocks are many, and the measure has nothing to do with how many.
TEST_F(TerminationTest, LoopsThatAllocate) {
  const auto allocate = [](const std::string& guard, const std::string& step) {
    return loop("L: if " + guard + " -> M; if !(" + guard +
                ") -> X; M: -> N { p = allocate heap zero 4 \"b\"; } N: -> L { " + step + " }")
        .replace(std::string("function main() { ").size(), 0, "var p: bv64; ");
  };
  EXPECT_EQ(check(allocate("x <s y", "x = x + 1;")).verdict, Verdict::True);
  // A recursion needs a stack, too.
  EXPECT_NE(
      check("function main() { var x: bv32; A: -> B { x = input nondet; } B: -> exit { call f(x); } exit: exit; }\n"
            "function f(n: bv32) { var p: bv64; A: if n == 0 -> exit; if n != 0 -> B { p = allocate heap zero 4 \"b\"; "
            "}\n"
            " B: -> C { call f(n - 1); } C: -> exit { n = 0:32; } exit: exit; }",
            kMoment)
          .verdict,
      Verdict::True);
  // It goes on until there is no memory: that is no end.
  EXPECT_NE(check(allocate("p != 7:64", "x = x + 1;"), kMoment).verdict, Verdict::True);
  EXPECT_NE(check(allocate("p <=u 0xffff000000000000:64", "y = 0;"), kMoment).verdict, Verdict::True);
}

TEST_F(TerminationTest, AnObstacleIsNoEnd) {
  EXPECT_EQ(check(loop("L: if x == 7 -> U; if x != 7 -> X; U: unsupported \"something\";")).verdict, Verdict::Unknown);
  EXPECT_EQ(
      check(loop("L: if x == 7 && x == 8 -> U; if !(x == 7 && x == 8) -> X; U: unsupported \"something\";")).verdict,
      Verdict::True);
}

/// Whether an execution of an automaton over few states is endless, by looking at all of them.
class States {
public:
  explicit States(const Program& program) : program_(program) {}
  bool isEndless() {
    State start{program_[program_.entry()].entry, {}};
    for (uint32_t v = 0; v < program_.variables().size(); ++v) start.values.push_back(0);
    return visit(start);
  }

private:
  struct State {
    LocationId location;
    std::vector<uint64_t> values;
    bool operator<(const State& other) const {
      return std::pair(location.index(), values) < std::pair(other.location.index(), other.values);
    }
  };
  bool visit(const State& state) {
    const auto [at, isNew] = isDone_.try_emplace(state, false);
    if (!isNew) return !at->second; // on the way to itself
    for (const State& next : successors(state))
      if (visit(next)) return true;
    isDone_[state] = true;
    return false;
  }
  Value valueOf(Term term, const State& state) const {
    Assignment values;
    for (uint32_t v = 0; v < program_.variables().size(); ++v)
      values.setBv(program_.variables()[v].term, state.values[v]);
    return Evaluator(values).evaluate(term);
  }
  std::vector<State> successors(const State& state) const {
    std::vector<State> result;
    for (EdgeId id : program_[state.location].out) {
      const Edge& edge = program_[id];
      if (!valueOf(edge.guard, state).asBool()) continue;
      std::vector<State> all{state};
      for (const Operation& operation : edge.operations) {
        std::vector<State> after;
        for (State& before : all) {
          const VariableId defined = operation.defines();
          if (!defined.valid()) {
            after.push_back(before);
          } else if (const Assign* assign = operation.as<Assign>()) {
            const uint64_t value = valueOf(assign->value, before).bits().toUint64();
            before.values[defined.index()] = value;
            after.push_back(before);
          } else {
            for (uint64_t value = 0; value < uint64_t{1} << program_[defined].sort().width(); ++value) {
              before.values[defined.index()] = value;
              after.push_back(before);
            }
          }
        }
        all = std::move(after);
      }
      for (State& each : all) {
        each.location = edge.target;
        result.push_back(std::move(each));
      }
    }
    return result;
  }

  const Program& program_;
  std::map<State, bool> isDone_;
};

std::string randomLoop(std::mt19937& random) {
  const auto any = [&](std::initializer_list<const char*> texts) {
    return std::string(texts.begin()[random() % texts.size()]);
  };
  const auto variable = [&] { return any({"x", "y", "z"}); };
  const auto value = [&] {
    const std::string a = variable(), b = variable();
    return any({"x + 1", "y - 1", "z - x", "x >>u 1", "y & (y - 1)", "x + 2", "y + z", "x ^ y", "z >>s 1", "7", "0"}) +
           (random() % 4 == 0 ? " & " + b : "");
  };
  const auto guard = [&] {
    const std::string a = variable(), b = random() % 2 == 0 ? variable() : std::to_string(random() % 8);
    return a + any({" <u ", " <s ", " == ", " <=u "}) + b;
  };
  const auto step = [&] {
    std::string text = " { ";
    for (uint32_t i = random() % 3; i < 3; ++i)
      text += variable() + " = " + (random() % 7 == 0 ? std::string("input nondet") : value()) + "; ";
    return text + "}";
  };
  std::string body;
  for (const auto& [location, right] : {std::pair{"L", "M"}, {"M", "N"}, {"N", "X"}}) {
    const std::string condition = guard();
    const std::string left = any({"L", "M", "N", "X"});
    body += std::string(location) + ": if " + condition + " -> " + left + step() + " if !(" + condition + ") -> " +
            right + step();
  }
  return body;
}

TEST_F(TerminationTest, RandomLoopsOverFewStates) {
  std::mt19937 random(16);
  EarlierProof earlier{MeasuresOutline()};
  int numTrue = 0, numEnding = 0, numEndless = 0;
  for (int i = 0; i < 30; ++i) {
    const std::string text = "function main() { var x: bv3; var y: bv3; var z: bv3;"
                             "A: -> L { x = input nondet; y = input nondet; z = input nondet; }" +
                             randomLoop(random) + "X: -> exit { return; } exit: exit; }";
    TermManager terms;
    const Program program = parseProgram(text, "test", terms);
    const bool isEndless = States(program).isEndless();
    const Result result = Termination().run(program, env_.within(std::chrono::milliseconds(150)));
    EXPECT_FALSE(isEndless && result.verdict == Verdict::True) << text;
    // With the measures of another loop, or its own.
    if (result.outline) earlier.outline = *result.outline;
    earlier.standing.isOfSame = i % 2 == 0;
    Termination again;
    const Result second = recallOrRun(again, &earlier, program, env_.within(std::chrono::milliseconds(150)));
    EXPECT_FALSE(isEndless && second.verdict == Verdict::True) << text;
    EXPECT_TRUE(result.verdict != Verdict::True || second.verdict == Verdict::True) << text;
    (isEndless ? numEndless : numEnding) += 1;
    numTrue += result.verdict == Verdict::True ? 1 : 0;
  }
  EXPECT_GT(numEnding, 5);
  EXPECT_GT(numEndless, 5);
  EXPECT_GT(numTrue, numEnding / 2);
}

} // namespace
} // namespace assay
