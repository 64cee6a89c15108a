// What is proposed of all blocks that a loop allocates, and what is inductive of it.
#include "invariants/blocks/blocks.h"

#include "encode/flatten.h"
#include "invariants/testing/source_run.h"
#include "program/text_parser.h"

#include <gtest/gtest.h>

namespace assay {
namespace {

// A list of numbers that are not zero, which are read afterwards; a block is allocated at line 4.
constexpr std::string_view kList = R"(
  file "list.c";
  function main() { var n: bv32 as "n"; var v: bv32 as "v"; var p: ptr as "p"; var q: ptr as "q"; var ok: bool;
    s: -> l { p = 0; }
    l: -> m { n = input nondet; }
    m: if n != 0 -> l { q = allocate heap any 16 "m" @4:3; store q, n; store q + 8, p; p = q; }
       if n == 0 -> w;
    w: if p != 0 -> r { ok = readable(p, 16); }
       if p == 0 -> exit;
    r: if ok -> c { v = load p; p = load p + 8; }
       if !ok -> lost;
    c: if v == 0 -> bad;
       if v != 0 -> w;
    lost: error(valid-deref) "lost";
    bad: error(unreach-call) "zero"; })";

constexpr std::string_view kAll = "for all live blocks B of line 4: ";

class BlocksTest : public ::testing::Test {
protected:
  static std::string ofAll(std::string_view text) { return std::string(kAll) + std::string(text); }

  TermManager terms_;
  const Program program_ = parseProgram(kList, "test", terms_);
};

TEST_F(BlocksTest, AreProposedWhereMemoryIsRecords) {
  const std::unique_ptr<Flow> records = flattenRecords(program_);
  ASSERT_TRUE(records);
  const std::vector<Assertion> proposed = blockCandidates(*records);
  for (const char* text : {"B's byte 8 is NULL or a live block of line 4", "B's byte 8 == NULL",
                           "B's byte 8 is NULL or was allocated before B", "B's byte 0 != 0", "B's byte 0 == 0"})
    EXPECT_TRUE(SourceRun::has(proposed, ofAll(text))) << text;
  EXPECT_TRUE(SourceRun::has(proposed, "p is NULL or a live block of line 4"));
  EXPECT_TRUE(blockCandidates(Flow(program_.clone())).empty());
}

TEST_F(BlocksTest, OfAListThatIsBuiltAndRead) {
  const std::unique_ptr<Flow> records = flattenRecords(program_);
  ASSERT_TRUE(records);
  const std::vector<Assertion> found = SourceRun(*records).search("blocks");
  for (const char* text : {"B's byte 8 is NULL or a live block of line 4",
                           "B's byte 8 is NULL or was allocated before B", "B's byte 0 != 0"})
    EXPECT_TRUE(SourceRun::has(found, ofAll(text))) << text;
  EXPECT_TRUE(SourceRun::has(found, "p is NULL or a live block of line 4"));
  for (const char* text : {"B's byte 8 == NULL", "B's byte 8 is NULL or was allocated after B", "B's byte 0 == 0"})
    EXPECT_FALSE(SourceRun::has(found, ofAll(text))) << text;
}

} // namespace
} // namespace assay
