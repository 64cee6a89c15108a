#include "program/state_image.h"

#include <cstring>

namespace assay {

bool MemoryImage::capture(const Memory& memory) {
  entries_.clear();
  bytes_.clear();
  numAllocations_ = memory.numAllocations();
  for (size_t n = 1; n < memory.objects().size(); ++n) {
    const ConcreteObject& object = memory.objects()[n];
    if (!object.alive || object.constant) continue;
    if (MemoryBytes::isPaged(object)) return false;
    entries_.push_back(
        {static_cast<uint32_t>(n), object.allocation, object.size, object.bytes != nullptr, bytes_.size()});
    if (object.bytes) bytes_.insert(bytes_.end(), object.bytes, object.bytes + object.size);
  }
  return true;
}

// An object that has not been touched holds what it began with, which its allocation determines.
bool MemoryImage::matches(const Memory& memory) const {
  std::vector<uint8_t> initial;
  for (const Entry& entry : entries_) {
    const ConcreteObject& object = memory.objects()[entry.number];
    if (!object.alive || object.allocation != entry.allocation || object.size != entry.size) return false;
    if (!object.bytes) {
      if (entry.isTouched) return false; // it cannot have been untouched since
      continue;
    }
    const uint8_t* before = bytes_.data() + entry.begin;
    if (!entry.isTouched) {
      initial.assign(entry.size, 0);
      memory.bytes().initialise(object, 0, initial);
      before = initial.data();
    }
    if (std::memcmp(before, object.bytes, entry.size) != 0) return false;
  }
  return true;
}

} // namespace assay
