#include "analysis/affine_relations.h"

#include <gtest/gtest.h>

#include <random>

namespace assay {
namespace {

using Point = std::vector<uint64_t>;

TEST(AffineRelations, WithoutPointsNothingIsContained) { EXPECT_FALSE(AffineRelations(32, 2).contains(Point{0, 0})); }

TEST(AffineRelations, OnePointIsOnlyItself) {
  AffineRelations relations(32, 2);
  EXPECT_TRUE(relations.add(Point{3, 4}));
  EXPECT_TRUE(relations.contains(Point{3, 4}));
  EXPECT_FALSE(relations.contains(Point{3, 5}));
  EXPECT_FALSE(relations.add(Point{3, 4}));
}

TEST(AffineRelations, TwoPointsMakeALine) {
  AffineRelations relations(32, 2);
  relations.add(Point{0, 1});
  relations.add(Point{1, 3});
  EXPECT_TRUE(relations.contains(Point{7, 15}));
  EXPECT_FALSE(relations.contains(Point{7, 16}));
  ASSERT_EQ(relations.equations().size(), 1u);
  EXPECT_EQ(relations.equations()[0], (AffineRelations::Equation{0xffffffff, 0xfffffffe, 1})); // y = 2 x + 1
}

TEST(AffineRelations, OddNumbers) {
  AffineRelations relations(32, 1);
  relations.add(Point{1});
  relations.add(Point{3});
  EXPECT_TRUE(relations.contains(Point{0xffffffff}));
  EXPECT_FALSE(relations.contains(Point{2}));
  ASSERT_EQ(relations.equations().size(), 1u);
  EXPECT_EQ(relations.equations()[0], (AffineRelations::Equation{0x80000000, 0x80000000}));
}

TEST(AffineRelations, EverythingInTheEnd) {
  AffineRelations relations(8, 1);
  relations.add(Point{6});
  relations.add(Point{14});
  EXPECT_FALSE(relations.contains(Point{10}));
  relations.add(Point{10});
  EXPECT_TRUE(relations.contains(Point{2}));
  relations.add(Point{3});
  EXPECT_TRUE(relations.equations().empty());
}

// What is contained are exactly the combinations of the points: checked in a ring small enough to look at all of it.
TEST(AffineRelations, IsTheHullOfItsPoints) {
  std::mt19937 random(7);
  for (unsigned round = 0; round < 300; ++round) {
    const uint64_t ring = 8;
    AffineRelations relations(3, 2);
    std::vector<Point> points;
    for (unsigned i = 0; i < 1 + round % 3; ++i) points.push_back({random() % ring, random() % ring});
    for (const Point& point : points) relations.add(point);
    std::vector<bool> isInHull(ring * ring);
    for (uint64_t a = 0; a < ring; ++a)
      for (uint64_t b = 0; b < ring; ++b) {
        // first + a (second - first) + b (third - first)
        Point sum = points[0];
        for (size_t i = 0; i < 2; ++i) {
          if (points.size() > 1) sum[i] += a * (points[1][i] - points[0][i]);
          if (points.size() > 2) sum[i] += b * (points[2][i] - points[0][i]);
        }
        isInHull[sum[0] % ring * ring + sum[1] % ring] = true;
      }
    const auto equations = relations.equations();
    for (uint64_t x = 0; x < ring; ++x)
      for (uint64_t y = 0; y < ring; ++y) {
        EXPECT_EQ(relations.contains(Point{x, y}), isInHull[x * ring + y]);
        bool keepsAll = true;
        for (const auto& e : equations) keepsAll = keepsAll && (e[0] + e[1] * x + e[2] * y) % ring == 0;
        EXPECT_EQ(keepsAll, isInHull[x * ring + y]);
      }
  }
}

} // namespace
} // namespace assay
