#include "transform/target.h"

#include "program/text_parser.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace assay {
namespace {

constexpr const char* kText = R"(
file "some/where.c";
function main() { var x: bv32;
  a: @3:1 -> b @3:1 { x = input nondet "x"; x = x + 1:32 @4:5; }
  b: @5:1 if x == 1:32 -> c @5:7; if !(x == 1:32) -> bad @5:7;
  c: label "out" @7:1 -> exit @7:3;
  bad: error(assert); })";

struct Made {
  TermManager terms;
  Program program = parseProgram(kText, "test", terms);
  unsigned places = 0;

  explicit Made(const char* target) { places = makeTarget(program, target); }
  auto count(LocationKind kind) const {
    return std::ranges::count_if(program.locations(), [&](const Location& l) { return l.kind == kind; });
  }
};

TEST(Target, PlacesAreErrorsByNumber) {
  Made made("no such label");
  Program program = parseProgram(kText, "test", made.terms);
  std::vector<LocationId> places;
  for (uint32_t i = 0; i < program.locations().size(); ++i)
    if (program.locations()[i].label == "out") places.emplace_back(i);
  ASSERT_EQ(places.size(), 1U);
  makeTargets(program, places);
  EXPECT_EQ(validate(program), "");
  const auto errors = std::ranges::count(program.locations(), LocationKind::Error, &Location::kind);
  ASSERT_EQ(errors, 1);
  const auto error = std::ranges::find(program.locations(), LocationKind::Error, &Location::kind);
  EXPECT_EQ(error->message, "0");
  EXPECT_EQ(error->label, "out");
}

TEST(Target, IsTheOnlyError) {
  for (const char* target : {"where.c:3", "some/where.c:4", "where.c:7", "out"}) {
    const Made made(target);
    EXPECT_EQ(made.places, 1u) << target;
    EXPECT_EQ(made.count(LocationKind::Error), 1) << target;
    EXPECT_EQ(validate(made.program), "") << target;
  }
  EXPECT_EQ(Made("where.c:5").places, 2u); // both ways
}

TEST(Target, ComesBeforeWhatIsThere) {
  const Made made("where.c:4");
  const Edge& edge = made.program.edges()[0];
  ASSERT_EQ(edge.operations.size(), 1u);
  EXPECT_TRUE(edge.operations[0].as<Input>());
  EXPECT_EQ(made.program[edge.target].kind, LocationKind::Error);
}

TEST(Target, IsAFunction) {
  const Made made("main");
  EXPECT_EQ(made.places, 1u);
  EXPECT_EQ(made.count(LocationKind::Error), 1);
  EXPECT_EQ(validate(made.program), "");
  const Function& main = made.program.functions()[0];
  ASSERT_EQ(made.program[main.entry].out.size(), 1u); // the entry stays, and leads there
  EXPECT_EQ(made.program[made.program[made.program[main.entry].out[0]].target].kind, LocationKind::Error);
}

// The program does the same with a location before what is asked for, and goes on behind it.
TEST(Target, IsExposed) {
  TermManager terms;
  Program program = parseProgram(kText, "test", terms);
  const size_t locations = program.locations().size();
  const std::vector<LocationId> line = exposeTarget(program, "where.c:4"), label = exposeTarget(program, "out");
  EXPECT_EQ(validate(program), "");
  ASSERT_EQ(line.size(), 1u);
  EXPECT_EQ(line[0].index(), locations);
  ASSERT_EQ(program[line[0]].out.size(), 1u);
  EXPECT_EQ(program[program[line[0]].out[0]].operations.size(), 1u); // the sum
  ASSERT_EQ(program[line[0]].in.size(), 1u);
  EXPECT_TRUE(program[program[line[0]].in[0]].operations[0].as<Input>());
  ASSERT_EQ(label.size(), 1u);
  EXPECT_EQ(program[label[0]].label, "out");
  EXPECT_EQ(exposeTarget(program, "where.c:4").size(), 1u); // once more, before the same
  EXPECT_EQ(validate(program), "");
  endAtErrors(program);
  EXPECT_EQ(std::ranges::count(program.locations(), LocationKind::Error, &Location::kind), 0);
}

// Entry, both sides of a branch, where paths meet, behind a call; not the middle of straight code, nor ends, nor
// models.
TEST(Target, Blocks) {
  TermManager terms;
  Program program = parseProgram(R"(
file "x.c";
function main() @1:1 { var x: bv32;
  a: @2:1 -> b @2:1 { x = input nondet "x"; }
  b: @3:1 -> c @3:1 { x = x + 1:32; }
  c: @4:1 if x == 1:32 -> d @4:1; if !(x == 1:32) -> e @4:1;
  d: @5:1 -> f @5:1 { call model(); }
  e: @6:1 -> f @6:1;
  f: @7:1 -> exit @7:1; }
function model() { a: -> b; b: -> exit; })",
                                 "test", terms);
  std::vector<uint32_t> lines;
  for (LocationId place : exposeBlocks(program)) lines.push_back(positionOf(program, place).line);
  std::ranges::sort(lines);
  EXPECT_EQ(lines, (std::vector<uint32_t>{2, 5, 6, 7}));
  EXPECT_EQ(validate(program), "");
}

TEST(Target, MayBeNowhere) {
  for (const char* target : {"where.c:9", "here.c:3", "ere.c:3", "in"}) {
    const Made made(target);
    EXPECT_EQ(made.places, 0u) << target;
    EXPECT_EQ(made.count(LocationKind::Error), 0) << target;
    EXPECT_EQ(made.count(LocationKind::Halt), 1) << target;
  }
}

} // namespace
} // namespace assay
