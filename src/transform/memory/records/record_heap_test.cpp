// Memory as records: the same outcomes in the interpreter as far as records go, and numbers that are nothing but names.
#include "transform/memory/records/record_heap.h"

#include "program/interpreter.h"
#include "program/text_parser.h"
#include "program/text_writer.h"
#include "transform/memory/records/opaque_numbers.h"

#include <gtest/gtest.h>

#include <string>

namespace assay {
namespace {

/// A list: built, changed, freed. `last` is what is done with each node before it is freed.
std::string listProgram(const std::string& last) {
  return R"(
    function main() -> bv32 {
      var n: bv32; var v: bv32; var x: bv64; var p: bv64; var q: bv64; var ok: bool; entry s;
      s: -> l { p = 0; q = 0; v = 0; x = 0; }
      l: -> m { n = input nondet; }
      m: if n[0:0] == 0 -> w;
         if n[0:0] != 0 -> l { q = allocate heap any 16 "m"; store q, n; store q + 8, p; p = q; }
      w: if p != 0 -> c { ok = readable(p + 8, 8); q = p; v = 1; }
         if p == 0 -> exit { return v; }
      c: if ok -> d { v = load q; p = load q + 8; )" +
         last + R"( }
         if !ok -> bad;
      d: if v == 7 -> bad;
         if v != 7 -> e { ok = freeable(q); }
      e: if ok -> w { free heap q; }
         if !ok -> bad;
      bad: error(valid-deref) "bad";
      exit: exit; })";
}

struct Made {
  TermManager terms;
  Program before;
  std::optional<RecordProgram> records;
  explicit Made(const std::string& text)
      : before(parseProgram(text, "test", terms)), records(withRecords(before, PointsTo(before))) {}
  bool isOpaque() const { return OpaqueNumbers(records->program, records->heap).holds(); }
};

/// How often both end in the same way, by kind; -1: they do not.
struct Ends {
  int errors = 0, exits = 0, left = 0;
};
Ends compare(const Made& made) {
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
  const Made right(listProgram("")), wrong(listProgram("store q + 8, q; p = load p + 8;"));
  ASSERT_TRUE(right.records && wrong.records);
  ASSERT_EQ(validate(right.records->program), "");
  const Ends ends = compare(right);
  EXPECT_GT(ends.exits, 100);
  EXPECT_EQ(ends.left, 0);
  EXPECT_GT(compare(wrong).left, 10); // a null pointer is read
}

TEST(RecordHeap, OnlyWhatIsOfThisKind) {
  EXPECT_FALSE(Made(listProgram("copy q, p, 4:64;")).records);
  EXPECT_FALSE(Made(R"(function main() { var p: bv64; entry s;
    s: -> exit { p = allocate heap any 8 "m"; store p, 1:32; return; }
    exit: exit; })")
                   .records); // nothing is made in a loop
}

TEST(OpaqueNumbers, AreComparedAtMost) {
  EXPECT_TRUE(Made(listProgram("")).isOpaque());
  EXPECT_TRUE(Made(listProgram("v = ite(p == q, 1:32, v);")).isOpaque());
  EXPECT_TRUE(Made(listProgram("v = ite(p <u q, 1:32, v);")).isOpaque());
  EXPECT_TRUE(Made(listProgram("v = q[31:0];")).isOpaque()); // of the offset
  EXPECT_TRUE(Made(listProgram("x = x * 3;")).isOpaque());
  EXPECT_TRUE(Made(listProgram("x = input nondet; p = x;")).isOpaque());
  EXPECT_FALSE(Made(listProgram("v = q[63:32];")).isOpaque());
  EXPECT_FALSE(Made(listProgram("v = ite(q[63:40] == 5, 1:32, v);")).isOpaque());
  EXPECT_FALSE(Made(listProgram("v = ite(p <s q, 1:32, v);")).isOpaque());
  EXPECT_FALSE(Made(listProgram("x = p - q;")).isOpaque());
  EXPECT_FALSE(Made(listProgram("p = q + x;")).isOpaque());
  EXPECT_FALSE(Made(listProgram("p = q + 0x8000000000;")).isOpaque()); // so far that it leaves the object
  EXPECT_FALSE(Made(listProgram("x = x * 3; p = x;")).isOpaque());
  EXPECT_FALSE(Made(listProgram("x = x * 3; store q + 8, x;")).isOpaque());
  EXPECT_FALSE(Made(listProgram("v = ite(q == 0x98000000000, 1:32, v);")).isOpaque());
}

TEST(OpaqueNumbers, AreComparedInConditions) {
  const Made made(listProgram("x = x * 3;"));
  const RecordHeap& heap = made.records->heap;
  TermManager& terms = made.before.terms();
  const OpaqueNumbers numbers(made.records->program, heap);
  ASSERT_TRUE(numbers.holds());
  const auto variable = [&](const char* name) { return terms.findVariable(std::string("main::") + name); };
  const Term p = variable("p"), x = variable("x"), number = terms.mkBvExtract(p, 63, 40);
  ASSERT_TRUE(p && x);
  EXPECT_TRUE(numbers.isPointer(p));
  EXPECT_FALSE(numbers.isPointer(x));
  EXPECT_TRUE(numbers.isOpaque(terms.mkBvUlt(number, heap.next)));
  EXPECT_TRUE(numbers.isOpaque(terms.mkBvUlt(heap.block, number)));
  EXPECT_TRUE(numbers.isOpaque(terms.mkEqual(x, terms.mkBv(64, 77))));
  EXPECT_TRUE(numbers.isOpaque(terms.mkEqual(terms.mkSelect(heap.site, heap.block), terms.mkBv(8, 1))));
  EXPECT_FALSE(numbers.isOpaque(terms.mkEqual(x, p)));
  EXPECT_FALSE(numbers.isOpaque(terms.mkBvUlt(heap.next, terms.mkBv(24, 1000))));
  EXPECT_FALSE(numbers.isOpaque(terms.mkEqual(terms.mkBvZeroResize(heap.next, 64), x)));
  EXPECT_FALSE(numbers.isOpaque(terms.mkBvUlt(terms.mkBvZeroResize(heap.block, 64), terms.mkBv(64, 9))));
  EXPECT_FALSE(numbers.isOpaque(terms.mkEqual(terms.mkBvUrem(heap.next, terms.mkBv(24, 2)), terms.mkBv(24, 0))));
  EXPECT_FALSE(numbers.isOpaque(terms.mkBvSlt(p, terms.mkBv(64, 0))));
}

} // namespace
} // namespace assay
