// Numbers of objects that are nothing but names: in programs, and in conditions over them.
#include "transform/memory/records/opaque_numbers.h"

#include "transform/memory/records/testing/record_list.h"

#include <gtest/gtest.h>

namespace assay {
namespace {

TEST(OpaqueNumbers, AreComparedAtMost) {
  EXPECT_TRUE(RecordsMade(listProgram("")).isOpaque());
  EXPECT_TRUE(RecordsMade(listProgram("v = ite(p == q, 1:32, v);")).isOpaque());
  EXPECT_TRUE(RecordsMade(listProgram("v = ite(p <u q, 1:32, v);")).isOpaque());
  EXPECT_TRUE(RecordsMade(listProgram("v = q[31:0];")).isOpaque()); // of the offset
  EXPECT_TRUE(RecordsMade(listProgram("x = x * 3;")).isOpaque());
  EXPECT_TRUE(RecordsMade(listProgram("x = input nondet; p = x;")).isOpaque());
  EXPECT_FALSE(RecordsMade(listProgram("v = q[63:32];")).isOpaque());
  EXPECT_FALSE(RecordsMade(listProgram("v = ite(q[63:40] == 5, 1:32, v);")).isOpaque());
  EXPECT_FALSE(RecordsMade(listProgram("v = ite(p <s q, 1:32, v);")).isOpaque());
  EXPECT_FALSE(RecordsMade(listProgram("x = p - q;")).isOpaque());
  EXPECT_FALSE(RecordsMade(listProgram("p = q + x;")).isOpaque());
  EXPECT_FALSE(RecordsMade(listProgram("p = q + 0x8000000000;")).isOpaque()); // so far that it leaves the object
  EXPECT_FALSE(RecordsMade(listProgram("x = x * 3; p = x;")).isOpaque());
  EXPECT_FALSE(RecordsMade(listProgram("x = x * 3; store q + 8, x;")).isOpaque());
  EXPECT_FALSE(RecordsMade(listProgram("v = ite(q == 0x98000000000, 1:32, v);")).isOpaque());
}

TEST(OpaqueNumbers, AreComparedInConditions) {
  const RecordsMade made(listProgram("x = x * 3;"));
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

// What flows to a pointer is one, by whatever way: here a node's field, which is read into x.
TEST(OpaqueNumbers, AreOfOneKindWhereverTheyFlow) {
  const RecordsMade made(listProgram("store q + 8, p; x = load q + 8; p = x;"));
  ASSERT_TRUE(made.records);
  const OpaqueNumbers numbers(made.records->program, made.records->heap);
  EXPECT_TRUE(numbers.holds());
  EXPECT_TRUE(numbers.isPointer(made.before.terms().findVariable("main::x")));
  for (const RecordHeap::Field& field : made.records->heap.fields)
    EXPECT_EQ(numbers.isPointer(field.array), field.offset == 8) << field.offset;
  // A number in the same field makes it neither of the two.
  EXPECT_FALSE(RecordsMade(listProgram("x = load q + 8; x = x * 3; store q + 8, x;")).isOpaque());
  EXPECT_FALSE(RecordsMade(listProgram("x = load q + 8; v = x[63:32];")).isOpaque());
}

} // namespace
} // namespace assay
