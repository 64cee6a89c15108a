// Flat forms: each choice does what it says, and what stays does the same as before.
#include "transform/flat_form.h"

#include "program/interpreter.h"
#include "program/loops.h"
#include "program/testing/random_program.h"
#include "program/text_parser.h"
#include "program/text_writer.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <string_view>

namespace assay {
namespace {

/// But for locations that nothing leads to any more.
void expectValid(const Program& program) {
  Program compact = program.clone();
  compact.compact();
  ASSERT_EQ(validate(compact), "") << printProgram(compact);
}

class FlatForms : public ::testing::Test {
protected:
  Program parse(std::string_view text) { return parseProgram(text, "test", terms_); }
  std::optional<FlatProgram> tryForm(std::string_view text, const FlatForm& form) {
    std::optional<FlatProgram> flat = flatForm(parse(text), form);
    if (flat) expectValid(flat->program);
    return flat;
  }
  FlatProgram make(std::string_view text, const FlatForm& form) { return tryForm(text, form).value(); }

  template <class T>
  static size_t count(const Program& program) {
    size_t number = 0;
    for (const Edge& edge : program.edges())
      number += static_cast<size_t>(std::ranges::count_if(
          edge.operations, [](const Operation& operation) { return operation.as<T>() != nullptr; }));
    return number;
  }
  static size_t count(const Program& program, LocationKind kind) {
    return static_cast<size_t>(std::ranges::count(program.locations(), kind, &Location::kind));
  }
  static size_t numLoops(const Program& program) { return LoopForest(program, program.entry()).loops().size(); }
  static bool mentions(const Program& program, std::string_view text) {
    return printProgram(program).find(text) != std::string::npos;
  }

  TermManager terms_;
};

constexpr std::string_view kSum = R"(
  function sum(n: bv32) -> bv32 { var r: bv32;
    s: if n == 0 -> exit { return 0; } if n != 0 -> t { r = call sum(n - 1); } t: -> exit { return r + n; } }
  function main() { var x: bv32;
    s: -> t { x = input nondet; } t: -> u { x = call sum(x); } u: if x == 7 -> bad; if x != 7 -> exit;
    bad: error(unreach-call) "seven"; })";

TEST_F(FlatForms, RecursionIsCutBelowTheDepth) {
  const FlatProgram one = make(kSum, {.blocks = FlatBlocks::Edges}),
                    three = make(kSum, {.depth = 3, .blocks = FlatBlocks::Edges});
  EXPECT_EQ(one.callsCut, 1u);
  EXPECT_EQ(one.callsLeft, 0u);
  EXPECT_FALSE(one.isWhole());
  EXPECT_EQ(count(one.program, LocationKind::Unsupported), 1u);
  EXPECT_GT(three.program.locations().size(), one.program.locations().size());
  EXPECT_FALSE(tryForm(kSum, {.refusesCut = true}));
}

TEST_F(FlatForms, CallsMayBeLeft) {
  const FlatForm kept{.recursion = Recursion::Keep, .depth = 0};
  EXPECT_EQ(make(kSum, kept).callsLeft, 1u);
  EXPECT_EQ(make(kSum, {.maxLocations = 1}).callsLeft, 1u); // one in main
  EXPECT_FALSE(tryForm(kSum, {.recursion = Recursion::Keep, .depth = 0, .refusesCalls = true}));
  EXPECT_TRUE(tryForm(kSum, {.refusesCalls = true})); // a call that is cut is none
}

TEST_F(FlatForms, RecursionMayBeALoop) {
  const FlatProgram looped = make(kSum, {.loopsRecursion = true});
  EXPECT_TRUE(looped.isWhole());
  EXPECT_EQ(count<Call>(looped.program), 0u);
  EXPECT_GT(numLoops(looped.program), 0u);
  EXPECT_FALSE(tryForm("function main() { s: -> exit { return; } }", {.loopsRecursion = true}));
}

TEST_F(FlatForms, TailsMayBeLoops) {
  constexpr std::string_view kDown = R"(
    function down(n: bv32) -> bv32 { var r: bv32;
      s: if n == 0 -> exit { return 0; } if n != 0 -> t { r = call down(n - 1); } t: -> exit { return r; } }
    function main() { var x: bv32; s: -> t { x = input nondet; } t: -> exit { x = call down(x); } })";
  EXPECT_EQ(make(kDown, {}).callsCut, 1u);
  const FlatProgram looped = make(kDown, {.purpose = FlatFor::Ends, .loopsTails = true});
  EXPECT_TRUE(looped.isWhole());
  EXPECT_EQ(numLoops(looped.program), 1u);
}

// The first loop decides nothing about the error, and `z` nothing about ends.
constexpr std::string_view kNoise = R"(
  function main() { var x: bv32; var y: bv32; var z: bv32;
    s: -> l { x = input nondet; y = x; z = 0; }
    l: if y != 0 -> l { y = y - 2; z = z + 1; } if y == 0 -> t;
    t: if x == 3 -> bad; if x != 3 -> exit;
    bad: error(unreach-call) "three"; })";

TEST_F(FlatForms, SlicesKeepWhatMatters) {
  const FlatProgram sliced = make(kNoise, {}), whole = make(kNoise, {.slices = false});
  EXPECT_EQ(numLoops(sliced.program), 0u);
  EXPECT_EQ(sliced.properties, PropertySet{Property::UnreachCall});
  EXPECT_EQ(numLoops(whole.program), 1u);
  EXPECT_TRUE(mentions(whole.program, "z + 1"));
  const FlatProgram ends = make(kNoise, {.purpose = FlatFor::Ends});
  EXPECT_EQ(numLoops(ends.program), 1u);
  EXPECT_FALSE(mentions(ends.program, "z + 1"));
  EXPECT_TRUE(ends.properties.empty());
}

TEST_F(FlatForms, ErrorsMayBeEnds) {
  const FlatProgram stay = make(kNoise, {.purpose = FlatFor::Ends}),
                    end = make(kNoise, {.purpose = FlatFor::Ends, .abortsAtErrors = true});
  EXPECT_EQ(count(stay.program, LocationKind::Error), 1u);
  EXPECT_EQ(count(end.program, LocationKind::Error), 0u);
  EXPECT_EQ(count(end.program, LocationKind::Abort), 1u);
}

TEST_F(FlatForms, SomeLoopsAreUnrolled) {
  constexpr std::string_view kThree = R"(
    function main() { var i: bv32; var x: bv32;
      s: -> l { i = 0; x = 0; }
      l: if i <u 3 -> m { x = input nondet; } if i >=u 3 -> exit;
      m: if x == 5 -> bad; if x != 5 -> l { i = i + 1; }
      bad: error(unreach-call) "five"; })";
  EXPECT_EQ(numLoops(make(kThree, {}).program), 1u);
  const FlatProgram unrolled = make(kThree, {.unrollsLoops = true});
  EXPECT_EQ(numLoops(unrolled.program), 0u);
  EXPECT_EQ(count<Input>(unrolled.program), 3u);
}

// `x` is accessed at one place, `a` at any.
constexpr std::string_view kObjects = R"(
  object x: 4; object a: 16;
  function main() { var i: bv2; var v: bv32;
    s: -> t { i = input nondet; }
    t: -> u { store &x, 3:32; v = load &x; store &a + zext(i, 64) * 4, v; }
    u: -> w { v = load &a + zext(i, 64) * 4; }
    w: if v == 3 -> bad; if v != 3 -> exit;
    bad: error(unreach-call) "three"; })";

TEST_F(FlatForms, CellsBecomeVariables) {
  EXPECT_EQ(count<Store>(make(kObjects, {.cells = false}).program), 2u);
  const FlatProgram cells = make(kObjects, {});
  EXPECT_EQ(count<Store>(cells.program), 1u);
  EXPECT_FALSE(cells.premises.empty());
  const FlatProgram elements = make(kObjects, {.smallArrays = true});
  EXPECT_EQ(count<Store>(elements.program), 0u);
}

TEST_F(FlatForms, CellsMayBeSliced) {
  constexpr std::string_view kCell = R"(
    object x: 4;
    function main() { var i: bv32; var v: bv32;
      s: -> l { i = input nondet; }
      l: if i != 0 -> l { i = i - 2; v = load &x; store &x, v + 1; } if i == 0 -> exit { return; } })";
  const FlatProgram once = make(kCell, {.purpose = FlatFor::Ends}),
                    twice = make(kCell, {.purpose = FlatFor::Ends, .slices = false, .slicesCells = true});
  const auto assigned = [](const FlatProgram& flat) { return count<Assign>(flat.program); };
  EXPECT_EQ(count<Store>(once.program), 0u);
  EXPECT_EQ(count<Store>(twice.program), 0u);
  EXPECT_LT(assigned(twice), assigned(once));
}

TEST_F(FlatForms, MemoryMayBeArrays) {
  const FlatProgram arrays = make(kObjects, {.memory = FlatMemory::Arrays});
  EXPECT_EQ(count<Load>(arrays.program) + count<Store>(arrays.program), 0u);
  EXPECT_EQ(arrays.arrays.size(), 1u);
  EXPECT_EQ(arrays.form.memory, FlatMemory::Arrays);
  const FlatForm bare{.cells = false, .memory = FlatMemory::Arrays, .notesPremises = false};
  EXPECT_TRUE(make(kObjects, bare).premises.empty());
  EXPECT_GT(arrays.premises.size(), make(kObjects, {}).premises.size());
}

TEST_F(FlatForms, MemoryMayBeForgotten) {
  const FlatProgram forgotten = make(kObjects, {.cells = false, .memory = FlatMemory::Forgotten});
  EXPECT_EQ(count<Load>(forgotten.program) + count<Store>(forgotten.program), 0u);
  EXPECT_TRUE(forgotten.arrays.empty());
  EXPECT_GT(count<Input>(forgotten.program), 1u);
}

constexpr std::string_view kList = R"(
  function main() { var n: bv32; var v: bv32; var p: ptr; var q: ptr;
    s: -> l { p = 0; }
    l: -> m { n = input nondet; }
    m: if n != 0 -> l { q = allocate heap any 16 "m"; store q, n; store q + 8, p; p = q; } if n == 0 -> w;
    w: if p != 0 -> c { v = load p; p = load p + 8; } if p == 0 -> exit;
    c: if v == 0 -> bad; if v != 0 -> w;
    bad: error(unreach-call) "zero"; })";

TEST_F(FlatForms, MemoryMayBeRecords) {
  const FlatProgram records = make(kList, {.memory = FlatMemory::Records});
  ASSERT_TRUE(records.records);
  EXPECT_EQ(records.records->sites.size(), 1u);
  EXPECT_EQ(count<Allocate>(records.program), 0u);
  EXPECT_FALSE(tryForm(kObjects, {.memory = FlatMemory::Records})); // no loop makes objects
}

TEST_F(FlatForms, OtherMemoryOfTheSameForm) {
  const FlatProgram kept = make(kList, {}), arrays = make(kList, {.memory = FlatMemory::Arrays});
  const FlatProgram later = withMemoryAs(kept.clone(), FlatMemory::Arrays).value();
  EXPECT_EQ(printProgram(later.program), printProgram(arrays.program));
  EXPECT_EQ(later.premises.size(), arrays.premises.size());
  const FlatProgram same = withMemoryAs(kept.clone(), FlatMemory::Kept).value();
  EXPECT_EQ(printProgram(same.program), printProgram(kept.program));
}

TEST_F(FlatForms, ChoicesOfRecursionForgetMemory) {
  constexpr std::string_view kTwice = R"(
    object x: 4;
    function f(n: bv32) { var v: bv32; s: if n == 0 -> exit; if n != 0 -> t { v = load &x; store &x, v + 1; }
      t: -> u { call f(n - 1); } u: -> exit { call f(n - 2); } }
    function main() { var n: bv32; s: -> t { n = input nondet; } t: -> exit { call f(n); } })";
  const FlatForm chosen{.purpose = FlatFor::Ends, .recursion = Recursion::Choose, .depth = 0};
  const FlatProgram made = make(kTwice, chosen);
  EXPECT_FALSE(made.isWhole());
  EXPECT_EQ(made.form.memory, FlatMemory::Forgotten);
  EXPECT_EQ(count<Store>(made.program), 0u);
  EXPECT_TRUE(made.premises.empty()); // there are no cells
  EXPECT_EQ(make(kList, chosen).form.memory, FlatMemory::Kept);
}

TEST_F(FlatForms, AllocationsInLoopsAreNoted) {
  const FlatForm ends{.purpose = FlatFor::Ends};
  EXPECT_TRUE(make(kList, ends).allocatesAgain);
  EXPECT_FALSE(make(kObjects, ends).allocatesAgain);
}

TEST_F(FlatForms, BlocksAndLoops) {
  constexpr std::string_view kTwoEntries = R"(
    function main() { var x: bv32; var y: bv32;
      s: -> t { x = input nondet; y = 0; }
      t: if x == 0 -> a; if x != 0 -> b;
      a: label "a" -> b { y = y + x; }
      b: label "b" if y == 3 -> bad; if y == 4 -> exit; if y != 3 && y != 4 -> c;
      c: if x <u 8 -> d { x = x + 1; } if x >=u 8 -> d { x = x + 2; }
      d: -> a { y = y + x; }
      bad: error(unreach-call) "three"; })";
  const auto isIrreducible = [](const FlatProgram& flat) {
    return LoopForest(flat.program, flat.program.entry()).isIrreducible();
  };
  const FlatProgram edges = make(kTwoEntries, {.blocks = FlatBlocks::Edges}),
                    reducible = make(kTwoEntries, {.blocks = FlatBlocks::Reducible}), large = make(kTwoEntries, {});
  EXPECT_TRUE(isIrreducible(edges));
  EXPECT_FALSE(isIrreducible(reducible));
  EXPECT_FALSE(isIrreducible(large));
  EXPECT_GT(reducible.program.locations().size(), edges.program.locations().size());
  EXPECT_LT(large.program.locations().size(), reducible.program.locations().size());
  EXPECT_FALSE(mentions(reducible.program, "ite("));
  EXPECT_TRUE(mentions(large.program, "ite("));
}

TEST_F(FlatForms, LoopsMayBeMarked) {
  const FlatProgram marked = make(kList, {.marksLoops = true});
  EXPECT_EQ(marked.marks.size(), 2u);
  EXPECT_TRUE(make(kList, {}).marks.empty());
}

/// On random programs, what is not sliced does the same on the same inputs, until a call that was cut.
class FlatRandomPrograms : public ::testing::TestWithParam<unsigned> {};

TEST_P(FlatRandomPrograms, EndAlike) {
  TermManager terms;
  RandomProgramOptions options;
  options.recursion = GetParam() % 2 == 0;
  const Program before = randomProgram(terms, GetParam(), options);
  for (const bool isUnrolled : {false, true}) {
    const FlatForm form{.slices = false, .compactsAgain = isUnrolled, .unrollsLoops = isUnrolled};
    const FlatProgram flat = flatForm(before, form).value();
    expectValid(flat.program);
    InterpreterOptions limits;
    limits.maxSteps = 20000;
    Interpreter first(before, limits), second(flat.program, limits);
    for (uint64_t seed = 0; seed < 40; ++seed) {
      SeedInputs one(seed), two(seed);
      const Outcome a = first.run(one), b = second.run(two);
      const auto isOpen = [](const Outcome& outcome) {
        return outcome.kind == Outcome::StepLimit || outcome.kind == Outcome::StackLimit ||
               outcome.message.starts_with("recursion of");
      };
      if (isOpen(a) || isOpen(b)) continue;
      ASSERT_EQ(outcomeName(a.kind), outcomeName(b.kind)) << printProgram(before) << printProgram(flat.program);
      ASSERT_EQ(a.message, b.message);
      ASSERT_EQ(a.inputs, b.inputs);
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Seeds, FlatRandomPrograms, ::testing::Range(0u, 30u));

} // namespace
} // namespace assay
