// Operations on memory as formulas, by automata in text form: what is read, and when an operation is not defined.
#include "encode/memory/encoder.h"

#include "encode/execution.h"
#include "program/text_parser.h"
#include "solver/factory.h"

#include <gtest/gtest.h>

#include <string>

namespace assay {
namespace {

/// What can happen, for some inputs and some bytes that were not written.
struct Possible {
  bool fails = false;   // the condition does not hold at the end
  bool leaves = false;  // an operation is not defined, or not encoded
  std::string why = {}; // the last obstacle
  bool operator==(const Possible& other) const { return fails == other.fails && leaves == other.leaves; }
};
const Possible kHolds{}, kFails{.fails = true}, kLeaves{.leaves = true};

class MemoryEncoderTest : public ::testing::Test {
protected:
  /// The operations are executed, then the condition is asked for. i and j are any numbers, c is any Boolean.
  Possible run(const std::string& operations, const std::string& condition) {
    const std::string text = R"(
      object a: 16; object b: 4 = hex "05060708"; object k: 4 constant; object wide: 4000;
      function main() {
        var i: bv64; var j: bv64; var c: bool; var p: ptr as "p"; var q: ptr as "q"; var r: ptr as "r";
        var x: bv32; var y: bv32; var s: bv8; var n: bv64; var ok: bool;
        A: -> B { i = input nondet; j = input nondet; c = input nondet; p = 0; q = 0; r = 0; x = 0; y = 0; s = 0;
                  n = 0; ok = false; }
        B: -> C { )" + operations +
                             R"( }
        C: if )" + condition +
                             R"( -> exit { return; }
           if !()" + condition +
                             R"() -> E;
        E: error(unreach-call) "condition";
        exit: exit;
      })";
    return run(text);
  }
  Possible run(const std::string& text) {
    const Flow flow(parseProgram(text, "test", terms_));
    Execution execution(flow, Execution::From::Start, "test");
    struct Heard final : Execution::Client {
      void goesBack(const Edge&, SymbolicState) override {}
      void ends(Ending ending) override { endings.push_back(std::move(ending)); }
      std::vector<Ending> endings;
    } heard;
    const Deadline deadline(std::chrono::seconds(60));
    EXPECT_TRUE(execution.run({{0, execution.initial()}}, heard, deadline));
    Possible result;
    for (const Ending& ending : heard.endings) {
      const std::unique_ptr<Solver> solver = makeSolver("native", terms_);
      solver->assertTerm(ending.guard);
      if (!solver->check().isSat()) continue;
      (ending.isError ? result.fails : result.leaves) = true;
      if (!ending.isError) result.why = ending.message;
    }
    return result;
  }

  TermManager terms_;
};

TEST_F(MemoryEncoderTest, ALoadGivesWhatAnAliasingStoreWrote) {
  const std::string stores = "p = &a + (i & 3) * 4; q = &a + (j & 3) * 4; store p, 1:32; store q, 2:32; x = load p;";
  EXPECT_EQ(run(stores, "x == ite((i & 3) == (j & 3), 2:32, 1:32)"), kHolds);
  EXPECT_EQ(run(stores, "x == 1"), kFails);
  EXPECT_EQ(run(stores, "x == 2"), kFails);
}

TEST_F(MemoryEncoderTest, BytesAreInLittleEndianOrder) {
  EXPECT_EQ(run("store &a, 0x04030201:32; s = load &a + 2;", "s == 3"), kHolds);
  EXPECT_EQ(run("store &a, 0x04030201:32; store &a + 1, 9:8; x = load &a;", "x == 0x04030901"), kHolds);
  EXPECT_EQ(run("x = load &b;", "x == 0x08070605"), kHolds);
  EXPECT_EQ(run("x = load &a + 4;", "x == 0"), kHolds); // static objects begin with zeros
}

TEST_F(MemoryEncoderTest, ObjectsAreDisjoint) {
  EXPECT_EQ(run("store &a + (i & 15), 1:8; x = load &b;", "x == 0x08070605"), kHolds);
  EXPECT_EQ(run("p = ite(c, &a, &b); store p, 1:32; x = load &b;", "x == ite(c, 0x08070605:32, 1:32)"), kHolds);
  EXPECT_EQ(run("p = allocate heap zero 4; q = allocate heap zero 4; store p, 1:32; x = load q;", "x == 0 && p != q"),
            kHolds);
}

TEST_F(MemoryEncoderTest, AccessesOutsideLeaveTheModel) {
  EXPECT_EQ(run("x = load &a + (i & 31);", "true"), kLeaves);
  EXPECT_EQ(run("x = load &a + (i & 7);", "true"), kHolds);
  EXPECT_EQ(run("store &k, 1:32;", "true"), kLeaves);
  EXPECT_EQ(run("x = load p;", "true"), kLeaves); // null
  EXPECT_EQ(run("ok = readable(&a + (i & 31), 4);", "ok == ((i & 31) <=u 12)"), kHolds);
  EXPECT_EQ(run("ok = writable(&k, 4);", "!ok"), kHolds);
  EXPECT_EQ(run("n = object_size(ite(c, &a, &b));", "n == ite(c, 16:64, 4:64)"), kHolds);
}

TEST_F(MemoryEncoderTest, WhatIsFreedIsDead) {
  const std::string made = "p = allocate heap zero 8; q = p; ";
  EXPECT_EQ(run(made + "free heap p; ok = readable(q, 4);", "!ok"), kHolds);
  EXPECT_EQ(run(made + "ok = freeable(q);", "ok"), kHolds);
  EXPECT_EQ(run(made + "ok = freeable(q + 1);", "!ok"), kHolds);
  EXPECT_EQ(run(made + "free heap p; ok = freeable(q);", "!ok"), kHolds);
  EXPECT_EQ(run(made + "free heap p; free heap q;", "true"), kLeaves);
  EXPECT_EQ(run(made + "free heap &a;", "true"), kLeaves);
  EXPECT_EQ(run(made + "free heap ite(c, p, 0); ok = readable(q, 4);", "ok == !c"), kHolds);
}

TEST_F(MemoryEncoderTest, WhatWasNotWrittenIsOneValue) {
  const std::string made = "p = allocate heap any 8; x = load p; y = load p;";
  EXPECT_EQ(run(made, "x == y"), kHolds);
  EXPECT_EQ(run(made, "x == 0"), kFails);
  EXPECT_EQ(run(made + " s = load p + 1;", "s == x[15:8]"), kHolds);
}

TEST_F(MemoryEncoderTest, ACopyReadsBeforeItWrites) {
  EXPECT_EQ(run("store &a, 0x04030201:32; copy &a + 1, &a, 4; x = load &a + 1;", "x == 0x04030201"), kHolds);
  EXPECT_EQ(run("copy &a + 8, ite(c, &b, &a), 4; x = load &a + 8;", "x == ite(c, 0x08070605:32, 0:32)"), kHolds);
  EXPECT_EQ(run("fill &a + 2, 7:8, 12; x = load &a; y = load &a + 12;", "x == 0x07070000 && y == 0x00000707"), kHolds);
  EXPECT_EQ(run("copy &a + 14, &b, 4;", "true"), kLeaves);
}

TEST_F(MemoryEncoderTest, WhatIsNotEncodedIsAnObstacle) {
  const Possible copied = run("copy &a, &b, i & 3;", "true");
  EXPECT_EQ(copied, kLeaves);
  EXPECT_EQ(copied.why, "not encoded: a copy or fill of unknown size");
  EXPECT_EQ(run("fill &wide, 1:8, 4000;", "true").why, "not encoded: a copy or fill of many bytes");
}

TEST_F(MemoryEncoderTest, ManyElementsBecomeAnArray) {
  const std::string stores = "n = i & 511; store &wide + (n << 2), 5:32; store &wide + ((j & 511) << 2), 6:32;"
                             "x = load &wide + (n << 2);";
  EXPECT_EQ(run(stores, "x == ite(n == (j & 511), 6:32, 5:32)"), kHolds);
  EXPECT_EQ(run(stores + " y = load &wide + 3996;", "y == 0"), kHolds); // the last element is not among them
  EXPECT_EQ(run(stores, "x == 5"), kFails);
}

TEST_F(MemoryEncoderTest, LeaksAreBlocksThatNothingLeadsTo) {
  // A number may be an address by chance, and then nobody knows whether the block is lost.
  const std::string chain = "i = 0; j = 0; p = allocate heap zero 8; q = allocate heap zero 8; store p, q; ";
  EXPECT_EQ(run(chain + "q = 0; ok = all_tracked();", "ok"), kHolds);
  EXPECT_EQ(run(chain + "q = 0; store p, 0:64; ok = all_tracked();", "!ok"), kHolds);
  EXPECT_EQ(run(chain + "free heap p; ok = all_freed();", "!ok"), kHolds);
  EXPECT_EQ(run(chain + "free heap p; free heap q; ok = all_freed();", "ok"), kHolds);
  EXPECT_EQ(run(chain + "store &a, p; p = 0; q = 0; ok = all_tracked();", "ok"), kHolds);
}

TEST_F(MemoryEncoderTest, BranchesAreMerged) {
  const auto branches = [&](const std::string& condition) {
    return run(R"(
      object a: 8;
      function main() {
        var c: bool; var p: ptr; var x: bv32; var ok: bool;
        A: -> B { c = input nondet; p = 0; }
        B: if c -> C { store &a, 1:32; p = allocate heap zero 4; }
           if !c -> C { store &a + 2, 2:32; }
        C: -> D { x = load &a; ok = readable(p, 4); }
        D: if )" +
               condition + R"( -> exit { return; }
           if !()" +
               condition + R"() -> E;
        E: error(unreach-call) "condition";
        exit: exit;
      })");
  };
  EXPECT_EQ(branches("x == ite(c, 1:32, 0x00020000:32)"), kHolds);
  EXPECT_EQ(branches("ok == c"), kHolds);
  EXPECT_EQ(branches("ok"), kFails);
}

} // namespace
} // namespace assay
