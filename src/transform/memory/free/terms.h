// Addresses and contents as terms, for the automaton without memory operations (memory_free.h).
#pragma once

#include "program/pointer.h"
#include "term/term_manager.h"
#include "transform/memory/free/objects.h"

#include <cstdint>
#include <vector>

namespace assay {

class MemoryTerms {
public:
  MemoryTerms(TermManager& terms, PointerLayout layout) : terms_(terms), layout_(layout) {}

  Term word(uint64_t value) const { return terms_.mkBv(layout_.width, value); }
  Term object(uint64_t number) const { return terms_.mkBv(layout_.objectBits(), number); }
  Term size(uint64_t bytes) const { return terms_.mkBv(layout_.offsetBits, bytes); }
  /// The pointer's object number; its offset, a huge number before the object's start; the address of an object.
  Term numberOf(Term pointer) const;
  Term offsetOf(Term pointer) const;
  Term addressOf(Term number) const;
  Term moved(Term pointer, uint64_t bytes) const { return terms_.mkBvAdd(pointer, word(bytes)); }

  Sort limitSort() const {
    return terms_.arraySort(terms_.bvSort(layout_.objectBits()), terms_.bvSort(layout_.offsetBits));
  }
  Sort contentsSort(const ContentsArray& array) const;

  /// Whether `bytes` (pointer width, not 0) from the pointer on lie in an object of which `limit` bytes may be
  /// accessed, if the pointer's number is the object's.
  Term isInside(Term pointer, Term limit, Term bytes) const;
  /// The same, with the number, for an object whose number and size are constants.
  Term isInside(Term pointer, uint64_t number, uint64_t limit, Term bytes) const;

  /// Contents from the pointer on, which is aligned to `alignment`: 8 * bytes bits.
  Term read(const ContentsArray& array, Term contents, Term pointer, uint32_t bytes, uint32_t alignment) const;
  /// Contents with the value, of a multiple of 8 bits, written there. Nothing changes where the condition does not
  /// hold; a null condition always holds.
  Term write(const ContentsArray& array, Term contents, Term pointer, Term value, uint32_t alignment,
             Term condition) const;
  Term elementIndex(const ContentsArray& array, Term pointer) const;

private:
  /// How many elements an access may touch.
  static uint32_t elements(const ContentsArray& array, uint32_t bytes, uint32_t alignment);
  /// By how many bits an access begins behind the start of its first element.
  Term shift(const ContentsArray& array, Term pointer, uint32_t width) const;
  Term readElements(const ContentsArray& array, Term contents, Term pointer, uint32_t count) const;

  TermManager& terms_;
  const PointerLayout layout_;
};

} // namespace assay
