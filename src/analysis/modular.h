// Numbers modulo 2^w, in 64 bits.
#pragma once

#include <cstdint>

namespace assay {

/// The number from 0 to 2^width - 1 that is equal to the value modulo 2^width.
inline uint64_t modulo(uint64_t value, uint32_t width) {
  return width == 64 ? value : value & ((uint64_t{1} << width) - 1);
}

/// What an odd number has to be multiplied by to become 1, modulo 2^64. Newton's iteration doubles the number of right
/// bits.
inline uint64_t inverseOfOdd(uint64_t odd) {
  uint64_t result = odd;
  for (unsigned bits = 3; bits < 64; bits *= 2) result *= 2 - odd * result;
  return result;
}

} // namespace assay
