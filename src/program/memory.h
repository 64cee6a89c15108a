// Concrete memory, to the byte. An object has a number, a size, and bytes that come into being when they are first
// touched: static objects are copied from the program then, allocated ones filled by their rule (zero, or what the
// input source says). Objects of many megabytes are kept in pages, so that a gigabyte of which little is used costs
// little.
//
// Numbers are given out in sequence after those of the static objects; when the layout has no more, the object that has
// been dead for the longest gives its number away.
#pragma once

#include "program/inputs.h"
#include "program/program.h"

#include <cstdint>
#include <cstring>
#include <deque>
#include <memory>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

namespace assay {

class Memory {
public:
  Memory(const Program& program, uint64_t maxBytes);
  ~Memory();
  Memory(const Memory&) = delete;
  Memory& operator=(const Memory&) = delete;

  /// Back to the program's start. The source gives the bytes of Contents::Any.
  void reset(InputSource& inputs);

  /// Reads or writes `size` bytes (not 0). False if that is undefined; explain() then says why.
  bool load(uint64_t pointer, uint8_t* bytes, uint64_t size);
  bool store(uint64_t pointer, const uint8_t* bytes, uint64_t size);
  /// The same for values of 1 to 8 bytes, little-endian.
  bool loadSmall(uint64_t pointer, uint64_t& value, uint64_t size) {
    const Object* object = find(pointer, size);
    if (object && object->bytes) [[likely]] {
      value = 0;
      std::memcpy(&value, object->bytes + offset(pointer), size);
      return true;
    }
    value = 0;
    return load(pointer, reinterpret_cast<uint8_t*>(&value), size);
  }
  bool storeSmall(uint64_t pointer, uint64_t value, uint64_t size) {
    const Object* object = find(pointer, size);
    if (object && object->bytes && !object->constant) [[likely]] {
      std::memcpy(object->bytes + offset(pointer), &value, size);
      return true;
    }
    return store(pointer, reinterpret_cast<const uint8_t*>(&value), size);
  }
  /// memmove and memset; a size of 0 touches nothing.
  bool copy(uint64_t target, uint64_t source, uint64_t size);
  bool fill(uint64_t target, uint8_t byte, uint64_t size);

  /// The new object's address; 0 if there is no number left for it or its size is too large for the layout.
  uint64_t allocate(uint64_t size, Storage storage, Contents contents, const std::string& name);
  /// False if that is undefined.
  bool free(uint64_t pointer, Storage storage);

  bool isReadable(uint64_t pointer, uint64_t size) const { return size == 0 || find(pointer, size); }
  bool isWritable(uint64_t pointer, uint64_t size) const {
    const Object* object = size == 0 ? nullptr : find(pointer, size);
    return size == 0 || (object && !object->constant);
  }
  bool isFreeable(uint64_t pointer) const;
  uint64_t objectSize(uint64_t pointer) const;
  bool allFreed() const { return liveHeapObjects_ == 0; }
  /// Whether every live heap object is reachable from static and stack objects and from `roots`, the pointer-sized
  /// values of variables. Conservative: what looks like a pointer is one.
  bool allTracked(const std::vector<uint64_t>& roots);
  /// A live heap object that allTracked found unreachable, or any live one; for messages.
  std::string describeLeak() const;

  /// A function begins; what this returns goes to leaveFrame when it returns, and its stack objects die.
  size_t enterFrame() { return std::exchange(frameBegin_, stackObjects_.size()); }
  void leaveFrame(size_t callersBegin);

  /// Why an access (or with size 0, a free) at this pointer is undefined.
  std::string explainAccess(uint64_t pointer, uint64_t size, bool isWrite) const;
  std::string explainFree(uint64_t pointer, Storage storage) const;

  /// Some access needed more bytes than there may be; the execution cannot go on.
  bool isExhausted() const { return exhausted_; }

private:
  friend class MemoryImage; // state_image.h

  enum class Kind : uint8_t { None, Static, Heap, Stack, Library };
  struct Object {
    uint8_t* bytes = nullptr; // null: not touched yet, or kept in pages
    uint64_t limit = 0;       // bytes that may be accessed: the size if alive, else 0
    uint64_t size = 0;
    const std::string* name = nullptr;
    uint64_t allocation = 0; // number among the allocations of the execution
    Kind kind = Kind::None;
    bool alive = false;
    bool constant = false;
    Contents contents = Contents::Zero;
  };
  using Page = std::unique_ptr<uint8_t[]>;
  static constexpr uint64_t kPageSize = 1 << 14;
  static constexpr uint64_t kMaxFlat = 1 << 24; // larger objects are kept in pages

  uint64_t number(uint64_t pointer) const { return pointer >> offsetBits_; }
  /// Relative to the object's start; before it, a huge number.
  uint64_t offset(uint64_t pointer) const { return (pointer & offsetMask_) - guardBit_; }
  const Object* find(uint64_t pointer, uint64_t size) const {
    const uint64_t n = number(pointer);
    if (n >= objects_.size()) return nullptr;
    const Object& object = objects_[n];
    const uint64_t at = offset(pointer);
    return at <= object.limit && size <= object.limit - at ? &object : nullptr;
  }
  Object* find(uint64_t pointer, uint64_t size) {
    return const_cast<Object*>(std::as_const(*this).find(pointer, size));
  }

  static std::string nameOf(const Object& object); // for messages
  bool isPaged(const Object& object) const { return object.size > kMaxFlat; }
  bool take(uint64_t bytes);
  bool materialise(Object& object);
  void initialise(const Object& object, uint64_t offset, std::span<uint8_t> bytes) const;
  uint8_t* page(Object& object, uint64_t index);
  /// Calls visit(bytes, count) for each contiguous part of the range. False: exhausted.
  template <class Visit>
  bool forEachPart(Object& object, uint64_t offset, uint64_t size, Visit visit);
  void kill(uint64_t number);
  bool lastStackObjectLives() const {
    const auto [number, allocation] = stackObjects_.back();
    const Object& object = objects_[number];
    return object.alive && object.allocation == allocation && object.kind == Kind::Stack;
  }
  void dropBytes(Object& object);
  void scan(std::span<const uint8_t> bytes, std::vector<uint64_t>& found);
  void consider(uint64_t value, bool needsValidOffset, std::vector<uint64_t>& found);
  void scanObject(uint64_t number, std::vector<uint64_t>& found);

  const Program& program_;
  const uint32_t offsetBits_;
  const uint64_t offsetMask_, guardBit_, pointerBytes_;
  const uint64_t maxBytes_;
  InputSource* inputs_ = nullptr;
  std::vector<Object> objects_;                                            // by number; 0 is never an object
  std::unordered_map<uint64_t, std::unordered_map<uint64_t, Page>> pages_; // by number and page
  std::deque<uint32_t> dead_;                                              // oldest first
  std::vector<std::pair<uint32_t, uint64_t>> stackObjects_; // number and allocation, in order of allocation
  size_t frameBegin_ = 0;                                   // where the present function's part of stackObjects_ begins
  uint64_t allocations_ = 0;
  uint64_t bytesTaken_ = 0;
  uint64_t liveHeapObjects_ = 0;
  bool exhausted_ = false;
  std::vector<uint8_t> reached_; // by number; of the last allTracked
};

} // namespace assay
