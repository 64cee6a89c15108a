// Contents of objects of a formula as arrays: elements of `unit` bytes, by offset / unit. An access that is not of
// whole elements takes them apart; where the place within an element is not known, a read that is aligned to its own
// size is encoded, and any other access is not. (A state of symbolic execution, in contrast, may change the size of
// elements: engine/symex/object_arrays.cpp.)
#pragma once

#include "encode/memory/pointer_terms.h"
#include "term/term_manager.h"

#include <cstdint>

namespace assay {

class MemoryElements {
public:
  MemoryElements(TermManager& terms, PointerTerms& pointers) : terms_(terms), pointers_(pointers) {}

  Term read(Term array, uint32_t unit, Term offset, uint32_t size);
  Term write(Term array, uint32_t unit, Term offset, uint32_t size, Term value);
  /// The unit of an array in which the offset may be accessed like this.
  uint32_t unitFor(Term offset, uint32_t size);

private:
  Term element(Term array, uint32_t unit, Term offset);
  Term indexOf(Term offset, uint32_t unit);
  Term moved(Term offset, uint32_t bytes);

  TermManager& terms_;
  PointerTerms& pointers_;
};

} // namespace assay
