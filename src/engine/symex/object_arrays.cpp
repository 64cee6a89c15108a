// Contents of one object of a state as an array term: accesses at offsets that are not concrete. Elements are chosen by
// the first such access, and an access that does not fit them takes the array apart into bytes again. (In formulas of
// many executions at once, encode/memory/elements.h, an array stays one and its elements are taken apart.)
#include "engine/symex/object_access.h"
#include "term/array_elements.h"

#include <algorithm>
#include <bit>
#include <cassert>

namespace assay::symex {

namespace {

bool isAligned(TermManager& terms, SymValue offset, uint32_t bytes) {
  if (bytes == 1) return true;
  if (offset.isConcrete()) return offset.word % bytes == 0;
  const Term low = terms.mkBvExtract(offset.term, static_cast<uint32_t>(std::countr_zero(bytes)) - 1, 0);
  return low.isValue() && low.value().isZero();
}

/// The index, of so many bits, of the element `add` elements behind the one at the offset.
Term elementIndex(TermManager& terms, uint32_t width, SymValue offset, uint32_t elementBytes, uint64_t add) {
  const auto shift = static_cast<uint32_t>(std::countr_zero(elementBytes));
  if (offset.isConcrete()) return terms.mkBv(width, (offset.word >> shift) + add);
  const uint32_t high = std::min(offset.term.sort().width() - 1, width + shift - 1);
  const Term index = terms.mkBvZeroResize(terms.mkBvExtract(offset.term, high, shift), width);
  return terms.mkBvAdd(index, terms.mkBv(width, add));
}

} // namespace

uint32_t ObjectAccess::indexWidth() const {
  const Object& object = bytes_.object();
  if (!object.size.isConcrete()) return program_.layout().offsetBits - 1;
  return std::max(1u, static_cast<uint32_t>(std::bit_width(object.size.word)));
}

bool ObjectAccess::makeArray(ObjectContents& contents, SymValue offset, uint32_t accessBytes) {
  if (contents.isArray()) {
    if (accessBytes % contents.elementBytes == 0 && isAligned(terms_, offset, contents.elementBytes)) return true;
    if (!toBytes(contents)) return false;
    accessBytes = 1; // whatever comes will fit
  }
  uint32_t element = 8;
  while (accessBytes % element != 0 || !isAligned(terms_, offset, element)) element /= 2;
  const Object& object = bytes_.object();
  const bool hasSize = object.size.isConcrete();
  if (hasSize && object.size.word / element > limits_.arrayElements) return false;
  const Sort elementSort = terms_.bvSort(8 * element);
  const Sort sort = terms_.arraySort(terms_.bvSort(indexWidth()), elementSort);
  Term array = terms_.mkConstArray(sort, terms_.mkZero(elementSort)), beginning;
  if (bytes_.beginsArbitrary()) {
    array = beginning = terms_.mkVariable("bytes!" + std::to_string(object.allocation) + "!" + std::to_string(element) +
                                              "!" + std::to_string(indexWidth()),
                                          sort);
    arbitrary_.push_back({array, object.allocation, 0, element});
  }
  // The last bytes need not fill an element; what is beyond an object of unknown size's touched bytes is as it began.
  const uint64_t touched = contents.pages.size() * ObjectContents::kPage;
  const bool isStatic = object.origin == ObjectOrigin::Static;
  const uint64_t end = hasSize ? std::min(object.size.word, isStatic ? object.size.word : touched) : touched;
  for (uint64_t at = 0; at < end; at += element) {
    unsigned initial = 0;
    for (uint64_t i = at; i < at + element; ++i) initial += bytes_.stateAt(contents, i) == ObjectContents::Initial;
    if (initial == element) continue;
    for (uint64_t i = at; initial > 0 && i < at + element; ++i) {
      if (bytes_.stateAt(contents, i) != ObjectContents::Initial) continue;
      // A byte of the array, which is the object's beginning.
      const Term whole = terms_.mkSelect(beginning, terms_.mkBv(indexWidth(), at / element));
      bytes_.setSymbolic(contents, i, {whole, static_cast<uint32_t>(i - at)});
    }
    const SymValue value = bytes_.load(contents, at, elementSort);
    if (value.isConcrete() && value.word == 0 && array.kind() == Kind::ConstArray) continue;
    array = terms_.mkStore(array, terms_.mkBv(indexWidth(), at / element), value.toTerm(terms_, elementSort));
  }
  contents = ObjectContents();
  contents.array = array;
  contents.elementBytes = element;
  return true;
}

bool ObjectAccess::toBytes(ObjectContents& contents) {
  const Object& object = bytes_.object();
  if (!object.size.isConcrete() || object.size.word / contents.elementBytes > limits_.arrayElements) return false;
  const uint32_t element = contents.elementBytes;
  const uint64_t count = (object.size.word + element - 1) / element;
  ObjectContents bytes;
  bytes.pages.resize((count * element + ObjectContents::kPage - 1) / ObjectContents::kPage);
  for (uint64_t k = 0; k < count; ++k) {
    const Term value = terms_.mkSelect(contents.array, terms_.mkBv(indexWidth(), k));
    bytes_.store(bytes, k * element, SymValue::of(value), terms_.bvSort(8 * element));
  }
  contents = std::move(bytes);
  return true;
}

std::optional<SymValue> ObjectAccess::loadArray(ObjectContents& contents, SymValue offset, Sort sort) {
  const uint32_t n = bytesOf(sort);
  if (!makeArray(contents, offset, n)) return std::nullopt;
  const uint32_t element = contents.elementBytes;
  const auto index = [&](uint32_t i) { return elementIndex(terms_, indexWidth(), offset, element, i); };
  const Term value = selectElements(terms_, contents.array, n / element, index);
  if (sort.isBool()) return SymValue::of(terms_.mkBvToBool(terms_.mkBvExtract(value, 0, 0)));
  return SymValue::of(terms_.mkBvZeroResize(value, sort.width()));
}

bool ObjectAccess::storeArray(ObjectContents& contents, SymValue offset, SymValue value, Sort sort) {
  const uint32_t n = bytesOf(sort);
  if (!makeArray(contents, offset, n)) return false;
  Term term = value.toTerm(terms_, sort);
  term = sort.isBool() ? terms_.mkBoolToBv(term, 8) : terms_.mkBvZeroResize(term, 8 * n);
  const uint32_t element = contents.elementBytes;
  const auto index = [&](uint32_t i) { return elementIndex(terms_, indexWidth(), offset, element, i); };
  contents.array = storeElements(terms_, contents.array, term, n / element, index);
  return true;
}

} // namespace assay::symex
