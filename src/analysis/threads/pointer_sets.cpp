#include "analysis/threads/pointer_sets.h"

#include "term/traverse.h"

#include <algorithm>
#include <numeric>

namespace assay {

namespace {

using Int128 = __int128;

/// Whether a number of one progression may lie less than `size` before one of the other, or less than `otherSize`
/// behind it.
bool mayMeet(Progression a, uint64_t sizeOfA, Progression b, uint64_t sizeOfB) {
  if (sizeOfA == 0 || sizeOfB == 0) return false;
  if (sizeOfA == PointerSetTable::kWhole || sizeOfB == PointerSetTable::kWhole) return true;
  const Int128 distance = static_cast<Int128>(b.base) - a.base; // of starts
  const uint64_t stride = std::gcd(a.stride, b.stride);
  if (stride == 0) return distance >= 0 ? distance < sizeOfA : -distance < sizeOfB;
  const Int128 ahead = (distance % stride + stride) % stride; // b's start is so far behind some start of a
  return ahead < sizeOfA || static_cast<Int128>(stride) - ahead < sizeOfB;
}

} // namespace

PointerSetTable::PointerSetTable(const Program& program)
    : program_(program), pointsTo_(program, FollowedEdges::All, Unwritten::NoPointer) {
  for (const Edge& edge : program.edges()) {
    if (!edge.source.valid()) continue;
    for (const Operation& operation : edge.operations)
      if (const Allocate* allocate = operation.as<Allocate>(); allocate && allocate->size.isValue())
        sizes_[pointsTo_.siteOf(*allocate)] = allocate->size.value().toUint64();
  }
}

bool PointerSetTable::isInside(PointerSetId id, uint64_t size, bool isWritten) const {
  const PointerSet& set = sets_[id];
  return !set.isAny && !set.targets.empty() && size != kWhole &&
         std::ranges::all_of(set.targets, [&](const PointerTarget& target) {
           uint64_t length = 0;
           if (pointsTo_.isStatic(target.object)) {
             const StaticObject& object = program_.objects[target.object];
             if (object.kind == ObjectKind::Function || (isWritten && object.constant)) return false;
             length = object.size;
           } else if (const auto known = sizes_.find(target.object); known != sizes_.end()) {
             length = known->second;
           }
           const Progression& offset = target.offset;
           return offset.isExact() && offset.base >= 0 && size <= length &&
                  static_cast<uint64_t>(offset.base) <= length - size;
         });
}

PointerSetId PointerSetTable::of(Term pointer) {
  const auto [at, isNew] = known_.try_emplace(pointer.id(), 0);
  if (!isNew) return at->second;
  PointerSet set = pointsTo_.of(pointer);
  std::erase_if(set.targets, [](const PointerTarget& target) { return !isObject(target.object); });
  std::vector<uint64_t> key{set.isAny ? 1u : 0u};
  for (const PointerTarget& target : set.targets) {
    key.push_back(target.object);
    key.push_back(static_cast<uint64_t>(target.offset.base));
    key.push_back(target.offset.stride);
  }
  const auto [same, isNewSet] = numbers_.try_emplace(std::move(key), static_cast<PointerSetId>(sets_.size()));
  if (isNewSet) sets_.push_back(std::move(set));
  return at->second = same->second;
}

PointerSetId PointerSetTable::of(Term known, Term pointer) {
  const PointerSetId first = of(known);
  return sets_[first].isAny ? of(pointer) : first;
}

bool PointerSetTable::mayOverlap(PointerSetId idOfA, uint64_t sizeOfA, PointerSetId idOfB, uint64_t sizeOfB) const {
  const PointerSet &a = sets_[idOfA], &b = sets_[idOfB];
  if (a.isAny || b.isAny) return true;
  return std::ranges::any_of(a.targets, [&](const PointerTarget& target) {
    const PointerTarget* other = findTarget(b, target.object);
    return other && mayMeet(target.offset, sizeOfA, other->offset, sizeOfB);
  });
}

} // namespace assay
