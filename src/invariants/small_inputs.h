// Inputs for executions in which loops are executed some times, and end.
#pragma once

#include "program/interpreter.h"

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <optional>

namespace assay {

/// Small numbers, mostly.
class SmallInputs final : public InputSource {
public:
  explicit SmallInputs(uint64_t seed) : state_(seed * 0x9e3779b97f4a7c15ull + 1) {}
  std::optional<BitVector> next(const Input&, uint32_t width, SourcePosition) override {
    constexpr uint64_t kRanges[] = {2, 8, 8, 24, 24, 60};
    const uint64_t range = kRanges[random() % std::size(kRanges)];
    return BitVector(64, 1 + random() % range).extract(std::min(width, 64u) - 1, 0).zeroExtend(width);
  }

private:
  uint64_t random() {
    state_ ^= state_ << 13;
    state_ ^= state_ >> 7;
    state_ ^= state_ << 17;
    return state_ >> 11;
  }
  uint64_t state_;
};

} // namespace assay
