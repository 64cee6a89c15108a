#include "analysis/threads/owners.h"

#include "term/term_manager.h"

#include <algorithm>

namespace assay {

void Owners::clear() {
  isAnyWritten_ = false;
  others_.clear();
}

void Owners::noteStore(PointerSetId targets, Sort sort, bool isOwn) {
  const auto isRight = [&](const PointerTarget& target) { return isPlaceForPointer(target); };
  if (!isOwn || sort != program_.pointerSort() || !std::ranges::all_of(sets_[targets].targets, isRight))
    noteWrite(targets);
  else
    isAnyWritten_ |= sets_[targets].isAny;
}

void Owners::noteWrite(PointerSetId targets) {
  isAnyWritten_ |= sets_[targets].isAny;
  for (const PointerTarget& target : sets_[targets].targets) others_.insert(target.object);
}

bool Owners::isPlaceForPointer(const PointerTarget& target) const {
  const auto bytes = static_cast<int64_t>(program_.layout().width / 8);
  return target.offset.base % bytes == 0 && target.offset.stride % static_cast<uint64_t>(bytes) == 0;
}

bool Owners::hold(const KnownCell& cell) const {
  const PointerSet& set = sets_[cell.targets];
  if (isAnyWritten_ || set.isAny || cell.value.sort() != program_.pointerSort()) return false;
  return std::ranges::all_of(set.targets, [&](const PointerTarget& target) {
    if (!sets_.pointsTo().isStatic(target.object) || others_.contains(target.object)) return false;
    return isPlaceForPointer(target) &&
           std::ranges::all_of(program_.objects[target.object].bytes, [](uint8_t byte) { return byte == 0; });
  });
}

Term Owners::differ(Term address, Term value, Term otherAddress, Term otherValue) const {
  TermManager& terms = program_.terms();
  const PointerLayout& layout = program_.layout();
  const auto objectOf = [&](Term pointer) { return terms.mkBvExtract(pointer, layout.width - 1, layout.offsetBits); };
  const Term isNone = terms.mkEqual(objectOf(value), terms.mkZero(objectOf(value).sort()));
  const Term areOthers = terms.mkDistinct(objectOf(value), objectOf(otherValue));
  return terms.mkOr(isNone, terms.mkOr(areOthers, terms.mkEqual(address, otherAddress)));
}

} // namespace assay
