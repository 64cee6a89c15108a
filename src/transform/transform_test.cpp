// Every transformation against the interpreter: the program before and after, on many inputs.
#include "program/interpreter.h"
#include "program/liveness.h"
#include "program/loops.h"
#include "program/testing/all_schedules.h"
#include "program/testing/random_program.h"
#include "program/text_parser.h"
#include "program/text_writer.h"
#include "transform/compact_edges.h"
#include "transform/flat_form.h"
#include "transform/inline_calls.h"
#include "transform/large_blocks.h"
#include "transform/separate_makers.h"
#include "transform/slice.h"
#include "transform/unroll_loops.h"

#include <gtest/gtest.h>

#include <stdexcept>

namespace assay {
namespace {

std::string describe(const Outcome& outcome) {
  std::string text(outcomeName(outcome.kind));
  text += " '" + outcome.message + "'";
  if (outcome.exitStatus) text += " status " + outcome.exitStatus->toString();
  return text + " after " + std::to_string(outcome.inputs) + " inputs";
}

InterpreterOptions limits() {
  InterpreterOptions options;
  options.maxSteps = 20000;
  options.maxDepth = 60;
  return options;
}

bool isLimit(const Outcome& outcome) {
  return outcome.kind == Outcome::StepLimit || outcome.kind == Outcome::StackLimit;
}

/// The same outcome on the same inputs, as far as no limit comes in the way.
void expectSameOutcomes(const Program& before, const Program& after, unsigned runs, bool hasPositions = true) {
  ASSERT_EQ(validate(after), "") << printProgram(after);
  Interpreter first(before, limits()), second(after, limits());
  for (uint64_t seed = 0; seed < runs; ++seed) {
    SeedInputs one(seed), two(seed);
    const Outcome a = first.run(one), b = second.run(two);
    if (isLimit(a) || isLimit(b)) continue;
    ASSERT_EQ(describe(a), describe(b)) << "seed " << seed << "\n"
                                        << printProgram(before) << "\n"
                                        << printProgram(after);
    if (hasPositions) {
      ASSERT_EQ(a.position, b.position);
    }
  }
}

/// An error of these properties, or something unsupported, is reached in both or in none.
void expectSameErrors(const Program& before, const Program& after, PropertySet properties, unsigned runs) {
  ASSERT_EQ(validate(after), "") << printProgram(after);
  Interpreter first(before, limits()), second(after, limits());
  const auto matters = [&](const Program& program, const Outcome& outcome) {
    if (outcome.kind == Outcome::Unsupported) return true;
    return outcome.kind == Outcome::Error && properties.contains(program[outcome.location].property);
  };
  for (uint64_t seed = 0; seed < runs; ++seed) {
    SeedInputs one(seed), two(seed);
    const Outcome a = first.run(one), b = second.run(two);
    if (isLimit(a) || isLimit(b)) continue;
    const bool isHit = matters(before, a), isHitAfter = matters(after, b);
    // Undefined behaviour that is not checked may go.
    if (a.kind == Outcome::Undefined) continue;
    ASSERT_EQ(isHit, isHitAfter) << "seed " << seed << ": " << describe(a) << " | " << describe(b) << "\n"
                                 << printProgram(before) << "\n"
                                 << printProgram(after);
    if (isHit) {
      ASSERT_EQ(describe(a), describe(b));
    }
  }
}

/// Both end at the same location, or neither does within the limits that it would take.
void expectSameEnds(const Program& before, const Program& after, const TerminationSlice& slice, unsigned runs) {
  ASSERT_EQ(validate(after), "") << printProgram(after);
  InterpreterOptions many = limits();
  many.maxSteps *= 2;
  many.maxDepth *= 2;
  Interpreter first(before, limits()), second(after, many);
  for (uint64_t seed = 0; seed < runs; ++seed) {
    SeedInputs one(seed), two(seed);
    const Outcome a = first.run(one), b = second.run(two);
    if (isLimit(a)) continue;
    const auto text = [&] {
      return describe(a) + " | " + describe(b) + "\n" + printProgram(before) + printProgram(after);
    };
    ASSERT_EQ(a.kind, b.kind) << "seed " << seed << "\n" << text();
    ASSERT_EQ(a.inputs, b.inputs) << "seed " << seed << "\n" << text();
    if (a.kind == Outcome::Undefined || (a.kind == Outcome::Unsupported && !b.location.valid())) continue;
    ASSERT_EQ(a.location, slice.origin[b.location.index()]) << "seed " << seed << "\n" << text();
    ASSERT_EQ(slice.inSlice(a.location), b.location);
  }
}

class RandomPrograms : public ::testing::TestWithParam<unsigned> {
protected:
  Program make(bool recursion = false) {
    RandomProgramOptions options;
    options.recursion = recursion;
    options.memory = GetParam() % 3 != 0;
    options.functions = GetParam() % 4;
    options.inputPercent = GetParam() % 2 == 0 ? 20 : 2;
    return randomProgram(terms_, GetParam(), options);
  }
  static constexpr unsigned kRuns = 40;
  TermManager terms_;
};

TEST_P(RandomPrograms, AreValidAndPrintAndParse) {
  const Program program = make(true);
  ASSERT_EQ(validate(program), "");
  const std::string text = printProgram(program);
  TermManager others;
  others.mkVariable("first", others.boolSort());
  const Program again = parseProgram(text, "printed", others);
  EXPECT_EQ(text, printProgram(again));
  expectSameOutcomes(program, again, kRuns);
}

TEST_P(RandomPrograms, CompactEdges) {
  const Program before = make(true);
  Program after = before.clone();
  compactEdges(after);
  expectSameOutcomes(before, after, kRuns);
}

TEST_P(RandomPrograms, LargeBlocks) {
  const Program before = make(true);
  Program after = before.clone();
  largeBlocks(after);
  expectSameOutcomes(before, after, kRuns);
}

TEST_P(RandomPrograms, InlineCalls) {
  const Program before = make();
  InlineResult result = inlineCalls(before);
  EXPECT_EQ(result.callsCut, 0u);
  expectSameOutcomes(before, result.program, kRuns);
}

TEST_P(RandomPrograms, InlineRecursion) {
  const Program before = make(true);
  InlineOptions options;
  options.recursionDepth = 1;
  options.maxLocations = 3000;
  for (const bool loopsTails : {false, true}) {
    options.loopsTails = loopsTails;
    InlineResult kept = inlineCalls(before, options);
    // In a loop, what has no position has that of the first call, not of the last one.
    expectSameOutcomes(before, kept.program, kRuns, !loopsTails);
  }
  options.recursion = Recursion::Unsupported;
  InlineResult cut = inlineCalls(before, options);
  ASSERT_EQ(validate(cut.program), "");
  Interpreter first(before, limits()), second(cut.program, limits());
  for (uint64_t seed = 0; seed < kRuns; ++seed) {
    SeedInputs one(seed), two(seed);
    const Outcome a = first.run(one), b = second.run(two);
    const bool isCut = b.kind == Outcome::Unsupported && b.message.starts_with("recursion of");
    if (isCut || isLimit(a) || isLimit(b)) continue;
    ASSERT_EQ(describe(a), describe(b));
  }
}

TEST_P(RandomPrograms, Slice) {
  const Program before = make(true);
  for (PropertySet properties :
       {PropertySet{Property::UnreachCall}, PropertySet{Property::UnreachCall, Property::NoOverflow}, PropertySet{}}) {
    Program after = before.clone();
    sliceProgram(after, properties);
    expectSameErrors(before, after, properties, kRuns);
  }
}

TEST_P(RandomPrograms, SliceForTermination) {
  const Program before = make(true);
  Program after = before.clone();
  const TerminationSlice slice = sliceForTermination(after);
  expectSameEnds(before, after, slice, kRuns);
}

TEST_P(RandomPrograms, UnrollLoops) {
  const Program before = make();
  Program after = inlineCalls(before).program;
  compactEdges(after);
  unrollLoops(after);
  expectSameOutcomes(before, after, kRuns);
}

TEST_P(RandomPrograms, SplitIrreducible) {
  const Program before = make(true);
  Program after = before.clone();
  splitIrreducible(after);
  after.compact();
  for (uint32_t i = 0; i < after.functions().size(); ++i)
    EXPECT_FALSE(LoopForest(after, FunctionId(i)).isIrreducible());
  expectSameOutcomes(before, after, kRuns);
}

TEST_P(RandomPrograms, AllTogether) {
  const Program before = make();
  InlineResult result = inlineCalls(before);
  Program& after = result.program;
  const PropertySet properties{Property::UnreachCall};
  sliceProgram(after, properties);
  compactEdges(after);
  largeBlocks(after);
  expectSameErrors(before, after, properties, kRuns);
}

INSTANTIATE_TEST_SUITE_P(Seeds, RandomPrograms, ::testing::Range(0u, 60u));

class Transform : public ::testing::Test {
protected:
  Program parse(std::string_view text) { return parseProgram(text, "test", terms_); }
  TermManager terms_;
};

TEST_F(Transform, EachCallHasAMakerOfItsOwn) {
  const Program before = parse(R"(
    function allocate(size: bv64) -> bv64 { var made: ptr;
      a: -> exit { made = allocate heap any size "malloc"; return made; } }
    function make(x: bv8) -> bv64 { var node: ptr; var y: bv8;
      a: -> b { node = call allocate(8:64); } b: -> c { y = x + 1; store node, y; }
      c: -> exit { return node; } }
    function plain(x: bv8) -> bv8 { a: -> exit { return x; } }
    function main() -> bv8 { var p: ptr; var q: ptr; var r: ptr; var x: bv8; var y: bv8; var z: bv8;
      a: -> b { x = input nondet; p = call make(x); } b: -> c { q = call make(3:8); }
      c: -> d { y = call plain(x); } d: -> e { z = call plain(y); }
      e: if z == 0 -> f { r = call allocate(8:64); } if z != 0 -> f { r = call make(z); }
      f: -> exit { x = load p; y = load q; z = z + x * 2 + y; free heap r; return z; } })");
  const SeparateMakers separate = separateMakers(before);
  // main calls `make` three times, and each of its copies an allocation of its own.
  EXPECT_EQ(separate.program.functions().size(), before.functions().size() + 2 + 3);
  expectSameOutcomes(before, separate.program, 20);
  const FunctionId allocate = before.findFunction("allocate");
  size_t numCopied = 0;
  for (uint32_t i = 0; i < separate.program.locations().size(); ++i) {
    const LocationId original = separate.original(LocationId(i));
    EXPECT_LT(original.index(), before.locations().size());
    numCopied += before[original].function == allocate;
  }
  EXPECT_EQ(numCopied, 4 * before[allocate].locations.size());
}

TEST_F(Transform, ChainsBecomeOneEdge) {
  Program program = parse(R"(function main() -> bv8 { var x: bv8; var y: bv8;
    a: -> b @1:1 { x = input nondet; } b: -> c { y = x + 1 @2:2; } c: label "stays" -> d { y = y * 2; } d: -> exit { return y; } })");
  EXPECT_EQ(compactEdges(program), 2u);
  EXPECT_EQ(program.edges().size(), 2u);
  EXPECT_EQ(program.edges()[0].operations.size(), 2u);
  EXPECT_EQ(program.edges()[0].operations[1].position.line, 2u);
}

constexpr std::string_view kTwoThreads = R"(
  object counter: 4; object done: 4;
  function worker() {
    var x: bv32; var y: bv32;
    read: -> loaded { step read &counter, 4; }
    loaded: -> added { x = load &counter; }
    added: -> nothing { y = x + 1; }
    nothing: -> write;
    write: -> behind { step write &counter, 4; }
    behind: -> exit { store &counter, y; store &done, 1:32; return; }
  }
  function main() -> bv32 {
    var t: bv32; var x: bv32; var ok: bool;
    begin: -> spawned { t = spawn worker(); }
    spawned: -> read { x = 0; }
    read: -> loaded { step read &counter, 4; }
    loaded: -> write { x = load &counter; x = x + 1; }
    write: -> stored { step write &counter, 4; }
    stored: -> join { store &counter, x; }
    join: -> joined { ok = await equal &done, 1:32; }
    joined: if ok -> last; if !ok -> bad;
    last: -> exit { x = load &counter; return x; }
    bad: error(unreach-call) "nobody goes on";
  })";

TEST_F(Transform, StepsStayAtTheBeginningsOfEdges) {
  const Program before = parse(kTwoThreads);
  Program after = before.clone();
  EXPECT_EQ(compactEdges(after), 8u);
  EXPECT_EQ(validate(after), "") << printProgram(after);
  const AllSchedules one = runAllSchedules(before), two = runAllSchedules(after);
  EXPECT_EQ(one.text(before), "exit 1, exit 2");
  EXPECT_EQ(two.text(after), "exit 1, exit 2");
  EXPECT_EQ(one.executions, two.executions);
}

TEST_F(Transform, AGuardIsNotCarriedBackBeforeAStep) {
  Program program = parse(R"(global g: bv8;
    function worker() { s: -> exit { step; g = 1; return; } }
    function main() -> bv8 { var t: bv8;
      a: -> b { t = spawn worker(); } b: -> c { step; } c: if (g & 3) <=u g -> exit { return g; } })");
  compactEdges(program);
  EXPECT_EQ(validate(program), "") << printProgram(program);
  EXPECT_EQ(runAllSchedules(program).text(program), "exit 0, exit 1");
}

TEST_F(Transform, WhatKnowsOneThreadSaysSo) {
  const Program program = parse(kTwoThreads);
  Program sliced = program.clone();
  EXPECT_THROW(sliceProgram(sliced, {Property::UnreachCall}), std::logic_error);
  EXPECT_THROW(inlineCalls(program), std::logic_error);
  EXPECT_THROW(flatForm(program, {}), std::logic_error);
}

TEST_F(Transform, NothingIsMergedBehindACallOrIntoALoopsHead) {
  Program program = parse(R"(function f() { s: -> exit; }
    function main() { var c: bool; a: -> h { c = true; } h: if c -> b { c = false; } if !c -> exit; b: -> d { call f(); } d: -> h { c = false; } })");
  compactEdges(program);
  const Function& main = program[program.findFunction("main")];
  EXPECT_EQ(main.locations.size(), 4u); // entry, head, what is behind the call, exit
  EXPECT_EQ(LoopForest(program, program.findFunction("main")).loops().size(), 1u);
}

TEST_F(Transform, DiamondBecomesIte) {
  Program program = parse(R"(function main() -> bv8 { var x: bv8; var y: bv8; var c: bool;
    s: -> t { c = input nondet; x = input nondet; }
    t: if c -> a { x = x + 1; y = x; } if !c -> b { y = 2; }
    a: -> j { x = y * 3; } b: -> j; j: -> exit { return x - y; } })");
  const Program before = program.clone();
  EXPECT_GT(largeBlocks(program), 0u);
  EXPECT_EQ(program[program.entry()].locations.size(), 2u);
  expectSameOutcomes(before, program, 50);
}

TEST_F(Transform, SwappingBranchesKeepOldValues) {
  Program program = parse(R"(function main() -> bv8 { var x: bv8; var y: bv8; var z: bv8; var c: bool;
    s: -> t { c = input nondet; x = input nondet; y = input nondet; }
    t: label "t" if c -> j { z = x; x = y; y = z; } if !c -> j { x = x + y; z = x; y = z - y; }
    j: label "j" -> exit { return 3 * x + 5 * y + 7 * z; } })");
  const Program before = program.clone();
  EXPECT_EQ(largeBlocks(program), 1u);
  expectSameOutcomes(before, program, 200);
}

TEST_F(Transform, ChoicesDoNotCarryWhatNobodyReads) {
  Program program = parse(R"(function main() -> bv8 { var x: bv8; var y: bv8; var z: bv8; var c: bool;
    s: -> h { x = 0; y = 0; }
    h: label "h" -> t { c = input nondet; }
    t: label "t" if c -> h { z = x + 1; x = z; } if !c -> h { y = z; x = x + y; } })");
  const Program before = program.clone();
  EXPECT_EQ(largeBlocks(program), 1u);
  expectSameOutcomes(before, program, 200);
  const Liveness liveness(program, program.entry());
  const LocationId head = program.edges()[0].target;
  std::vector<std::string_view> live;
  for (VariableId variable : liveness.liveAt(head)) live.push_back(program[variable].name());
  // Before it is written z may be read, but not y.
  EXPECT_EQ(live, (std::vector<std::string_view>{"main::x", "main::z"}));
}

TEST_F(Transform, InliningFreesStackObjects) {
  const Program before = parse(R"(
    function f(n: bv32) -> bv64 { var p: bv64; s: if n == 0 -> exit { return 0; } if n != 0 -> exit { p = allocate stack zero 4 "v"; store p, n; return p; } }
    function main() -> bv32 { var n: bv32; var q: bv64; var ok: bool; var i: bv32;
      s: -> l { i = 0; }
      l: if i <u 3 -> t { n = input nondet; i = i + 1; } if i >=u 3 -> exit { return i; }
      t: -> u { q = call f(n); } u: -> v { ok = readable(q, 4); } v: if ok -> bad; if !ok -> l; bad: error(valid-deref) "dangling pointer is valid"; })");
  InlineResult result = inlineCalls(before);
  EXPECT_EQ(result.callsInlined, 1u);
  EXPECT_EQ(result.callsLeft, 0u);
  expectSameOutcomes(before, result.program, 50);
}

TEST_F(Transform, InlinedFunctionsForgetTheirPointers) {
  const Program before = parse(R"(
    function f(n: bv64) -> bv32 { var p: bv64; s: -> exit { p = allocate heap any 4 "malloc"; return 0; } }
    function main() -> bv32 { var x: bv32; var ok: bool; s: -> t { x = call f(3); } t: -> u { ok = all_tracked(); }
      u: if ok -> exit { return 1; } if !ok -> bad; bad: error(valid-memtrack) "lost"; })");
  InlineResult result = inlineCalls(before);
  EXPECT_EQ(result.callsLeft, 0u);
  ListInputs none({});
  EXPECT_EQ(Interpreter(before).run(none).kind, Outcome::Error);
  expectSameOutcomes(before, result.program, 1);
}

TEST_F(Transform, WhatCannotBeInlinedStaysACall) {
  const Program before = parse(R"(
    function ext();
    function grow(n: bv32) -> bv32 { var p: bv64; l: if n != 0 -> l { p = allocate stack zero 4 "v"; n = n - 1; } if n == 0 -> exit { return n; } }
    function rec(n: bv32) -> bv32 { var r: bv32; s: if n == 0 -> exit { return 0; } if n != 0 -> t { r = call rec(n - 1); } t: -> exit { return r + n; } }
    function main() -> bv32 { var x: bv32; s: -> t { x = call grow(3); } t: -> u { x = call rec(9); } u: if x == 45 -> exit { return x; } if x != 45 -> v { call ext(); } v: -> exit { return 0; } })");
  InlineResult keep = inlineCalls(before);
  EXPECT_EQ(keep.callsLeft, 2u); // grow, and rec in its copy
  expectSameOutcomes(before, keep.program, 1);
  InlineOptions options;
  options.recursion = Recursion::Block;
  options.recursionDepth = 5;
  InlineResult shallow = inlineCalls(before, options);
  EXPECT_EQ(shallow.callsCut, 1u);
  ListInputs none({});
  EXPECT_EQ(Interpreter(shallow.program).run(none).kind, Outcome::Blocked);
  options.recursionDepth = 10;
  InlineResult deep = inlineCalls(before, options);
  EXPECT_EQ(Interpreter(deep.program).run(none).exitStatus->toUint64(), 45u);
}

TEST_F(Transform, RecursionInTailPositionIsALoop) {
  const auto inlined = [&](const std::string& functions) {
    const Program before = parse(functions + R"(
      function main() -> bv32 { var x: bv32; var y: bv32; s: -> t { x = input nondet "x"; } t: -> u { y = call f(x & 15, x); } u: -> exit { return y; } })");
    InlineOptions options;
    options.recursion = Recursion::Unsupported;
    options.loopsTails = true;
    InlineResult result = inlineCalls(before, options);
    if (result.callsCut == 0) expectSameOutcomes(before, result.program, 20);
    return result.callsCut;
  };
  // The arguments change places; the result goes through a variable.
  EXPECT_EQ(inlined(R"(
    function f(n: bv32, m: bv32) -> bv32 { var r: bv32; var q: bv32; a: if n == 0 -> exit { return m; } if n != 0 -> b { r = call f(n - 1, m * 3 + n); }
      b: -> c { q = r; } c: -> exit { return q; } })"),
            0u);
  EXPECT_EQ(inlined(R"(
    function f(n: bv32, m: bv32) -> bv32 { var r: bv32; a: if n == 0 -> exit { return m; } if n != 0 -> b { r = call g(m, n); } b: -> exit { return r; } }
    function g(k: bv32, n: bv32) -> bv32 { var r: bv32; a: if k & 1:32 == 0 -> b { r = call f(n - 1, k + n); } if k & 1:32 != 0 -> b { r = call f(n - 1, n); } b: -> exit { return r; } })"),
            0u);
  // Something is done with the result, or it is not returned, or only one of two functions does nothing behind the
  // call.
  EXPECT_EQ(inlined(R"(
    function f(n: bv32, m: bv32) -> bv32 { var r: bv32; a: if n == 0 -> exit { return m; } if n != 0 -> b { r = call f(n - 1, m); } b: -> exit { return r + 1; } })"),
            1u);
  EXPECT_EQ(inlined(R"(
    function f(n: bv32, m: bv32) -> bv32 { var r: bv32; a: if n == 0 -> exit { return m; } if n != 0 -> b { r = call f(n - 1, m + 1); } b: -> exit { return m; } })"),
            1u);
  EXPECT_EQ(inlined(R"(
    function f(n: bv32, m: bv32) -> bv32 { var r: bv32; a: if n == 0 -> exit { return m; } if n != 0 -> b { r = call g(n, m); } b: -> exit { return r - n; } }
    function g(n: bv32, m: bv32) -> bv32 { var r: bv32; a: -> b { r = call f(n - 1, m); } b: -> exit { return r; } })"),
            1u);
  // Objects of all calls live at the same time, and each is freed when its function returns.
  EXPECT_EQ(inlined(R"(
    function f(n: bv32, m: bv32) -> bv32 { var r: bv32; var p: bv64; a: -> c { p = allocate stack zero 4 "v"; } c: if n == 0 -> exit { return m; }
      if n != 0 -> b { r = call f(n - 1, m); } b: -> exit { return r; } })"),
            1u);
}

TEST_F(Transform, StackObjectsOfALoopAreInlinedIfNothingLooksAtMemoryAfterThem) {
  const auto callsLeft = [&](std::string_view after) {
    const Program before =
        parse(std::string(R"(
      function grow(n: bv32) -> bv64 { var p: bv64; l: if n != 0 -> l { p = allocate stack zero 4 "v"; n = n - 1; } if n == 0 -> exit { return p; } }
      function use(n: bv32) -> bv64 { var q: bv64; s: -> exit { q = call grow(n); } }
      function main() -> bv32 { var q: bv64; var ok: bool; s: -> t { ok = true; q = call use(3); } t: -> u {)") +
              std::string(after) + R"( } u: if ok -> exit { return 1; } if !ok -> exit { return 2; } })");
    InlineResult result = inlineCalls(before);
    expectSameOutcomes(before, result.program, 1);
    return result.callsLeft;
  };
  EXPECT_EQ(callsLeft("ok = false;"), 0u);
  EXPECT_EQ(callsLeft("ok = all_freed();"), 0u);
  EXPECT_EQ(callsLeft("ok = readable(q, 4);"), 1u);
  EXPECT_EQ(callsLeft("ok = all_tracked();"), 1u);
}

// What the stack objects of a loop hold must not keep blocks reachable where nobody asks: at an abort.
TEST_F(Transform, StackObjectsOfALoopStayApartWhereAnAbortLooksForLeaks) {
  const auto callsLeft = [&](std::string_view elsewhere) {
    const Program before = parse(std::string(R"(
      function grow(n: bv32) -> bv32 { var p: bv64; l: if n != 0 -> l { p = allocate stack zero 4 "v"; n = n - 1; } if n == 0 -> exit { return n; } }
      function main() -> bv32 { var r: bv32; var x: bv32; var ok: bool; a: -> s { x = input nondet; }
        s: if x == 0 -> t { r = call grow(3); } if x != 0 -> u { )") +
                                 std::string(elsewhere) + R"( } t: abort "end"; u: -> exit { return 2; } })");
    return inlineCalls(before).callsLeft;
  };
  EXPECT_EQ(callsLeft("ok = true;"), 0u);
  EXPECT_EQ(callsLeft("ok = all_tracked();"), 1u);
}

TEST_F(Transform, SliceKeepsWhatDecides) {
  Program program = parse(R"(
    global unused: bv32;
    function noise(n: bv32) -> bv32 { var i: bv32; s: -> l { i = n; } l: if i != 0 -> l { i = i - 1; unused = unused + i; } if i == 0 -> exit { return i; } }
    function main() { var x: bv32; var y: bv32; var z: bv32;
      s: -> a { x = input nondet; y = x * 7; z = 0; }
      a: if y <s 5 -> b { z = 1; } if y >=s 5 -> b { z = 2; }
      b: -> c { z = call noise(z); }
      c: if x == 3 -> bad; if x != 3 -> d; 
      d: if z == 0 -> exit; if z != 0 -> e; e: -> exit { x = 7; }
      bad: error(unreach-call) "bad"; })");
  const Program before = program.clone();
  const SliceResult result = sliceProgram(program, {Property::UnreachCall});
  EXPECT_GE(result.operationsRemoved, 3u);
  EXPECT_GE(result.branchesRemoved, 1u);
  const std::string text = printProgram(program);
  EXPECT_EQ(text.find("call noise"), std::string::npos) << text;
  EXPECT_EQ(text.find("y <s"), std::string::npos) << text;
  EXPECT_NE(text.find("x == 3"), std::string::npos) << text;
  expectSameErrors(before, program, {Property::UnreachCall}, 100);
}

TEST_F(Transform, SliceForProofsDropsInputs) {
  Program program = parse(R"(
    function main() { var x: bv32; var y: bv32; var z: bv32;
      s: -> a { x = input nondet; y = input nondet; }
      a: if y == 5 -> b { z = input nondet; } if y != 5 -> b { z = 2; }
      b: if x == 3 -> bad; if x != 3 -> exit;
      bad: error(unreach-call) "bad"; })");
  Program kept = program.clone();
  sliceProgram(kept, {Property::UnreachCall});
  EXPECT_NE(printProgram(kept).find("y == 5"), std::string::npos);
  sliceProgram(program, {Property::UnreachCall}, SlicedInputs::Dropped);
  const std::string text = printProgram(program);
  EXPECT_EQ(text.find("y == 5"), std::string::npos) << text;
  EXPECT_EQ(text.find("z = "), std::string::npos) << text;
  EXPECT_NE(text.find("x == 3"), std::string::npos) << text;
}

TEST_F(Transform, SliceForTerminationKeepsLoops) {
  Program program = parse(R"(
    global count: bv32;
    function noise(n: bv32) -> bv32 { s: if n <s 4 -> exit { count = count + 1; return n; } if n >=s 4 -> exit { return 4; } }
    function main() { var x: bv32; var y: bv32; var z: bv32; var i: bv32;
      s: -> a { x = input nondet; y = x * 7; z = 0; i = 0; }
      a: if y <s 5 -> b { z = z + 1; } if y >=s 5 -> b { z = z + 2; }
      b: -> c { z = call noise(z); }
      c: if i <u 9 -> a { i = i + 1; count = count + z; } if i >=u 9 -> d;
      d: if z == 0 -> e { x = 1; } if z != 0 -> e { x = 2; }
      e: -> e { z = z + x; } })");
  const Program before = program.clone();
  const TerminationSlice slice = sliceForTermination(program);
  const std::string text = printProgram(program);
  EXPECT_EQ(text.find("call noise"), std::string::npos) << text;
  EXPECT_EQ(text.find("z = "), std::string::npos) << text;
  EXPECT_EQ(text.find("y <s"), std::string::npos) << text;
  EXPECT_NE(text.find("i = i + 1"), std::string::npos) << text;
  EXPECT_EQ(slice.result.branchesRemoved, 3u);
  for (uint32_t i = 0; i < slice.origin.size(); ++i) EXPECT_EQ(slice.inSlice(slice.origin[i]), LocationId(i));
  expectSameEnds(before, program, slice, 5);
}

// Whether a loop that cannot be left is entered depends on a branch; so does which of two.
TEST_F(Transform, SliceForTerminationKeepsWaysIntoEndlessLoops) {
  for (const char* text : {
           "l: if x == 3 -> m; if x != 3 -> exit; m: -> m;",
           "l: if x == 3 -> m; if x != 3 -> n; m: -> m; n: -> o; o: -> n;",
           "l: if x == 3 -> l; if x != 3 -> n; n: -> o; o: -> n;",
           "l: -> m; m: if x == 3 -> l; if x != 3 -> n; n: if x == 4 -> l; if x != 4 -> m;",
           "l: if x == 3 -> m; if x != 3 -> b; m: -> m; b: blocked;",
           "l: if x == 3 -> m; if x != 3 -> b; m: -> m; b: halt;",
       }) {
    Program program = parse("function main() { var x: bv32; s: -> l { x = input nondet; } " + std::string(text) + "}");
    sliceForTermination(program);
    EXPECT_NE(printProgram(program).find("== 3"), std::string::npos) << text << printProgram(program);
    EXPECT_EQ(validate(program), "");
  }
}

TEST_F(Transform, SliceForTerminationKeepsRecursion) {
  Program program = parse(R"(
    function f(n: bv32, k: bv32) -> bv32 { var r: bv32;
      s: if n == 0 -> exit { return k; } if n != 0 -> t { r = call f(n - 2, k + 1); }
      t: -> exit { return r; } }
    function main() { var x: bv32; var y: bv32; s: -> t { x = input nondet; } t: -> u { y = call f(x, 0); } u: -> exit; })");
  const Program before = program.clone();
  const TerminationSlice slice = sliceForTermination(program);
  EXPECT_EQ(printProgram(program).find("k + 1"), std::string::npos);
  expectSameEnds(before, program, slice, 50);
}

TEST_F(Transform, LoopsWithFewIterationsAreUnrolled) {
  struct Case {
    unsigned gone, left;
    std::string body;
  };
  for (const auto& [gone, left, body] : std::vector<Case>{
           {1, 0,
            "s: -> l { i = 0; } l: if i <s 3 -> l { x = input nondet; y = y * 3 + x; i = i + 1; z = z + i; } if i >=s "
            "3 -> e;"},
           // The counter is changed on the way, and left early.
           {1, 0,
            "s: -> l { i = 7; } l: -> m { x = input nondet; i = i - 2; } m: if x == 1 -> e; if x != 1 -> n { y = y + "
            "i; } "
            "n: if i == 1 -> e { i = i + x; } if i != 1 -> l;"},
           {2, 0,
            "s: -> l { i = 0; } l: if i <s 2 -> m { j = 0; } if i >=s 2 -> e; m: if j <s 3 -> m { j = j + 1; y = y * 5 "
            "+ j; } "
            "if j >=s 3 -> l { i = i + 1; }"},
           {0, 1, "s: -> l { i = 0; } l: if i <s 30 -> l { i = i + 1; } if i >=s 30 -> e;"}, // too many
           {0, 1, "s: -> l { i = 0; } l: if i <s 3 -> l { i = input nondet; i = i & 3; } if i >=s 3 -> e;"},
           {0, 1, "s: -> l { i = 0; x = input nondet; } l: if i <s x -> l { i = i + 1; } if i >=s x -> e;"},
           {0, 1,
            "s: -> l { i = 0; } l: if i <s 3 -> m { x = input nondet; } if i >=s 3 -> e; m: if x == 0 -> l { i = i + "
            "1; } "
            "if x != 0 -> l { i = i + 2; }"},
           {0, 1,
            "s: -> t { x = input nondet; } t: if x == 0 -> l { i = 1; } if x != 0 -> l { i = 2; } "
            "l: if i <s 3 -> l { i = i + 1; y = y + 1; } if i >=s 3 -> e;"},
           {0, 2,
            "s: -> l { i = 0; } l: if i <s 2 -> m { x = input nondet; j = 0; } if i >=s 2 -> e; "
            "m: if j <u (x & 15) -> m { j = j + 1; y = y + x; } if j >=u (x & 15) -> l { i = i + 1; }"}}) {
    const Program before =
        parse("function main() -> bv32 { var i: bv32; var j: bv32; var x: bv32; var y: bv32; var z: bv32; a: -> s "
              "{ j = 0; x = 0; y = 0; z = 0; } " +
              body + " e: -> exit { return i * 1000 + y * 7 + z; } }");
    Program after = before.clone();
    EXPECT_EQ(unrollLoops(after), gone) << body;
    EXPECT_EQ(LoopForest(after, after.entry()).loops().size(), left) << body;
    expectSameOutcomes(before, after, 60);
  }
}

TEST_F(Transform, SliceOfASafeProgramIsNothing) {
  Program program = parse(
      R"(function main() { var x: bv32; s: -> l { x = 0; } l: if x <u 9 -> l { x = x + 1; } if x >=u 9 -> exit; })");
  sliceProgram(program, {Property::UnreachCall});
  EXPECT_EQ(validate(program), "");
  EXPECT_LE(program.edges().size(), 1u);
}

} // namespace
} // namespace assay
