#include "frontend/lower/bit_counting.h"

#include <bit>
#include <vector>

namespace assay {

namespace {

/// Pieces of `size` bits in the opposite order.
Term reversePieces(TermManager& terms, Term value, uint32_t size) {
  Term result;
  for (uint32_t low = 0; low < value.sort().width(); low += size) {
    Term piece = terms.mkBvExtract(value, low + size - 1, low);
    result = result.isNull() ? piece : terms.mkBvConcat(result, piece);
  }
  return result;
}

} // namespace

Term countOnes(TermManager& terms, Term value) {
  uint32_t width = value.sort().width();
  std::vector<Term> sums;
  for (uint32_t i = 0; i < width; i++) sums.push_back(terms.mkBvZeroResize(terms.mkBvExtract(value, i, i), width));
  // Neighbours are added until one sum is left.
  while (sums.size() > 1) {
    std::vector<Term> next;
    for (size_t i = 0; i + 1 < sums.size(); i += 2) next.push_back(terms.mkBvAdd(sums[i], sums[i + 1]));
    if (sums.size() % 2 == 1) next.push_back(sums.back());
    sums = std::move(next);
  }
  return sums[0];
}

Term countLeadingZeros(TermManager& terms, Term value) {
  uint32_t width = value.sort().width();
  uint32_t size = std::bit_ceil(width);
  // Halving: if the upper half is zero, its bits count and the lower half is looked at, else the upper half alone.
  // Padding stands below, as ones, so that it never counts.
  Term rest = size == width ? value : terms.mkBvConcat(value, terms.mkOnes(size - width));
  Term count = terms.mkBv(width, 0);
  while (size > 1) {
    size /= 2;
    Term high = terms.mkBvExtract(rest, 2 * size - 1, size);
    Term empty = terms.mkEqual(high, terms.mkBv(size, 0));
    count = terms.mkBvAdd(count, terms.mkIte(empty, terms.mkBv(width, size), terms.mkBv(width, 0)));
    rest = terms.mkIte(empty, terms.mkBvExtract(rest, size - 1, 0), high);
  }
  Term last = terms.mkEqual(rest, terms.mkBv(1, 0));
  return terms.mkBvAdd(count, terms.mkBoolToBv(last, width));
}

Term countTrailingZeros(TermManager& terms, Term value) { return countLeadingZeros(terms, reverseBits(terms, value)); }

Term reverseBits(TermManager& terms, Term value) { return reversePieces(terms, value, 1); }

Term reverseBytes(TermManager& terms, Term value) { return reversePieces(terms, value, 8); }

} // namespace assay
