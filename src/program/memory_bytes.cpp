#include "program/memory_bytes.h"

#include <cstdlib>
#include <cstring>

namespace assay {

MemoryBytes::~MemoryBytes() {
  for (size_t n = 0; n < objects_.size(); ++n) std::free(objects_[n].bytes);
}

void MemoryBytes::reset(InputSource& inputs) {
  for (size_t n = 0; n < objects_.size(); ++n) {
    std::free(objects_[n].bytes);
    objects_[n].bytes = nullptr;
  }
  inputs_ = &inputs;
  pages_.clear();
  bytesTaken_ = 0;
  exhausted_ = false;
}

bool MemoryBytes::take(uint64_t bytes) {
  if (bytes > maxBytes_ - bytesTaken_) {
    exhausted_ = true;
    return false;
  }
  bytesTaken_ += bytes;
  return true;
}

void MemoryBytes::initialise(const ConcreteObject& object, uint64_t offset, std::span<uint8_t> bytes) const {
  if (object.kind == ConcreteObject::Kind::Static) {
    const std::vector<uint8_t>& initial = program_.objects[objects_.numberOf(object)].bytes;
    if (offset >= initial.size()) return;
    std::memcpy(bytes.data(), initial.data() + offset, std::min<uint64_t>(bytes.size(), initial.size() - offset));
  } else if (object.contents == Contents::Any) {
    inputs_->initialBytes(object.allocation, offset, bytes);
  }
}

bool MemoryBytes::materialise(ConcreteObject& object) {
  if (!take(object.size)) return false;
  object.bytes = static_cast<uint8_t*>(std::calloc(object.size, 1));
  if (!object.bytes) {
    exhausted_ = true;
    return false;
  }
  initialise(object, 0, {object.bytes, object.size});
  return true;
}

uint8_t* MemoryBytes::page(ConcreteObject& object, uint64_t index) {
  Page& page = pages_[objects_.numberOf(object)][index];
  if (!page) {
    if (!take(kPageSize)) return nullptr;
    page = std::make_unique<uint8_t[]>(kPageSize); // zero
    const uint64_t begin = index * kPageSize;
    initialise(object, begin, {page.get(), std::min(kPageSize, object.size - begin)});
  }
  return page.get();
}

void MemoryBytes::drop(ConcreteObject& object) {
  if (object.bytes) {
    bytesTaken_ -= object.size;
    std::free(object.bytes);
    object.bytes = nullptr;
  } else if (isPaged(object)) {
    const auto it = pages_.find(objects_.numberOf(object));
    if (it == pages_.end()) return;
    bytesTaken_ -= it->second.size() * kPageSize;
    pages_.erase(it);
  }
}

} // namespace assay
