#include "program/text_parser.h"
#include "witness/trace_text.h"
#include "witness/value_text.h"

#include <gtest/gtest.h>

#include <bit>
#include <sstream>

namespace assay {

namespace {

struct Recorded {
  TermManager terms;
  Program program;
  Trace trace;

  Recorded(const char* text, std::vector<BitVector> inputs) : program(parseProgram(text, "test", terms)) {
    Options options;
    const Deadline deadline;
    Statistics statistics;
    std::ostringstream messages;
    Logger logger(messages);
    Env env{options, deadline, statistics, logger};
    Counterexample counterexample{{}, std::move(inputs), {}};
    for (uint32_t i = 0; i < program.locations().size(); ++i)
      if (program.locations()[i].kind == LocationKind::Error) counterexample.error = LocationId(i);
    trace = recordTrace(program, counterexample, env);
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
  const PointerLayout layout;
  auto text = [&](const BitVector& value, TypeClass typeClass) {
    return valueText(value, typeClass, layout, [](uint64_t object) { return object == 1 ? "x" : ""; });
  };
  EXPECT_EQ(text(BitVector::fromSigned(8, -1), TypeClass::Signed), "-1");
  EXPECT_EQ(text(BitVector::fromSigned(8, -1), TypeClass::Unsigned), "255");
  EXPECT_EQ(text(BitVector(64, std::bit_cast<uint64_t>(0.1)), TypeClass::Float), "0.1");
  EXPECT_EQ(text(BitVector(32, std::bit_cast<uint32_t>(2.0F)), TypeClass::Float), "2.0");
  EXPECT_EQ(text(BitVector(64, 0), TypeClass::Pointer), "NULL");
  EXPECT_EQ(text(BitVector(64, layout.address(1, 0)), TypeClass::Pointer), "&x");
  EXPECT_EQ(text(BitVector(64, layout.address(1, 8)), TypeClass::Pointer), "&x + 8");
}

} // namespace

} // namespace assay
