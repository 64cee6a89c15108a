// Contents of objects of a formula as arrays: elements of `unit` bytes, by offset / unit. An access that is not of whole
// elements takes them apart; one that is not aligned to its own size, or to an element's, at an unknown offset is not
// encoded. (One state of symbolic execution may change its mind about elements: engine/symex/object_arrays.cpp.)
#include "encode/memory_encoder.h"

#include <algorithm>
#include <bit>

namespace assay {

namespace {
constexpr uint64_t kMaxInitialBytes = 1 << 16;
} // namespace

Term MemoryEncoder::indexOf(Term offset, uint32_t unit) {
  const uint32_t shift = static_cast<uint32_t>(std::countr_zero(unit));
  if (shift == 0) return offset;
  const uint32_t width = offset.sort().width();
  return terms_.mkBvZeroExtend(terms_.mkBvExtract(offset, width - 1, shift), shift);
}

Term MemoryEncoder::element(Term array, uint32_t unit, Term offset) {
  return terms_.mkSelect(array, indexOf(offset, unit));
}

uint32_t MemoryEncoder::unitFor(const Target& target, uint32_t size) {
  if (target.object->initial->unit != 0) return target.object->initial->unit;
  if (!std::has_single_bit(size)) return 1;
  const auto [modulus, remainder] = pointers_.congruence(target.offset, size);
  return modulus == size && remainder == 0 ? size : 1;
}

Term MemoryEncoder::initialArray(InitialContents& initial) {
  if (initial.array) return initial.array;
  const uint32_t unit = initial.unit;
  const Sort sort = terms_.arraySort(terms_.bvSort(program_.layout().width), terms_.bvSort(8 * unit));
  Term array;
  std::vector<uint64_t> special; // elements that differ from what the array begins with
  if (initial.kind == InitialContents::Kind::Any) {
    initial.arrayVariable = array = terms_.mkFreshVariable("kiki!array", sort);
    for (const auto& [offset, variable] : initial.unknown)
      for (uint64_t at = offset / unit; at * unit < offset + variable.first; ++at) special.push_back(at);
    special.erase(std::unique(special.begin(), special.end()), special.end());
  } else {
    array = terms_.mkConstArray(sort, terms_.mkBv(8 * unit, 0));
    if (initial.kind == InitialContents::Kind::Bytes) {
      const auto& bytes = initial.object->bytes;
      if (bytes.size() > kMaxInitialBytes) throw NotEncoded("a large initialised object");
      for (uint64_t at = 0; at * unit < bytes.size(); ++at) special.push_back(at);
    }
  }
  for (uint64_t at : special) {
    std::vector<Piece> parts;
    initialPieces(initial, at * unit, (at + 1) * unit, parts);
    Term value;
    for (const Piece& part : parts) value = value.isNull() ? part.value : terms_.mkBvConcat(part.value, value);
    array = terms_.mkStore(array, word(at), value);
  }
  initial.array = array;
  return array;
}

void MemoryEncoder::becomeArray(MemoryObject& object, uint32_t unit) {
  if (object.array) return;
  if (object.initial->unit == 0) object.initial->unit = unit;
  Term array = initialArray(*object.initial);
  for (const auto& [offset, cell] : object.cells)
    array = writeArray(array, object.initial->unit, word(offset), cell.size, cell.value);
  object.cells.clear();
  object.array = array;
}

Term MemoryEncoder::readArray(const MemoryObject& object, Term offset, uint32_t size) {
  const uint32_t unit = object.initial->unit;
  const auto [modulus, remainder] = pointers_.congruence(offset, std::max(unit, 1u));
  if (modulus == unit) { // where in the element it begins is known
    Term value;
    for (uint32_t at = 0; at < size;) {
      const uint32_t inside = static_cast<uint32_t>((remainder + at) % unit), part = std::min(size - at, unit - inside);
      const Term whole = element(object.array, unit, terms_.mkBvAdd(offset, word(at)));
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
  return terms_.mkBvExtract(terms_.mkBvLshr(element(object.array, unit, offset), shift), 8 * size - 1, 0);
}

Term MemoryEncoder::writeArray(Term array, uint32_t unit, Term offset, uint32_t size, Term value) {
  const auto [modulus, remainder] = pointers_.congruence(offset, std::max(unit, 1u));
  if (modulus != unit) throw NotEncoded("a write that is not aligned");
  for (uint32_t at = 0; at < size;) {
    const uint32_t inside = static_cast<uint32_t>((remainder + at) % unit), part = std::min(size - at, unit - inside);
    const Term place = terms_.mkBvAdd(offset, word(at));
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
