#include "encode/memory/targets.h"

#include <algorithm>
#include <bit>

namespace assay {

namespace {
constexpr size_t kMaxWays = 12;    // of a pointer of which only the points-to set is known
constexpr size_t kMaxTargets = 24; // of a pointer of which nothing is known
} // namespace

MemoryTargets::MemoryTargets(const Program& program, const PointsTo& pointsTo,
                             const std::set<const Allocate*>& repeated)
    : pointsTo_(pointsTo), terms_(program.terms()), layout_(program.layout()),
      pointers_(program.terms(), program.layout()), allocated_(pointsTo.numObjects() + 1),
      isRepeated_(pointsTo.numObjects() + 1), nextNumber_(pointsTo.numObjects() + 1) {
  for (const Allocate* allocate : repeated) isRepeated_[pointsTo.siteOf(*allocate)] = true;
}

void MemoryTargets::note(uint32_t site) {
  allocated_[site].push_back(numberOf(site));
  if (isRepeated_[site]) ++nextNumber_;
}

std::vector<uint64_t> MemoryTargets::numbersOf(uint32_t object) const {
  if (object == PointsTo::kZero || object == PointsTo::kWild) return {};
  if (pointsTo_.isStatic(object)) return {object};
  return allocated_[object];
}

std::optional<std::vector<uint64_t>> MemoryTargets::objectsOf(const EncodedPointer& pointer) {
  if (const auto known = pointers_.objects(pointer.term)) return known;
  if (pointer.set.isAny) return std::nullopt;
  std::vector<uint64_t> result;
  for (const PointerTarget& target : pointer.set.targets)
    for (uint64_t number : numbersOf(target.object)) result.push_back(number);
  return result;
}

// A choice of addresses: constant ones, or such with unknown bits in the offset.
Term MemoryTargets::anyPointer(const PointerSet& set) {
  if (set.isAny) return {};
  std::vector<Term> ways;
  const auto add = [&](uint64_t number, Progression offset, uint64_t start) {
    if (offset.isExact()) {
      ways.push_back(
          terms_.mkBv(layout_.width, (number << layout_.offsetBits) + start + static_cast<uint64_t>(offset.base)));
      return;
    }
    const uint32_t low = std::min(static_cast<uint32_t>(std::countr_zero(offset.stride)), layout_.offsetBits - 2);
    Term address = terms_.mkBvConcat(terms_.mkBv(layout_.objectBits(), number),
                                     terms_.mkFreshVariable("kiki!offset", terms_.bvSort(layout_.offsetBits - low)));
    if (low > 0) address = terms_.mkBvConcat(address, terms_.mkBv(low, static_cast<uint64_t>(offset.base)));
    ways.push_back(address);
  };
  bool isObject = false;
  for (const PointerTarget& target : set.targets) {
    if (target.object == PointsTo::kZero) add(0, target.offset, 0);
    if (target.object == PointsTo::kWild) add(layout_.wildObject(), Progression::any(), 0);
    for (uint64_t number : numbersOf(target.object)) {
      add(number, target.offset, layout_.guardBit());
      isObject = true;
    }
    if (ways.size() > kMaxWays) return {};
  }
  if (!isObject) return {};
  Term result = ways[0];
  for (size_t i = 1; i < ways.size(); ++i)
    result = terms_.mkIte(terms_.mkFreshVariable("kiki!way", terms_.boolSort()), ways[i], result);
  return result;
}

std::vector<MemoryTarget> MemoryTargets::targets(const MemoryObjects& memory, const EncodedPointer& pointer,
                                                 bool isWrite) {
  std::vector<MemoryTarget> result;
  const auto add = [&](uint64_t number) {
    const MemoryObjectPtr& object = memory.get(number);
    if (!object || object->isAlive.isFalse() || (isWrite && object->isConstant)) return;
    const Term isHere = pointers_.isInto(pointer.term, number);
    if (!isHere.isFalse()) result.push_back({number, object, isHere, pointers_.offset(pointer.term, number)});
  };
  if (const auto known = objectsOf(pointer)) {
    for (uint64_t number : *known) add(number);
    return result;
  }
  for (uint64_t number = 1; number < nextNumber_; ++number) add(number);
  if (result.size() > kMaxTargets) throw NotEncoded("an access that may touch too many objects");
  return result;
}

} // namespace assay
