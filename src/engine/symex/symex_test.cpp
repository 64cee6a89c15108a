// Automata with their verdicts: the examples of the papers that plain symbolic execution can decide, those on which it
// must not end, and the corners of memory.
#include "engine/symex/symex.h"

#include "engine/common/replay.h"
#include "engine/testing/paper_figures.h"
#include "program/text_parser.h"
#include "solver/testing/test_solvers.h"
#include "transform/compact_edges.h"
#include "util/memory_use.h"
#include "util/testing/test_env.h"

#include <gtest/gtest.h>

#include <set>
#include <string>

namespace assay {
namespace {

using namespace std::chrono_literals;

struct Checked {
  TermManager terms;
  Program program;
  Result result;
  uint64_t queries = 0, solved = 0, parked = 0, takenUp = 0;

  explicit Checked(const std::string& text, SearchOrder search = SearchOrder::Interleaved,
                   Deadline::Clock::duration limit = 120s, Pruning prune = Pruning::Covered,
                   PointerTargets pointers = PointerTargets::Fork, const Options& more = {})
      : program(parseProgram(text, "test", terms)) {
    compactEdges(program);
    TestEnv env;
    env.options = more;
    env.options.prune = prune;
    env.options.pointers = pointers;
    env.options.search = search;
    result = SymexEngine().run(program, env.within(limit));
    Statistics& statistics = env.statistics;
    queries = statistics.counter("queries");
    solved = statistics.counter("queries solved");
    parked = statistics.counter("states parked");
    takenUp = statistics.counter("states taken up");
    if (result.verdict != Verdict::False) return;
    for (const CheckResult& check : result.checks) {
      if (check.status != CheckStatus::Violated) continue;
      EXPECT_TRUE(replay(program, *check.counterexample, env.env).confirmed);
      inputs = check.counterexample->inputs;
    }
  }

  std::vector<BitVector> inputs; // of the violation
};

constexpr SearchOrder kSearches[] = {SearchOrder::Interleaved, SearchOrder::Dfs, SearchOrder::Bfs,
                                     SearchOrder::RandomPath, SearchOrder::Coverage};

/// The text with another one for a part of it.
std::string replaced(std::string_view text, std::string_view part, std::string_view other) {
  std::string result(text);
  return result.replace(result.find(part), part.size(), other);
}

// A loop whose body depends on an input each time; violated if the bound is low enough.
std::string counting(int rounds, int bound) {
  return "function main() { var i: bv32; var s: bv32; var x: bv32;\n"
         " a: -> b { i = 0:32; s = 0:32; }\n"
         " b: if i <s " +
         std::to_string(rounds) + ":32 -> c { x = input nondet \"x\"; i = i + 1:32; } if !(i <s " +
         std::to_string(rounds) +
         ":32) -> d;\n"
         " c: if x >s 5:32 -> b { s = s + 1:32; } if !(x >s 5:32) -> b;\n"
         " d: if s >=s " +
         std::to_string(bound) + ":32 -> bad; if !(s >=s " + std::to_string(bound) +
         ":32) -> exit;\n"
         " bad: error(unreach-call) \"too many\"; }\n";
}

TEST(Symex, ExploresAllPaths) {
  for (const SearchOrder search : kSearches) {
    const Checked run(counting(6, 7), search, 120s, Pruning::None);
    EXPECT_EQ(run.result.verdict, Verdict::True) << choiceName(search) << run.result.reason;
    EXPECT_EQ(run.result.reason, "all 64 paths end without a violation") << choiceName(search);
    ASSERT_EQ(run.result.checks.size(), 1u);
    EXPECT_EQ(run.result.checks[0].status, CheckStatus::Proved);
  }
}

// A state's model knows one side of a branch, so that there is one question, whether both are possible or not.
TEST(Symex, ABranchCostsOneQuery) {
  const auto queries = [](const char* first, const char* second) {
    return Checked(
               std::string("function main() { var x: bv32; var y: bv32;\n a: -> b { x = input nondet; y = 0:32; }\n") +
                   " b: if " + first + " -> c { y = 1:32; } if !(" + first + ") -> c;\n c: if " + second +
                   " -> d; if !(" + second + ") -> exit;\n d: if y == 2:32 -> bad; if !(y == 2:32) -> exit;\n" +
                   " bad: error(assert); }",
               SearchOrder::Dfs, 120s, Pruning::None)
        .queries;
  };
  EXPECT_EQ(queries("y == 1:32", "y == 1:32"), 0u); // concrete
  EXPECT_EQ(queries("x >s 5:32", "y == 3:32"), 1u);
  EXPECT_EQ(queries("x * x == 2:32", "y == 3:32"), 1u); // never
  EXPECT_EQ(queries("x >s 5:32", "x >s 5:32"), 3u);     // asked on both paths, answered by what they have decided
}

// The same seed, the same run; others differ.
TEST(Symex, SeedsDecide) {
  const auto inputs = [](SearchOrder search, uint64_t seed) {
    Options options;
    options.seed = seed;
    const Checked run(counting(7, 3), search, 120s, Pruning::None, PointerTargets::Fork, options);
    std::vector<uint64_t> values{run.queries};
    for (const BitVector& input : run.inputs) values.push_back(input.toUint64());
    return values;
  };
  for (const SearchOrder search : {SearchOrder::RandomPath, SearchOrder::Coverage, SearchOrder::Interleaved}) {
    std::set<std::vector<uint64_t>> all;
    for (uint64_t seed = 0; seed < 12; ++seed) {
      const std::vector<uint64_t> once = inputs(search, seed);
      EXPECT_EQ(once, inputs(search, seed)) << choiceName(search) << seed;
      all.insert(once);
    }
    EXPECT_GT(all.size(), 1u) << choiceName(search);
  }
}

TEST(Symex, FindsTheOneBadPath) {
  for (const SearchOrder search : kSearches) {
    const Checked run(counting(6, 6), search);
    ASSERT_EQ(run.result.verdict, Verdict::False) << choiceName(search);
    ASSERT_EQ(run.inputs.size(), 6u);
    for (const BitVector& input : run.inputs) EXPECT_GT(input.toInt64(), 5);
  }
}

// States that are parked come back as they were: nothing is lost, nothing is asked again.
TEST(Symex, ParkedStatesComeBack) {
  for (const SearchOrder search : kSearches) {
    const uint64_t queries = Checked(counting(8, 9), search, 120s, Pruning::None).queries;
    for (uint64_t limit : {1, 2, 7}) {
      Options options;
      options.maxStates = limit;
      const Checked all(counting(8, 9), search, 120s, Pruning::None, PointerTargets::Fork, options);
      EXPECT_EQ(all.result.reason, "all 256 paths end without a violation") << choiceName(search) << limit;
      EXPECT_GT(all.parked, 0u) << choiceName(search) << limit;
      EXPECT_EQ(all.parked, all.takenUp) << choiceName(search) << limit;
      EXPECT_EQ(all.queries, queries) << choiceName(search) << limit;
      const Checked bad(counting(8, 8), search, 120s, Pruning::None, PointerTargets::Fork, options);
      ASSERT_EQ(bad.result.verdict, Verdict::False) << choiceName(search) << limit;
      EXPECT_EQ(bad.inputs.size(), 8u);
    }
  }
}

// A cap that the states do not fit under, and the same without one.
TEST(Symex, MemoryIsScarce) {
  giveMemoryBack();
  Options options;
  options.memory = (residentMegabytes() + 20) * 4 / 3;
  const Checked capped(counting(15, 16), SearchOrder::Bfs, 120s, Pruning::None, PointerTargets::Fork, options);
  EXPECT_EQ(capped.result.reason, "all 32768 paths end without a violation");
  EXPECT_GT(capped.parked, 0u);
  EXPECT_EQ(capped.parked, capped.takenUp);
  const Checked free(counting(15, 16), SearchOrder::Bfs, 120s, Pruning::None);
  EXPECT_EQ(free.result.reason, capped.result.reason);
  EXPECT_EQ(free.parked, 0u);
}

// A safe program with a feasible path for each number of rounds.
TEST(Symex, InfiniteTreeStaysOpen) {
  const Checked run(std::string(figures::kRunningExample), SearchOrder::Interleaved, 300ms);
  EXPECT_EQ(run.result.verdict, Verdict::Unknown);
  EXPECT_EQ(run.result.reason.rfind("timeout with ", 0), 0u) << run.result.reason;
  EXPECT_EQ(run.result.checks[0].status, CheckStatus::Open);
}

// The same with a bound on n has finitely many paths: one for each n and for how y begins.
TEST(Symex, BoundedTreeIsSafe) {
  const std::string text = replaced(figures::kRunningExample, "if 0 <s n -> B { x = 5; }\n       if n <=s 0 -> S;",
                                    "if 0 <s n && n <=s 8 -> B { x = 5; } if !(0 <s n && n <=s 8) -> S;");
  EXPECT_EQ(Checked(text).result.reason, "all 17 paths end without a violation");
}

// A comparison in a loop without a bound: the tree is infinite.
TEST(Symex, ComparisonInALoopWithoutBound) {
  const Checked run(std::string(figures::kAssertionInLoop), SearchOrder::Interleaved, 300ms);
  EXPECT_EQ(run.result.verdict, Verdict::Unknown);
}

// The other figure, with a bound: the tree is finite.
TEST(Symex, ComparisonBehindALoop) {
  const std::string text =
      replaced(figures::kAssertionBehindLoop, "A: -> H { n = input nondet; x = 0; i = 0; }",
               "A: -> B { n = input nondet; x = 0; i = 0; } B: if 50 <s n -> exit; if n <=s 50 -> H;");
  EXPECT_EQ(Checked(text).result.reason, "all 52 paths end without a violation");
}

TEST(Symex, ShortestPath) {
  // 1-2-3-4: 20 + 10 + 60, 1-2-4: 20 + 90, 1-3-4: 30 + 60, 1-4: 100.
  EXPECT_EQ(Checked(figures::shortestPath(90)).result.verdict, Verdict::True);
  const Checked run(figures::shortestPath(91));
  EXPECT_EQ(run.result.verdict, Verdict::False);
}

TEST(Symex, SumOfSigns) {
  EXPECT_EQ(Checked(figures::sumOfSigns(8, 8), SearchOrder::Interleaved, 120s, Pruning::None).result.reason,
            "all 256 paths end without a violation");
  // A million paths, 20 sums.
  EXPECT_EQ(Checked(figures::sumOfSigns(20, 20), SearchOrder::Bfs).result.verdict, Verdict::True);
  EXPECT_EQ(Checked(figures::sumOfSigns(8, 7)).result.verdict, Verdict::False);
}

TEST(Symex, SymbolicOffsetBecomesAnArray) {
  const auto text = [](const char* condition) {
    return std::string(R"(
object a : 40;
function main() { var i: bv64; var j: bv64; var v: bv32;
  s: -> t { i = input nondet; j = input nondet; }
  t: if i <u 10:64 && j <u 10:64 -> u { store &a + i * 4:64, 5:32; store &a + j * 4:64, 6:32; v = load &a + i * 4:64; }
     if !(i <u 10:64 && j <u 10:64) -> exit;
  u: if )") +
           condition + " -> exit; if !(" + condition + ") -> bad;\n bad: error(assert); }";
  };
  EXPECT_EQ(Checked(text("v == 5:32 || i == j")).result.verdict, Verdict::True);
  EXPECT_EQ(Checked(text("v == 5:32")).result.verdict, Verdict::False);
}

TEST(Symex, UninitialisedBytesAreInputs) {
  const Checked run(R"(
function main() { var p: bv64; var v: bv32; var i: bv64;
  s: -> t { p = allocate heap any 16:64 "malloc"; v = load p + 4:64; i = input nondet; }
  t: if v == 305419896:32 && i <u 4:64 -> u { v = load p + i * 4:64; } if !(v == 305419896:32 && i <u 4:64) -> exit;
  u: if v == 77:32 -> bad; if !(v == 77:32) -> exit;
  bad: error(assert); })");
  EXPECT_EQ(run.result.verdict, Verdict::False);
}

TEST(Symex, PointersToSeveralObjects) {
  const auto text = [](int limit) {
    return R"(
object a : 4 = hex "01000000"; object b : 8 = hex "0200000003000000";
function main() { var c: bool; var p: bv64; var ok: bool; var v: bv32; var i: bv64;
  s: -> r { c = input nondet; i = input nondet; }
  r: if i <u 100:64 -> t { p = ite(c, &a, &b) + i; ok = readable(p, 4:64); } if !(i <u 100:64) -> exit;
  t: if ok -> u { v = load p; } if !ok -> v;
  u: if !c && i == 4:64 && v != 3:32 || c && v != 1:32 -> bad; if !(!c && i == 4:64 && v != 3:32 || c && v != 1:32) -> exit;
  v: if i <=u )" +
           std::to_string(limit) + R"(:64 && !c -> bad; if !(i <=u )" + std::to_string(limit) + R"(:64 && !c) -> exit;
  bad: error(valid-deref); })";
  };
  EXPECT_EQ(Checked(text(4)).result.verdict, Verdict::True);
  EXPECT_EQ(Checked(text(5)).result.verdict, Verdict::False);
}

// Two objects that a pointer may name: two paths, or one value that depends on it.
TEST(Symex, PointersForkOrMerge) {
  const auto run = [](const char* bad, PointerTargets pointers) {
    return Checked(std::string(R"(
object a : 8; object b : 8;
function main() { var c: bool; var p: bv64; var x: bv32; var y: bv32; var i: bv64;
  s: -> t { c = input nondet; i = input nondet; store &a + 4:64, 1:32; store &b + 4:64, 2:32; p = ite(c, &a, &b); }
  t: if i == 0:64 || i == 4:64 -> u { store p + i, 7:32; x = load &a + 4:64; y = load p + (4:64 - i); }
     if !(i == 0:64 || i == 4:64) -> exit;
  u: if )") + bad + " -> bad; if !(" +
                       bad + ") -> exit;\n bad: error(assert); }",
                   SearchOrder::Interleaved, 120s, Pruning::None, pointers)
        .result;
  };
  for (const PointerTargets pointers : {PointerTargets::Fork, PointerTargets::Merge}) {
    EXPECT_EQ(run("c && i == 4:64 && x != 7:32 || !c && x != 1:32 || i == 4:64 && y != 0:32", pointers).verdict,
              Verdict::True)
        << choiceName(pointers);
    EXPECT_EQ(run("i == 0:64 && y == 2:32", pointers).verdict, Verdict::False) << choiceName(pointers);
  }
  const std::string forked = run("x == 9:32", PointerTargets::Fork).reason,
                    merged = run("x == 9:32", PointerTargets::Merge).reason;
  EXPECT_EQ(forked, "all 3 paths end without a violation");
  EXPECT_EQ(merged, "all 2 paths end without a violation");
}

// What an equality says is a constant from then on: the loop runs on machine words and forgets the input.
TEST(Symex, ConstantsImpliedByEqualities) {
  const Checked run(R"(
function main() { var x: bv32; var y: bv32; var i: bv32; var s: bv32;
  a: -> b { x = input nondet; y = x * x + 3:32; i = 0:32; s = 0:32; }
  b: if x == 7:32 -> c; if !(x == 7:32) -> exit;
  c: if i <u y -> c { i = i + 1:32; s = s + x; } if !(i <u y) -> d;
  d: if s == 364:32 -> exit; if !(s == 364:32) -> bad;
  bad: error(assert); })");
  EXPECT_EQ(run.result.reason, "all 2 paths end without a violation");
  EXPECT_LE(run.queries, 1u);
}

TEST(Symex, AllocationsOfAnySize) {
  const auto text = [](const char* comparison) {
    return std::string(R"(
function main() { var n: bv64; var i: bv64; var p: bv64; var ok: bool;
  s: -> t { n = input nondet; i = input nondet; }
  t: if n <=u 1000:64 && i )") +
           comparison + R"( n -> u { p = allocate heap any n; ok = writable(p + i, 1:64); }
     if !(n <=u 1000:64 && i )" +
           comparison + R"( n) -> exit;
  u: if ok -> exit { store p + i, 7:8; } if !ok -> bad;
  bad: error(valid-deref); })";
  };
  EXPECT_EQ(Checked(text("<u")).result.verdict, Verdict::True);
  EXPECT_EQ(Checked(text("<=u")).result.verdict, Verdict::False);
}

TEST(Symex, LeaksAndFrees) {
  const auto text = [](const char* middle, const char* question, const char* property) {
    return std::string("global keep: bv64;\nfunction main() { var p: bv64; var q: bool; var c: bool;\n") +
           " s: -> t { p = allocate heap zero 8:64 \"malloc\"; c = input nondet; }\n t: " + middle +
           "\n u: -> v { p = 0:64; q = " + question + "; }\n v: if q -> exit; if !q -> bad;\n bad: error(" + property +
           "); }";
  };
  EXPECT_EQ(Checked(text("-> u { free heap p; }", "all_freed()", "valid-memcleanup")).result.verdict, Verdict::True);
  EXPECT_EQ(Checked(text("if c -> u { free heap p; } if !c -> u;", "all_freed()", "valid-memcleanup")).result.verdict,
            Verdict::False);
  EXPECT_EQ(Checked(text("-> u { keep = p; }", "all_tracked()", "valid-memtrack")).result.verdict, Verdict::True);
  EXPECT_EQ(Checked(text("if c -> u { keep = p; } if !c -> u;", "all_tracked()", "valid-memtrack")).result.verdict,
            Verdict::False);
  EXPECT_EQ(Checked(text("-> u { free heap p; }", "freeable(::main::p)", "valid-free")).result.verdict, Verdict::True);
}

// The checks for lost blocks stand where the program ends regularly; what an abort leaves behind they do not see.
TEST(Symex, LiveBlocksAtAnAbort) {
  const auto verdictOf = [](const char* operations, const char* question, const char* property) {
    return Checked(std::string("function main() { var p: bv64 as \"p\"; var q: bool; var c: bool;\n") +
                   " s: -> t { p = allocate heap zero 8:64; c = input nondet; }\n t: if c -> u { " + operations +
                   " } if !c -> v { free heap p; p = 0:64; }\n u: abort;\n v: -> w { q = " + question +
                   "; }\n w: if q -> exit; if !q -> bad;\n bad: error(" + property + "); }")
        .result.verdict;
  };
  EXPECT_EQ(verdictOf("free heap p;", "all_freed()", "valid-memcleanup"), Verdict::True);
  EXPECT_EQ(verdictOf("p = p + 1:64;", "all_freed()", "valid-memcleanup"), Verdict::Unknown);
  EXPECT_EQ(verdictOf("p = p + 1:64;", "all_tracked()", "valid-memtrack"), Verdict::True);
  EXPECT_EQ(verdictOf("p = 0:64;", "all_tracked()", "valid-memtrack"), Verdict::Unknown);
}

TEST(Symex, LoopsThatRepeatThemselvesEnd) {
  const auto verdictOf = [](const char* step) {
    return Checked(std::string("global g: bv32;\nfunction main() { var x: bv32; var y: bv32;\n s: -> t { x = 0:32; y = "
                               "1:32; }\n t: if x == 3:32 -> bad; if !(x == 3:32) -> u { ") +
                       step + " }\n u: -> t { y = y ^ 1:32; }\n bad: error(assert); }",
                   SearchOrder::Dfs, 2s)
        .result.verdict;
  };
  EXPECT_EQ(verdictOf(""), Verdict::True);
  EXPECT_EQ(verdictOf("g = y;"), Verdict::True);
  EXPECT_EQ(verdictOf("g = g + 1:32; x = ite(g == 50000:32, 3:32, 0:32);"), Verdict::False);
}

// A loop that forgets its inputs has finitely many states: a counter modulo 8, one step or two at a time.
TEST(Symex, LoopsWithoutEndAreCovered) {
  const auto verdictOf = [](const char* bad, Pruning prune) {
    return Checked(std::string(R"(
function main() { var x: bv32; var s: bv32; var last: bv32;
  a: -> b { s = 0:32; last = 0:32; }
  b: -> c { x = input nondet "x"; }
  c: if x >s 5:32 -> d { s = (s + 1:32) & 7:32; } if !(x >s 5:32) -> d { s = (s + 2:32) & 7:32; }
  d: if )") + bad + " -> bad; if !(" +
                       bad + ") -> b { last = x; }\n bad: error(assert); }",
                   SearchOrder::Interleaved, 1s, prune)
        .result.verdict;
  };
  EXPECT_EQ(verdictOf("s >s 7:32", Pruning::Covered), Verdict::True);
  EXPECT_EQ(verdictOf("s >s 7:32", Pruning::None), Verdict::Unknown);
  EXPECT_EQ(verdictOf("s == 7:32 && last == 5:32", Pruning::Covered), Verdict::False);
}

// A loop that decides nothing is left out, however long it is; unless it never ends.
TEST(Symex, LoopsThatDecideNothing) {
  const auto run = [](const char* step, const char* bad, Pruning prune) {
    return Checked(std::string(R"(
function main() { var n: bv32; var x: bv32; var i: bv32;
  a: -> b { n = input nondet; x = input nondet; i = 0:32; }
  b: if i <u n -> b { )") +
                       step + " } if !(i <u n) -> c;\n c: if " + bad + " -> bad; if !(" + bad +
                       ") -> exit;\n bad: error(assert); }",
                   SearchOrder::Interleaved, 1s, prune);
  };
  EXPECT_EQ(run("i = i + 1:32;", "x * x == 2:32", Pruning::Covered).result.verdict, Verdict::True);
  EXPECT_EQ(run("i = i + 1:32;", "x * x == 2:32", Pruning::None).result.verdict, Verdict::Unknown);
  EXPECT_EQ(run("i = i + 1:32;", "x * x == 4:32", Pruning::Covered).result.verdict, Verdict::False);
  // The slice says that n may be anything; the program ends only if it is zero.
  const Checked endless = run("i = i & 1:32;", "x * x == 4:32 && n <u 3:32", Pruning::Covered);
  EXPECT_EQ(endless.result.verdict, Verdict::False);
  EXPECT_TRUE(endless.inputs.at(0).isZero());
}

// The same place and values, but more is possible: not covered. Reaching `c` with x = 1 comes first and is harmless.
TEST(Symex, MoreInputsAreNotCovered) {
  for (const SearchOrder search : kSearches) {
    const Checked run(R"(
function main() { var x: bv32; var y: bv32;
  a: -> b { x = input nondet; y = input nondet; }
  b: if x == 1:32 -> c; if !(x == 1:32) -> d;
  d: if x == 2:32 -> e; if !(x == 2:32) -> exit;
  e: if y >s 3:32 -> c; if !(y >s 3:32) -> exit;
  c: if x == 2:32 && y == 77:32 -> bad; if !(x == 2:32 && y == 77:32) -> exit;
  bad: error(assert); })",
                      search);
    EXPECT_EQ(run.result.verdict, Verdict::False) << choiceName(search);
  }
}

// A block that one state holds in a variable that nobody reads again and the other has lost.
TEST(Symex, LostBlocksAreNotCovered) {
  for (const SearchOrder search : kSearches) {
    const Checked run(R"(
function main() { var p: bv64; var c: bool; var ok: bool;
  a: -> b { p = allocate heap zero 8:64; c = input nondet; }
  b: if c -> d; if !c -> d { p = 0:64; }
  d: -> e { c = input nondet; }
  e: if c -> d; if !c -> f { ok = all_tracked(); }
  f: if ok -> exit; if !ok -> bad;
  bad: error(valid-memtrack); })",
                      search, 5s);
    EXPECT_EQ(run.result.verdict, Verdict::False) << choiceName(search);
  }
}

TEST(Symex, DeadStackObjects) {
  const Checked run(R"(
function local() -> bv64 { var p: bv64; a: -> exit { p = allocate stack any 4:64 "x"; return p; } }
function main() { var p: bv64; var ok: bool;
  s: -> t { p = call local(); }
  t: -> u { ok = readable(p, 4:64); }
  u: if ok -> exit; if !ok -> bad;
  bad: error(valid-deref); })");
  EXPECT_EQ(run.result.verdict, Verdict::False);
}

TEST(Symex, Recursion) {
  const Checked run(R"(
function sum(n: bv32) -> bv32 { var r: bv32;
  a: if n == 0:32 -> exit { return 0:32; } if !(n == 0:32) -> b { r = call sum(n - 1:32); }
  b: -> exit { return r + n; } }
function main() { var n: bv32; var r: bv32;
  s: -> t { n = input nondet; }
  t: if n <=u 20:32 -> u { r = call sum(n); } if !(n <=u 20:32) -> exit;
  u: if r == 210:32 -> bad; if !(r == 210:32) -> exit;
  bad: error(assert); })");
  ASSERT_EQ(run.result.verdict, Verdict::False);
  EXPECT_EQ(run.inputs.at(0).toUint64(), 20u);
}

// What cannot be followed leaves every check open.
TEST(Symex, CutsAreNotTrue) {
  const auto verdictOf = [](const char* edge) {
    return Checked(std::string(R"(
function missing();
function main() { var n: bv32; var p: bv64; var v: bv8;
  s: -> t { n = input nondet; p = 0:64; }
  t: if n == 3:32 -> u )") +
                   edge + R"( if !(n == 3:32) -> exit;
  u: if n == 4:32 || v == 3:8 -> bad; if !(n == 4:32 || v == 3:8) -> exit;
  bad: error(assert);
 })")
        .result;
  };
  EXPECT_EQ(verdictOf(";").verdict, Verdict::True);
  EXPECT_EQ(verdictOf("{ call missing(); }").verdict, Verdict::Unknown);
  EXPECT_EQ(verdictOf("{ v = load p; }").verdict, Verdict::Unknown);
  EXPECT_EQ(verdictOf("{ free heap p + 8:64; }").verdict, Verdict::Unknown);
}

TEST(Symex, UnsupportedBehindAFeasibleBranchOnly) {
  const auto text = [](const char* condition) {
    return std::string("function main() { var n: bv32; s: -> t { n = input nondet; }\n t: if ") + condition +
           " -> w; if !(" + condition + ") -> exit;\n w: unsupported \"asm\"; }";
  };
  EXPECT_EQ(Checked(text("n * n == 2:32")).result.verdict, Verdict::True);
  EXPECT_EQ(Checked(text("n * n == 4:32")).result.verdict, Verdict::Unknown);
}

TEST(Symex, Floats) {
  const Checked run(R"(
function main() { var x: bv64;
  s: -> t { x = input nondet; }
  t: if feq(fadd.rne(asfloat(x, f64), 1.0:f64), 3.5:f64) -> bad; if !feq(fadd.rne(asfloat(x, f64), 1.0:f64), 3.5:f64) -> exit;
  bad: error(assert); })");
  EXPECT_EQ(run.result.verdict, Verdict::False);
}

// What lies at bounds, or between them, is tried before a solver is asked.
TEST(Symex, FloatsBetweenBounds) {
  const Checked run(R"(
function main() { var x: bv64;
  s: -> t { x = input nondet; }
  t: if flt(asfloat(x, f64), 0.75:f64) -> u; if !flt(asfloat(x, f64), 0.75:f64) -> exit;
  u: if flt(0.5625:f64, fmul.rne(asfloat(x, f64), asfloat(x, f64))) -> bad;
     if !flt(0.5625:f64, fmul.rne(asfloat(x, f64), asfloat(x, f64))) -> exit;
  bad: error(assert); })");
  EXPECT_EQ(run.result.verdict, Verdict::False);
  EXPECT_EQ(run.solved, 0u);
}

// A solver that is wrong hides the only way to the error: what it refuted, another one satisfies.
TEST(Symex, WrongRefutationsAreNoProof) {
  TermManager terms;
  const Program program = parseProgram(R"(
    function main() { var x: bv32;
      A: -> B { x = input nondet; }
      B: if x * x + x == 4038090:32 -> bad; if x * x + x != 4038090:32 -> exit;
      bad: error(unreach-call) "found"; })",
                                       "test", terms);
  for (const SecondSolver second : {SecondSolver::None, SecondSolver::Z3}) {
    TestEnv env;
    env.options.certify = second;
    const Result result = SymexEngine(nullptr, WrongSolver::make).run(program, env.env);
    if (env.options.certify == SecondSolver::None) {
      EXPECT_EQ(result.verdict, Verdict::True) << result.reason; // that is what makes it a test
      EXPECT_EQ(result.proofCheck.refutations, RefutationCheck());
      continue;
    }
    EXPECT_EQ(result.verdict, Verdict::Unknown);
    EXPECT_EQ(result.reason.find("DEFECT: z3 SATISFIES"), 0u) << result.reason;
    EXPECT_EQ(result.proofCheck.status, ProofCheck::Contradicted);
    ASSERT_EQ(result.checks.size(), 1u);
    EXPECT_EQ(result.checks[0].status, CheckStatus::Open);
  }
}

TEST(Symex, RefutationsAreConfirmed) {
  // 26 is no square modulo 4.
  const Checked checked(R"(
    function main() { var x: bv8; var y: bv8;
      A: -> B { x = input nondet; y = input nondet; }
      B: if x <u y -> C { x = x + y; } if y <=u x -> C;
      C: if x * x == 26:8 -> bad; if x * x != 26:8 -> exit;
      bad: error(unreach-call) "found"; })");
  EXPECT_EQ(checked.result.verdict, Verdict::True);
  const RefutationCheck& refutations = checked.result.proofCheck.refutations;
  EXPECT_GT(refutations.number, 0u);
  EXPECT_EQ(refutations.confirmed, refutations.number);
  EXPECT_EQ(refutations.solver, "z3");
}

} // namespace
} // namespace assay
