// Objects of a concrete memory by their numbers, and what a pointer means (program/pointer.h).
#pragma once

#include "program/operation.h"
#include "program/pointer.h"

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace assay {

struct ConcreteObject {
  enum class Kind : uint8_t { None, Static, Heap, Stack, Library };

  uint8_t* bytes = nullptr; // null: not touched yet, or kept in pages
  uint64_t limit = 0;       // bytes that may be accessed: the size if alive, else 0
  uint64_t size = 0;
  const std::string* name = nullptr;
  uint64_t allocation = 0; // number among the allocations of the execution
  SourcePosition position; // of the user's code that allocated a block of the heap
  Kind kind = Kind::None;
  bool alive = false;
  bool constant = false;
  Contents contents = Contents::Zero;
};

class ObjectTable {
public:
  explicit ObjectTable(const PointerLayout& layout)
      : offsetBits_(layout.offsetBits), offsetMask_((uint64_t{1} << offsetBits_) - 1), guardBit_(layout.guardBit()) {}

  uint64_t number(uint64_t pointer) const { return pointer >> offsetBits_; }
  /// Relative to the object's start; before it, a huge number.
  uint64_t offset(uint64_t pointer) const { return (pointer & offsetMask_) - guardBit_; }
  /// The object that `size` bytes from the pointer on lie in, if they may be accessed.
  const ConcreteObject* find(uint64_t pointer, uint64_t size) const {
    const uint64_t n = number(pointer);
    if (n >= objects_.size()) return nullptr;
    const ConcreteObject& object = objects_[n];
    const uint64_t at = offset(pointer);
    return at <= object.limit && size <= object.limit - at ? &object : nullptr;
  }
  ConcreteObject* find(uint64_t pointer, uint64_t size) {
    return const_cast<ConcreteObject*>(std::as_const(*this).find(pointer, size));
  }

  /// One more than the largest number.
  size_t size() const { return objects_.size(); }
  const ConcreteObject& operator[](uint64_t number) const { return objects_[number]; }
  ConcreteObject& operator[](uint64_t number) { return objects_[number]; }
  uint64_t numberOf(const ConcreteObject& object) const { return static_cast<uint64_t>(&object - objects_.data()); }
  void add(const ConcreteObject& object) { objects_.push_back(object); }
  void clear() { objects_.assign(1, ConcreteObject()); }

private:
  const uint32_t offsetBits_;
  const uint64_t offsetMask_, guardBit_;
  std::vector<ConcreteObject> objects_ = std::vector<ConcreteObject>(1); // 0 is never an object
};

} // namespace assay
