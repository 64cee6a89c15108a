// Memory of a symbolic state: objects with their bytes, copied on write.
//
// An object's contents are in one of two forms:
//
//   bytes    each byte is concrete, or a part of a term, or still the arbitrary byte that the object began with; in pages,
//            which states share until they write to them. A page that was never touched is not there.
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

class ObjectContents {
public:
  bool isArray() const { return !array_.isNull(); }
  /// Adds what they are to a fingerprint, unless that has seen more subterms than this; returns how much work it was.
  size_t addTo(Fingerprint& print, TermFingerprints& terms, size_t maxTerms) const;

private:
  friend class ObjectAccess;
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

  /// The page of an offset; null: it is as the object began.
  const Page* page(uint64_t offset) const { return pages_.get(offset / kPage).get(); }

  PersistentVector<std::shared_ptr<Page>> pages_; // as far as they were touched
  Term array_;
  uint32_t elementBytes_ = 1;
  mutable std::optional<Fingerprint> print_; // of the bytes, if all are concrete; nothing: not known
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

/// Reads and writes one object of a memory. The caller guarantees that offsets are in bounds.
class ObjectAccess {
public:
  ObjectAccess(const Program& program, TermManager& terms, SymMemory& memory, uint64_t number,
               std::vector<ArbitraryBytes>& arbitrary)
      : program_(program), terms_(terms), memory_(memory), number_(number), arbitrary_(arbitrary) {}

  /// The value of `sort` at the offset (of pointer width). Nothing: the contents cannot be brought into the needed form.
  std::optional<SymValue> load(SymValue offset, Sort sort);
  bool store(SymValue offset, SymValue value, Sort sort);
  /// One byte as a value of 8 bits.
  std::optional<SymValue> loadByte(SymValue offset);
  bool storeByte(SymValue offset, SymValue byte);
  /// Many concrete bytes at once, if that is what they are.
  bool fill(uint64_t offset, uint8_t byte, uint64_t count);

  /// Calls visit(offset, value) for each aligned word of `bytes` bytes that may have been written; for leak checks.
  template <class Visit>
  void forEachWord(uint32_t bytes, Visit visit);

  static uint32_t bytesOf(Sort sort) { return sort.isBool() ? 1 : (sort.width() + 7) / 8; }
  /// Objects whose bytes reach beyond this are not followed.
  static constexpr uint64_t kMaxBytes = uint64_t{1} << 26;

private:
  using Page = ObjectContents::Page;
  using ByteState = ObjectContents::ByteState;

  const Object& object() const { return memory_.object(number_); }
  bool beginsArbitrary() const { return object().initial == Contents::Any && object().origin != ObjectOrigin::Static; }
  /// Where a page begins that was never touched, unless it is arbitrary.
  Page initialPage(uint64_t offset) const;
  uint8_t initialByte(uint64_t offset) const;
  /// Contents, a page and its symbols that may be written.
  ObjectContents& own();
  Page& ownPage(ObjectContents& contents, uint64_t offset);
  ObjectContents::Symbols& ownSymbols(Page& page);

  ByteState stateAt(const ObjectContents& contents, uint64_t offset) const;
  bool hasInitialBytes(const ObjectContents& contents, uint64_t offset, uint32_t count) const;
  /// Arbitrary bytes that are read become variables.
  void nameInitialBytes(ObjectContents& contents, uint64_t offset, uint32_t count);
  /// Concrete bytes as a word; nothing if one is not.
  std::optional<uint64_t> loadWord(const ObjectContents& contents, uint64_t offset, uint32_t count) const;
  SymValue loadBytes(const ObjectContents& contents, uint64_t offset, Sort sort) const;
  void storeConcrete(ObjectContents& contents, uint64_t offset, const uint8_t* bytes, uint64_t count);
  void storeBytes(ObjectContents& contents, uint64_t offset, SymValue value, Sort sort);

  bool makeArray(ObjectContents& contents, SymValue offset, uint32_t accessBytes);
  bool arrayFits(const ObjectContents& contents, SymValue offset, uint32_t accessBytes);
  bool toBytes(ObjectContents& contents);
  bool isAligned(SymValue offset, uint32_t bytes);
  uint32_t indexWidth() const;
  Term elementIndex(SymValue offset, uint32_t elementBytes, uint64_t add);
  std::optional<SymValue> loadArray(ObjectContents& contents, SymValue offset, Sort sort);
  bool storeArray(ObjectContents& contents, SymValue offset, SymValue value, Sort sort);

  const Program& program_;
  TermManager& terms_;
  SymMemory& memory_;
  uint64_t number_;
  std::vector<ArbitraryBytes>& arbitrary_;
};

template <class Visit>
void ObjectAccess::forEachWord(uint32_t bytes, Visit visit) {
  if (!object().contents) return;
  ObjectContents& contents = own();
  if (contents.isArray() && !toBytes(contents)) {
    visit(uint64_t{0}, SymValue{0, contents.array_}); // anything
    return;
  }
  const Sort sort = terms_.bvSort(8 * bytes);
  const uint64_t end = contents.pages_.size() * ObjectContents::kPage;
  for (uint64_t at = 0; at < end; at += bytes) {
    if (!contents.page(at)) {
      at += ObjectContents::kPage - bytes;
    } else if (!hasInitialBytes(contents, at, bytes)) {
      visit(at, loadBytes(contents, at, sort));
    }
  }
}

} // namespace assay::symex
