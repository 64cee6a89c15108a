#include "solver/decorators/set_trie.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

namespace assay {
namespace {

using Set = std::vector<uint32_t>;

TEST(SetTrie, FindsSubsetsAndSupersets) {
  SetTrie trie(1000);
  EXPECT_EQ(trie.findSubset(Set{1, 2}), SetTrie::kNone);
  EXPECT_EQ(trie.findSuperset(Set{}), SetTrie::kNone);
  trie.insert(Set{1, 3}, 10);
  trie.insert(Set{1, 3, 7}, 20);
  trie.insert(Set{2}, 30);
  EXPECT_EQ(trie.payload(trie.findSubset(Set{1, 2, 4})), 30u);
  EXPECT_EQ(trie.elements(trie.findSubset(Set{0, 1, 3, 9})), (Set{1, 3}));
  EXPECT_EQ(trie.findSubset(Set{1, 7}), SetTrie::kNone);
  EXPECT_EQ(trie.elements(trie.findSuperset(Set{3, 7})), (Set{1, 3, 7}));
  EXPECT_EQ(trie.payload(trie.findSuperset(Set{7})), 20u);
  EXPECT_EQ(trie.findSuperset(Set{2, 3}), SetTrie::kNone);
  EXPECT_NE(trie.findSuperset(Set{}), SetTrie::kNone);
  trie.insert(Set{1, 3}, 11);
  EXPECT_EQ(trie.payload(trie.findSubset(Set{1, 3})), 11u);
}

TEST(SetTrie, EmptySetIsSubsetOfAll) {
  SetTrie trie(1000);
  trie.insert(Set{}, 5);
  EXPECT_EQ(trie.payload(trie.findSubset(Set{})), 5u);
  EXPECT_EQ(trie.payload(trie.findSubset(Set{4})), 5u);
  trie.clear();
  EXPECT_EQ(trie.findSubset(Set{4}), SetTrie::kNone);
}

Set randomSet(std::mt19937& random, uint32_t universe, uint32_t density) {
  Set set;
  for (uint32_t i = 0; i < universe; ++i)
    if (random() % 100 < density) set.push_back(i);
  return set;
}

TEST(SetTrie, AgreesWithASearchThroughAllSets) {
  std::mt19937 random(1);
  for (int round = 0; round < 20; ++round) {
    SetTrie trie(UINT32_MAX);
    std::vector<Set> sets;
    for (int i = 0; i < 60; ++i) {
      sets.push_back(randomSet(random, 14, 30));
      trie.insert(sets.back(), static_cast<uint32_t>(i));
    }
    for (int i = 0; i < 60; ++i) {
      Set query = randomSet(random, 14, 10 + random() % 60);
      bool subset = std::ranges::any_of(sets, [&](const Set& s) { return std::ranges::includes(query, s); });
      bool superset = std::ranges::any_of(sets, [&](const Set& s) { return std::ranges::includes(s, query); });
      uint32_t below = trie.findSubset(query), above = trie.findSuperset(query);
      ASSERT_EQ(below != SetTrie::kNone, subset);
      ASSERT_EQ(above != SetTrie::kNone, superset);
      if (subset) {
        ASSERT_TRUE(std::ranges::includes(query, trie.elements(below)));
      }
      if (superset) {
        ASSERT_TRUE(std::ranges::includes(trie.elements(above), query));
        ASSERT_EQ(sets[trie.payload(above)], trie.elements(above));
      }
    }
  }
}

TEST(SetTrie, SearchIsBounded) {
  SetTrie trie(8);
  for (uint32_t i = 0; i < 100; ++i) trie.insert(Set{i, 1000}, i);
  EXPECT_EQ(trie.findSuperset(Set{1000, 1001}), SetTrie::kNone);
  EXPECT_NE(trie.findSuperset(Set{3}), SetTrie::kNone);
}

} // namespace
} // namespace assay
