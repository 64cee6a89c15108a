#include "program/text_parser.h"
#include "util/testing/test_env.h"
#include "witness/c_place.h"
#include "witness/trace_text.h"
#include "witness/value_text.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <functional>
#include <sstream>

namespace assay {

namespace {

struct Recorded {
  TermManager terms;
  Program program;
  Trace trace;

  Recorded(const char* text, std::vector<BitVector> inputs, const std::function<void(Program&)>& prepare = {})
      : program(parseProgram(text, "test", terms)) {
    if (prepare) prepare(program);
    TestEnv test;
    Counterexample counterexample{{}, std::move(inputs), {}};
    for (uint32_t i = 0; i < program.locations().size(); ++i)
      if (program.locations()[i].kind == LocationKind::Error) counterexample.error = LocationId(i);
    trace = recordTrace(program, counterexample, test.env);
  }

  std::string text() const {
    std::ostringstream out;
    TraceText(program, out, {}).trace(trace);
    return out.str();
  }
};

constexpr const char* kLoop = R"(
file "missing.c";
entry main;
function main() {
  var i: bv32 signed "int" as "i" @2:3;
  var n: bv32 signed "int" as "n" @1:3;
  a: -> head @1:3 { n = input nondet "read"; i = 0:32; }
  head: if i <s n -> head @3:5 { i = i + 1:32; } if !(i <s n) -> bad @5:1;
  bad: error(unreach-call) "reached" @6:1; }
)";

TEST(Trace, ALongOneIsFolded) {
  const Recorded run(kLoop, {BitVector(32, 1)});
  Trace trace;
  TraceStep plain = run.trace.steps[1], input = run.trace.steps[0];
  plain.changes.clear();
  for (int i = 0; i < 300; ++i) trace.steps.push_back(i == 50 ? input : plain);
  const auto text = [&](bool isFull) {
    std::ostringstream out;
    TraceText(run.program, out, {.isFull = isFull}).trace(trace);
    return out.str();
  };
  const auto lines = [](const std::string& shown) { return std::ranges::count(shown, '\n'); };
  EXPECT_GT(lines(text(true)), 300);
  EXPECT_LT(lines(text(false)), 60);
  EXPECT_NE(text(false).find("50 more steps (--trace full shows them)"), std::string::npos) << text(false);
  EXPECT_NE(text(false).find("n = 1"), std::string::npos);
}

TEST(Trace, TellsInputsAndChanges) {
  const Recorded run(kLoop, {BitVector(32, 1)});
  EXPECT_TRUE(run.trace.isComplete);
  ASSERT_EQ(run.trace.steps.size(), 3u);
  const TraceStep& first = run.trace.steps[0];
  ASSERT_EQ(first.changes.size(), 2u);
  EXPECT_EQ(first.changes[0].name, "n");
  EXPECT_EQ(first.changes[0].value, "1");
  EXPECT_TRUE(first.changes[0].isInput);
  EXPECT_FALSE(first.changes[1].isInput);
  EXPECT_EQ(run.trace.steps[1].changes[0].value, "1");
  EXPECT_EQ(run.trace.steps[2].position.line, 5u);
}

TEST(Trace, FoldsLoopsWhateverTheNumberOfRounds) {
  const Recorded run(kLoop, {BitVector(32, 100000)});
  EXPECT_TRUE(run.trace.isComplete);
  ASSERT_LE(run.trace.steps.size(), 6u);
  std::vector<std::string> values;
  uint64_t leftOut = 0;
  for (const TraceStep& step : run.trace.steps) {
    leftOut += step.roundsLeftOut;
    if (step.position.line == 3 && !step.changes.empty()) values.push_back(step.changes[0].value);
  }
  // What is shown and what is said to be left out make up the whole.
  EXPECT_EQ(values.size() + leftOut, 100000u);
  EXPECT_EQ(values.front(), "1");
  EXPECT_EQ(values.back(), "100000");
  EXPECT_NE(run.text().find("more iterations"), std::string::npos);
}

constexpr const char* kInputs = R"(
file "missing.c";
entry main;
function main() {
  var t: bv32;
  var x: bv32 signed "int" as "x" @2:3;
  a: -> b @1:3 { t = input nondet "read"; x = t; }
  b: -> c @2:3 { t = input nondet "read"; }
  c: if t == 0:32 -> d @3:3; if !(t == 0:32) -> d @3:3;
  d: -> bad @4:3 { x = 0:32; }
  bad: error(unreach-call) "reached" @6:1; }
)";

TEST(Trace, AnInputIsThatOfTheVariableThatTakesItAtOnce) {
  const Recorded run(kInputs, {BitVector(32, 7), BitVector(32, 0)});
  ASSERT_EQ(run.trace.steps.size(), 4u);
  ASSERT_EQ(run.trace.steps[0].changes.size(), 1u);
  EXPECT_EQ(run.trace.steps[0].changes[0].name, "x");
  EXPECT_TRUE(run.trace.steps[0].changes[0].isInput);
  // The same value at another place has nothing to do with the input.
  ASSERT_EQ(run.trace.steps[1].changes.size(), 1u);
  EXPECT_EQ(run.trace.steps[1].changes[0].name, "read()");
  ASSERT_EQ(run.trace.steps[3].changes.size(), 1u);
  EXPECT_FALSE(run.trace.steps[3].changes[0].isInput);
}

TEST(Trace, NamesObjectsThatPointersPointTo) {
  const Recorded run(R"(
file "missing.c";
entry main;
function main() {
  var p: bv64 pointer "int *" as "p" @2:3;
  a: -> b @1:3 { p = allocate heap any 8:64 "malloc"; }
  b: -> bad @2:3 { store p + 4:64, 5:32; }
  bad: error(unreach-call) "reached" @6:1; }
)",
                     {});
  EXPECT_EQ(run.trace.steps[0].changes[0].value, "&malloc#1");
  EXPECT_EQ(run.trace.steps[1].changes[0].name, "*(&malloc#1 + 4)");
  EXPECT_EQ(run.trace.steps[1].changes[0].value, "5");
}

TEST(ValueText, ReadsAsInC) {
  const CTypes types;
  const PointerLayout layout;
  const ValueText values(types, layout, [](uint64_t object) { return object == 1 ? "&x" : ""; });
  auto text = [&](const BitVector& value, TypeClass typeClass) { return values.value(value, typeClass); };
  EXPECT_EQ(text(BitVector::fromSigned(8, -1), TypeClass::Signed), "-1");
  EXPECT_EQ(text(BitVector::fromSigned(8, -1), TypeClass::Unsigned), "255");
  EXPECT_EQ(text(BitVector(64, std::bit_cast<uint64_t>(0.1)), TypeClass::Float), "0.1");
  EXPECT_EQ(text(BitVector(32, std::bit_cast<uint32_t>(2.0F)), TypeClass::Float), "2.0");
  const auto extended = [](uint64_t top, uint64_t low) {
    return BitVector::fromWords(80, std::vector<uint64_t>{low, top});
  };
  EXPECT_EQ(text(extended(0x3fff, uint64_t{3} << 62), TypeClass::Float), "1.5");
  EXPECT_EQ(text(extended(0xc000, uint64_t{1} << 63), TypeClass::Float), "-2.0");
  EXPECT_EQ(text(extended(0x3ffd, 0xaaaaaaaaaaaaaaab), TypeClass::Float), "0.3333333333333333333");
  EXPECT_EQ(text(extended(0xffff, uint64_t{1} << 63), TypeClass::Float), "-INFINITY");
  EXPECT_EQ(text(BitVector(64, 0), TypeClass::Pointer), "NULL");
  EXPECT_EQ(text(BitVector(64, layout.address(1, 0)), TypeClass::Pointer), "&x");
  EXPECT_EQ(text(BitVector(64, layout.address(1, 8)), TypeClass::Pointer), "&x + 8");
  EXPECT_EQ(text(BitVector(64, layout.address(1) - 1), TypeClass::Pointer), "&x - 1");
}

TEST(ValueText, EscapesStrings) {
  const std::vector<uint8_t> bytes{'a', '"', '\\', '\n', 1, 0xff, '7', 0, 'z'};
  EXPECT_EQ(stringText(bytes), R"("a\"\\\n\001\3777")");
  EXPECT_EQ(stringText(std::vector<uint8_t>(100, 'x')), "\"" + std::string(60, 'x') + "\"...");
}

/// struct node { char tag; unsigned low : 2, high : 6; int at[2][3]; union { int i; float f; struct node *next; } u; };
/// with offsets tag 0, low and high 4, at 8, u 32; 40 bytes.
struct NodeTypes {
  CTypes types;
  CTypeId character, integer, real, pointer, row, matrix, either, node;

  NodeTypes() {
    character = scalar("char", 1, TypeClass::Signed);
    types[character].isCharacter = true;
    integer = scalar("int", 4, TypeClass::Signed);
    real = scalar("float", 4, TypeClass::Float);
    pointer = scalar("struct node *", 8, TypeClass::Pointer);
    types[pointer].kind = CType::Pointer;
    row = array("int[3]", integer, 3);
    matrix = array("int[2][3]", row, 2);
    either = record(CType::Union, "union either", 8,
                    {{"i", 0, 32, false, integer}, {"f", 0, 32, false, real}, {"next", 0, 64, false, pointer}});
    node = record(CType::Struct, "struct node", 40,
                  {{"tag", 0, 8, false, character},
                   {"low", 32, 2, true, integer},
                   {"high", 34, 6, true, integer},
                   {"at", 64, 192, false, matrix},
                   {"u", 256, 64, false, either}});
    types[pointer].target = node; // a cycle
  }

  CTypeId scalar(const char* name, uint64_t size, TypeClass typeClass) {
    CType type;
    type.kind = CType::Scalar;
    type.name = name;
    type.size = size;
    type.typeClass = typeClass;
    return types.add(type);
  }
  CTypeId array(const char* name, CTypeId element, uint64_t count) {
    CType type;
    type.kind = CType::Array;
    type.name = name;
    type.target = element;
    type.count = count;
    type.size = types[element].size * count;
    return types.add(type);
  }
  CTypeId record(CType::Kind kind, const char* name, uint64_t size, std::vector<CMember> members) {
    CType type;
    type.kind = kind;
    type.name = name;
    type.size = size;
    type.members = std::move(members);
    return types.add(type);
  }
};

TEST(CPlace, FindsTheSmallestPartThatIsRead) {
  const NodeTypes t;
  auto path = [&](uint64_t offset, uint64_t size, TypeClass reads) {
    return findPlace(t.types, t.node, offset, size, reads).path;
  };
  EXPECT_EQ(path(0, 1, TypeClass::Unknown), ".tag");
  EXPECT_EQ(path(8 + 4 * 5, 4, TypeClass::Unknown), ".at[1][2]");
  EXPECT_EQ(path(32, 4, TypeClass::Unknown), ".u.i");
  EXPECT_EQ(path(32, 4, TypeClass::Float), ".u.f");
  EXPECT_EQ(path(32, 8, TypeClass::Pointer), ".u.next");
  EXPECT_EQ(findElement(t.types, t.node, 80 + 32, 8, TypeClass::Pointer).path, "[2].u.next");
  // What is no member as a whole belongs to what holds it.
  const CPlace bits = findPlace(t.types, t.node, 4, 1, TypeClass::Unknown);
  EXPECT_EQ(bits.type, t.node);
  EXPECT_EQ(bits.offset, 4u);
  EXPECT_EQ(findPlace(t.types, t.node, 9, 2, TypeClass::Unknown).offset, 1u);
  EXPECT_FALSE(findElement(t.types, t.node, 36, 8, TypeClass::Unknown).type.valid());
}

TEST(CPlace, BlocksAreTheLargestPartThatIsWhole) {
  const NodeTypes t;
  EXPECT_EQ(findPlace(t.types, t.node, 0, 40, std::nullopt).path, "");
  EXPECT_EQ(findPlace(t.types, t.node, 8, 24, std::nullopt).path, ".at");
  EXPECT_EQ(findPlace(t.types, t.node, 20, 12, std::nullopt).path, ".at[1]");
  const CPlace two = findPlace(t.types, t.node, 12, 8, std::nullopt);
  EXPECT_EQ(two.path, ".at[0]");
  EXPECT_EQ(two.offset, 4u);
}

TEST(ValueText, ShowsContentsAsInitialisers) {
  const NodeTypes t;
  const PointerLayout layout;
  const ValueText values(t.types, layout, [](uint64_t) { return "&x"; });
  std::vector<uint8_t> bytes(40);
  EXPECT_EQ(values.contents(t.node, 0, bytes), "{0}");
  bytes[0] = 'a';
  bytes[4] = 0b101; // low is the bits 1, high the one above
  bytes[8 + 20] = 0xff;
  EXPECT_EQ(values.contents(t.node, 0, bytes),
            "{.tag = 97 'a', .low = 1, .high = 1, .at = {{0}, {0, 0, 255}}, .u = {0}}");
  EXPECT_EQ(values.contents(t.node, 4, std::span(bytes).subspan(4, 1)), "{.low = 1, .high = 1}");
  EXPECT_EQ(values.contents(t.node, 1, std::span(bytes).subspan(1, 2)), "{...}");
  EXPECT_EQ(values.elements(t.integer, std::vector<uint8_t>(40)), "{0, 0, 0, 0, 0, 0, 0, 0, ...}");
  EXPECT_EQ(values.elements(t.character, std::vector<uint8_t>{'h', 'i', 0}), "\"hi\"");
}

TEST(Trace, WritesInTheTermsOfTheTypes) {
  constexpr const char* kText = R"(
file "missing.c";
entry main;
function main() {
  var p: bv64 pointer "struct node *" as "p" @2:3;
  var q: bv64 pointer "struct node *" as "q" @2:3;
  var i: bv32 signed "int" as "i" @2:3;
  a: -> b @1:3 { p = allocate heap zero 40:64 "malloc"; }
  b: -> c @2:3 { q = allocate heap zero 80:64 "malloc"; }
  c: -> d @3:3 { store p + 32:64, q; p = q; }
  d: -> e @4:3 { store p + 72:64, 5:32; }
  e: -> f @5:3 { copy p + 8:64, p + 48:64, 24:64; }
  f: -> g @6:3 { fill p + 12:64, 1:8, 8:64; }
  g: -> bad @7:3 { fill p + 1:64, 1:8, 2:64; }
  bad: error(unreach-call) "reached" @8:1; }
)";
  Recorded run(kText, {}, [](Program& program) {
    NodeTypes t;
    for (uint32_t v = 0; v < 2; ++v) program[VariableId(v)].cType = t.pointer;
    program.types = std::make_shared<const CTypes>(std::move(t.types));
  });
  std::vector<std::string> changes;
  for (const TraceStep& step : run.trace.steps)
    for (const TraceChange& change : step.changes) changes.push_back(change.name + " = " + change.value);
  const std::vector<std::string> expected = {
      "p = &malloc#1",
      "q = &malloc#2",
      // A variable that the store reads may change right behind it. Of the union's members, memory reads as the first
      // that fits: the automaton's text does not say what the access was.
      "malloc#1.u.next = &malloc#2",
      "p = &malloc#2",
      "malloc#2[1].u.i = 5",
      "malloc#2[0].at = {0}",
      "malloc#2[0].at[0][1 .. 2] = {16843009, 16843009}",
      "2 bytes at &malloc#2 + 1 = {0x1, 0x1}",
  };
  EXPECT_EQ(changes, expected);
}

} // namespace

} // namespace assay
