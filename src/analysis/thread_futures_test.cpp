#include "analysis/thread_futures.h"

#include "program/text_parser.h"

#include <gtest/gtest.h>

#include <optional>
#include <string>

namespace assay {
namespace {

class ThreadFuturesTest : public ::testing::Test {
protected:
  void analyse(std::string_view text, uint32_t most = 1000) {
    program_.emplace(parseProgram(text, "test", terms_));
    EXPECT_EQ(validate(*program_), "");
    futures_.emplace(*program_, most);
  }
  FunctionId function(std::string_view name) const {
    for (uint32_t i = 0; i < program_->functions().size(); ++i)
      if (program_->functions()[i].name == name) return FunctionId(i);
    return {};
  }
  /// What lies ahead of the function's entry: "w x" for a fixed write of an object, "r ~x" for a read of which points-to alone
  /// knows, "w ?" for anything.
  std::string ahead(std::string_view name) const { return text(futures_->from((*program_)[function(name)].entry)); }
  std::string text(const ThreadFutures::Entries& entries) const {
    std::string result;
    for (uint32_t number : entries) {
      const ThreadFutures::Entry& entry = (*futures_)[number];
      if (entry.assigned.valid()) continue;
      result += std::string(result.empty() ? "" : ", ") + (entry.isWrite ? "w " : "r ") + (entry.isFixed ? "" : "~");
      if (entry.targets.isAny) result += "?";
      for (const PointerTarget& target : entry.targets.targets)
        if (futures_->pointsTo().isStatic(target.object)) result += program_->objects[target.object].name;
    }
    return result;
  }

  TermManager terms_;
  std::optional<Program> program_;
  std::optional<ThreadFutures> futures_;
};

constexpr std::string_view kTwoPlaces = R"(
  object x: 4; object y: 4;
  function set(p: ptr) { s: -> exit { step write p, 4; store p, 1:32; return; } }
  function worker() { a: -> b { call set(&y); } b: -> exit { return; } }
  function main() { var t: bv32;
    a: -> b { t = spawn worker(); } b: -> c { call set(&x); } c: -> exit { return; } })";

TEST_F(ThreadFuturesTest, ArgumentsTakeThePlaceOfParameters) {
  analyse(kTwoPlaces);
  EXPECT_EQ(ahead("worker"), "w y");
  EXPECT_EQ(ahead("main"), "w y, w x");
}

TEST_F(ThreadFuturesTest, BeyondTheLimitPointsToHasToDo) {
  analyse(kTwoPlaces, 1);
  EXPECT_EQ(ahead("worker"), "w ~xy");
}

TEST_F(ThreadFuturesTest, VariablesThatAreAssignedAheadAreEntries) {
  analyse(R"(
    object x: 8;
    function worker(n: bv64) { var i: bv64;
      a: -> b { i = n; } b: -> exit { step write &x + i, 4; store &x + i, 1:32; return; } }
    function main() { var t: bv32; a: -> exit { t = spawn worker(4:64); return; } })");
  const LocationId entry = (*program_)[function("worker")].entry;
  const LocationId next = (*program_)[(*program_)[entry].out[0]].target;
  const auto assignments = [&](LocationId location) {
    size_t count = 0;
    for (uint32_t number : futures_->from(location)) count += (*futures_)[number].assigned.valid() ? 1 : 0;
    return count;
  };
  EXPECT_EQ(assignments(entry), 1u);
  EXPECT_EQ(assignments(next), 0u);
  EXPECT_EQ(text(futures_->from(next)), "w ?");
  // To the one who begins the thread, the worker's own variable means nothing.
  EXPECT_EQ(ahead("main"), "w ~?");
}

TEST_F(ThreadFuturesTest, ATurnEndsBeforeTheNextStepOutsideOfRegions) {
  analyse(R"(
    object x: 4; object y: 4; object z: 4;
    function main() { var v: bv32; var ok: bool;
      a: -> b { step; atomic begin; } b: -> c { step write &x, 4; store &x, 1:32; }
      c: -> d { ok = await equal &y, 0:32; } d: -> e { step write &y, 4; store &y, 1:32; atomic end; }
      e: -> exit { step read &z, 4; v = load &z; return; } })");
  uint32_t depth = 0;
  const LocationId entry = (*program_)[function("main")].entry;
  EXPECT_EQ(text(futures_->turnFrom(entry, depth, ThreadFutures::AtAwaits::GoesOn)), "w x, w y");
  EXPECT_EQ(text(futures_->turnFrom(entry, depth, ThreadFutures::AtAwaits::Waits)), "w x");
  EXPECT_EQ(depth, 0u);
}

} // namespace
} // namespace assay
