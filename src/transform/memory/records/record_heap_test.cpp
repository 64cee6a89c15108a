// Memory as records: the same outcomes in the interpreter as far as records go.
#include "transform/memory/records/record_heap.h"

#include "program/interpreter.h"
#include "program/text_writer.h"
#include "transform/memory/records/testing/record_list.h"

#include <gtest/gtest.h>

#include <string>

namespace assay {
namespace {

/// How often both end in the same way, by kind; -1: they do not.
struct Ends {
  int errors = 0, exits = 0, left = 0;
};
Ends compare(const RecordsMade& made) {
  InterpreterOptions options;
  options.maxSteps = 5000;
  Ends ends;
  Interpreter first(made.before, options), second(made.records->program, options);
  for (uint64_t seed = 0; seed < 300; ++seed) {
    SeedInputs one(seed), two(seed);
    const Outcome a = first.run(one), b = second.run(two);
    if (a.kind == Outcome::StepLimit || b.kind == Outcome::StepLimit) continue;
    if (b.message.starts_with("memory that is not")) {
      ++ends.left;
      continue;
    }
    EXPECT_EQ(outcomeName(a.kind), outcomeName(b.kind)) << seed << "\n" << printProgram(made.records->program);
    ends.errors += a.kind == Outcome::Error;
    ends.exits += a.kind == Outcome::Exit;
  }
  return ends;
}

TEST(RecordHeap, EndsAlike) {
  const RecordsMade right(listProgram("")), wrong(listProgram("store q + 8, q; p = load p + 8;"));
  ASSERT_TRUE(right.records && wrong.records);
  ASSERT_EQ(validate(right.records->program), "");
  const Ends ends = compare(right);
  EXPECT_GT(ends.exits, 100);
  EXPECT_EQ(ends.left, 0);
  EXPECT_GT(compare(wrong).left, 10); // a null pointer is read
}

TEST(RecordHeap, OnlyWhatIsOfThisKind) {
  EXPECT_FALSE(RecordsMade(listProgram("copy q, p, 4:64;")).records);
  EXPECT_FALSE(RecordsMade(R"(function main() { var p: bv64; entry s;
    s: -> exit { p = allocate heap any 8 "m"; store p, 1:32; return; }
    exit: exit; })")
                   .records); // nothing is made in a loop
}

} // namespace
} // namespace assay
