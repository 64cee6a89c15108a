#include "program/cycle_search.h"
#include "program/text_parser.h"

#include <gtest/gtest.h>

namespace assay {
namespace {

/// The same value for ever, or a list of values again and again.
class Periodic : public InputSource {
public:
  explicit Periodic(std::vector<int64_t> values) : values_(std::move(values)) {}
  std::optional<BitVector> next(const Input&, uint32_t width, SourcePosition) override {
    return BitVector::fromSigned(64, values_[position_++ % values_.size()]).extract(width - 1, 0);
  }

private:
  std::vector<int64_t> values_;
  size_t position_ = 0;
};

class Cycles : public ::testing::Test {
protected:
  /// A lasso that was found is confirmed from scratch.
  std::optional<Lasso> find(std::string_view text, std::vector<int64_t> inputs = {0}, uint64_t maxEdges = 100'000) {
    program_.reset();
    terms_ = std::make_unique<TermManager>();
    program_.emplace(parseProgram(text, "test", *terms_));
    CycleSearch search(*program_);
    Periodic source(std::move(inputs));
    std::optional<Lasso> lasso = search.find(source, maxEdges);
    kind_ = search.outcome().kind;
    if (lasso) {
      EXPECT_EQ(refusal(*lasso), "");
    }
    return lasso;
  }
  /// Empty: it is confirmed.
  std::string refusal(const Lasso& lasso) {
    std::string why;
    const bool isConfirmed = CycleSearch(*program_).confirm(lasso, why);
    EXPECT_EQ(isConfirmed, why.empty());
    return why;
  }

  std::unique_ptr<TermManager> terms_;
  std::optional<Program> program_;
  Outcome::Kind kind_{};
};

TEST_F(Cycles, NothingChanges) {
  const auto lasso = find("function main() { var x: bv32; l: if x == 0 -> l; if x != 0 -> exit; }");
  ASSERT_TRUE(lasso);
  EXPECT_TRUE(lasso->stem.empty());
  EXPECT_TRUE(lasso->cycle.empty());
  EXPECT_EQ(lasso->ends - lasso->begins, 1u);
}

TEST_F(Cycles, LoopsThatEnd) {
  EXPECT_FALSE(find("function main() { var x: bv32; l: if x <u 99 -> l { x = x + 1; } if x >=u 99 -> exit; }"));
  EXPECT_EQ(kind_, Outcome::Exit);
  // A counter that wraps around behind the limit of the run, and one that does so within it.
  EXPECT_FALSE(find("function main() { var x: bv32; l: if x != -1 -> l { x = x + 1; } if x == -1 -> exit; }"));
  EXPECT_FALSE(find("function main() { var x: bv8; l: if x != -1 -> l { x = x + 1; } if x == -1 -> exit; }"));
  EXPECT_EQ(kind_, Outcome::Exit);
  EXPECT_FALSE(find("function main() { var x: bv8; s: -> s { x = x + 1; } }", {0}, 200));
}

TEST_F(Cycles, CountersThatWrapAround) {
  const auto lasso = find("function main() { var x: bv8; l: if x <=u 255 -> l { x = x + 1; } if x >u 255 -> exit; }");
  ASSERT_TRUE(lasso);
  EXPECT_EQ((lasso->ends - lasso->begins) % 256, 0u);
}

TEST_F(Cycles, DeadVariablesDoNotCount) {
  EXPECT_TRUE(find(R"(function main() { var x: bv32; var y: bv32; s: -> l { x = 1; }
    l: if x == 1 -> m { y = input nondet; } if x != 1 -> exit;
    m: if y == 7 -> exit; if y != 7 -> l; })",
                   {1, 2, 3, 4, 5}));
}

TEST_F(Cycles, InputsBetweenTheVisitsAreTheCycle) {
  constexpr std::string_view text = R"(function main() { var x: bv8; var y: bv8;
    s: -> l { x = 0; }
    l: -> m { y = input nondet; }
    m: if y == 9 -> exit; if y != 9 -> l { x = x + y; } })";
  const auto lasso = find(text, {1, -1});
  ASSERT_TRUE(lasso);
  EXPECT_EQ(lasso->cycle.size() % 2, 0u);
  Lasso other = *lasso;
  other.cycle[0] = BitVector(8, 2);
  EXPECT_NE(refusal(other).find("the state is another one"), std::string::npos);
  other = *lasso;
  other.cycle[0] = BitVector(8, 9);
  EXPECT_NE(refusal(other).find("the function returns"), std::string::npos);
  other = *lasso;
  other.cycle.push_back(BitVector(8, 0));
  EXPECT_NE(refusal(other), "");
  other = *lasso;
  ++other.ends;
  EXPECT_NE(refusal(other), "");
  other = *lasso;
  other.head = (*program_)[program_->entry()].entry;
  EXPECT_NE(refusal(other), "");
}

TEST_F(Cycles, AnExecutionThatIsStuckIsNotEndless) {
  constexpr std::string_view text = R"(function main() { var y: bv8;
    l: -> m { y = input nondet; }
    m: if y == 9 -> b; if y != 9 -> l;
    b: blocked; })";
  EXPECT_FALSE(find(text, {9}));
  EXPECT_EQ(kind_, Outcome::Blocked);
  EXPECT_TRUE(find(text, {1}));
  ListInputs none({});
  EXPECT_FALSE(CycleSearch(*program_).find(none, 1000));
}

TEST_F(Cycles, MemoryIsPartOfTheState) {
  // The variables are the same each time, what stands behind the pointer is not.
  constexpr std::string_view text = R"(
    function main() { var p: bv64; var x: bv32;
      s: -> l { p = allocate heap zero 4; }
      l: -> m { x = load p; }
      m: if x == 5000 -> exit; if x != 5000 -> l { store p, x + 1; } })";
  EXPECT_FALSE(find(text));
  EXPECT_EQ(kind_, Outcome::Exit);
  EXPECT_TRUE(find(R"(
    object a: 4;
    function main() { var x: bv32; l: -> m { x = load &a; } m: if x == 9 -> exit; if x != 9 -> l { store &a, 1 - x; } })"));
  EXPECT_FALSE(find(R"(
    object a: 4;
    function main() { var x: bv32; l: -> m { x = load &a; }
      m: if x == 5000 -> exit; if x != 5000 -> l { store &a, x + 1; } })"));
}

TEST_F(Cycles, MemoryThatOnlyMemoryPointsTo) {
  constexpr std::string_view text = R"(
    object root: 8;
    function main() { var p: bv64; var x: bv32;
      s: -> l { p = allocate heap zero 4; store &root, p; }
      l: -> m { p = load &root; x = load p; }
      m: if x == 5000 -> exit; if x != 5000 -> l { store p, x + 1; } })";
  EXPECT_FALSE(find(text));
  EXPECT_EQ(kind_, Outcome::Exit);
}

TEST_F(Cycles, BlocksOfOneRound) {
  EXPECT_TRUE(find(R"(function main() { var p: bv64; var x: bv32;
    l: -> m { p = allocate heap any 4; store p, 3:32; x = load p; free heap p; }
    m: if x == 3 -> l; if x != 3 -> exit; })"));
  EXPECT_TRUE(find("function main() { var p: bv64; l: -> l { p = allocate heap any 4; store p, 3:32; } }"));
  // A block that outlives a round is another one each time.
  EXPECT_FALSE(find(R"(function main() { var p: bv64; s: -> l { p = allocate heap any 4; }
    l: -> l { free heap p; p = allocate heap any 4; } })",
                    {0}, 5000));
  // A list that grows, and one that shrinks.
  EXPECT_FALSE(find(R"(function main() { var p: bv64; var q: bv64; s: -> l { p = 0; }
    l: -> l { q = allocate heap any 8; store q, p; p = q; } })",
                    {0}, 5000));
}

TEST_F(Cycles, ContentsThatAreArbitrary) {
  constexpr std::string_view text = R"(function main() { var p: bv64; var x: bv8;
    s: -> l { p = allocate heap any 4; }
    l: -> m { x = load p; }
    m: if x == 5 -> l; if x != 5 -> exit; })";
  EXPECT_FALSE(find(text));
  CycleSearch search(*program_);
  Periodic source({0});
  auto lasso = search.find(source, 1000, {{{0, 0}, 5}});
  ASSERT_TRUE(lasso);
  EXPECT_EQ(refusal(*lasso), "");
  lasso->bytes = {};
  EXPECT_NE(refusal(*lasso), "");
}

TEST_F(Cycles, ContentsOfTheCyclesObjectsAreZero) {
  constexpr std::string_view text = R"(function main() { var p: bv64; var x: bv8;
    l: -> m { p = allocate heap any 4; x = load p; free heap p; }
    m: if x == 5 -> l; if x != 5 -> exit; })";
  EXPECT_FALSE(find(text));
  CycleSearch search(*program_);
  Periodic source({0});
  CycleSearch::Bytes bytes;
  for (uint64_t i = 0; i < 100; ++i) bytes[{i, 0}] = 5;
  EXPECT_FALSE(search.find(source, 10'000, bytes));
  EXPECT_EQ(search.outcome().kind, Outcome::Exit);
  const Lasso claimed{(*program_)[program_->entry()].entry, {}, {}, bytes, 2, 4, false};
  EXPECT_NE(refusal(claimed).find("contents"), std::string::npos);
}

TEST_F(Cycles, GlobalsThatCalleesChange) {
  EXPECT_FALSE(find(R"(global g: bv32;
    function f() -> bool { s: -> exit { g = g + 1; return g == 5000; } }
    function main() { var c: bool; l: -> m { c = call f(); } m: if c -> exit; if !c -> l; })"));
  EXPECT_EQ(kind_, Outcome::Exit);
  EXPECT_TRUE(find(R"(global g: bv32;
    function f() -> bool { s: -> exit { g = 1 - g; return g == 5000; } }
    function main() { var c: bool; l: -> m { c = call f(); } m: if c -> exit; if !c -> l; })"));
}

TEST_F(Cycles, LoopsInCallsThatReturn) {
  // Each call goes round once with the same values; the caller counts.
  EXPECT_FALSE(find(R"(
    function f() { var i: bv8; s: -> l { i = 0; } l: if i <u 3 -> l { i = i + 1; } if i >=u 3 -> exit; }
    function main() { var n: bv32; l: if n <u 1000 -> m { n = n + 1; call f(); } if n >=u 1000 -> exit; m: -> l; })"));
  EXPECT_EQ(kind_, Outcome::Exit);
}

TEST_F(Cycles, EndlessRecursion) {
  const auto lasso = find(R"(
    function f(n: bv32) { s: if n == 7 -> exit; if n != 7 -> m { call f(n); } m: -> exit; }
    function main() { s: -> t { call f(3); } t: -> exit; })");
  ASSERT_TRUE(lasso);
  EXPECT_TRUE(lasso->isRecursion);
  EXPECT_EQ(lasso->ends - lasso->begins, 1u);
  EXPECT_TRUE(find(R"(
    global g: bv32;
    function f(n: bv32) { s: if n == 7 -> exit; if n != 7 -> m { call g(n); } m: -> exit; }
    function g(n: bv32) { s: if n == 8 -> exit; if n != 8 -> m { call f(1 - n); } m: -> exit; }
    function main() { s: -> t { call f(0); } t: -> exit; })"));
}

TEST_F(Cycles, RecursionThatReturns) {
  // The same arguments again, but not within one another.
  EXPECT_FALSE(find(R"(
    function f(n: bv32) { s: if n == 0 -> exit; if n != 0 -> m { call f(n - 1); } m: -> t { call f(n - 1); } t: -> exit; }
    function main() { s: -> t { call f(10); } t: -> exit; })"));
  EXPECT_EQ(kind_, Outcome::Exit);
  // The same argument, but a global counts.
  EXPECT_FALSE(find(R"(
    global g: bv32;
    function f(n: bv32) { s: if g == 5000 -> exit; if g != 5000 -> m { g = g + 1; call f(n); } m: -> exit; }
    function main() { s: -> t { call f(10); } t: -> exit; })"));
  EXPECT_EQ(kind_, Outcome::Exit);
  EXPECT_FALSE(find(R"(
    object a: 4;
    function f(n: bv32) { var x: bv32;
      s: -> t { x = load &a; }
      t: if x == 5000 -> exit; if x != 5000 -> m { store &a, x + 1; call f(n); } m: -> exit; }
    function main() { s: -> t { call f(10); } t: -> exit; })"));
  EXPECT_EQ(kind_, Outcome::Exit);
}

TEST_F(Cycles, RecursionLassosAreNoLoops) {
  auto lasso = find(R"(
    function f(n: bv32) { s: if n == 7 -> exit; if n != 7 -> m { call f(n); } m: -> exit; }
    function main() { s: -> t { call f(3); } t: -> exit; })");
  ASSERT_TRUE(lasso);
  lasso->isRecursion = false;
  EXPECT_NE(refusal(*lasso), "");
}

TEST_F(Cycles, WhatCLeavesOpenIsNoEvidence) {
  EXPECT_FALSE(find(R"(function main() { var x: bv1;
    l: -> m { x = input unspecified; } m: if x == 0 -> l; if x != 0 -> exit; })"));
  EXPECT_TRUE(find(R"(function main() { var x: bv1; l: -> l { x = input unspecified; } })"));
}

TEST_F(Cycles, InputsOfTheMachineDoNotRepeatForEver) {
  EXPECT_FALSE(find(R"(function main() { var x: bv32;
    l: -> m { x = input nondet "clock"; } m: if x == 0 -> l; if x != 0 -> exit; })"));
  EXPECT_TRUE(find(R"(function main() { var x: bv32; s: -> m { x = input nondet "getc"; }
    m: if x == 0 -> m; if x != 0 -> exit; })"));
  EXPECT_TRUE(find(R"(function main() { var x: bv32; l: -> l { x = input nondet "rand"; } })"));
  const auto lasso = find(R"(function main() { var x: bv32;
    l: -> m { x = input nondet "__VERIFIER_nondet_int"; } m: if x == 0 -> l; if x != 0 -> exit; })");
  EXPECT_TRUE(lasso);
}

TEST_F(Cycles, LongStems) {
  const auto lasso = find(R"(function main() { var x: bv32; s: -> l { x = input nondet; }
    l: if x != 3000 -> l { x = ite(x <u 3000, x + 1, x - 1); } if x == 3000 -> m;
    m: -> m; })",
                          {7});
  ASSERT_TRUE(lasso);
  EXPECT_EQ(lasso->stem.size(), 1u);
}

} // namespace
} // namespace assay
