#include "analysis/points_to.h"

#include "analysis/testing/random_pointers.h"
#include "program/interpreter.h"
#include "program/text_parser.h"

#include <gtest/gtest.h>

#include <optional>

namespace assay {
namespace {

class PointsToTest : public ::testing::Test {
protected:
  PointsTo& analyse(std::string_view text, Unwritten unwritten = Unwritten::Anything) {
    program_.emplace(parseProgram(text, "test", terms_));
    EXPECT_EQ(validate(*program_), "");
    pointsTo_.emplace(*program_, FollowedEdges::All, unwritten);
    return *pointsTo_;
  }
  /// "a@0 b@4+8": objects with their offsets.
  std::string of(std::string_view name) {
    for (uint32_t v = 0; v < program_->variables().size(); ++v)
      if (program_->variables()[v].name() == name) return text(pointsTo_->of(VariableId(v)));
    return "no variable";
  }
  std::string text(const PointerSet& set) const {
    if (set.isAny) return "any";
    std::string result;
    for (const PointerTarget& target : set.targets) {
      if (!result.empty()) result += " ";
      if (target.object == PointsTo::kZero)
        result += "zero";
      else if (target.object == PointsTo::kWild)
        result += "wild";
      else if (pointsTo_->isStatic(target.object))
        result += program_->objects[target.object].name;
      else
        result += "site" + std::to_string(target.object - program_->objects.size());
      result += "@" + std::to_string(target.offset.base);
      if (!target.offset.isExact()) result += "+" + std::to_string(target.offset.stride);
    }
    return result;
  }

  TermManager terms_;
  std::optional<Program> program_;
  std::optional<PointsTo> pointsTo_;
};

TEST_F(PointsToTest, AddressesAndCopies) {
  analyse(R"(
    object a: 8; object b: 8;
    function main() {
      var p: ptr; var q: ptr; var r: ptr; var n: bv64;
      A: -> B { p = &a; q = p; n = 0; }
      B: if n == 0 -> C { q = &b + 4; }
         if n != 0 -> C { q = q; }
      C: -> exit { r = q + 4; return; }
      exit: exit;
    })");
  EXPECT_EQ(of("main::p"), "a@0");
  EXPECT_EQ(of("main::q"), "a@0 b@4");
  EXPECT_EQ(of("main::r"), "a@4 b@8");
  EXPECT_EQ(of("main::n"), "zero@0");
}

TEST_F(PointsToTest, LoopsWalkInSteps) {
  analyse(R"(
    object a: 80;
    function main() {
      var p: ptr; var q: ptr; var i: bv32;
      A: -> H { p = &a + 2; i = 0; }
      H: if p != &a + 80 -> H { p = p + 8; q = &a + sext(i, 64) * 12 + 4; }
         if p == &a + 80 -> exit { return; }
      exit: exit;
    })");
  EXPECT_EQ(of("main::p"), "a@2+8");
  EXPECT_EQ(of("main::q"), "a@4+12");
}

TEST_F(PointsToTest, ContentsAreCells) {
  PointsTo& found = analyse(R"(
    object a: 16; object b: 8; object c: 8;
    function main() {
      var p: ptr; var q: ptr; var n: bv32;
      A: -> exit { store &a, &b; store &a + 8, &c; p = load &a; q = load &a + 8; store &c, 7:32; n = load &c; return; }
      exit: exit;
    })");
  EXPECT_EQ(of("main::p"), "zero@0 b@0"); // the object began with zeros
  EXPECT_EQ(of("main::q"), "zero@0 c@0");
  EXPECT_TRUE(found.hasCells(1));
  EXPECT_TRUE(found.hasCells(3));
  EXPECT_EQ(found.accesses(1).stride, 0u);
  EXPECT_EQ(found.accesses(1).cells.size(), 2u);
  EXPECT_EQ(found.accesses(3).cells.at(0).size, 4u);
}

TEST_F(PointsToTest, PartsOfPointersAreNotFollowed) {
  PointsTo& found = analyse(R"(
    object a: 8; object b: 8; object c: 8;
    function main() {
      var p: ptr; var q: ptr; var byte: bv8;
      A: -> exit { store &a, &b; byte = load &a + 1; p = load &a; store &c, &b; q = load &c; return; }
      exit: exit;
    })");
  EXPECT_EQ(of("main::p"), "any");
  EXPECT_EQ(of("main::q"), "zero@0 b@0");
  EXPECT_FALSE(found.hasCells(1));
  EXPECT_TRUE(found.hasCells(3));
}

TEST_F(PointsToTest, ArraysOfPointersHaveOneCell) {
  PointsTo& found = analyse(R"(
    object a: 80; object b: 8; object c: 8;
    function main() {
      var p: ptr; var i: bv32; var k: bv64;
      A: -> B { i = input nondet; }
      B: -> exit { store &a + sext(i, 64) * 16, &b; store &a + 24, &c; p = load &a + sext(i, 64) * 16;
                   k = load &a + 8; return; }
      exit: exit;
    })");
  EXPECT_EQ(of("main::p"), "zero@0 b@0");
  EXPECT_EQ(of("main::k"), "zero@0 c@0"); // 24 is 8 modulo 16
  EXPECT_TRUE(found.hasCells(1));
  EXPECT_EQ(found.accesses(1).stride, 16u);
}

// The first object's address: number 1, the guard bit, offset 0.
TEST_F(PointsToTest, InitialBytesHoldPointers) {
  ASSERT_EQ(PointerLayout{}.address(1), 0x18000000000u);
  analyse(R"(
    object a: 8; object b: 16 = hex "0000000080010000";
    function main() {
      var p: ptr; var q: ptr;
      A: -> exit { p = load &b; q = load &b + 8; return; }
      exit: exit;
    })");
  EXPECT_EQ(of("main::p"), "a@0");
  EXPECT_EQ(of("main::q"), "zero@0");
}

TEST_F(PointsToTest, AllocationsAreSites) {
  analyse(R"(
    function main() {
      var p: ptr; var q: ptr; var r: ptr; var s: ptr;
      A: -> exit { p = allocate heap zero 16 "malloc"; q = allocate heap any 16 "malloc"; store p + 8, q;
                   r = load p + 8; s = load q; return; }
      exit: exit;
    })");
  EXPECT_EQ(of("main::p"), "site1@0");
  EXPECT_EQ(of("main::r"), "zero@0 site2@0");
  EXPECT_EQ(of("main::s"), "any"); // uninitialised bytes
}

TEST_F(PointsToTest, WhatWasNotWrittenIsNoPointerOnDemand) {
  analyse(R"(
    object a: 8;
    function main() {
      var p: ptr; var q: ptr; var r: ptr; var n: bv64; var c: ptr; var s: ptr; var m: bv64; var i: ptr; var t: ptr; var u: ptr;
      A: -> exit { p = allocate heap any 16 "malloc"; store p, &a; q = load p; r = load p + 8; n = load p + 8;
                   c = allocate heap any 16 "malloc"; copy c, p, 16; s = load c; m = load c + 8;
                   i = allocate stack any 8 "__VERIFIER_nondet_memory"; t = load i;
                   u = input uninitialised; store &a, u; return; }
      exit: exit;
    })",
          Unwritten::NoPointer);
  EXPECT_EQ(of("main::q"), "zero@0 a@0");
  EXPECT_EQ(of("main::r"), "zero@0");
  EXPECT_EQ(of("main::n"), "any"); // a number may be anything
  EXPECT_EQ(of("main::s"), "zero@0 a@0");
  EXPECT_EQ(of("main::m"), "any");
  EXPECT_EQ(of("main::t"), "any"); // what comes from outside
  EXPECT_EQ(of("main::u"), "any"); // a local may be meant to be anything
}

TEST_F(PointsToTest, IntegersMayBeAddresses) {
  PointsTo& found = analyse(R"(
    object a: 8; object b: 8;
    function main() {
      var n: bv64; var p: ptr; var q: ptr; var r: ptr; var d: bv64; var x: bv32;
      A: -> B { n = input nondet; x = input nondet; store &a, &b; }
      B: -> exit { p = &a + n; q = &a + (n & 255); r = n + 8; d = &a - &b; x = load r; store &b, &a; return; }
      exit: exit;
    })");
  EXPECT_EQ(of("main::n"), "any");
  EXPECT_EQ(of("main::p"), "any");
  EXPECT_EQ(of("main::q"), "a@0+1");
  EXPECT_EQ(of("main::r"), "any");
  EXPECT_FALSE(found.hasCells(1)); // the load through r may touch it
}

TEST_F(PointsToTest, BeforeZeroAndBack) {
  analyse(R"(
    function main() {
      var p: ptr; var q: ptr; var r: ptr; var a: bv64; var b: bv64; var c: bv64;
      A: -> exit { p = -1; q = p + 1; r = q + 1; a = -1; b = a + 1; c = b + 1; return; }
      exit: exit;
    })");
  EXPECT_EQ(of("main::p"), "wild@0+1");
  EXPECT_EQ(of("main::q"), "zero@0+1 wild@0+1");
  EXPECT_EQ(of("main::r"), "zero@0+1 wild@0+1"); // a pointer
  EXPECT_EQ(of("main::a"), "wild@0+1");
  EXPECT_EQ(of("main::b"), "zero@0+1 wild@0+1");
  EXPECT_EQ(of("main::c"), "any"); // a number
}

TEST_F(PointsToTest, InputsThatNobodyReads) {
  analyse(R"(
    object a: 8; object b: 8;
    function main() {
      var p: ptr; var q: ptr; var c: bool;
      A: -> B { p = input uninitialised; q = input uninitialised; c = input nondet; }
      B: if c -> C { p = &a; }
         if !c -> C { p = &b; q = 0; }
      C: -> exit { p = p + q; return; }
      exit: exit;
    })");
  EXPECT_EQ(of("main::p"), "any");
  analyse(R"(
    object a: 8; object b: 8;
    function main() {
      var p: ptr; var c: bool;
      A: -> B { p = input uninitialised; c = input nondet; }
      B: if c -> C { p = &a; }
         if !c -> C { p = &b; }
      C: -> exit { p = p + 4; return; }
      exit: exit;
    })");
  EXPECT_EQ(of("main::p"), "a@0+4 b@0+4");
}

TEST_F(PointsToTest, StoresThroughAnythingReachEveryObject) {
  analyse(R"(
    object a: 8; object b: 8;
    function main() {
      var n: bv64; var p: ptr;
      A: -> B { n = input nondet; store &a, &b; }
      B: -> exit { store n, 5:64; p = load &a; return; }
      exit: exit;
    })");
  EXPECT_EQ(of("main::p"), "any");
}

TEST_F(PointsToTest, AFarMoveIsFollowedIfTheObjectIsAskedFor) {
  analyse(R"(
    layout 32 18;
    object a: 40;
    function main() {
      var i: bv32; var p: ptr; var q: ptr;
      A: -> B { i = input nondet; }
      B: -> exit { q = &a + 4 * i;
                   p = ite((&a + 4 * i)[31:18] == 1:14, &a + 4 * i, 16383:14 ++ (&a + 4 * i)[17:0]); return; }
      exit: exit;
    })");
  EXPECT_EQ(of("main::q"), "any");
  EXPECT_EQ(of("main::p"), "a@0+4 wild@0+1");
}

TEST_F(PointsToTest, CopiesCarryPointers) {
  analyse(R"(
    object a: 16; object b: 16; object c: 8;
    function main() {
      var p: ptr; var q: ptr; var n: bv32;
      A: -> exit { store &a + 8, &c; copy &b, &a, 16; p = load &b + 8; n = load &b; return; }
      exit: exit;
    })");
  EXPECT_EQ(of("main::p"), "zero@0 c@0");
}

TEST_F(PointsToTest, FilledBytesAreNoPointers) {
  analyse(R"(
    object a: 16; object b: 16; object c: 8;
    function main() {
      var p: ptr; var q: ptr;
      A: -> exit { store &a, &c; fill &a, 0:8, 16; p = load &a; store &b, &c; fill &b, 1:8, 16; q = load &b; return; }
      exit: exit;
    })");
  EXPECT_EQ(of("main::p"), "zero@0 c@0");
  EXPECT_EQ(of("main::q"), "any");
}

TEST_F(PointsToTest, CallsBindTheirParameters) {
  analyse(R"(
    object a: 8; object b: 8;
    entry main;
    function next(x: bv64) -> bv64 {
      A: -> exit { return x + 4; }
      exit: exit;
    }
    function main() {
      var p: ptr; var q: ptr;
      A: -> B { p = call next(&a); }
      B: -> C { q = call next(&b); }
      C: -> exit { return; }
      exit: exit;
    })");
  EXPECT_EQ(of("next::x"), "a@0 b@0");
  EXPECT_EQ(of("main::p"), "a@4 b@4");
}

// What is said of variables, against executions.
class Watcher : public Observer {
public:
  Watcher(const Program& program, const PointsTo& pointsTo, const Interpreter& interpreter)
      : program_(program), pointsTo_(pointsTo), interpreter_(interpreter) {}
  void onInput(const Input&, const BitVector&, SourcePosition) override {}
  void onEdge(EdgeId edge) override {
    if (program_[edge].source == program_[program_.entry()].entry) return; // nothing is written yet
    for (uint32_t v = 0; v < program_.variables().size(); ++v)
      if (program_.variables()[v].sort() == program_.pointerSort()) {
        isRight = isRight && contains(pointsTo_.of(VariableId(v)), interpreter_.value(VariableId(v)).toUint64());
        numKnown += pointsTo_.of(VariableId(v)).isAny ? 0 : 1;
      }
  }

  bool isRight = true;
  unsigned numKnown = 0;

private:
  bool contains(const PointerSet& set, uint64_t value) const {
    const PointerLayout& layout = program_.layout();
    const uint64_t number = layout.object(value);
    if (set.isAny) return true;
    for (const PointerTarget& target : set.targets) {
      if (target.object == PointsTo::kZero && number == 0 && target.offset.contains(static_cast<int64_t>(value)))
        return true;
      if (target.object == PointsTo::kWild && number == layout.wildObject()) return true;
      if (pointsTo_.isStatic(target.object) ? number == target.object
                                            : pointsTo_.isSite(target.object) && number > program_.objects.size())
        if (target.offset.contains(layout.offset(value))) return true;
    }
    return false;
  }

  const Program& program_;
  const PointsTo& pointsTo_;
  const Interpreter& interpreter_;
};

TEST(PointsToRandom, CoversExecutions) {
  unsigned numKnown = 0;
  for (uint32_t seed = 0; seed < 400; ++seed) {
    TermManager terms;
    const Program program = parseProgram(randomPointers(seed), "random", terms);
    const PointsTo pointsTo(program);
    Interpreter interpreter(program);
    for (uint64_t run = 0; run < 20; ++run) {
      SeedInputs inputs(run);
      Watcher watcher(program, pointsTo, interpreter);
      interpreter.run(inputs, &watcher);
      numKnown += watcher.numKnown;
      ASSERT_TRUE(watcher.isRight) << randomPointers(seed);
    }
  }
  EXPECT_GT(numKnown, 10000u);
}

} // namespace
} // namespace assay
