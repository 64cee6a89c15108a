#include "util/persistent_vector.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <random>
#include <vector>

namespace assay {
namespace {

TEST(PersistentVector, CopiesAreIndependent) {
  PersistentVector<int> a;
  for (int i = 0; i < 100; ++i) a.push(i);
  PersistentVector<int> b = a;
  b.edit(40) = -1;
  a.edit(41) = -2;
  b.push(7);
  EXPECT_EQ(a.size(), 100u);
  EXPECT_EQ(b.size(), 101u);
  EXPECT_EQ(a.get(40), 40);
  EXPECT_EQ(b.get(40), -1);
  EXPECT_EQ(a.get(41), -2);
  EXPECT_EQ(b.get(41), 41);
  EXPECT_EQ(b.get(100), 7);
}

// What was never written is as T makes it, however many elements there are.
TEST(PersistentVector, GrowsWithoutChunks) {
  PersistentVector<std::shared_ptr<int>> a;
  a.resize(size_t{1} << 40);
  EXPECT_EQ(a.get((size_t{1} << 40) - 1), nullptr);
  a.edit(size_t{1} << 39) = std::make_shared<int>(3);
  const PersistentVector<std::shared_ptr<int>> b = a;
  a.edit(size_t{1} << 39) = nullptr;
  EXPECT_EQ(*b.get(size_t{1} << 39), 3);
  EXPECT_EQ(a.get(size_t{1} << 39), nullptr);
}

TEST(PersistentVector, BehavesLikeVectorsThatAreCopied) {
  std::mt19937 random(3);
  std::vector<PersistentVector<int>> vectors(1);
  std::vector<std::vector<int>> plain(1);
  for (int step = 0; step < 20000; ++step) {
    const size_t k = random() % vectors.size();
    switch (random() % 4) {
    case 0:
      vectors[k].push(step);
      plain[k].push_back(step);
      break;
    case 1:
      if (plain[k].empty()) break;
      {
        const size_t i = random() % plain[k].size();
        vectors[k].edit(i) = step;
        plain[k][i] = step;
      }
      break;
    case 2:
      vectors[k].resize(plain[k].size() + (random() % 50 == 0 ? 5000 : random() % 40));
      plain[k].resize(vectors[k].size());
      break;
    default: {
      const size_t other = random() % 8;
      if (other >= vectors.size()) {
        vectors.push_back(vectors[k]);
        plain.push_back(plain[k]);
      } else {
        vectors[other] = vectors[k];
        plain[other] = plain[k];
      }
    }
    }
  }
  for (size_t k = 0; k < vectors.size(); ++k) {
    ASSERT_EQ(vectors[k].size(), plain[k].size());
    for (size_t i = 0; i < plain[k].size(); ++i) ASSERT_EQ(vectors[k].get(i), plain[k][i]);
  }
  for (size_t k = 0; k < vectors.size(); ++k)
    for (size_t other = 0; other < vectors.size(); ++other) {
      std::vector<size_t> expected, found;
      for (size_t i = 0; i < std::max(plain[k].size(), plain[other].size()); ++i)
        if ((i < plain[k].size() ? plain[k][i] : 0) != (i < plain[other].size() ? plain[other][i] : 0))
          expected.push_back(i);
      PersistentVector<int> changed = vectors[k]; // towards the other, while it is compared
      PersistentVector<int>::forEachDifference(changed, vectors[other], [&](size_t i) {
        found.push_back(i);
        changed.set(i, vectors[other].get(i));
      });
      ASSERT_EQ(found, expected);
      PersistentVector<int>::forEachDifference(changed, vectors[other], [](size_t i) { FAIL() << i; });
    }
}

TEST(PersistentVector, VisitsChunksThatWereWritten) {
  PersistentVector<int> a;
  a.set(3, 1);
  a.set(70, 2);
  a.set(100000, 3);
  std::vector<size_t> indices;
  int sum = 0;
  a.forEach([&](size_t i, int value) {
    indices.push_back(i);
    sum += value;
  });
  ASSERT_EQ(indices.size(), 96u);
  EXPECT_EQ(indices.front(), 0u);
  EXPECT_EQ(indices[32], 64u);
  EXPECT_EQ(indices[64], 100000u);
  EXPECT_EQ(sum, 6);
}

} // namespace
} // namespace assay
