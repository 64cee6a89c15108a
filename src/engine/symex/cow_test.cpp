#include "engine/symex/cow.h"

#include <gtest/gtest.h>

#include <memory>
#include <random>
#include <vector>

namespace assay::symex {
namespace {

TEST(CowVector, CopiesAreIndependent) {
  CowVector<int> a;
  for (int i = 0; i < 100; ++i) a.push(i);
  CowVector<int> b = a;
  b.at(40) = -1;
  a.at(41) = -2;
  b.push(7);
  EXPECT_EQ(a.size(), 100u);
  EXPECT_EQ(b.size(), 101u);
  EXPECT_EQ(a[40], 40);
  EXPECT_EQ(b[40], -1);
  EXPECT_EQ(a[41], -2);
  EXPECT_EQ(b[41], 41);
  EXPECT_EQ(b[100], 7);
}

// What was never written is as T makes it, however many elements there are.
TEST(CowVector, GrowsWithoutChunks) {
  CowVector<std::shared_ptr<int>> a;
  a.resize(size_t{1} << 40);
  EXPECT_EQ(a[(size_t{1} << 40) - 1], nullptr);
  a.at(size_t{1} << 39) = std::make_shared<int>(3);
  const CowVector<std::shared_ptr<int>> b = a;
  a.at(size_t{1} << 39) = nullptr;
  EXPECT_EQ(*b[size_t{1} << 39], 3);
  EXPECT_EQ(a[size_t{1} << 39], nullptr);
}

TEST(CowVector, BehavesLikeVectorsThatAreCopied) {
  std::mt19937 random(3);
  std::vector<CowVector<int>> cows(1);
  std::vector<std::vector<int>> plain(1);
  for (int step = 0; step < 20000; ++step) {
    const size_t k = random() % cows.size();
    switch (random() % 4) {
    case 0:
      cows[k].push(step);
      plain[k].push_back(step);
      break;
    case 1:
      if (plain[k].empty()) break;
      {
        const size_t i = random() % plain[k].size();
        cows[k].at(i) = step;
        plain[k][i] = step;
      }
      break;
    case 2:
      cows[k].resize(plain[k].size() + (random() % 50 == 0 ? 5000 : random() % 40));
      plain[k].resize(cows[k].size());
      break;
    default: {
      const size_t other = random() % 8;
      if (other >= cows.size()) {
        cows.push_back(cows[k]);
        plain.push_back(plain[k]);
      } else {
        cows[other] = cows[k];
        plain[other] = plain[k];
      }
    }
    }
  }
  for (size_t k = 0; k < cows.size(); ++k) {
    ASSERT_EQ(cows[k].size(), plain[k].size());
    for (size_t i = 0; i < plain[k].size(); ++i) ASSERT_EQ(cows[k][i], plain[k][i]);
  }
}

} // namespace
} // namespace assay::symex
