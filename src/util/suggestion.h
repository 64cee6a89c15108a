// What somebody who has misspelt a word may have meant.
#pragma once

#include <algorithm>
#include <ranges>
#include <string>
#include <string_view>
#include <vector>

namespace assay {

/// How many letters have to be changed, put in, left out, or exchanged with a neighbour (Damerau and Levenshtein, where
/// no letter is changed twice).
inline size_t distanceOf(std::string_view a, std::string_view b) {
  std::vector<std::vector<size_t>> distance(a.size() + 1, std::vector<size_t>(b.size() + 1));
  for (size_t i = 0; i <= a.size(); ++i)
    for (size_t j = 0; j <= b.size(); ++j) {
      size_t& here = distance[i][j];
      if (i == 0 || j == 0) {
        here = i + j;
        continue;
      }
      here =
          std::min({distance[i - 1][j] + 1, distance[i][j - 1] + 1, distance[i - 1][j - 1] + (a[i - 1] != b[j - 1])});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
        here = std::min(here, distance[i - 2][j - 2] + 1);
    }
  return distance[a.size()][b.size()];
}

/// The word that is closest, if it is close; else empty.
template <std::ranges::input_range Words>
std::string closestTo(std::string_view word, const Words& words) {
  std::string closest;
  size_t least = std::max<size_t>(1, word.size() / 3) + 1;
  for (const auto& candidate : words)
    if (const size_t distance = distanceOf(word, candidate); distance < least) {
      least = distance;
      closest = candidate;
    }
  return closest;
}

/// "; did you mean 'check'?", or nothing.
template <std::ranges::input_range Words>
std::string suggestionFor(std::string_view word, const Words& words) {
  const std::string closest = closestTo(word, words);
  return closest.empty() ? "" : "; did you mean '" + closest + "'?";
}

} // namespace assay
