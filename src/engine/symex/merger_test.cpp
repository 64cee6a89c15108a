// Choices between values that do not split states, and those that must.
#include "engine/common/path_observer.h"
#include "engine/common/replay.h"
#include "engine/symex/symex.h"
#include "program/text_parser.h"
#include "transform/compact_edges.h"
#include "util/testing/test_env.h"

#include <gtest/gtest.h>

#include <array>
#include <random>
#include <string>

namespace assay {
namespace {

using namespace std::chrono_literals;

struct Explored {
  TermManager terms;
  Program program;
  Result result;
  uint64_t paths = 0, merges = 0, splits = 0, parked = 0, takenUp = 0;
  std::vector<BitVector> inputs; // of the violation

  explicit Explored(const std::string& text, Pruning prune = Pruning::Covered, uint64_t maxStates = 0,
                    SearchOrder search = SearchOrder::Dfs, Deadline::Clock::duration limit = 60s)
      : program(parseProgram(text, "test", terms)) {
    compactEdges(program);
    TestEnv env;
    env.options.prune = prune;
    env.options.search = search;
    env.options.maxStates = maxStates;
    result = SymexEngine().run(program, env.within(limit));
    Statistics& statistics = env.statistics;
    paths = statistics.counter("paths");
    merges = statistics.counter("states merged");
    parked = statistics.counter("states parked");
    takenUp = statistics.counter("states taken up");
    splits = statistics.counter("states split");
    for (const CheckResult& check : result.checks) {
      if (check.status != CheckStatus::Violated) continue;
      EXPECT_TRUE(replay(program, *check.counterexample, env.env).confirmed);
      inputs = check.counterexample->inputs;
    }
  }
};

/// One choice, of which the program looks at x and y afterwards.
std::string choice(const std::string& one, const std::string& other, const std::string& bad) {
  return "global g: bv32;\nfunction main() { var x: bv32; var y: bv32; var z: bv32; var d: bv32;\n"
         " a: -> b { x = input nondet; y = input nondet; z = input nondet; }\n b: if x <s y -> c { " +
         one + " } if !(x <s y) -> c { " + other + " }\n c: if " + bad + " -> bad; if !(" + bad +
         ") -> exit;\n bad: error(assert); }";
}

TEST(Merger, DataIsMerged) {
  const std::string difference = choice("z = y - x;", "z = x - y;", "z == 0:32 && x != y");
  const Explored run(difference);
  EXPECT_EQ(run.result.reason, "the only path ends without a violation");
  EXPECT_EQ(run.merges, 1u);
  EXPECT_EQ(Explored(difference, Pruning::None).paths, 2u);
  EXPECT_EQ(Explored(difference, Pruning::None).merges, 0u);
  // Assignments one after the other, of globals as well.
  const Explored more(
      choice("d = x + y; x = d - x; y = d - x;", "g = x - y; g = g + y;", "x <s y || g != x && g != 0:32"));
  EXPECT_EQ(more.result.verdict, Verdict::True) << more.result.reason;
}

// Flags and counters decide branches for nothing; what is constant stays constant.
TEST(Merger, ConstantsAreNot) {
  for (const char* one : {"d = 1:32;", "d = x + y;", "d = 1:32; x = x + y;"}) {
    const Explored run(choice(one, "", "d == 1:32 && x >s y && x + y != 1:32 && x - y != 1:32 && x == z && x == 0:32"));
    EXPECT_EQ(run.merges, 0u) << one;
    EXPECT_EQ(Explored(choice(one, "", "d == 1:32 && !(d == 1:32)")).merges, 0u) << one;
  }
  // The same constant on both sides.
  EXPECT_EQ(Explored(choice("d = 1:32; x = x - y;", "d = 1:32;", "d == 2:32 || x == 3:32 && y == 4:32")).merges, 1u);
}

// Values that depend on different inputs do not come to depend on each other's.
TEST(Merger, IndependentInputsStaySo) {
  const Explored largest(choice("x = y;", "", "x <s y"));
  EXPECT_EQ(largest.result.verdict, Verdict::True);
  EXPECT_EQ(largest.merges, 0u);
  EXPECT_EQ(largest.paths, 2u);
  EXPECT_EQ(Explored(choice("z = z + 1:32;", "", "z == 5:32 && x == y")).merges, 0u); // the guard's inputs count
  EXPECT_EQ(Explored(choice("z = z + x + y;", "", "z == 5:32 && x == y")).merges, 1u);
}

// Two states that are alike are for the pruner: without their guards it would not see that both sides are covered.
TEST(Merger, NothingToMerge) {
  EXPECT_EQ(Explored(choice("d = 1:32;", "d = 1:32;", "d == 2:32 || x == 3:32 && y == 4:32")).merges, 0u);
}

TEST(Merger, DeadVariablesDoNotMatter) {
  // Nobody reads d before it is written.
  const Explored run(R"(
function main() { var x: bv32; var y: bv32; var d: bv32;
  a: -> b { x = input nondet; y = input nondet; d = 0:32; }
  b: if x <s y -> c { d = 1:32; x = x - y; } if !(x <s y) -> c { d = 2:32; x = y - x; }
  c: if x == 1:32 -> bad; if !(x == 1:32) -> e { d = 7:32; x = input nondet; }
  e: if d != 7:32 && x == y -> bad; if !(d != 7:32 && x == y) -> exit;
  bad: error(assert); })",
                     Pruning::Adaptive);
  EXPECT_EQ(run.result.verdict, Verdict::False);
  EXPECT_EQ(run.merges, 1u);
}

// Where only one of two edges can be taken, it is.
TEST(Merger, WhatIsDecidedIsNotMerged) {
  const Explored run(R"(
function main() { var x: bv32; var y: bv32; var z: bv32;
  a: -> b { x = input nondet; y = input nondet; z = input nondet; }
  b: if x <u y -> c; if !(x <u y) -> exit;
  c: if x == y -> d { z = x - y; } if !(x == y) -> d { z = y - x; }
  d: if z == 0:32 -> bad; if !(z == 0:32) -> exit;
  bad: error(assert); })");
  EXPECT_EQ(run.result.verdict, Verdict::True);
  EXPECT_EQ(run.merges, 0u);
}

// Only one side leads on to the error; the inputs must take it.
TEST(Merger, ErrorsOfOneSideAreFound) {
  const Explored first(choice("z = x * 3:32 + y;", "z = y - x;", "z == 21:32 && x <s y && x == 5:32"));
  ASSERT_EQ(first.result.verdict, Verdict::False);
  EXPECT_EQ(first.merges, 1u);
  EXPECT_EQ(first.inputs.at(0).toInt64(), 5);
  EXPECT_EQ(first.inputs.at(1).toInt64(), 6);
  const Explored second(choice("z = x * 3:32 + y;", "z = y - x;", "z == -21:32 && x >=s y && x == 5:32"));
  ASSERT_EQ(second.result.verdict, Verdict::False);
  EXPECT_EQ(second.inputs.at(1).toInt64(), -16);
  EXPECT_EQ(Explored(choice("z = 2:32 * (x + y);", "z = 4:32 * (x - y);", "z == 21:32")).result.verdict, Verdict::True);
}

// The side that is not taken is computed as well: division by zero and shifts too far have a value.
TEST(Merger, EverySideHasAValue) {
  const std::string divides = choice("z = (y + 12:32) /u (y - x);", "z = x << (x - y);", "x == y && z == 13:32");
  const Explored run(divides);
  ASSERT_EQ(run.result.verdict, Verdict::False);
  EXPECT_EQ(run.merges, 1u);
  EXPECT_EQ(run.inputs.at(0).toUint64(), 13u);
  EXPECT_EQ(Explored(divides, Pruning::None).result.verdict, Verdict::False);
}

/// A cyclic redundancy check, bit by bit.
std::string remainder(int bits, const std::string& bad) {
  return "function main() { var i: bv32; var x: bv32; var c: bv32;\n a: -> b { x = input nondet; c = x; i = 0:32; }\n"
         " b: if i <u " +
         std::to_string(bits) + ":32 -> c { i = i + 1:32; } if !(i <u " + std::to_string(bits) +
         ":32) -> d;\n"
         " c: if c[0:0] == 1:1 -> b { c = (c >>u 1:32) ^ 0xedb88320:32; } if !(c[0:0] == 1:1) -> b { c = c >>u 1:32; "
         "}\n"
         " d: if " +
         bad + " -> bad; if !(" + bad + ") -> exit;\n bad: error(assert); }";
}

TEST(Merger, Chains) {
  const Explored run(remainder(8, "c == 0:32 && x != 0:32"));
  EXPECT_EQ(run.result.reason, "the only path ends without a violation");
  EXPECT_EQ(run.merges, 8u);
  const Explored bad(remainder(8, "c == 0x77073096:32"));
  ASSERT_EQ(bad.result.verdict, Verdict::False);
  EXPECT_EQ(bad.inputs.at(0).toUint64(), 1u);
}

// What is merged again and again does not grow without bound: there are paths again.
TEST(Merger, ChainsAreLimited) {
  const Explored run(remainder(50, "c != 12345:32"));
  EXPECT_EQ(run.result.verdict, Verdict::False);
  EXPECT_GT(run.merges, 8u);
  EXPECT_GT(run.splits, 0u);
}

// Loads that change nothing may be among the assignments.
TEST(Merger, Loads) {
  const auto text = [](const char* offset, const char* bad) {
    return std::string(R"(
object a : 8 = hex "0500000007000000";
function main() { var i: bv64; var x: bv32; var y: bv32; var v: bv32;
  s: -> t { x = input nondet; i = 4:64; store &a, x; y = input nondet; }
  t: if x <s 0:32 -> u { v = load &a + )") +
           offset + "; v = v ^ 1:32; } if !(x <s 0:32) -> u { v = load &a; }\n u: if " + bad + " -> bad; if !(" + bad +
           ") -> exit;\n bad: error(assert); }";
  };
  for (const Pruning prune : {Pruning::Covered, Pruning::Interpolants}) {
    const Explored run(text("0:64", "v != x && v != (x ^ 1:32)"), prune);
    EXPECT_EQ(run.result.reason, "the only path ends without a violation") << choiceName(prune);
    EXPECT_EQ(run.merges, 1u) << choiceName(prune);
    EXPECT_EQ(Explored(text("0:64", "v == 4:32 && x <s 0:32 || v == -2:32"), prune).result.verdict, Verdict::False);
  }
  EXPECT_EQ(Explored(text("i", "v == 6:32 && x >s 0:32 && x != 6:32")).merges, 0u); // a constant
  // Where the address is not valid, the edge must not be taken, and the load not be done unless it is.
  EXPECT_EQ(Explored(text("8:64", "v == 3:32")).merges, 0u);
  EXPECT_EQ(Explored(text("(zext(y & 1:32, 64) ++ 0:2)[63:0]", "v == 3:32")).merges, 0u);
  const Explored outside(text("6:64; v = v + x", "v == x && x == -2:32"));
  EXPECT_EQ(outside.merges, 0u);
  EXPECT_EQ(outside.result.verdict, Verdict::Unknown) << outside.result.reason;
}

/// Choices that are merged between branches that are not, in a loop and in a function.
constexpr const char* kMixed = R"(
global g: bv32;
function distance(p: bv32) -> bv32 { var r: bv32; var w: bv32;
  a: if p <s 0:32 -> b { r = 0:32 - p; w = p; } if !(p <s 0:32) -> b { w = p + 1:32; r = p; }
  b: if g <s w -> c { g = g ^ w; } if !(g <s w) -> c { g = g - w; }
  c: -> exit { return r; } }
function main() { var i: bv32; var m: bv32; var x: bv32; var s: bv32;
  a: -> b { m = input nondet; g = m; i = 0:32; s = 0:32; }
  b: if i <u 3:32 -> c { x = input nondet; i = i + 1:32; } if !(i <u 3:32) -> e;
  c: if x <s 5:32 -> d { s = s + 1:32; } if !(x <s 5:32) -> d;
  d: -> b { m = call distance(x); }
  e: if BAD -> bad; if !(BAD) -> exit;
  bad: error(assert); }
)";
std::string mixed(const std::string& bad) {
  std::string text = kMixed;
  for (size_t at = text.find("BAD"); at != std::string::npos; at = text.find("BAD")) text.replace(at, 3, bad);
  return text;
}

// States that are parked are merged again where they were, and nowhere else; interpolants are brought back through
// joins.
TEST(Merger, WithParkingAndLearning) {
  const char* const safe = "m <s 0:32 && m != 0x80000000:32 || s == 4:32";
  for (const Pruning prune : {Pruning::Covered, Pruning::Interpolants}) {
    for (const SearchOrder search : {SearchOrder::Dfs, SearchOrder::Bfs, SearchOrder::RandomPath}) {
      const Explored run(mixed(safe), prune, 0, search);
      EXPECT_EQ(run.result.verdict, Verdict::True) << run.result.reason;
      EXPECT_GT(run.merges, 0u);
      for (uint64_t limit : {1, 3}) {
        const Explored parked(mixed(safe), prune, limit, search);
        EXPECT_EQ(parked.result.verdict, Verdict::True) << parked.result.reason;
        EXPECT_GT(parked.parked, 0u);
        EXPECT_EQ(parked.parked, parked.takenUp);
        const Explored bad(mixed("m == 8:32 && s == 3:32 && x <s 0:32"), prune, limit, search);
        ASSERT_EQ(bad.result.verdict, Verdict::False) << bad.result.reason;
        EXPECT_EQ(bad.inputs.back().toInt64(), -8);
      }
    }
  }
}

// A state that is parked behind a join and comes back is still both sides.
TEST(Merger, ParkedBehindAJoin) {
  const auto text = [](const char* x) {
    std::string text = "function main() { var x: bv32; var m: bv32; var c: bv32; var s: bv32;\n"
                       " a: -> b { x = input nondet; s = 0:32; }\n"
                       " b: if x <s 0:32 -> p0 { m = 0:32 - x; } if !(x <s 0:32) -> p0 { m = x; }\n";
    for (int i = 0; i < 4; ++i) {
      const std::string k = std::to_string(i), next = std::to_string(i + 1);
      text += " p" + k + ": -> q" + k + " { c = input nondet; }\n q" + k + ": if c <u 7:32 -> p" + next +
              " { s = s * 2:32 + 1:32; } if !(c <u 7:32) -> p" + next + " { s = s * 2:32; }\n";
    }
    const std::string bad = std::string("x == ") + x + ":32 && m == 8:32 && s == BITS:32";
    return text + " p4: if " + bad + " -> bad; if !(" + bad + ") -> exit;\n bad: error(assert); }";
  };
  for (const char* x : {"8", "-8", "9"}) {
    for (int bits = 0; bits < 16; ++bits) {
      std::string one = text(x);
      for (size_t at = one.find("BITS"); at != std::string::npos; at = one.find("BITS"))
        one.replace(at, 4, std::to_string(bits));
      const Explored run(one, Pruning::Covered, 1, SearchOrder::Bfs);
      EXPECT_EQ(run.result.verdict, std::string(x) == "9" ? Verdict::True : Verdict::False) << one;
      EXPECT_EQ(run.merges, 1u);
      if (std::string(x) == "9") {
        EXPECT_GT(run.takenUp, 0u);
      }
    }
  }
}

// What is safe behind a join depends on what comes before it: what was learnt of one state must not hide the other.
TEST(Merger, InterpolantsBehindJoins) {
  const auto text = [](const char* bad) {
    return std::string(R"(
function main() { var c: bv32; var x: bv32; var n: bv32; var m: bv32;
  a: -> b { c = input nondet; x = input nondet; }
  b: if c == 77:32 -> j { n = 9:32; } if !(c == 77:32) -> j { n = 3:32; }
  j: if x <s 0:32 -> k { m = x & 7:32; } if !(x <s 0:32) -> k { m = (x & 3:32) + n; }
  k: if )") +
           bad + " -> bad; if !(" + bad + ") -> exit;\n bad: error(assert); }";
  };
  for (const SearchOrder search : {SearchOrder::Dfs, SearchOrder::Bfs, SearchOrder::RandomPath}) {
    const Explored none(text("m >u 12:32"), Pruning::Interpolants, 0, search);
    EXPECT_EQ(none.result.verdict, Verdict::True);
    EXPECT_GT(none.merges, 0u);
    const Explored one(text("m >u 7:32"), Pruning::Interpolants, 0, search);
    ASSERT_EQ(one.result.verdict, Verdict::False);
    EXPECT_EQ(one.inputs.at(0).toUint64(), 77u);
    EXPECT_EQ(Explored(text("m >u 7:32 && c != 77:32"), Pruning::Interpolants, 0, search).result.verdict,
              Verdict::True);
    EXPECT_EQ(Explored(text("m == 7:32 && n == 3:32"), Pruning::Interpolants, 0, search).result.verdict,
              Verdict::False);
  }
}

/// Random programs of such choices, between branches, inputs and stores, in loops.
class RandomChoices {
public:
  explicit RandomChoices(unsigned seed) : random_(seed) {}

  std::string text() {
    const unsigned count = 3 + below(6);
    std::string text = "object a : 4 = hex \"01020304\";\nglobal g: bv8;\n"
                       "function main() { var x: bv8; var y: bv8; var m: bv8; var n: bv8; var f: bv8; var i: bv8;\n"
                       " s: -> p0 { x = input nondet; y = input nondet; m = x; n = y + x; i = 0:8; }\n";
    for (unsigned k = 0; k < count; ++k) text += step("p" + std::to_string(k), "p" + std::to_string(k + 1));
    const std::string end = "p" + std::to_string(count), guard = condition(), bound = std::to_string(below(3));
    text += " " + end + ": if i <u " + bound + ":8 -> p1 { i = i + 1:8; " + assignment() + " } if !(i <u " + bound +
            ":8) -> z;\n z: if " + guard + " -> bad; if !(" + guard + ") -> exit;\n bad: error(assert); }";
    return text;
  }

private:
  unsigned below(unsigned n) { return static_cast<unsigned>(random_() % n); }
  std::string variable() { return std::array{"x", "y", "m", "n", "g", "f"}[below(6)]; }
  std::string value() {
    static constexpr std::array kOperators{" + ", " - ", " ^ ", " & ", " * ", " /u ", " %s ", " << "};
    return "(" + variable() + kOperators[below(8)] + (below(3) == 0 ? std::to_string(below(9)) + ":8" : variable()) +
           ")";
  }
  std::string condition() {
    static constexpr std::array kRelations{" <s ", " <u ", " == ", " >=s "};
    return value() + kRelations[below(4)] + (below(2) == 0 ? variable() : std::to_string(below(200)) + ":8");
  }
  std::string assignment() {
    const std::string at = std::to_string(below(4)) + ":64";
    if (below(6) == 0) return variable() + " = load &a + " + at + ";";
    if (below(12) == 0) return variable() + " = " + std::to_string(below(3)) + ":8;";
    return variable() + " = " + value() + ";";
  }
  std::string assignments() {
    std::string text;
    for (unsigned i = below(3); i > 0; --i) text += " " + assignment();
    return "{" + text + " }";
  }
  std::string step(const std::string& from, const std::string& to) {
    if (below(7) == 0) return " " + from + ": -> " + to + " { " + variable() + " = input nondet; }\n";
    if (below(5) == 0)
      return " " + from + ": -> " + to + " { store &a + " + std::to_string(below(4)) + ":64, " + variable() + "; }\n";
    const std::string guard = condition();
    return " " + from + ": if " + guard + " -> " + to + " " + assignments() + " if !(" + guard + ") -> " + to + " " +
           assignments() + "\n";
  }

  std::mt19937 random_;
};

TEST(Merger, RandomChoicesAgree) {
  uint64_t merges = 0, replayed = 0;
  for (unsigned seed = 0; seed < 60; ++seed) {
    const std::string text = RandomChoices(seed).text();
    const Explored plain(text, Pruning::None);
    const auto agrees = [&](const Explored& other) {
      merges += other.merges;
      replayed += other.merges == 0 ? 0 : other.takenUp;
      EXPECT_EQ(other.result.reason.find("NOT CONFIRM"), std::string::npos) << text;
      EXPECT_EQ(other.result.reason.find("not found again"), std::string::npos) << text;
      if (plain.result.verdict == Verdict::Unknown || other.result.verdict == Verdict::Unknown) return;
      EXPECT_EQ(other.result.verdict, plain.result.verdict) << text;
    };
    agrees(Explored(text, Pruning::Covered));
    agrees(Explored(text, Pruning::Covered, 1, SearchOrder::Bfs));
    agrees(Explored(text, Pruning::Interpolants, 0, SearchOrder::Bfs));
    agrees(Explored(text, Pruning::Interpolants, 2));
  }
  EXPECT_GT(merges, 60u);
  EXPECT_GT(replayed, 20u);
}

// Whoever wants edges covered sees both taken.
class AllEdges : public PathObserver {
public:
  explicit AllEdges(const Program& program) : wanted_(program.edges().size(), true) {}
  std::vector<bool>& wantedEdges() override { return wanted_; }
  bool onPath(const PathReport&) override { return true; }
  std::string coverage() const override { return ""; }

private:
  std::vector<bool> wanted_;
};

TEST(Merger, ObserversSeeEveryEdge) {
  TermManager terms;
  const Program program = parseProgram(choice("x = x + y;", "x = x - y;", "x * x == 2:32"), "test", terms);
  AllEdges observer(program);
  TestEnv env;
  SymexEngine(&observer).run(program, env.within(60s));
  EXPECT_EQ(env.statistics.counter("states merged"), 0u);
  EXPECT_EQ(std::ranges::count(observer.wantedEdges(), true), 1); // 2 is no square
}

} // namespace
} // namespace assay
