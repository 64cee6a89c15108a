// The bytes of a memory's objects, which come into being when they are first touched: static objects are copied from
// the program then, allocated ones filled by their rule (zero, or what the input source says). Objects of many
// megabytes are kept in pages, so that a gigabyte of which little is used costs little.
#pragma once

#include "program/inputs.h"
#include "program/object_table.h"
#include "program/program.h"

#include <algorithm>
#include <cstdint>
#include <memory>
#include <span>
#include <unordered_map>
#include <vector>

namespace assay {

class MemoryBytes {
public:
  MemoryBytes(const Program& program, ObjectTable& objects, uint64_t maxBytes)
      : program_(program), objects_(objects), maxBytes_(maxBytes) {}
  ~MemoryBytes();
  MemoryBytes(const MemoryBytes&) = delete;
  MemoryBytes& operator=(const MemoryBytes&) = delete;

  /// Frees all bytes. The source gives those of Contents::Any from now on.
  void reset(InputSource& inputs);

  static bool isPaged(const ConcreteObject& object) { return object.size > kMaxFlat; }
  /// All bytes of an object that is not kept in pages; null: exhausted.
  uint8_t* flat(ConcreteObject& object) { return object.bytes || materialise(object) ? object.bytes : nullptr; }
  /// Calls visit(bytes, count) for each contiguous part of the range. False: exhausted.
  template <class Visit>
  bool forEachPart(ConcreteObject& object, uint64_t offset, uint64_t size, Visit visit);
  /// Calls visit(bytes) for the bytes that were touched; those of a page with the next `overlap` ones, if these were.
  template <class Visit>
  void forEachTouched(const ConcreteObject& object, uint64_t overlap, Visit visit) const;
  void drop(ConcreteObject& object);
  /// What a range of the object holds before anything is written there; `bytes` are zero on entry.
  void initialise(const ConcreteObject& object, uint64_t offset, std::span<uint8_t> bytes) const;

  /// Counts bytes that are needed. False if that is more than there may be.
  bool take(uint64_t bytes);
  /// Whether more bytes were needed than there may be.
  bool isExhausted() const { return exhausted_; }

  static constexpr uint64_t kPageSize = 1 << 14;

private:
  using Page = std::unique_ptr<uint8_t[]>;
  static constexpr uint64_t kMaxFlat = 1 << 24; // larger objects are kept in pages

  bool materialise(ConcreteObject& object);
  uint8_t* page(ConcreteObject& object, uint64_t index);

  const Program& program_;
  ObjectTable& objects_;
  const uint64_t maxBytes_;
  InputSource* inputs_ = nullptr;
  std::unordered_map<uint64_t, std::unordered_map<uint64_t, Page>> pages_; // by number and page
  uint64_t bytesTaken_ = 0;
  bool exhausted_ = false;
};

template <class Visit>
bool MemoryBytes::forEachPart(ConcreteObject& object, uint64_t offset, uint64_t size, Visit visit) {
  if (!isPaged(object)) {
    uint8_t* bytes = flat(object);
    if (!bytes) return false;
    visit(bytes + offset, size);
    return true;
  }
  if (size > maxBytes_) exhausted_ = true;
  while (size > 0 && !exhausted_) {
    const uint64_t inPage = offset % kPageSize;
    const uint64_t count = std::min(size, kPageSize - inPage);
    uint8_t* bytes = page(object, offset / kPageSize);
    if (!bytes) return false;
    visit(bytes + inPage, count);
    offset += count;
    size -= count;
  }
  return !exhausted_;
}

template <class Visit>
void MemoryBytes::forEachTouched(const ConcreteObject& object, uint64_t overlap, Visit visit) const {
  if (object.bytes) {
    visit(std::span<const uint8_t>(object.bytes, object.size));
  } else if (isPaged(object)) {
    const auto it = pages_.find(objects_.numberOf(object));
    if (it == pages_.end()) return;
    for (const auto& [index, page] : it->second) {
      std::vector<uint8_t> bytes(page.get(), page.get() + kPageSize);
      const auto next = it->second.find(index + 1);
      if (next != it->second.end()) bytes.insert(bytes.end(), next->second.get(), next->second.get() + overlap);
      visit(std::span<const uint8_t>(bytes));
    }
  }
}

} // namespace assay
