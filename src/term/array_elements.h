// Values that are as wide as several elements of an array: they stand in elements that follow each other, the lowest
// bits in the first one. The caller says by `index(i)` where the i-th of these elements is.
#pragma once

#include "term/term_manager.h"

#include <cstdint>

namespace assay {

/// The value in `count` elements.
template <class Index>
Term selectElements(TermManager& terms, Term array, uint32_t count, Index index) {
  Term value;
  for (uint32_t i = 0; i < count; ++i) {
    const Term element = terms.mkSelect(array, index(i));
    value = value.isNull() ? element : terms.mkBvConcat(element, value);
  }
  return value;
}

/// The array with a value that is as wide as `count` elements written into them.
template <class Index>
Term storeElements(TermManager& terms, Term array, Term value, uint32_t count, Index index) {
  const uint32_t width = value.sort().width() / count;
  for (uint32_t i = 0; i < count; ++i) {
    const Term element = terms.mkBvExtract(value, width * (i + 1) - 1, width * i);
    array = terms.mkStore(array, index(i), element);
  }
  return array;
}

} // namespace assay
