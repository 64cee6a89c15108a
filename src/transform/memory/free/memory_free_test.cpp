// The automaton without memory operations against the one it was made of: the same outcomes in the interpreter.
#include "transform/memory/free/memory_free.h"

#include "analysis/points_to.h"
#include "analysis/testing/random_pointers.h"
#include "program/interpreter.h"
#include "program/testing/random_program.h"
#include "program/text_parser.h"
#include "program/text_writer.h"
#include "transform/inline_calls.h"
#include "transform/memory/free/testing/memory_free_random.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace assay {
namespace {

InterpreterOptions limits() {
  InterpreterOptions options;
  options.maxSteps = 20000;
  options.maxDepth = 60;
  return options;
}

bool isLimit(const Program& program, const Outcome& outcome) {
  return outcome.kind == Outcome::StepLimit || outcome.kind == Outcome::StackLimit ||
         outcome.kind == Outcome::MemoryLimit ||
         (outcome.location.valid() && program[outcome.location].kind == LocationKind::Limit);
}

/// Without what memory says about a failed check, which only the original can tell.
std::string describe(const Outcome& outcome) {
  const bool isUndefined = outcome.kind == Outcome::Undefined || outcome.message.starts_with("undefined ");
  std::string text(isUndefined ? "undefined" : outcomeName(outcome.kind));
  if (!isUndefined) text += " '" + outcome.message.substr(0, outcome.message.find(':')) + "'";
  if (outcome.exitStatus) text += " status " + outcome.exitStatus->toString();
  return text + " after " + std::to_string(outcome.inputs) + " inputs at " + std::to_string(outcome.position.line);
}

bool hasMemoryOperations(const Program& program) {
  for (const Edge& edge : program.edges())
    for (const Operation& operation : edge.operations)
      if (!operation.as<Assign>() && !operation.as<Input>() && !operation.as<Call>() && !operation.as<Return>())
        return true;
  return false;
}

struct Tally {
  unsigned compared = 0, undefined = 0, errors = 0;
};

/// Uninitialised bytes by their offset alone: how allocations are numbered does not matter then.
class PlainInputs : public SeedInputs {
public:
  using SeedInputs::SeedInputs;
  uint8_t initialByte(uint64_t, uint64_t offset) override { return SeedInputs::initialByte(0, offset); }
};

/// With numbers that differ from the interpreter's, programs that look at them may do something else.
void compareKinds(const Program& before, unsigned runs, Tally& tally, unsigned& different) {
  const PointsTo pointsTo(before);
  const MemoryFree made = withoutMemory(before, pointsTo, ObjectNumbers::Sites);
  ASSERT_EQ(validate(made.program), "") << printProgram(made.program);
  Interpreter first(before, limits()), second(made.program, limits());
  for (uint64_t seed = 0; seed < runs; ++seed) {
    PlainInputs one(seed), two(seed);
    const Outcome a = first.run(one), b = second.run(two);
    if (isLimit(before, a) || isLimit(made.program, b)) continue;
    ++tally.compared;
    different += describe(a) != describe(b);
  }
}

void expectSameOutcomes(const Program& before, ObjectNumbers numbers, unsigned runs, Tally& tally) {
  const PointsTo pointsTo(before);
  const MemoryFree made = withoutMemory(before, pointsTo, numbers);
  const Program& after = made.program;
  ASSERT_EQ(validate(after), "") << printProgram(after);
  ASSERT_FALSE(hasMemoryOperations(after));
  Interpreter first(before, limits()), second(after, limits());
  for (uint64_t seed = 0; seed < runs; ++seed) {
    SeedInputs one(seed), two(seed);
    const Outcome a = first.run(one), b = second.run(two);
    if (isLimit(before, a) || isLimit(after, b)) continue;
    ++tally.compared;
    tally.undefined += a.kind == Outcome::Undefined;
    tally.errors += a.kind == Outcome::Error;
    ASSERT_EQ(describe(a), describe(b)) << "seed " << seed << ": " << a.message << "\n"
                                        << printProgram(before) << "\n"
                                        << printProgram(after);
  }
}

class WithoutMemory : public ::testing::Test {
protected:
  /// What both do, by both ways to number objects; the original's outcome, with its message.
  std::string outcome(const std::string& text, std::vector<uint64_t> inputs = {}) {
    TermManager terms;
    const Program before = parseProgram(text, "test", terms);
    const PointsTo pointsTo(before);
    std::vector<BitVector> values;
    for (uint64_t input : inputs) values.emplace_back(64, input);
    const auto run = [&](const Program& program) {
      ListInputs list(values, ListInputs::Feeds::All);
      return Interpreter(program, limits()).run(list);
    };
    const Outcome expected = run(before);
    for (ObjectNumbers numbers : {ObjectNumbers::Sequence, ObjectNumbers::Sites}) {
      const MemoryFree made = withoutMemory(before, pointsTo, numbers);
      EXPECT_EQ(validate(made.program), "") << printProgram(made.program);
      EXPECT_FALSE(hasMemoryOperations(made.program));
      EXPECT_TRUE(made.obstacles.empty());
      EXPECT_EQ(describe(expected), describe(run(made.program))) << printProgram(made.program);
      // It prints and parses.
      TermManager others;
      const std::string printed = printProgram(made.program);
      EXPECT_EQ(printed, printProgram(parseProgram(printed, "printed", others)));
    }
    std::string told(outcomeName(expected.kind));
    if (expected.exitStatus) told += " " + expected.exitStatus->toString();
    return told;
  }
  /// Of a function that works on p, q, x and y.
  std::string body(const std::string& operations, std::vector<uint64_t> inputs = {}) {
    return outcome("object a: 16 = hex \"0102030405060708\"; object c: 4 constant;\n"
                   "function main() -> bv32 { var p: bv64; var q: bv64; var x: bv32; var y: bv8; var ok: bool; "
                   "var n: bv64; entry s;\n s: -> exit { x = 0; y = 0; " +
                       operations + " return x; } exit: exit; }",
                   std::move(inputs));
  }
};

TEST_F(WithoutMemory, StaticObjects) {
  EXPECT_EQ(body("x = load &a;"), "exit 67305985");
  EXPECT_EQ(body("store &a + 4, 7:32; x = load &a + 4;"), "exit 7");
  EXPECT_EQ(body("y = load &a + 5; x = zext(y, 32);"), "exit 6");
  EXPECT_EQ(body("store &a + 1, 255:8; x = load &a;"), "exit " + std::to_string(0x0403ff01));
  EXPECT_EQ(body("x = load &a + 2;"), "exit " + std::to_string(0x06050403));
  EXPECT_EQ(body("p = &a; n = input nondet; x = load p + n;", {3}), "exit " + std::to_string(0x07060504));
  EXPECT_EQ(body("p = &a; n = input nondet; store p + n, 1:32; x = load p + 4;", {3}), "exit 134217728");
}

TEST_F(WithoutMemory, Bounds) {
  EXPECT_EQ(body("x = load &a + 12;"), "exit 0");
  EXPECT_EQ(body("x = load &a + 13;"), "undefined");
  EXPECT_EQ(body("x = load &a + 16;"), "undefined");
  EXPECT_EQ(body("x = load &a - 1;"), "undefined");
  EXPECT_EQ(body("p = 0; x = load p;"), "undefined");
  EXPECT_EQ(body("x = load &c; store &c, 1:32;"), "undefined");
  EXPECT_EQ(body("ok = readable(&a + 16, 0); x = ite(ok, 1:32, 0:32);"), "exit 1");
  EXPECT_EQ(body("ok = readable(&a + 16, 1); x = ite(ok, 1:32, 0:32);"), "exit 0");
  EXPECT_EQ(body("ok = writable(&c, 1); x = ite(ok, 1:32, 0:32);"), "exit 0");
  EXPECT_EQ(body("n = object_size(&a + 16); x = n[31:0];"), "exit 16");
  EXPECT_EQ(body("n = object_size(&a + 17); x = n[31:0];"), "exit 0");
}

TEST_F(WithoutMemory, LifeAndDeath) {
  EXPECT_EQ(body("p = allocate heap zero 8 \"m\"; store p + 4, 5:32; x = load p + 4; free heap p;"), "exit 5");
  EXPECT_EQ(body("p = allocate heap zero 8 \"m\"; free heap p; x = load p;"), "undefined");
  EXPECT_EQ(body("p = allocate heap zero 8 \"m\"; free heap p; free heap p;"), "undefined");
  EXPECT_EQ(body("p = allocate heap zero 8 \"m\"; free heap p + 4;"), "undefined");
  EXPECT_EQ(body("p = 0; free heap p;"), "exit 0");
  EXPECT_EQ(body("free heap &a;"), "undefined");
  EXPECT_EQ(body("p = allocate stack any 8 \"s\"; free heap p;"), "undefined");
  EXPECT_EQ(body("p = allocate stack any 8 \"s\"; free stack p; free stack p;"), "exit 0");
  EXPECT_EQ(body("p = allocate stack any 8 \"s\"; free stack p; x = load p;"), "undefined");
  EXPECT_EQ(body("p = allocate heap any 0 \"m\"; ok = freeable(p); x = ite(ok, 1:32, 0:32);"), "exit 1");
  EXPECT_EQ(body("p = allocate heap any 0 \"m\"; ok = all_freed(); x = ite(ok, 1:32, 0:32);"), "exit 0");
  EXPECT_EQ(body("p = allocate heap any 1 \"m\"; free heap p; ok = all_freed(); x = ite(ok, 1:32, 0:32);"), "exit 1");
}

TEST_F(WithoutMemory, CopiesAndFills) {
  EXPECT_EQ(body("copy &a + 1, &a, 4; x = load &a + 2;"), "exit " + std::to_string(0x06040302));
  EXPECT_EQ(body("n = input nondet; copy &a + 1, &a, n; x = load &a + 2;", {4}), "exit " + std::to_string(0x06040302));
  EXPECT_EQ(body("n = input nondet; copy &a, &a + 1, n; x = load &a;", {4}), "exit " + std::to_string(0x05040302));
  EXPECT_EQ(body("n = input nondet; copy &a, &a + 1, n; x = load &a;", {0}), "exit " + std::to_string(0x04030201));
  EXPECT_EQ(body("n = input nondet; copy &a, &a + 1, n;", {16}), "undefined");
  EXPECT_EQ(body("n = input nondet; fill &a, 9, n; x = load &a;", {2}), "exit " + std::to_string(0x04030909));
  EXPECT_EQ(body("n = input nondet; fill &a, 9, n;", {17}), "undefined");
  EXPECT_EQ(body("fill &a, 7, 16; x = load &a + 8;"), "exit " + std::to_string(0x07070707));
  EXPECT_EQ(body("fill &a + 3, 7, 3; x = load &a + 2;"), "exit " + std::to_string(0x07070703));
  EXPECT_EQ(body("p = allocate heap any 300 \"m\"; fill p, 1, 300; copy p + 200, p, 100; x = load p + 296;"),
            "exit " + std::to_string(0x01010101));
}

TEST_F(WithoutMemory, Leaks) {
  // A list of two blocks: held by p, by a static object, by the stack, or lost.
  const auto list = [&](const std::string& holder, const std::string& name = "m") {
    return outcome(R"(
      object a: 16;
      function main() -> bv32 {
        var n: bv32; var p: bv64; var q: bv64; var s: bv64; var ok: bool; entry s;
        s: -> l { n = 2; p = 0; q = 0; s = 0; ok = false; }
        l: if n != 0 -> l { q = allocate heap any 16 ")" +
                   name + R"("; store q + 8, p; store q, n; p = q; n = n - 1; }
           if n == 0 -> m { )" +
                   holder +
                   R"( ok = all_tracked(); }
        m: -> exit { return ite(ok, 1:32, 0:32); }
        exit: exit; })");
  };
  EXPECT_EQ(list(""), "exit 1");
  EXPECT_EQ(list("p = 0; q = 0;"), "exit 0");
  EXPECT_EQ(list("store &a + 8, p; p = 0; q = 0;"), "exit 1");
  EXPECT_EQ(list("store &a + 8, p + 3; p = 0; q = 0;"), "exit 1");
  EXPECT_EQ(list("s = allocate stack zero 8 \"s\"; store s, p; p = 0; q = 0; s = 0;"), "exit 1");
  EXPECT_EQ(list("s = allocate stack zero 8 \"s\"; store s, p; p = 0; q = 0; free stack s; s = 0;"), "exit 0");
  EXPECT_EQ(list("q = load p + 8; free heap q; q = 0; store p + 8, q;"), "exit 1");
  EXPECT_EQ(list("q = load p + 8; free heap p; p = 0;"), "exit 1");
  EXPECT_EQ(list("free heap p; p = 0; q = 0;"), "exit 0");
  // The caller has its blocks, and what they point to.
  const std::string own = "s = allocate heap any 8 \"m\"; ", forget = "p = 0; q = 0; s = 0;";
  EXPECT_EQ(list(forget, "argument"), "exit 1");
  EXPECT_EQ(list(own + forget, "argument"), "exit 0");
  EXPECT_EQ(list(own + "store p + 8, s; " + forget, "argument"), "exit 1");
  EXPECT_EQ(list(own + "store p + 8, s; free heap p; " + forget, "argument"), "exit 0");
  EXPECT_EQ(list(own + "store p + 8, s; q = s; p = 0; s = 0; free heap q;" + forget, "argument"), "exit 1");
}

TEST_F(WithoutMemory, AllocationInALoop) {
  // A list of n elements, each with the address of the one before.
  const std::string text = R"(
    function main() -> bv32 {
      var n: bv32; var p: bv64; var q: bv64; var x: bv32; entry s;
      s: -> l { n = input nondet; p = 0; x = 0; }
      l: if n != 0 -> l { q = allocate heap any 16 "m"; store q, p; store q + 8, n; p = q; n = n - 1; }
         if n == 0 -> m;
      m: if p != 0 -> f { n = load p + 8; x = x * 10 + n; q = load p; }
         if p == 0 -> exit { return x; }
      f: -> m { free heap p; p = q; }
      exit: exit; })";
  EXPECT_EQ(outcome(text, {5}), "exit 12345");
  EXPECT_EQ(outcome(text, {0}), "exit 0");
}

TEST_F(WithoutMemory, StackOfFunctionsThatAreCalled) {
  const std::string text = R"(
    global kept: bv64;
    function f(n: bv32) -> bv32 {
      var p: bv64; var x: bv32; entry s;
      s: -> t { p = allocate stack any 4 "local"; store p, n; kept = p; }
      t: if n != 0 -> u { x = call f(n - 1); }
         if n == 0 -> exit { return n; }
      u: -> exit { n = load p; return n + x; }
      exit: exit; }
    function main() -> bv32 {
      var x: bv32; var ok: bool; entry s;
      s: -> t { x = call f(3); }
      t: -> exit { ok = readable(kept, 1); return ite(ok, 100:32, x); }
      exit: exit; })";
  EXPECT_EQ(outcome(text), "exit 6");
}

TEST_F(WithoutMemory, NumbersRunOut) {
  // Seven numbers, of which 0 and the last are no objects.
  const std::string text = R"(
    layout 32 29;
    function main() {
      var n: bv32; var p: bv32; var last: bv32; entry s;
      s: -> l { n = input nondet; last = 0; }
      l: if n != 0 -> l { p = allocate heap any 4 "m"; store p, last; last = p; n = n - 1; }
         if n == 0 -> exit { return; }
      exit: exit; })";
  TermManager terms;
  const Program before = parseProgram(text, "test", terms);
  const PointsTo pointsTo(before);
  const MemoryFree made = withoutMemory(before, pointsTo);
  const auto run = [&](uint64_t count) {
    ListInputs list({BitVector(32, count)});
    return Interpreter(made.program, limits()).run(list);
  };
  EXPECT_EQ(run(6).kind, Outcome::Exit);
  const Outcome out = run(7);
  EXPECT_EQ(made.program[out.location].kind, LocationKind::Limit);
}

TEST_F(WithoutMemory, LocalsOfALoopShareNumbers) {
  // n times an array of which 4 bytes are written; its address is kept or not.
  const auto loop = [](const std::string& kept, const std::string& storage, const std::string& contents) {
    return R"(
      object a: 16;
      function main() -> bv32 {
        var n: bv32; var p: bv64; var q: bv64; var old: bv64; var x: bv32; var y: bv32; var t: bool; entry s;
        s: -> l { n = input nondet; p = 0; x = 0; old = 0; t = false; }
        l: if n != 0 -> m { p = allocate )" +
           storage + " " + contents +
           R"( 16 "local"; q = p + 4; y = load q; store q, n; x = x + y; y = load q; x = x + y; }
           if n == 0 -> f;
        m: -> l { )" +
           kept + " free " + storage + R"( p; p = 0; n = n - 1; }
        f: -> exit { return x; }
        exit: exit; })";
  };
  const auto hasLimit = [](const std::string& text) {
    TermManager terms;
    const Program before = parseProgram(text, "test", terms);
    const PointsTo pointsTo(before);
    const MemoryFree made = withoutMemory(before, pointsTo);
    return std::any_of(made.program.locations().begin(), made.program.locations().end(),
                       [](const Location& location) { return location.kind == LocationKind::Limit; });
  };
  for (const char* storage : {"stack", "heap"}) {
    for (const char* contents : {"any", "zero"}) {
      EXPECT_FALSE(hasLimit(loop("", storage, contents)));
      EXPECT_EQ(outcome(loop("", storage, contents), {4}), "exit 10");
      // Looked at in the next iteration: stored, or in a variable.
      const std::string stored =
          loop("old = load &a; t = readable(old, 4); x = x + ite(t, 100:32, 0:32); store &a, p;", storage, contents);
      EXPECT_TRUE(hasLimit(stored));
      EXPECT_EQ(outcome(stored, {4}), "exit 10");
      const std::string held = loop("t = readable(old, 4); x = x + ite(t, 100:32, 0:32); old = p;", storage, contents);
      EXPECT_TRUE(hasLimit(held));
      EXPECT_EQ(outcome(held, {4}), "exit 10");
    }
  }
}

TEST_F(WithoutMemory, ChecksAreNotRepeated) {
  TermManager terms;
  const Program before = parseProgram(R"(
    object a: 16;
    function main() -> bv32 {
      var p: bv64; var n: bv64; var x: bv32; var ok: bool; entry s;
      s: -> t { n = input nondet; p = &a + (n & 31); ok = writable(p, 4); }
      t: if ok -> exit { store p, 1:32; x = load p; return x; }
         if !ok -> bad;
      bad: error(valid-deref) "bad";
      exit: exit; })",
                                      "test", terms);
  const PointsTo pointsTo(before);
  const MemoryFree made = withoutMemory(before, pointsTo);
  for (const Location& location : made.program.locations()) EXPECT_NE(location.kind, LocationKind::Unsupported);
}

TEST_F(WithoutMemory, RandomPointers) {
  Tally tally;
  for (uint32_t seed = 0; seed < 150 && !HasFatalFailure(); ++seed) {
    TermManager terms;
    expectSameOutcomes(parseProgram(randomPointers(seed), "random", terms), ObjectNumbers::Sequence, 6, tally);
  }
  EXPECT_GT(tally.compared, 700u);
}

TEST_F(WithoutMemory, RandomMemory) {
  Tally tally;
  for (uint32_t seed = 0; seed < 300 && !HasFatalFailure(); ++seed) {
    TermManager terms;
    SCOPED_TRACE(seed);
    expectSameOutcomes(parseProgram(RandomMemory(seed).text(), "random", terms), ObjectNumbers::Sequence, 6, tally);
  }
  EXPECT_GT(tally.compared, 1400u);
  EXPECT_GT(tally.undefined, 200u);
  EXPECT_LT(tally.undefined, tally.compared * 4 / 5);
}

TEST_F(WithoutMemory, RandomMemoryWithFixedNumbers) {
  Tally tally;
  unsigned different = 0;
  for (uint32_t seed = 0; seed < 300 && !HasFatalFailure(); ++seed) {
    if (seed % 5 == 0) continue; // integers become pointers
    TermManager terms;
    const unsigned before = different;
    compareKinds(parseProgram(RandomMemory(seed).text(), "random", terms), 6, tally, different);
    if (different != before) std::cerr << "DIFF " << seed << "\n";
  }
  EXPECT_EQ(different, 0u) << tally.compared;
}

TEST_F(WithoutMemory, RandomPrograms) {
  Tally tally;
  for (uint64_t seed = 0; seed < 150 && !HasFatalFailure(); ++seed) {
    TermManager terms;
    const Program program = randomProgram(terms, seed);
    SCOPED_TRACE(seed);
    expectSameOutcomes(program, ObjectNumbers::Sequence, 5, tally);
    expectSameOutcomes(inlineCalls(program).program, ObjectNumbers::Sequence, 5, tally);
  }
  EXPECT_GT(tally.compared, 500u);
}

} // namespace
} // namespace assay
