// Memory in kIkI: cells that become variables, pointers of which only the points-to set is known, ends of the program.
#include "analysis/testing/random_pointers.h"
#include "engine/kiki/kiki.h"
#include "program/interpreter.h"
#include "program/text_parser.h"
#include "program/text_writer.h"
#include "transform/memory/memory_cells.h"
#include "util/testing/test_env.h"

#include <gtest/gtest.h>

#include <optional>

namespace assay {
namespace {

class KikiMemory : public ::testing::Test {
protected:
  Result check(std::string_view text, KikiOptions options = {}) {
    program_.emplace(parseProgram(text, "test", terms_));
    EXPECT_EQ(validate(*program_), "");
    return Kiki(std::move(options)).run(*program_, env_.within(std::chrono::seconds(20)));
  }
  unsigned cellsOf(std::string_view text) {
    program_.emplace(parseProgram(text, "test", terms_));
    const unsigned cells = cellsToVariables(*program_).number;
    EXPECT_EQ(validate(*program_), "");
    return cells;
  }

  TermManager terms_;
  TestEnv env_;
  std::optional<Program> program_;
};

// while (*p < 100) *p = *p + 1, where p is &x: the bound is that of a variable.
constexpr std::string_view kCounterInMemory = R"(
  object x: 4 "int";
  function main() {
    var p: bv64; var t: bv32;
    A: -> H { p = &x; t = load p; }
    H: if t <s 100 -> H { store p, t + 1; t = load p; }
       if 100 <=s t -> C { t = load &x; }
    C: if t <=s 100 -> X;
       if 100 <s t -> E;
    E: error(unreach-call) "x";
    X: -> exit { return; }
    exit: exit;
  })";

// Behind the first loop, an object. Its address is the same one wherever the second loop is looked at from.
TEST_F(KikiMemory, AddressesOfLaterObjectsAreNoReasonToStop) {
  constexpr std::string_view kLater = R"(
    function main() {
      var i: bv64; var p: bv64; var j: bv64;
      A: -> H { i = 0; }
      H: if i <u 2 -> H { i = i + 1; }
         if 2 <=u i -> B;
      B: -> G { p = allocate heap zero 8 "v"; j = 0; }
      G: if j <u 2 -> G { j = j + 1; }
         if 2 <=u j -> C;
      C: -> E { free heap p; }
      E: error(unreach-call) "reached";
    })";
  EXPECT_EQ(check(kLater, kikiVariant("equalities")).verdict, Verdict::Unknown);
  EXPECT_EQ(check(kLater).verdict, Verdict::False);
}

TEST_F(KikiMemory, CellsTakePartInInvariants) {
  EXPECT_EQ(cellsOf(kCounterInMemory), 1u);
  KikiOptions options;
  options.turns = {{"intervals"}};
  options.maxRounds = 1;
  const Result result = check(kCounterInMemory, options);
  EXPECT_EQ(result.verdict, Verdict::True) << result.reason;
}

TEST_F(KikiMemory, CellsOfAllocationsThatHappenOnce) {
  constexpr std::string_view text = R"(
    function main() {
      var p: bv64; var q: bv64; var r: bv64; var t: bv32; var c: bool;
      A: -> B { p = allocate stack any 8 "x"; q = allocate heap zero 8 "malloc"; c = input nondet; r = ite(c, p, q); }
      B: -> C { store p, 1:32; t = load q; }
      C: if t == 0 -> D { store r, 5:32; t = load p; }
         if t != 0 -> E;
      D: if t == ite(c, 5:32, 1:32) -> X { free heap q; free stack p; }
         if t != ite(c, 5:32, 1:32) -> E;
      E: error(unreach-call) "x";
      X: -> exit { return; }
      exit: exit;
    })";
  EXPECT_EQ(cellsOf(text), 2u);
  EXPECT_EQ(check(text).verdict, Verdict::True);
}

TEST_F(KikiMemory, WhatIsAllocatedInALoopStaysInMemory) {
  EXPECT_EQ(cellsOf(R"(
    function main() {
      var p: bv64; var c: bool;
      A: -> H { c = input nondet; }
      H: if c -> H { p = allocate heap zero 8 "malloc"; store p, 1:32; c = input nondet; }
         if !c -> exit { return; }
      exit: exit;
    })"),
            0u);
}

// A cell that is read after its object's death is still an undefined access.
TEST_F(KikiMemory, DeadCellsAreNotRead) {
  const auto verdict = [&](std::string_view free) {
    return check(std::string(R"(
      function main() {
        var p: bv64; var t: bv32;
        A: -> B { p = allocate heap zero 4 "malloc"; store p, 7:32; )") +
                 std::string(free) + R"( }
        B: -> C { t = load p; }
        C: if t == 7 -> X;
           if t != 7 -> E;
        E: error(unreach-call) "x";
        X: -> exit { return; }
        exit: exit;
      })")
        .verdict;
  };
  EXPECT_EQ(verdict(""), Verdict::True);
  EXPECT_EQ(verdict("free heap p;"), Verdict::Unknown);
}

TEST_F(KikiMemory, NullIsNoCell) {
  EXPECT_EQ(check(R"(
    object x: 4;
    function main() {
      var p: bv64; var t: bv32; var c: bool;
      A: -> B { c = input nondet; p = ite(c, &x, 0); }
      B: -> C { t = load p; }
      C: if t == 0 -> X;
         if t != 0 -> E;
      E: error(unreach-call) "x";
      X: -> exit { return; }
      exit: exit;
    })")
                .verdict,
            Verdict::Unknown);
}

// Uninitialised contents take part in counterexamples: the interpreter is told the bytes.
TEST_F(KikiMemory, UninitialisedCellsAreFound) {
  EXPECT_EQ(check(R"(
    function main() {
      var p: bv64; var t: bv32;
      A: -> B { p = allocate stack any 4 "x"; t = load p; }
      B: if t == 12345 -> E;
         if t != 12345 -> X;
      E: error(unreach-call) "x";
      X: -> exit { return; }
      exit: exit;
    })")
                .verdict,
            Verdict::False);
}

// A pointer that walks through one array does not touch another.
TEST_F(KikiMemory, PointersStayInTheirObjects) {
  const Result result = check(R"(
    object a: 4000; object n: 8;
    function main() {
      var p: ptr; var i: bv32 unsigned; var t: bv32; var k: bv64; var ok: bool; var c: bool;
      A: -> H { p = &a; store &n + (k & 1), 5:8; c = input nondet; }
      H: if c -> W { ok = writable(p, 4); }
         if !c -> C { t = load &n; }
      W: if ok -> H { store p, 0:32; p = p + 4; c = input nondet; }
         if !ok -> X;
      C: if t == 5 -> X;
         if t != 5 -> E;
      E: error(unreach-call) "n";
      X: -> exit { return; }
      exit: exit;
    })",
                              [] {
                                KikiOptions options;
                                options.maxRounds = 6;
                                return options;
                              }());
  EXPECT_EQ(result.verdict, Verdict::True) << result.reason;
}

// An abort is an end of the program where nothing asks for leaks: a block that nothing points to may be lost there.
TEST_F(KikiMemory, LostBlocksAtAnAbort) {
  const auto verdict = [&](std::string_view operations, std::string_view question, std::string_view property) {
    return check("function main() { var p: bv64 as \"p\"; var q: bool; var c: bool;\n"
                 " s: -> t { p = allocate heap zero 8:64; c = input nondet; }\n t: if c -> u { " +
                 std::string(operations) +
                 " }\n if !c -> v { free heap p; p = 0:64; }\n u: abort;\n v: -> w { q = " + std::string(question) +
                 "; }\n w: if q -> exit; if !q -> bad;\n bad: error(" + std::string(property) + "); }")
        .verdict;
  };
  EXPECT_EQ(verdict("free heap p;", "all_freed()", "valid-memcleanup"), Verdict::True);
  EXPECT_EQ(verdict("p = p + 1:64;", "all_freed()", "valid-memcleanup"), Verdict::Unknown);
  EXPECT_EQ(verdict("p = p + 1:64;", "all_tracked()", "valid-memtrack"), Verdict::True);
  EXPECT_EQ(verdict("p = 0:64;", "all_tracked()", "valid-memtrack"), Verdict::Unknown);
}

// for (i = 0; i < n; ++i) a[i] = ...; for (x = 0; x < n; ++x) check a[x], with any n up to 100000.
std::string arrays(std::string_view stored, std::string_view checked) {
  return R"(
    object a: 400000; object b: 400000;
    function main() {
      var n: bv32 signed; var i: bv32 signed; var x: bv32 signed; var t: bv32; var s: bv32; var max: bv32 signed;
      A: -> B { n = input nondet; i = 0; x = 0; max = -2147483648; s = 0; }
      B: if 0 <=s n && n <=s 100000 -> H;
         if !(0 <=s n && n <=s 100000) -> X;
      H: if i <s n -> H { )" +
         std::string(stored) + R"( i = i + 1; }
         if n <=s i -> K;
      K: if x <s n -> C { t = load &a + sext(x, 64) * 4; s = load &b + sext(x, 64) * 4; }
         if n <=s x -> X;
      C: if )" +
         std::string(checked) + R"( -> K { x = x + 1; }
         if !()" +
         std::string(checked) + R"() -> E;
      E: error(unreach-call) "x";
      X: -> exit { return; }
      exit: exit;
    })";
}

TEST_F(KikiMemory, AllElementsOfAnArray) {
  const Result result = check(arrays("store &a + sext(i, 64) * 4, 42:32;", "t == 42"));
  EXPECT_EQ(result.verdict, Verdict::True) << result.reason;
  EXPECT_EQ(check(arrays("store &a + sext(i, 64) * 4, 3 * i;", "t == 3 * x")).verdict, Verdict::True);
  EXPECT_EQ(check(arrays("store &a + sext(i, 64) * 4, 42:32;", "t == 43")).verdict, Verdict::False);
  EXPECT_EQ(check(arrays("store &a + sext(i, 64) * 4, 3 * i;", "t == 3 * x && x != 2")).verdict, Verdict::False);
}

TEST_F(KikiMemory, CopiedArrays) {
  constexpr std::string_view copy = "t = input nondet; store &a + sext(i, 64) * 4, t; t = load &a + sext(i, 64) * 4; "
                                    "store &b + sext(i, 64) * 4, t;";
  const Result result = check(arrays(copy, "t == s"));
  EXPECT_EQ(result.verdict, Verdict::True) << result.reason;
  EXPECT_EQ(check(arrays(copy, "t == s && t != 77")).verdict, Verdict::False);
}

TEST_F(KikiMemory, TheGreatestElement) {
  constexpr std::string_view greatest =
      "t = input nondet; store &a + sext(i, 64) * 4, t; t = load &a + sext(i, 64) * 4; max = ite(max <s t, t, max);";
  const Result result = check(arrays(greatest, "t <=s max"));
  EXPECT_EQ(result.verdict, Verdict::True) << result.reason;
  EXPECT_EQ(check(arrays(greatest, "t <s max")).verdict, Verdict::False);
}

// The program with cells as variables does what it did, on the same inputs.
TEST(KikiCells, KeepTheMeaning) {
  unsigned numCells = 0;
  for (uint32_t seed = 0; seed < 400; ++seed) {
    TermManager terms;
    const Program before = parseProgram(randomPointers(seed), "random", terms);
    Program after = before.clone();
    numCells += cellsToVariables(after, seed % 2 == 0 ? 0 : 12).number;
    ASSERT_EQ(validate(after), "");
    Interpreter first(before), second(after);
    for (uint64_t run = 0; run < 20; ++run) {
      SeedInputs inputs(run), same(run);
      const Outcome expected = first.run(inputs), found = second.run(same);
      ASSERT_EQ(outcomeName(expected.kind), outcomeName(found.kind)) << printProgram(before) << printProgram(after);
      ASSERT_EQ(expected.exitStatus.has_value(), found.exitStatus.has_value());
      if (expected.exitStatus) {
        ASSERT_EQ(*expected.exitStatus, *found.exitStatus) << printProgram(before) << printProgram(after);
      }
    }
  }
  EXPECT_GT(numCells, 150u);
}

} // namespace
} // namespace assay
