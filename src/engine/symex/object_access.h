// Reads and writes one object of a state: as bytes, or as an array term where offsets are not concrete
// (object_arrays.cpp).
#pragma once

#include "engine/symex/limits.h"
#include "engine/symex/object_bytes.h"

#include <optional>
#include <vector>

namespace assay::symex {

/// The caller guarantees that offsets are in bounds. What it reads for the first time is added to `arbitrary`.
class ObjectAccess {
public:
  ObjectAccess(const Program& program, SymMemory& memory, uint64_t number, const SymexLimits& limits,
               std::vector<ArbitraryBytes>& arbitrary)
      : program_(program), terms_(program.terms()), memory_(memory), number_(number), limits_(limits),
        arbitrary_(arbitrary), bytes_(program, memory, number) {}

  /// The value of `sort` at the offset (of pointer width). Nothing: the contents cannot be brought into the needed
  /// form.
  std::optional<SymValue> load(SymValue offset, Sort sort);
  bool store(SymValue offset, SymValue value, Sort sort);
  /// Many concrete bytes at once, if that is what they are.
  bool fill(uint64_t offset, uint8_t byte, uint64_t count);

  /// Calls visit(offset, value) for each aligned word of `bytes` bytes that may have been written; for leak checks.
  template <class Visit>
  void forEachWord(uint32_t bytes, Visit visit);

private:
  /// Contents that may be written.
  ObjectContents& own();
  /// Arbitrary bytes that are read become variables.
  void nameInitialBytes(ObjectContents& contents, uint64_t offset, uint32_t count);

  /// Makes the contents an array that an access of so many bytes at the offset fits.
  bool makeArray(ObjectContents& contents, SymValue offset, uint32_t accessBytes);
  bool toBytes(ObjectContents& contents);
  std::optional<SymValue> loadArray(ObjectContents& contents, SymValue offset, Sort sort);
  bool storeArray(ObjectContents& contents, SymValue offset, SymValue value, Sort sort);
  /// Elements are numbered with as many bits as the object needs: its accesses are in bounds.
  uint32_t indexWidth() const;

  const Program& program_;
  TermManager& terms_;
  SymMemory& memory_;
  uint64_t number_;
  const SymexLimits& limits_;
  std::vector<ArbitraryBytes>& arbitrary_;
  ObjectBytes bytes_;
};

template <class Visit>
void ObjectAccess::forEachWord(uint32_t bytes, Visit visit) {
  if (!bytes_.object().contents) return;
  ObjectContents& contents = own();
  if (contents.isArray() && !toBytes(contents)) {
    visit(uint64_t{0}, SymValue{0, contents.array}); // anything
    return;
  }
  const Sort sort = terms_.bvSort(8 * bytes);
  const uint64_t end = contents.pages.size() * ObjectContents::kPage;
  for (uint64_t at = 0; at < end; at += bytes) {
    if (!contents.page(at)) {
      at += ObjectContents::kPage - bytes;
    } else if (!bytes_.hasInitial(contents, at, bytes)) {
      visit(at, bytes_.load(contents, at, sort));
    }
  }
}

} // namespace assay::symex
