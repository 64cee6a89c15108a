#include "program/block_reachability.h"

#include "program/callers_block.h"

#include <cstring>

namespace assay {

namespace {

/// Whether the object is live, and nobody has it unless something points to it.
bool isSought(const ConcreteObject& object) {
  return object.alive && object.kind == ConcreteObject::Kind::Heap && !isCallersBlock(object);
}

} // namespace

void BlockReachability::consider(uint64_t value, bool needsValidOffset) {
  const uint64_t n = objects_.number(value);
  if (n == 0 || n >= objects_.size() || reached_[n]) return;
  const ConcreteObject& object = objects_[n];
  if (!isSought(object)) return;
  if (needsValidOffset && objects_.offset(value) > object.size) return;
  reached_[n] = 1;
  work_.push_back(n);
}

/// Pointers stand at aligned places; in packed structures elsewhere too, but there only what points into its object
/// counts, lest halves of two numbers are taken for a pointer.
void BlockReachability::scan(std::span<const uint8_t> bytes) {
  for (size_t i = 0; i + pointerBytes_ <= bytes.size(); ++i) {
    uint64_t value = 0;
    std::memcpy(&value, bytes.data() + i, pointerBytes_);
    if (objects_.number(value)) consider(value, i % pointerBytes_ != 0);
  }
}

/// What was never touched: a static object's initial bytes point to static objects at most, others' are no pointers. A
/// pointer may stand across the border of two pages.
void BlockReachability::scanObject(uint64_t number) {
  bytes_.forEachTouched(objects_[number], pointerBytes_ - 1, [&](std::span<const uint8_t> bytes) { scan(bytes); });
}

uint64_t BlockReachability::search(const std::vector<uint64_t>& roots) {
  for (uint64_t value : roots) consider(value, false);
  for (size_t n = 1; n < objects_.size(); ++n)
    if (objects_[n].alive && !isSought(objects_[n])) scanObject(n);
  uint64_t count = 0;
  while (!work_.empty()) {
    const uint64_t n = work_.back();
    work_.pop_back();
    ++count;
    scanObject(n);
  }
  return count;
}

} // namespace assay
