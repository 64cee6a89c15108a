#include "encode/memory/elements.h"

#include "encode/memory/state.h"

#include <algorithm>
#include <bit>

namespace assay {

Term MemoryElements::indexOf(Term offset, uint32_t unit) {
  const uint32_t shift = static_cast<uint32_t>(std::countr_zero(unit));
  if (shift == 0) return offset;
  const uint32_t width = offset.sort().width();
  return terms_.mkBvZeroExtend(terms_.mkBvExtract(offset, width - 1, shift), shift);
}

Term MemoryElements::element(Term array, uint32_t unit, Term offset) {
  return terms_.mkSelect(array, indexOf(offset, unit));
}

Term MemoryElements::moved(Term offset, uint32_t bytes) {
  return terms_.mkBvAdd(offset, terms_.mkBv(offset.sort().width(), bytes));
}

uint32_t MemoryElements::unitFor(Term offset, uint32_t size) {
  if (!std::has_single_bit(size)) return 1;
  const auto [modulus, remainder] = pointers_.congruence(offset, size);
  return modulus == size && remainder == 0 ? size : 1;
}

Term MemoryElements::read(Term array, uint32_t unit, Term offset, uint32_t size) {
  const auto [modulus, remainder] = pointers_.congruence(offset, std::max(unit, 1u));
  if (modulus == unit) { // where in the element it begins is known
    Term value;
    for (uint32_t at = 0; at < size;) {
      const uint32_t inside = static_cast<uint32_t>((remainder + at) % unit), part = std::min(size - at, unit - inside);
      const Term whole = element(array, unit, moved(offset, at));
      const Term bytes = terms_.mkBvExtract(whole, 8 * (inside + part) - 1, 8 * inside);
      value = value.isNull() ? bytes : terms_.mkBvConcat(bytes, value);
      at += part;
    }
    return value;
  }
  if (size > unit || unit % size != 0 || modulus % size != 0 || remainder % size != 0)
    throw NotEncoded("an access that is not aligned");
  const uint32_t bits = 8 * unit;
  const Term inside =
      terms_.mkBvAnd(terms_.mkBvZeroResize(offset, std::max(bits, 32u)), terms_.mkBv(std::max(bits, 32u), unit - 1));
  const Term shift = terms_.mkBvZeroResize(terms_.mkBvMul(inside, terms_.mkBv(std::max(bits, 32u), 8)), bits);
  return terms_.mkBvExtract(terms_.mkBvLshr(element(array, unit, offset), shift), 8 * size - 1, 0);
}

Term MemoryElements::write(Term array, uint32_t unit, Term offset, uint32_t size, Term value) {
  const auto [modulus, remainder] = pointers_.congruence(offset, std::max(unit, 1u));
  if (modulus != unit) throw NotEncoded("a write that is not aligned");
  for (uint32_t at = 0; at < size;) {
    const uint32_t inside = static_cast<uint32_t>((remainder + at) % unit), part = std::min(size - at, unit - inside);
    const Term place = moved(offset, at);
    Term bytes = terms_.mkBvExtract(value, 8 * (at + part) - 1, 8 * at);
    if (part < unit) {
      const Term old = element(array, unit, place);
      if (inside > 0) bytes = terms_.mkBvConcat(bytes, terms_.mkBvExtract(old, 8 * inside - 1, 0));
      if (inside + part < unit)
        bytes = terms_.mkBvConcat(terms_.mkBvExtract(old, 8 * unit - 1, 8 * (inside + part)), bytes);
    }
    array = terms_.mkStore(array, indexOf(place, unit), bytes);
    at += part;
  }
  return array;
}

} // namespace assay
