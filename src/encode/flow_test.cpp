// Where a Flow comes from says what it is good for.
#include "encode/flow.h"

#include "encode/flatten.h"
#include "program/text_parser.h"

#include <gtest/gtest.h>

#include <string>

namespace assay {
namespace {

class FlowOrigins : public ::testing::Test {
protected:
  Program parse(std::string_view text) { return parseProgram(text, "test", terms_); }
  TermManager terms_;
};

/// A list is built and walked through; `end` is where the last edge leads to.
std::string listWith(const std::string& end) {
  return R"(
    function main() { var n: bv32; var v: bv32; var p: ptr; var q: ptr; var ok: bool;
      s: -> l { p = 0; }
      l: -> m { n = input nondet; }
      m: if n != 0 -> l { q = allocate heap any 16 "m"; store q, n; store q + 8, p; p = q; } if n == 0 -> w;
      w: if p != 0 -> c { v = load p; p = load p + 8; } if p == 0 -> e { ok = all_freed(); }
      c: if v == 0 -> bad; if v != 0 -> w;
      e: )" +
         end + R"(
      bad: error(unreach-call) "zero"; })";
}
const std::string kEnd = "-> exit;";

constexpr std::string_view kSumUp = R"(
  function sum(n: bv32) -> bv32 { var r: bv32;
    s: if n == 0 -> exit { return 0; } if n != 0 -> t { r = call sum(n - 1); } t: -> exit { return r + n; } }
  function main() { var x: bv32;
    s: -> t { x = input nondet; } t: -> u { x = call sum(x); } u: if x == 7 -> bad; if x != 7 -> exit;
    bad: error(unreach-call) "seven"; })";

TEST_F(FlowOrigins, OfTheProgramItself) {
  const Flow given(parse(kSumUp)), cut = flatten(parse(kSumUp)),
                                   whole = flatten(parse(listWith(kEnd)), {.slices = false});
  EXPECT_FALSE(isCut(given.origin()) || isSliced(given.origin()) || isForProofs(given.origin()));
  EXPECT_TRUE(isCut(cut.origin()) && isSliced(cut.origin()));
  EXPECT_FALSE(isForProofs(cut.origin()));
  EXPECT_FALSE(isCut(whole.origin()) || isSliced(whole.origin()));
  EXPECT_EQ(inductionName(whole.origin()), "inductive");
  EXPECT_FALSE(whole.records() || whole.opaqueNumbers());
}

TEST_F(FlowOrigins, ForProofs) {
  const Program list = parse(listWith(kEnd)), recursion = parse(kSumUp);
  const std::unique_ptr<Flow> looped = flattenRecursion(recursion), arrays = flattenMemory(list),
                              records = flattenRecords(list);
  ASSERT_TRUE(looped && arrays && records);
  for (const Flow* flow : {looped.get(), arrays.get(), records.get()}) {
    EXPECT_TRUE(isForProofs(flow->origin()));
    EXPECT_FALSE(isCut(flow->origin()));
  }
  EXPECT_EQ(inductionName(looped->origin()), "recursion is inductive as a loop");
  EXPECT_EQ(inductionName(arrays->origin()), "with memory as arrays inductive");
  EXPECT_EQ(inductionName(records->origin()), "with blocks as records inductive");
  EXPECT_FALSE(arrays->records());
  ASSERT_TRUE(records->records() && records->opaqueNumbers());
  EXPECT_TRUE(records->opaqueNumbers()->holds());
  EXPECT_FALSE(flattenMemory(recursion) || flattenRecords(recursion) || flattenRecursion(list));
}

TEST_F(FlowOrigins, LeaksNeedMemoryAsItIs) {
  const std::string leak = R"(if ok -> exit; if !ok -> lost; lost: error(valid-memcleanup) "lost";)";
  const Program checked = parse(listWith(leak));
  EXPECT_FALSE(flattenMemory(checked) || flattenRecords(checked));
  const Flow flow = flatten(checked);
  EXPECT_TRUE(flow.leakChecks().memcleanup);
  EXPECT_FALSE(flow.leakChecks().memtrack);
  EXPECT_FALSE(flatten(parse(listWith(kEnd))).leakChecks().any());
  // The check is gone, and what it asks for counts at an abort all the same.
  const Flow inherited(parse(listWith(kEnd)), origin::Flat{}, {.properties = {Property::ValidMemtrack}});
  EXPECT_TRUE(inherited.leakChecks().memtrack);
}

} // namespace
} // namespace assay
