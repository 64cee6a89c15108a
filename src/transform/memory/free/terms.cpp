#include "transform/memory/free/terms.h"

#include "term/array_elements.h"
#include "term/bit_vector.h"

#include <algorithm>
#include <bit>
#include <cassert>

namespace assay {

Term MemoryTerms::numberOf(Term pointer) const {
  return terms_.mkBvExtract(pointer, layout_.width - 1, layout_.offsetBits);
}

// To flip the guard bit is to add it.
Term MemoryTerms::offsetOf(Term pointer) const {
  const Term low = terms_.mkBvExtract(pointer, layout_.offsetBits - 1, 0);
  return terms_.mkBvAdd(low, size(layout_.guardBit()));
}

Term MemoryTerms::addressOf(Term number) const { return terms_.mkBvConcat(number, size(layout_.guardBit())); }

Sort MemoryTerms::contentsSort(const ContentsArray& array) const {
  const auto shift = static_cast<uint32_t>(std::countr_zero(array.unit));
  const Sort index = terms_.bvSort(layout_.width - shift);
  return terms_.arraySort(index, terms_.bvSort(8 * array.unit));
}

Term MemoryTerms::isInside(Term pointer, Term limit, Term bytes) const {
  const Term offset = offsetOf(pointer);
  const Term begins = terms_.mkBvUle(offset, limit);
  const Term left = terms_.mkBvSub(limit, offset);
  if (bytes.kind() == Kind::BvConst) {
    const uint64_t count = bytes.value().toUint64();
    if (count > layout_.maxObjectSize()) return terms_.mkFalse();
    return terms_.mkAnd(begins, terms_.mkBvUle(size(count), left));
  }
  return terms_.mkAnd(begins, terms_.mkBvUle(bytes, terms_.mkBvZeroResize(left, layout_.width)));
}

Term MemoryTerms::isInside(Term pointer, uint64_t number, uint64_t limit, Term bytes) const {
  const Term offset = terms_.mkBvSub(pointer, word(layout_.address(number)));
  if (bytes.kind() == Kind::BvConst) {
    const uint64_t count = bytes.value().toUint64();
    return count > limit ? terms_.mkFalse() : terms_.mkBvUle(offset, word(limit - count));
  }
  const Term left = terms_.mkBvSub(word(limit), offset);
  return terms_.mkAnd(terms_.mkBvUle(offset, word(limit)), terms_.mkBvUle(bytes, left));
}

Term MemoryTerms::elementIndex(const ContentsArray& array, Term pointer) const {
  const auto shift = static_cast<uint32_t>(std::countr_zero(array.unit));
  if (!array.soleNumber) return terms_.mkBvExtract(pointer, layout_.width - 1, shift);
  // The upper bits are those of the one object.
  const uint64_t upper = layout_.address(*array.soleNumber) >> array.soleBits;
  const Term constant = terms_.mkBv(layout_.width - array.soleBits, upper);
  if (array.soleBits == shift) return constant;
  const Term lower = terms_.mkBvExtract(pointer, array.soleBits - 1, shift);
  return terms_.mkBvConcat(constant, lower);
}

uint32_t MemoryTerms::elements(const ContentsArray& array, uint32_t bytes, uint32_t alignment) {
  const uint32_t latest = alignment >= array.unit ? 0 : array.unit - alignment; // where the access may begin
  return (bytes + latest + array.unit - 1) / array.unit;
}

Term MemoryTerms::shift(const ContentsArray& array, Term pointer, uint32_t width) const {
  const auto bits = static_cast<uint32_t>(std::countr_zero(array.unit));
  const Term bytes = terms_.mkBvZeroResize(terms_.mkBvExtract(pointer, bits - 1, 0), width);
  return terms_.mkBvMul(bytes, terms_.mkBv(width, 8));
}

Term MemoryTerms::readElements(const ContentsArray& array, Term contents, Term pointer, uint32_t count) const {
  const auto index = [&](uint32_t i) { return elementIndex(array, moved(pointer, uint64_t{i} * array.unit)); };
  return selectElements(terms_, contents, count, index);
}

Term MemoryTerms::read(const ContentsArray& array, Term contents, Term pointer, uint32_t bytes,
                       uint32_t alignment) const {
  const uint32_t count = elements(array, bytes, alignment);
  Term value = readElements(array, contents, pointer, count);
  if (alignment < array.unit) {
    const Term by = shift(array, pointer, value.sort().width());
    value = terms_.mkBvLshr(value, by);
  }
  return terms_.mkBvExtract(value, 8 * bytes - 1, 0);
}

Term MemoryTerms::write(const ContentsArray& array, Term contents, Term pointer, Term value, uint32_t alignment,
                        Term condition) const {
  const uint32_t bytes = value.sort().width() / 8;
  assert(value.sort().width() % 8 == 0);
  const uint32_t count = elements(array, bytes, alignment), width = 8 * array.unit * count;
  const bool isWhole = alignment >= array.unit && bytes % array.unit == 0;
  Term all = terms_.mkBvZeroResize(value, width);
  if (!isWhole) {
    Term mask = terms_.mkBvZeroResize(terms_.mkOnes(8 * bytes), width);
    if (alignment < array.unit) {
      const Term by = shift(array, pointer, width);
      all = terms_.mkBvShl(all, by);
      mask = terms_.mkBvShl(mask, by);
    }
    const Term old = readElements(array, contents, pointer, count);
    const Term kept = terms_.mkBvAnd(old, terms_.mkBvNot(mask));
    all = terms_.mkBvOr(kept, all);
  }
  const auto indexOf = [&](uint32_t i) { return elementIndex(array, moved(pointer, uint64_t{i} * array.unit)); };
  if (!condition) return storeElements(terms_, contents, all, count, indexOf);
  Term result = contents;
  for (uint32_t i = 0; i < count; ++i) {
    const Term index = indexOf(i);
    const Term element = terms_.mkBvExtract(all, 8 * array.unit * (i + 1) - 1, 8 * array.unit * i);
    const Term before = terms_.mkSelect(contents, index);
    result = terms_.mkStore(result, index, terms_.mkIte(condition, element, before));
  }
  return result;
}

} // namespace assay
