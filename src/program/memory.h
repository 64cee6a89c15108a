// Concrete memory, to the byte: accesses, and the lives of objects.
//
// Numbers are given out in sequence after those of the static objects; when the layout has no more numbers, a new
// object gets the number of the object that has been dead for the longest time.
#pragma once

#include "program/memory_bytes.h"

#include <cstdint>
#include <cstring>
#include <deque>
#include <string>
#include <utility>
#include <vector>

namespace assay {

/// The stack objects of a thread.
struct MemoryStack {
  std::vector<std::pair<uint32_t, uint64_t>> objects; // number and allocation, in order of allocation
  size_t frameBegin = 0;                              // where the present function's part of them begins

  /// A function begins; what this returns goes to leaveFrame when it returns.
  size_t enterFrame() { return std::exchange(frameBegin, objects.size()); }
};

class Memory {
public:
  Memory(const Program& program, uint64_t maxBytes)
      : program_(program), objects_(program.layout()), bytes_(program, objects_, maxBytes) {}

  /// Back to the program's start. The source gives the bytes of Contents::Any.
  void reset(InputSource& inputs);

  /// Reads or writes `size` bytes (not 0). False if that is undefined; explainAccess() (memory_messages.h) then says
  /// why.
  bool load(uint64_t pointer, uint8_t* bytes, uint64_t size);
  bool store(uint64_t pointer, const uint8_t* bytes, uint64_t size);
  /// The same for values of 1 to 8 bytes, little-endian.
  bool loadSmall(uint64_t pointer, uint64_t& value, uint64_t size) {
    const ConcreteObject* object = objects_.find(pointer, size);
    if (object && object->bytes) [[likely]] {
      value = 0;
      std::memcpy(&value, object->bytes + objects_.offset(pointer), size);
      return true;
    }
    value = 0;
    return load(pointer, reinterpret_cast<uint8_t*>(&value), size);
  }
  bool storeSmall(uint64_t pointer, uint64_t value, uint64_t size) {
    const ConcreteObject* object = objects_.find(pointer, size);
    if (object && object->bytes && !object->constant) [[likely]] {
      std::memcpy(object->bytes + objects_.offset(pointer), &value, size);
      return true;
    }
    return store(pointer, reinterpret_cast<const uint8_t*>(&value), size);
  }
  /// memmove and memset; a size of 0 touches nothing.
  bool copy(uint64_t target, uint64_t source, uint64_t size);
  bool fill(uint64_t target, uint8_t byte, uint64_t size);

  /// The new object's address; 0 if there is no number left for it or its size is too large for the layout.
  uint64_t allocate(uint64_t size, Storage storage, Contents contents, const std::string& name,
                    SourcePosition position = {});
  /// False if that is undefined.
  bool free(uint64_t pointer, Storage storage);

  bool isReadable(uint64_t pointer, uint64_t size) const { return size == 0 || objects_.find(pointer, size); }
  bool isWritable(uint64_t pointer, uint64_t size) const {
    const ConcreteObject* object = size == 0 ? nullptr : objects_.find(pointer, size);
    return size == 0 || (object && !object->constant);
  }
  bool isFreeable(uint64_t pointer) const;
  uint64_t objectSize(uint64_t pointer) const;
  bool allFreed() const { return liveHeapObjects_ == 0; }
  /// Whether every live heap object is reachable from static and stack objects and from `roots`, the pointer-sized
  /// values of variables. Conservative: what looks like a pointer is one.
  bool allTracked(const std::vector<uint64_t>& roots);
  /// By number: the heap objects that are reachable.
  std::vector<uint8_t> reachable(const std::vector<uint64_t>& roots) const;
  /// By number: the heap objects that the last allTracked has reached; empty if there was none.
  const std::vector<uint8_t>& reached() const { return reached_; }

  /// Of the thread that runs; whoever lets another one run exchanges it.
  MemoryStack& stack() { return stack_; }
  /// A function returns, and its stack objects die.
  void leaveFrame(size_t callersBegin);

  const ObjectTable& objects() const { return objects_; }
  const MemoryBytes& bytes() const { return bytes_; }
  uint64_t numAllocations() const { return allocations_; }
  /// Some access needed more bytes than there may be; the execution cannot go on.
  bool isExhausted() const { return bytes_.isExhausted(); }

private:
  using Kind = ConcreteObject::Kind;

  void kill(uint64_t number);
  bool lastStackObjectLives() const;

  const Program& program_;
  ObjectTable objects_;
  MemoryBytes bytes_;
  std::deque<uint32_t> dead_; // oldest first
  MemoryStack stack_;
  uint64_t allocations_ = 0;
  uint64_t liveHeapObjects_ = 0; // without those of the caller
  std::vector<uint8_t> reached_;
};

} // namespace assay
