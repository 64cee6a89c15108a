// What an execution of the interpreter depends on at one moment, kept to be compared with a later moment: values of
// variables that are live, and memory.
//
// Of memory, every object that is alive is kept, whether a pointer leads there or not: its number, kind, size and
// bytes. A later moment matches if all of them are as they were and still the same objects. What was allocated since
// does not count: a value that is a pointer to a newer object cannot be equal to one of the image. Objects that were
// dead stay dead: a number that is given out again belongs to an object that was alive then or to a newer one.
#pragma once

#include "program/memory.h"
#include "term/value.h"

#include <cstdint>
#include <vector>

namespace assay {

class MemoryImage {
public:
  /// False: there are objects too large to be kept.
  bool capture(const Memory& memory);
  bool matches(const Memory& memory) const;
  /// Bytes that it takes.
  uint64_t size() const { return bytes_.size() + entries_.size() * sizeof(Entry); }
  /// How many there had been then.
  uint64_t numAllocations() const { return numAllocations_; }

private:
  struct Entry {
    uint32_t number;
    uint64_t allocation, size;
    bool isTouched;
    size_t begin; // in bytes_, if it is touched
  };
  std::vector<Entry> entries_;
  std::vector<uint8_t> bytes_;
  uint64_t numAllocations_ = 0;
};

struct StateImage {
  std::vector<uint64_t> words;
  std::vector<Value> wide;
  MemoryImage memory;
};

} // namespace assay
