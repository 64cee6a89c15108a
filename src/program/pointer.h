// Pointers are bit-vectors of the target's width that pack an object's number and an offset into it:
//
//      width-1          offsetBits  offsetBits-1   offsetBits-2            0
//     +---------------------------+--------------+------------------------+
//     |       object number       |   guard = 1  |         offset         |
//     +---------------------------+--------------+------------------------+
//
// The address of object n is its number, a guard bit that is one, and offset zero. Distinct objects are disjoint for
// free. A pointer before its object borrows from the guard bit, one far behind it carries into the next number with the
// guard bit zero: both are invalid to access and arithmetic brings both back. The null pointer is the integer 0; object
// 0 is never allocated, so small integers are no valid addresses. The highest object number is never allocated either:
// a pointer whose arithmetic leaves its object's window gets that number ("wild") and is invalid from then on.
#pragma once

#include <cstdint>

namespace assay {

struct PointerLayout {
  uint32_t width = 64;      // 32 or 64
  uint32_t offsetBits = 40; // guard bit included

  constexpr uint32_t objectBits() const { return width - offsetBits; }
  /// An object's size is at most this; exclusive bound of offsets.
  constexpr uint64_t maxObjectSize() const { return uint64_t{1} << (offsetBits - 1); }
  constexpr uint64_t wildObject() const { return (uint64_t{1} << objectBits()) - 1; }
  constexpr uint64_t guardBit() const { return uint64_t{1} << (offsetBits - 1); }
  constexpr uint64_t address(uint64_t object, uint64_t offset = 0) const {
    return (object << offsetBits) | (guardBit() + offset);
  }
  constexpr uint64_t object(uint64_t pointer) const { return pointer >> offsetBits; }
  /// Offset relative to the object's start; negative where the guard bit is zero.
  constexpr int64_t offset(uint64_t pointer) const {
    return static_cast<int64_t>(pointer & ((uint64_t{1} << offsetBits) - 1)) - static_cast<int64_t>(guardBit());
  }
  constexpr bool operator==(const PointerLayout&) const = default;
};

} // namespace assay
