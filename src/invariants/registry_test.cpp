#include "invariants/source.h"

#include <gtest/gtest.h>

namespace assay {
namespace {

using Names = std::vector<std::string_view>;

/// Some sources need a library that a build may lack.
Names inThisBuild(Names names) {
  std::erase_if(names, [](std::string_view name) { return !findSource(name); });
  return names;
}

// What one finds, the next takes for granted: another order would find other invariants.
TEST(Sources, TakeTurnsInThisOrder) {
  const Turns turns = defaultTurns();
  ASSERT_EQ(turns.size(), 4u);
  EXPECT_EQ(turns[0], inThisBuild({"polynomials", "intervals", "equalities", "disequalities", "elements", "cells",
                                   "blocks", "polyhedra"}));
  EXPECT_EQ(turns[1], inThisBuild({"zones", "equalities", "conditions", "elements", "cells", "blocks", "polyhedra"}));
  EXPECT_EQ(turns[2], inThisBuild({"octagons", "equalities", "elements", "polyhedra"}));
  EXPECT_EQ(turns[3], inThisBuild({"disequalities"}));
}

TEST(Sources, ThatComeBeforeEveryStep) {
  const std::span<const std::string_view> first = firstSources();
  EXPECT_EQ(Names(first.begin(), first.end()), (Names{"elements", "blocks"}));
}

TEST(Sources, AreFoundByName) {
  for (const Source& source : sources()) EXPECT_EQ(&sourceNamed(source.name), &source);
  EXPECT_EQ(findSource("nothing"), nullptr);
  for (const Names& turn : defaultTurns())
    for (const std::string_view name : turn) EXPECT_NE(findSource(name), nullptr) << name;
}

} // namespace
} // namespace assay
