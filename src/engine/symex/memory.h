// Memory of a symbolic state: objects with their bytes, copied on write.
//
// An object's contents are in one of two forms:
//
//   bytes    each byte is concrete, or a part of a term, or still the arbitrary byte that the object began with; in
//            pages, which states share until they write to them. A page that was never touched is not there.
//   array    one array term for the whole object, once it was accessed at an offset that is not concrete. An element is
//            1, 2, 4 or 8 bytes, whatever the first such access allowed; an access that does not fit makes it bytes.
//
// Bytes that were arbitrary at the start are variables named after their allocation and offset, so that states that
// descend from one another (and others) mean the same by them.
#pragma once

#include "engine/symex/fingerprint.h"
#include "engine/symex/value.h"
#include "program/program.h"
#include "util/persistent_vector.h"

#include <array>
#include <cassert>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace assay::symex {

enum class ObjectOrigin : uint8_t { None, Static, Heap, Stack }; // Stack: the library's as well

struct ObjectContents {
  static constexpr uint64_t kPage = 64; // bytes; a multiple of every word's size
  enum ByteState : uint8_t { Concrete, Symbolic, Initial };
  /// A byte of a term: bits 8 * index and up.
  struct Cell {
    Term value;
    uint32_t index = 0;
  };
  struct Symbols {
    std::array<uint8_t, kPage> states{};
    std::array<Cell, kPage> cells; // of symbolic bytes
  };
  struct Page {
    std::array<uint8_t, kPage> bytes{};
    std::shared_ptr<Symbols> symbols; // null: all bytes are concrete
  };

  bool isArray() const { return !array.isNull(); }
  /// The page of an offset; null: it is as the object began.
  const Page* page(uint64_t offset) const { return pages.get(offset / kPage).get(); }
  /// Adds what they are to a fingerprint, unless that has seen more subterms than this; returns how much work it was.
  size_t addTo(Fingerprint& into, TermFingerprints& terms, size_t maxTerms) const;

  PersistentVector<std::shared_ptr<Page>> pages; // as far as they were touched
  Term array;
  uint32_t elementBytes = 1;
  mutable std::optional<Fingerprint> print; // of the bytes, if all are concrete; nothing: not known
};

struct Object {
  std::shared_ptr<ObjectContents> contents; // null: as at the start
  SymValue size;                            // of pointer width
  const std::string* name = nullptr;
  uint64_t allocation = 0;
  ObjectOrigin origin = ObjectOrigin::None;
  bool alive = false;
  bool constant = false;
  Contents initial = Contents::Zero;
};

/// A byte variable (or an array variable of the whole object) that an execution's outcome may depend on.
struct ArbitraryBytes {
  Term variable;
  uint64_t allocation = 0;
  uint64_t offset = 0;
  uint32_t elementBytes = 0; // of an array; 0: one byte
};

class SymMemory {
public:
  explicit SymMemory(const Program& program);

  size_t numObjects() const { return objects_.size(); }
  const Object& object(uint64_t number) const {
    assert(number < objects_.size());
    return objects_.get(number);
  }
  Object& writable(uint64_t number) {
    assert(number < objects_.size());
    return objects_.edit(number);
  }
  /// Without those of the caller (program/callers_block.h).
  uint64_t liveHeapObjects() const { return liveHeapObjects_; }

  /// The object's number; 0 if there is none left.
  uint64_t allocate(SymValue size, Storage storage, Contents contents, const std::string& name,
                    const PointerLayout& layout);
  void kill(uint64_t number);

private:
  PersistentVector<Object, 8> objects_; // by number; 0 is never an object
  uint64_t allocations_ = 0;
  uint64_t liveHeapObjects_ = 0;
};

} // namespace assay::symex
