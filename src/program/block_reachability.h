// Which heap objects of a concrete memory can be reached from static and stack objects and from given values.
// Conservative: what looks like a pointer is one.
#pragma once

#include "program/memory_bytes.h"

#include <cstdint>
#include <span>
#include <vector>

namespace assay {

class BlockReachability {
public:
  BlockReachability(const ObjectTable& objects, const MemoryBytes& bytes, uint64_t pointerBytes)
      : objects_(objects), bytes_(bytes), pointerBytes_(pointerBytes), reached_(objects.size()) {}

  /// The number of objects that are reached.
  uint64_t search(const std::vector<uint64_t>& roots);
  /// By number.
  std::vector<uint8_t> takeReached() { return std::move(reached_); }

private:
  /// Counts a value as a pointer to the live heap object whose number it has.
  void consider(uint64_t value, bool needsValidOffset);
  void scan(std::span<const uint8_t> bytes);
  void scanObject(uint64_t number);

  const ObjectTable& objects_;
  const MemoryBytes& bytes_;
  const uint64_t pointerBytes_;
  std::vector<uint8_t> reached_;
  std::vector<uint64_t> work_; // reached, but not scanned
};

} // namespace assay
