// A map against std::map, with random operations.
#include "util/flat_map.h"

#include <gtest/gtest.h>

#include <map>
#include <random>

namespace assay {
namespace {

TEST(FlatMap, IsAMap) {
  std::mt19937 random(7);
  FlatMap<uint32_t, int> map;
  std::map<uint32_t, int> model;
  for (int i = 0; i < 3000; ++i) {
    const uint32_t key = random() % 20;
    switch (random() % 5) {
    case 0:
      map[key] = i;
      model[key] = i;
      break;
    case 1:
      EXPECT_EQ(map.erase(key), model.erase(key));
      break;
    case 2:
      EXPECT_EQ(map.try_emplace(key, i).second, model.try_emplace(key, i).second);
      break;
    case 3:
      EXPECT_EQ(map.contains(key), model.contains(key));
      EXPECT_EQ(map.lower_bound(key) - map.begin(), std::distance(model.begin(), model.lower_bound(key)));
      EXPECT_EQ(map.upper_bound(key) - map.begin(), std::distance(model.begin(), model.upper_bound(key)));
      if (model.contains(key)) {
        EXPECT_EQ(map.at(key), model.at(key));
      } else {
        EXPECT_THROW(map.at(key), std::out_of_range);
      }
      break;
    default:
      if (i % 100 == 4) {
        const auto isOld = [i](const auto& entry) { return entry.second < i - 50; };
        EXPECT_EQ(map.eraseIf(isOld), std::erase_if(model, isOld));
      }
    }
    EXPECT_TRUE(std::equal(map.begin(), map.end(), model.begin(), model.end(),
                           [](const auto& a, const auto& b) { return a.first == b.first && a.second == b.second; }));
  }
}

} // namespace
} // namespace assay
