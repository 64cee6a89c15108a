#include "program/interpreter.h"
#include "program/text_parser.h"

#include <gtest/gtest.h>

#include <thread>

namespace assay {
namespace {

std::vector<BitVector> numbers(std::initializer_list<int64_t> values) {
  std::vector<BitVector> result;
  for (int64_t value : values) result.push_back(BitVector::fromSigned(64, value));
  return result;
}

class Interpret : public ::testing::Test {
protected:
  Outcome run(std::string_view text, std::initializer_list<int64_t> inputs = {}, InterpreterOptions options = {}) {
    program_.emplace(parseProgram(text, "test", terms_));
    ListInputs list(numbers(inputs));
    return Interpreter(*program_, options).run(list);
  }
  /// The value that main returns.
  int64_t result(std::string_view text, std::initializer_list<int64_t> inputs = {}) {
    const Outcome outcome = run(text, inputs);
    EXPECT_EQ(outcome.kind, Outcome::Exit) << outcome.message;
    return outcome.exitStatus ? outcome.exitStatus->toInt64() : -999;
  }
  /// Of an expression over a, b (32 bits), w (128 bits: a in the high half, b in the low), f and g (doubles).
  std::string value(const std::string& sort, const std::string& expression, std::initializer_list<int64_t> inputs) {
    TermManager terms;
    const Program program = parseProgram("function main() -> " + sort +
                                             R"( { var a: bv32; var b: bv32; var w: bv128; var x: )" + sort + R"(;
      s: -> t { a = input nondet; b = input nondet; w = (zext(a, 64) ++ zext(b, 64)); }
      t: -> exit { return )" + expression + "; } }",
                                         "test", terms);
    ListInputs list(numbers(inputs));
    const Outcome outcome = Interpreter(program).run(list);
    return outcome.exitStatus ? outcome.exitStatus->toSignedString() : outcome.message;
  }

  TermManager terms_;
  std::optional<Program> program_;
};

constexpr std::string_view kSum = R"(
  function main() -> bv32 {
    var i: bv32; var n: bv32; var s: bv32;
    begin: -> head { n = input nondet "n" @1:5; i = 0; s = 0; }
    head: if i <s n -> head { s = s + i; i = i + 1; }
          if i >=s n -> exit { return s; }
  })";

TEST_F(Interpret, Loop) {
  EXPECT_EQ(result(kSum, {10}), 45);
  EXPECT_EQ(result(kSum, {-3}), 0);
}

TEST_F(Interpret, CountsStepsAndInputs) {
  const Outcome outcome = run(kSum, {2});
  EXPECT_EQ(outcome.inputs, 1u);
  // begin: guard and 3 operations; 2 rounds of guard and 2 operations; 2 guards and the return.
  EXPECT_EQ(outcome.steps, 4u + 2 * 3 + 3);
}

TEST_F(Interpret, RunsOutOfInputs) {
  const Outcome outcome = run(kSum);
  EXPECT_EQ(outcome.kind, Outcome::OutOfInputs);
  EXPECT_EQ(outcome.position.column, 5u);
  EXPECT_NE(outcome.message.find("(n)"), std::string::npos);
}

TEST_F(Interpret, StepLimitAndInterrupt) {
  InterpreterOptions options;
  options.maxSteps = 100000;
  const Outcome limited = run(kSum, {2000000000}, options);
  EXPECT_EQ(limited.kind, Outcome::StepLimit);
  EXPECT_NEAR(static_cast<double>(limited.steps), 100000.0, 3.0);
  std::atomic<bool> stop = false;
  options = {};
  options.interrupt = &stop;
  std::thread later([&] { stop = true; });
  const Outcome interrupted = run("function main() { var x: bv64; l: -> l { x = x + 1; } }", {}, options);
  later.join();
  EXPECT_EQ(interrupted.kind, Outcome::Interrupted);
}

TEST_F(Interpret, WordOperators) {
  EXPECT_EQ(value("bv32", "a /s b", {-7, 2}), "-3");
  EXPECT_EQ(value("bv32", "a %s b", {-7, 2}), "-1");
  EXPECT_EQ(value("bv32", "a /s b", {-7, 0}), "1");
  EXPECT_EQ(value("bv32", "a /s b", {7, 0}), "-1");
  EXPECT_EQ(value("bv32", "a %s b", {-7, 0}), "-7");
  EXPECT_EQ(value("bv32", "a /s b", {INT32_MIN, -1}), std::to_string(INT32_MIN));
  EXPECT_EQ(value("bv32", "a %s b", {INT32_MIN, -1}), "0");
  EXPECT_EQ(value("bv32", "a /u b", {-1, 16}), std::to_string(0xffffffffu / 16));
  EXPECT_EQ(value("bv32", "a /u b", {5, 0}), "-1");
  EXPECT_EQ(value("bv32", "a << b", {1, 31}), std::to_string(INT32_MIN));
  EXPECT_EQ(value("bv32", "a << b", {1, 32}), "0");
  EXPECT_EQ(value("bv32", "a >>s b", {-8, 1}), "-4");
  EXPECT_EQ(value("bv32", "a >>s b", {-8, 77}), "-1");
  EXPECT_EQ(value("bv32", "a >>u b", {-8, 28}), "15");
  EXPECT_EQ(value("bv32", "a - b", {3, 5}), "-2");
  EXPECT_EQ(value("bv32", "5 - a", {3, 0}), "2");
  EXPECT_EQ(value("bv32", "-a * b", {3, 5}), "-15");
  EXPECT_EQ(value("bv32", "~a ^ b", {3, 5}), std::to_string(~3 ^ 5));
  EXPECT_EQ(value("bv8", "a[15:8]", {0x1234, 0}), std::to_string(0x12));
  EXPECT_EQ(value("bv64", "sext(a, 64)", {-2, 0}), "-2");
  EXPECT_EQ(value("bv64", "zext(a, 64)", {-2, 0}), "4294967294");
  EXPECT_EQ(value("bv40", "a[7:0] ++ b", {1, 2}), std::to_string((int64_t{1} << 32) + 2));
  EXPECT_EQ(value("bv32", "ite(a <u b, a, b)", {-1, 2}), "2");
  EXPECT_EQ(value("bv32", "a[29:0] ++ 0:2", {-3, 0}), "-12");
  EXPECT_EQ(value("bv32", "a[28:0] ++ 0:3", {0x20000001, 0}), "8");
  EXPECT_EQ(value("bv32", "a[28:0] ++ 1:3", {1, 0}), "9");
  // As pointers are computed: those that leave their object are no object's.
  const char* const pointer = "ite(a[31:24] == b[31:24], b, -1:8 ++ b[23:0])";
  EXPECT_EQ(value("bv32", pointer, {0x5000010, 0x5ffffff}), std::to_string(0x5ffffff));
  EXPECT_EQ(value("bv32", pointer, {0x5000010, 0x6000000}), std::to_string(static_cast<int>(0xff000000)));
  EXPECT_EQ(value("bv32", pointer, {0x5000010, 0x4ffffff}), "-1");
  EXPECT_EQ(value("bv32", "ite(a[31:24] == b[31:24], b, -1:8 ++ a[23:0])", {5, 0x4000006}), "-16777211");
  EXPECT_EQ(value("bv32", "ite(a[31:24] == b[31:24], b, 1:8 ++ b[23:0])", {5, 0x4000006}), "16777222");
  EXPECT_EQ(value("bool", "smul_overflow(a, b)", {65536, 32768}), "-1");
  EXPECT_EQ(value("bool", "smul_overflow(a, b)", {-65536, 32768}), "0");
  EXPECT_EQ(value("bool", "umul_overflow(a, b)", {65536, 65536}), "-1");
  EXPECT_EQ(value("bool", "3 <s a && a <=s 5 || b == 1", {5, 0}), "-1");
}

TEST_F(Interpret, WideOperators) {
  EXPECT_EQ(value("bv128", "w * w", {0, 5}), "25");
  EXPECT_EQ(value("bv128", "w + 1", {1, -1}), BitVector::fromString(128, "18446744078004518912").toString());
  EXPECT_EQ(value("bv32", "(w >>u 64)[31:0]", {7, 5}), "7");
  EXPECT_EQ(value("bool", "w <u 0x10000000000000000", {1, 0}), "0");
}

TEST_F(Interpret, Floats) {
  const std::string x = "from_sint.rne(a, f64)", y = "from_sint.rne(b, f64)";
  EXPECT_EQ(value("bv32", "to_sint.rtz(fdiv.rne(" + x + ", " + y + "), 32)", {-7, 2}), "-3");
  EXPECT_EQ(value("bv32", "to_sint.rtz(fmul.rne(" + x + ", 1e300:f64), 32)", {7, 2}), std::to_string(INT32_MIN));
  EXPECT_EQ(value("bv8", "to_uint.rtz(" + x + ", 8)", {255, 0}), "-1");
  EXPECT_EQ(value("bool", "is_nan(fdiv.rne(" + x + ", " + y + "))", {0, 0}), "-1");
  // The bits of a NaN are the operator's second operand with exponent and quiet bit set.
  EXPECT_EQ(value("bv64", "asbits(fdiv.rne(" + x + ", " + y + "), 5:64)", {0, 0}), std::to_string(0x7ff8000000000005));
  EXPECT_EQ(value("bv32", "asbits(fadd.rne(from_sint.rne(a, f32), 0.5:f32), 0:32)", {1, 0}),
            std::to_string(0x3fc00000));
  EXPECT_EQ(value("bv32", "asbits(fconvert.rne(" + x + ", f32), 0:32)", {16777217, 0}), std::to_string(0x4b800000));
  EXPECT_EQ(value("bv32", "to_sint.rtz(fadd.rtp(from_sint.rne(a, f80), 0x1fff8000000000000000:f80), 32)", {41, 0}),
            "42");
  EXPECT_EQ(value("bv64", "asbits(fadd.rtp(" + x + ", 5e-324:f64), 0:64)", {1, 0}), std::to_string(0x3ff0000000000001));
}

TEST_F(Interpret, SubtermsAreRecomputedWhenVariablesChange) {
  EXPECT_EQ(result(R"(
    global g: bv32 = 3;
    function main() -> bv32 {
      var x: bv32; var y: bv32; var z: bv32; var q: bv64;
      s: -> t { x = input nondet; y = x * x + g; q = zext(x, 64); x = x + 1; g = g + x; z = x * x + g; q = q + zext(x, 64); x = q[31:0]; g = x; x = 0; y = y + g + z + x; }
      t: -> exit { return y; }
    })",
                   {5}),
            28 + 11 + (36 + 9));
}

TEST_F(Interpret, CallsAndRecursion) {
  constexpr std::string_view text = R"(
    function fib(n: bv32) -> bv32 {
      var a: bv32; var b: bv32;
      s: if n <s 2 -> exit { return n; }
         if 2 <=s n -> t { a = call fib(n - 1); }
      t: -> u { b = call fib(n - 2); }
      u: -> exit { return a + b; }
    }
    function main() -> bv32 {
      var n: bv32; var r: bv32;
      s: -> t { n = input nondet; }
      t: -> u { r = call fib(n); }
      u: -> exit { return r; }
    })";
  EXPECT_EQ(result(text, {15}), 610);
}

constexpr std::string_view kDeep = R"(
  global result: bv64;
  function down(n: bv64, wide: bv128) -> bv64 {
    var r: bv64; var p: bv64;
    s: if n == 0 -> exit { return 0; }
       if n != 0 -> t { p = allocate stack any 8 "local"; store p, n; }
    t: -> u { result = call down(n - 1, wide + 1); }
    u: -> exit { r = load p; return result + r; }
  }
  function main() -> bv64 {
    var n: bv64; var r: bv64;
    s: -> t { n = input nondet; }
    t: -> u { r = call down(n, 0); }
    u: -> exit { return r; }
  })";

TEST_F(Interpret, DeepRecursion) {
  EXPECT_EQ(result(kDeep, {1000000}), 500000500000);
  InterpreterOptions options;
  options.maxDepth = 1000;
  EXPECT_EQ(run(kDeep, {1000000}, options).kind, Outcome::StackLimit);
}

/// Objects a (8 bytes, from 1 to 8), k (constant), and a pointer that moves by the input.
Outcome memoryRun(std::string_view operations, std::initializer_list<int64_t> inputs = {}) {
  TermManager terms;
  const Program program = parseProgram(R"(
    object a: 8 = hex "0102030405060708";
    object k: 4 constant = "text";
    function main() -> bv32 {
      var n: bv64; var p: bv64; var q: bv64; var x: bv32; var c: bool; var wide: bv80; var ok: bool;
      s: -> t { n = input nondet "n"; }
      t: -> u {)" + std::string(operations) +
                                           R"(}
      u: -> exit { return x; }
    })",
                                       "test", terms);
  ListInputs list(numbers(inputs));
  return Interpreter(program).run(list);
}

TEST_F(Interpret, LoadsAndStoresAreLittleEndian) {
  EXPECT_EQ(memoryRun("x = load &a[2];", {0}).exitStatus->toUint64(), 0x06050403u);
  EXPECT_EQ(memoryRun("store &a[1], 0xaabb:16; x = load &a;", {0}).exitStatus->toUint64(), 0x04aabb01u);
  EXPECT_EQ(memoryRun("store &a, true; c = load &a; x = ite(c, 1:32, 0:32);", {0}).exitStatus->toUint64(), 1u);
  EXPECT_EQ(memoryRun("p = allocate heap zero 16; store p + 1, 0x99887766554433221100:80; wide = load p + 1; x = load "
                      "p + 8; x = x + (wide[7:0] ++ 0:24);",
                      {0})
                .kind,
            Outcome::Exit);
  EXPECT_EQ(memoryRun("p = allocate heap zero 16; store p + 1, 0x99887766554433221100:80; x = load p + 8;", {0})
                .exitStatus->toUint64(),
            0x00998877u);
}

TEST_F(Interpret, UndefinedAccessesSayWhy) {
  const auto message = [](std::string_view operations, int64_t n = 0) {
    const Outcome outcome = memoryRun(operations, {n});
    EXPECT_EQ(outcome.kind, Outcome::Undefined) << operations;
    return outcome.message;
  };
  EXPECT_EQ(message("x = load n;"), "read of 4 bytes through a null pointer");
  EXPECT_EQ(message("x = load n;", 77), "read of 4 bytes through a null pointer, at offset 77");
  EXPECT_EQ(message("x = load &a + n;", 6), "read of 4 bytes out of bounds of 'a' (8 bytes) at offset 6");
  EXPECT_EQ(message("store &a + n, x;", -1), "write of 4 bytes out of bounds of 'a' (8 bytes) at offset -1");
  EXPECT_EQ(message("store &k, x;"), "write of 4 bytes to the constant object 'k'");
  EXPECT_EQ(message("p = allocate heap zero 4 \"malloc\"; free heap p; x = load p;"),
            "read of 4 bytes in a block from malloc that is freed already");
  EXPECT_EQ(message("p = allocate stack zero 4 \"v\"; free stack p; x = load p;"),
            "read of 4 bytes in the dead stack object 'v'");
  EXPECT_EQ(message("p = allocate heap zero 4 \"malloc\"; free heap p; free heap p;"),
            "free of a block from malloc that is freed already");
  EXPECT_EQ(message("p = allocate heap zero 4 \"malloc\"; free heap p + 1;"),
            "free of a pointer that is not the start of a block from malloc, but at offset 1");
  EXPECT_EQ(message("free heap &a;"), "free of the static object 'a'");
  EXPECT_EQ(message("copy &a, &k, 5;"), "read of 5 bytes out of bounds of 'k' (4 bytes) at offset 0");
  EXPECT_EQ(message("copy &k, &a, 4;"), "write of 4 bytes to the constant object 'k'");
  EXPECT_EQ(message("fill &a, 1, 9;"), "write of 9 bytes out of bounds of 'a' (8 bytes) at offset 0");
}

TEST_F(Interpret, CopyAndFill) {
  EXPECT_EQ(memoryRun("copy &a[2], &a, 6; x = load &a[3];", {0}).exitStatus->toUint64(), 0x05040302u);
  EXPECT_EQ(memoryRun("copy &a, &a[2], 6; x = load &a[1];", {0}).exitStatus->toUint64(), 0x07060504u);
  EXPECT_EQ(memoryRun("fill &a[1], 0xee, 2; x = load &a;", {0}).exitStatus->toUint64(), 0x04eeee01u);
  EXPECT_EQ(memoryRun("copy n, n, 0; fill n, 1, 0;", {0}).kind, Outcome::Exit);
}

TEST_F(Interpret, HugeObjectsCostWhatIsTouched) {
  const std::string_view text = R"(p = allocate stack zero 0x4000000000 "huge"; store p + 0x3ffffffffc, 7:32;
    q = p + 0x2000003ffe; store q, 0x01020304:32; copy p + 0x100, q, 0x10000; x = load p + 0x101;
    fill p + 0x5000, 1, 0x9000; copy p + 0x5001, p + 0x5000, 0xa000; )";
  EXPECT_EQ(memoryRun(text, {0}).exitStatus->toUint64(), 0x00010203u);
  const std::string overlap = std::string(text) + "x = load p + 0xe000;";
  EXPECT_EQ(memoryRun(overlap, {0}).exitStatus->toUint64(), 1u);
}

TEST_F(Interpret, MemoryLimit) {
  InterpreterOptions options;
  options.maxBytes = 1 << 20;
  const Outcome outcome =
      run("function main() { var p: bv64; l: -> l { p = allocate heap zero 4096; store p, 1:8; } }", {}, options);
  EXPECT_EQ(outcome.kind, Outcome::MemoryLimit);
}

TEST_F(Interpret, NumbersOfDeadObjectsAreUsedAgain) {
  // A layout with 6 bits for objects: 62 numbers.
  EXPECT_EQ(result(R"(layout 32 26;
    function main() -> bv32 {
      var p: bv32; var i: bv32; var x: bv32;
      s: if i <u 1000 -> s { p = allocate heap zero 4; store p, i; x = load p; free heap p; i = i + 1; }
         if i >=u 1000 -> exit { return x; }
    })"),
            999);
}

TEST_F(Interpret, StackObjectsDieWithTheirFunction) {
  const Outcome outcome = run(R"(
    function f() -> bv64 { var p: bv64; s: -> exit { p = allocate stack zero 4 "v"; return p; } }
    function main() { var p: bv64; var x: bv32; s: -> t { p = call f(); } t: -> exit { x = load p; } })");
  EXPECT_EQ(outcome.kind, Outcome::Undefined);
  EXPECT_EQ(outcome.message, "read of 4 bytes in the dead stack object 'v'");
}

/// Runs the operations and tells what `ok` is.
bool asks(std::string_view operations) {
  const Outcome outcome = memoryRun(std::string(operations) + " x = ite(ok, 1:32, 0:32);", {0});
  EXPECT_EQ(outcome.kind, Outcome::Exit) << outcome.message;
  return outcome.exitStatus && !outcome.exitStatus->isZero();
}

TEST_F(Interpret, Queries) {
  EXPECT_TRUE(asks("ok = readable(&a[4], 4);"));
  EXPECT_FALSE(asks("ok = readable(&a[4], 5);"));
  EXPECT_FALSE(asks("ok = readable(&a[4], -1);"));
  EXPECT_TRUE(asks("ok = readable(n, 0);"));
  EXPECT_FALSE(asks("ok = readable(n, 1);"));
  EXPECT_TRUE(asks("ok = readable(&k, 4);"));
  EXPECT_FALSE(asks("ok = writable(&k, 4);"));
  EXPECT_TRUE(asks("ok = freeable(n);"));
  EXPECT_FALSE(asks("ok = freeable(&a);"));
  EXPECT_TRUE(asks("p = allocate heap any 5; ok = freeable(p);"));
  EXPECT_FALSE(asks("p = allocate heap any 5; ok = freeable(p + 1);"));
  EXPECT_TRUE(asks("p = allocate heap any 5; q = object_size(p + 3); ok = q == 5;"));
  EXPECT_TRUE(asks("p = allocate heap any 5; free heap p; q = object_size(p); ok = q == 0;"));
  EXPECT_FALSE(asks("p = allocate heap any 5; ok = all_freed();"));
  EXPECT_TRUE(asks("p = allocate heap any 5; free heap p; ok = all_freed();"));
}

TEST_F(Interpret, AllTracked) {
  EXPECT_TRUE(asks("p = allocate heap any 5; ok = all_tracked();"));
  EXPECT_FALSE(asks("p = allocate heap any 5; p = 0; ok = all_tracked();"));
  EXPECT_TRUE(asks("p = allocate heap any 5; store &a, p; p = 0; ok = all_tracked();"));
  EXPECT_TRUE(asks("p = allocate heap any 8; q = allocate heap any 8; store q, p; p = 0; ok = all_tracked();"));
  EXPECT_FALSE(asks(
      "p = allocate heap any 8; q = allocate heap any 8; store q, p; store p, q; p = 0; q = 0; ok = all_tracked();"));
  EXPECT_TRUE(asks("p = allocate heap any 8; q = allocate stack any 13; store q + 3, p; p = 0; ok = all_tracked();"));
}

// Nobody has to free them, and what they point to is reached.
TEST_F(Interpret, BlocksOfTheCaller) {
  EXPECT_TRUE(asks("p = allocate heap any 5 \"argument\"; p = 0; ok = all_tracked();"));
  EXPECT_TRUE(asks("p = allocate heap any 5 \"argument\"; p = 0; ok = all_freed();"));
  EXPECT_TRUE(asks("p = allocate heap any 5 \"argument\"; free heap p; ok = all_freed();"));
  EXPECT_FALSE(asks("p = allocate heap any 5 \"argument\"; free heap p; ok = freeable(p);"));
  const std::string held = "p = allocate heap any 8; q = allocate heap any 8 \"argument\"; store q, p; ";
  EXPECT_TRUE(asks(held + "p = 0; q = 0; ok = all_tracked();"));
  EXPECT_FALSE(asks(held + "free heap q; p = 0; q = 0; ok = all_tracked();"));
  EXPECT_FALSE(asks(held + "ok = all_freed();"));
}

TEST_F(Interpret, ErrorsTellWhatMemorySaid) {
  const Outcome outcome = run(R"(
    object a: 40 "int[10]";
    function main() {
      var i: bv64; var ok: bool; var x: bv32;
      s: -> t { i = input nondet; ok = readable(&a + 4 * i, 4); }
      t: if ok -> exit { x = load &a + 4 * i; }
         if !ok -> bad;
      bad: error(valid-deref) "invalid read" @7:3;
    })",
                              {11});
  EXPECT_EQ(outcome.kind, Outcome::Error);
  EXPECT_EQ(outcome.message, "invalid read: read of 4 bytes out of bounds of 'a' (40 bytes) at offset 44");
  EXPECT_EQ(outcome.position.line, 7u);
  EXPECT_EQ((*program_)[outcome.location].property, Property::ValidDeref);
}

TEST_F(Interpret, WaysToEnd) {
  const auto kindOf = [&](std::string_view kind) {
    return run("function main() { s: -> e; e: " + std::string(kind) + " \"why\"; }");
  };
  EXPECT_EQ(kindOf("halt").kind, Outcome::Halt);
  EXPECT_EQ(kindOf("abort").kind, Outcome::Abort);
  EXPECT_EQ(kindOf("blocked").kind, Outcome::Blocked);
  EXPECT_EQ(kindOf("unsupported").kind, Outcome::Unsupported);
  EXPECT_EQ(kindOf("error(assert)").message, "why");
  const Outcome halt = run("global exit_status: bv32; function main() { s: -> e { exit_status = 3; } e: halt; }");
  EXPECT_EQ(halt.exitStatus->toUint64(), 3u);
  const Outcome thread =
      run("function pthread_create(); function main() { s: -> exit @1:2 { call pthread_create(); } }");
  EXPECT_EQ(thread.kind, Outcome::Unsupported);
  EXPECT_EQ(thread.message, "call of 'pthread_create', which has no body");
  EXPECT_EQ(thread.position.line, 1u);
  const Outcome stuck = run("function main() { var x: bv8; s: if x == 1 -> exit; if x == 2 -> exit; }");
  EXPECT_EQ(stuck.kind, Outcome::Unsupported);
}

TEST_F(Interpret, ManyWayBranches) {
  std::string text = "function main() -> bv32 { var x: bv32; s: -> t { x = input nondet; } t: ";
  std::string others = "x >=u 50";
  for (int i = 0; i < 50; ++i) {
    text += "if x * x + 1 == " + std::to_string(i * i + 1) + " && x <u 50 -> exit { return " +
            std::to_string(1000 + i) + "; } ";
  }
  text += "if " + others + " -> exit { return 7; } }";
  EXPECT_EQ(result(text, {0}), 1000);
  EXPECT_EQ(result(text, {37}), 1037);
  EXPECT_EQ(result(text, {50}), 7);
}

TEST_F(Interpret, SeedsAndRecordings) {
  const Program program = parseProgram(kSum, "test", terms_);
  InterpreterOptions options;
  options.maxSteps = 1000;
  Interpreter interpreter(program, options);
  for (uint64_t seed = 0; seed < 50; ++seed) {
    SeedInputs random(seed);
    RecordingInputs record(random);
    const Outcome first = interpreter.run(record);
    ListInputs replay(record.values());
    const Outcome second = interpreter.run(replay);
    EXPECT_EQ(first.kind, second.kind);
    EXPECT_EQ(first.exitStatus, second.exitStatus);
    EXPECT_EQ(first.steps, second.steps);
  }
}

TEST_F(Interpret, ObserverSeesOperationsWhenTheyAreDone) {
  program_.emplace(parseProgram(R"(
  function main() -> bv32 {
    var p: bv64; var x: bv32;
    a: -> b { p = allocate stack zero 8 "block"; store p + 4, 7:32; x = load p + 4; p = 0; }
    b: -> exit { return x; }
  })",
                                "test", terms_));
  struct Watch : Observer {
    Interpreter* interpreter = nullptr;
    VariableId p, x;
    std::vector<std::string> seen;
    void onEdge(EdgeId) override {}
    void onInput(const Input&, const BitVector&, SourcePosition) override {}
    void onOperation(const Operation& operation) override {
      // The state is that behind the operation, though a later one of the block overwrites p.
      uint8_t bytes[4] = {};
      const uint64_t pointer = interpreter->value(p).toUint64();
      const bool isThere = interpreter->read(pointer + 4, bytes);
      seen.push_back(std::to_string(operation.action.index()) + ":" + std::to_string(bytes[0]) + ":" +
                     interpreter->value(x).toString() + ":" + std::to_string(interpreter->objectSize(pointer)) +
                     (isThere ? "" : "!"));
    }
  } watch;
  watch.p = program_->variableOf(terms_.findVariable("main::p"));
  watch.x = program_->variableOf(terms_.findVariable("main::x"));
  Interpreter interpreter(*program_, {.tellsOperations = true});
  watch.interpreter = &interpreter;
  ListInputs none({});
  EXPECT_EQ(interpreter.run(none, &watch).exitStatus->toInt64(), 7);
  EXPECT_EQ(watch.seen, (std::vector<std::string>{"4:0:0:8", "3:7:0:8", "2:7:7:8", "0:0:7:0!"}));
}

TEST_F(Interpret, ObserverSeesEdgesAndInputs) {
  struct Trace : Observer {
    void onEdge(EdgeId edge) override { text += "e" + std::to_string(edge.index()) + " "; }
    void onInput(const Input& input, const BitVector& value, SourcePosition) override {
      text += input.name + "=" + value.toString() + " ";
    }
    std::string text;
  } trace;
  const Program program = parseProgram(kSum, "test", terms_);
  ListInputs list(numbers({2}));
  Interpreter(program).run(list, &trace);
  EXPECT_EQ(trace.text, "e0 n=2 e1 e1 e2 ");
}

TEST_F(Interpret, UninitialisedBytesComeFromTheSource) {
  struct Source : ListInputs {
    Source() : ListInputs({}) {}
    uint8_t initialByte(uint64_t allocation, uint64_t offset) override {
      return static_cast<uint8_t>(16 * allocation + offset);
    }
    void initialBytes(uint64_t allocation, uint64_t offset, std::span<uint8_t> bytes) override {
      InputSource::initialBytes(allocation, offset, bytes);
    }
  } source;
  const Program program = parseProgram(R"(function main() -> bv32 { var p: bv64; var q: bv64; var x: bv32;
    s: -> exit { p = allocate heap any 8; q = allocate stack any 8; x = load q + 2; return x; } })",
                                       "test", terms_);
  EXPECT_EQ(Interpreter(program).run(source).exitStatus->toUint64(), 0x15141312u);
}

TEST_F(Interpret, Arrays) {
  const std::string text = R"(
    global a: array<bv8, bv32> = astore(aconst(array<bv8, bv32>, 5:32), 3:8, 7:32);
    global m: array<bv62, bv32>;
    function main() -> bv32 {
      var b: array<bv8, bv32>; var i: bv8; entry s;
      s: -> t { i = input nondet; b = astore(a, i, 20:32); a = ite(i == 3, a, b); m = input uninitialised "memory"; }
      t: -> exit { return aselect(b, 3:8) + 100 * aselect(a, i) + aselect(m, 1:62); }
      exit: exit; })";
  EXPECT_EQ(result(text, {4}), 2007);
  EXPECT_EQ(result(text, {3}), 720);
  // What memory holds where nothing has been written: allocation 0 is the first object behind the static ones.
  program_.emplace(parseProgram(R"(
    object o: 4;
    global m: array<bv62, bv32>;
    function main() -> bv32 {
      s: -> exit { m = input uninitialised "memory"; return aselect(m, (2:24 ++ 0x8000000008:40)[63:2]); } })",
                                "test", terms_));
  SeedInputs inputs(3);
  const Outcome outcome = Interpreter(*program_).run(inputs);
  std::vector<uint8_t> bytes(4);
  inputs.initialBytes(0, 8, bytes);
  EXPECT_EQ(outcome.exitStatus->toUint64(),
            bytes[0] | uint64_t{bytes[1]} << 8 | uint64_t{bytes[2]} << 16 | uint64_t{bytes[3]} << 24);
  EXPECT_EQ(outcome.inputs, 0u);
}

} // namespace
} // namespace assay
