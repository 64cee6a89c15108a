#include "transform/memory/free/objects.h"

#include "program/graph.h"
#include "term/bit_vector.h"
#include "transform/memory/free/reuse.h"
#include "util/planted.h"

#include <algorithm>
#include <bit>
#include <numeric>

namespace assay {

bool isRealTarget(const PointerTarget& target) {
  return target.object != PointsTo::kZero && target.object != PointsTo::kWild;
}

uint32_t alignmentOf(uint64_t value) {
  return value == 0 ? kMaxUnit : static_cast<uint32_t>(std::min<uint64_t>(value & (~value + 1), kMaxUnit));
}

MemoryObjectTable::MemoryObjectTable(const Program& program, const PointsTo& pointsTo, ObjectNumbers numbers)
    : program_(program), objects_(pointsTo.numObjects() + 1), isOnce_(objects_.size(), false) {
  collect(pointsTo);
  makeClasses(pointsTo);
  const bool isFixed = numbers == ObjectNumbers::Sites;
  giveNumbers(numbers, isFixed ? objectsThatShareNumbers(program, pointsTo) : std::set<uint32_t>());
  findOwnLives(pointsTo);
  findSoleObjects();
}

void MemoryObjectTable::collect(const PointsTo& pointsTo) {
  const uint32_t numStatic = static_cast<uint32_t>(program_.objects.size());
  for (uint32_t object = 1; object <= numStatic; ++object) {
    const StaticObject& initial = program_.objects[object];
    objects_[object] = {.number = object, .size = initial.size, .isConstant = initial.constant};
  }
  const std::vector<bool> onCycle = locationsOnCycles(program_, FlowGraph(program_, program_.entry()));
  bool isEntryCalled = false;
  for (const Edge& edge : program_.edges()) {
    if (!edge.source.valid() || edge.operations.empty()) continue;
    const Call* call = edge.operations.back().as<Call>();
    isEntryCalled = isEntryCalled || (call && call->callee == program_.entry());
  }
  for (const Edge& edge : program_.edges()) {
    if (!edge.source.valid()) continue;
    for (const Operation& operation : edge.operations) {
      const Allocate* site = operation.as<Allocate>();
      if (!site) continue;
      const uint32_t object = pointsTo.siteOf(*site);
      Object& made = objects_[object];
      made.site = site;
      hasHeap_ = hasHeap_ || site->storage == Storage::Heap;
      made.beginsWithAnything = site->contents == Contents::Any;
      if (site->size.kind() == Kind::BvConst) made.size = site->size.value().toUint64();
      // The entry is not called, so what is not on a cycle of it is executed once.
      isOnce_[object] =
          !isEntryCalled && program_[edge.source].function == program_.entry() && !onCycle[edge.source.index()];
      if (planted(Defect::OnceInLoop)) isOnce_[object] = true;
    }
  }
}

/// Whether a new object's contents can be set where an earlier one's were.
bool MemoryObjectTable::canBeRenewed(const Object& object) const {
  if (object.array == kNone) return true;
  const ContentsArray& array = arrays_[object.array];
  return array.objects.size() == 1 || (object.size && *object.size <= uint64_t{array.unit} * kMaxElements);
}

void MemoryObjectTable::giveNumbers(ObjectNumbers numbers, const std::set<uint32_t>& shared) {
  const uint64_t numStatic = program_.objects.size(), wild = program_.layout().wildObject();
  firstNumber_ = numStatic + 1;
  std::vector<uint32_t> fixed;
  for (uint32_t object = 1; object < objects_.size(); ++object) {
    if (!objects_[object].site) continue;
    objects_[object].isShared = !isOnce_[object] && shared.contains(object) && canBeRenewed(objects_[object]);
    if (isOnce_[object] || objects_[object].isShared) fixed.push_back(object);
  }
  // They may take half of the numbers.
  const bool areFixed = numbers == ObjectNumbers::Sites && 2 * fixed.size() <= wild - numStatic;
  for (uint32_t object : fixed) {
    if (areFixed) objects_[object].number = firstNumber_++;
    if (!areFixed) objects_[object].isShared = false;
  }
  bool isBounded = numObjects() < wild;
  for (uint32_t object = 1; object < objects_.size(); ++object) {
    if (!objects_[object].site || objects_[object].number) continue;
    hasSequence_ = true;
    isBounded = isBounded && isOnce_[object];
  }
  mayRunOut_ = hasSequence_ && !isBounded;
}

void MemoryObjectTable::findOwnLives(const PointsTo& pointsTo) {
  for (Object& object : objects_) object.hasOwnLife = object.site && object.number;
  for (const Edge& edge : program_.edges()) {
    if (!edge.source.valid()) continue;
    for (const Operation& operation : edge.operations) {
      const Free* free = operation.as<Free>();
      if (!free) continue;
      const PointerSet set = pointsTo.of(free->pointer);
      const std::vector<uint32_t> objects = objectsOf(set);
      if (isFew(set, objects)) continue;
      for (uint32_t object : objects) objects_[object].hasOwnLife = false;
    }
  }
}

uint32_t MemoryObjectTable::find(uint32_t object) {
  while (parent_[object] != object) {
    parent_[object] = parent_[parent_[object]];
    object = parent_[object];
  }
  return object;
}

/// Size 0: of some elements, how many does not matter.
void MemoryObjectTable::access(const PointerSet& set, uint64_t size) {
  const std::vector<uint32_t> objects = objectsOf(set);
  const uint32_t natural = alignmentOf(size), known = alignment(set);
  for (uint32_t object : objects) {
    isAccessed_[object] = true;
    const uint32_t root = find(objects[0]), other = find(object);
    unit_[root] = std::min(unit_[root], unit_[other]);
    parent_[other] = root;
  }
  if (objects.empty() || size == 0) return;
  for (const PointerTarget& target : set.targets)
    if (isRealTarget(target) && target.offset.isExact() &&
        alignmentOf(static_cast<uint64_t>(target.offset.base)) < natural)
      isPacked_[target.object] = true;
  // An offset of which nothing is known is mostly aligned all the same.
  uint32_t& unit = unit_[find(objects[0])];
  unit = std::min(unit, known > 1 ? std::min(known, natural) : natural);
}

void MemoryObjectTable::makeClasses(const PointsTo& pointsTo) {
  parent_.resize(objects_.size());
  std::iota(parent_.begin(), parent_.end(), 0u);
  unit_.assign(objects_.size(), kMaxUnit);
  isAccessed_.assign(objects_.size(), false);
  isPacked_.assign(objects_.size(), false);
  for (const Edge& edge : program_.edges()) {
    if (!edge.source.valid()) continue;
    for (const Operation& operation : edge.operations)
      forEachAccess(program_, operation, [&](Term pointer, Term variable, uint64_t size) {
        if (variable && variable.kind() == Kind::BvConst) size = variable.value().toUint64();
        access(pointsTo.of(pointer), size);
      });
  }
  std::vector<uint32_t> arrayOf[2] = {std::vector<uint32_t>(objects_.size(), kNone),
                                      std::vector<uint32_t>(objects_.size(), kNone)};
  for (uint32_t object = 1; object < objects_.size(); ++object) {
    if (!isAccessed_[object]) continue;
    const uint32_t root = find(object);
    uint32_t& array = arrayOf[objects_[object].beginsWithAnything ? 1 : 0][root];
    if (array == kNone) {
      array = static_cast<uint32_t>(arrays_.size());
      ContentsArray& made = arrays_.emplace_back();
      made.unit = unit_[root];
      made.beginsWithAnything = objects_[object].beginsWithAnything;
    }
    objects_[object].array = array;
    arrays_[array].objects.push_back(object);
    arrays_[array].isPacked = arrays_[array].isPacked || isPacked_[object];
  }
}

void MemoryObjectTable::findSoleObjects() {
  for (ContentsArray& array : arrays_) {
    const Object& first = objects_[array.objects[0]];
    if (array.objects.size() > 1 || !first.number) continue;
    // An unaligned access may look at the element behind the last one.
    const uint64_t size = first.size.value_or(program_.layout().maxObjectSize());
    const auto bits = static_cast<uint32_t>(std::bit_width(size + kMaxUnit));
    if (bits >= program_.layout().offsetBits) continue;
    array.soleNumber = first.number;
    array.soleBits = bits;
  }
}

std::vector<uint32_t> MemoryObjectTable::objectsOf(const PointerSet& set) const {
  std::vector<uint32_t> result;
  if (set.isAny) {
    result.resize(numObjects());
    std::iota(result.begin(), result.end(), 1u);
    return result;
  }
  for (const PointerTarget& target : set.targets)
    if (isRealTarget(target)) result.push_back(target.object);
  return result;
}

std::vector<uint32_t> MemoryObjectTable::arraysOf(std::span<const uint32_t> objects) const {
  uint32_t found[2] = {kNone, kNone};
  for (uint32_t object : objects)
    if (objects_[object].array != kNone) found[objects_[object].beginsWithAnything ? 1 : 0] = objects_[object].array;
  std::vector<uint32_t> result;
  for (uint32_t array : found)
    if (array != kNone) result.push_back(array);
  return result;
}

uint32_t MemoryObjectTable::alignment(const PointerSet& set) const {
  if (set.isAny) return 1;
  uint32_t result = kMaxUnit;
  for (const PointerTarget& target : set.targets) {
    if (!isRealTarget(target)) continue;
    result = std::min(result, alignmentOf(static_cast<uint64_t>(target.offset.base)));
    result = std::min(result, alignmentOf(target.offset.stride));
  }
  return result;
}

} // namespace assay
