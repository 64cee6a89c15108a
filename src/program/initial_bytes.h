// What objects that are allocated with arbitrary contents hold at first.
#pragma once

#include <algorithm>
#include <cstdint>
#include <map>
#include <span>
#include <utility>

namespace assay {

/// By allocation, counted from 0 over all of them, and offset; zero where nothing is said.
using InitialBytes = std::map<std::pair<uint64_t, uint64_t>, uint8_t>;

inline uint8_t byteAt(const InitialBytes& bytes, uint64_t allocation, uint64_t offset) {
  const auto found = bytes.find({allocation, offset});
  return found == bytes.end() ? 0 : found->second;
}

inline void bytesAt(const InitialBytes& bytes, uint64_t allocation, uint64_t offset, std::span<uint8_t> result) {
  std::ranges::fill(result, uint8_t{0});
  for (auto it = bytes.lower_bound({allocation, offset});
       it != bytes.end() && it->first.first == allocation && it->first.second - offset < result.size(); ++it)
    result[it->first.second - offset] = it->second;
}

} // namespace assay
