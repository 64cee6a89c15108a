// Accesses to contents and questions about objects, for the automaton without memory operations.
#include "encode/memory_free_rewriter.h"
#include "term/bit_vector.h"

#include <algorithm>

namespace assay {

MemoryRewriter::Access MemoryRewriter::accessTo(Term pointer) const {
  PointerSet set = pointsTo_.of(pointer);
  std::vector<uint32_t> arrays = table_.arraysOf(table_.objectsOf(set));
  const uint32_t alignment = table_.alignment(set);
  return {pointer, std::move(set), std::move(arrays), alignment};
}

MemoryRewriter::Access MemoryRewriter::moved(const Access& access, Term by, uint32_t alignment) {
  return {terms_.mkBvAdd(access.pointer, by), access.set, access.arrays, alignment};
}

void MemoryRewriter::requireAccess(Path& path, const Access& access, Term bytes, bool isWrite,
                                   const Operation& operation) {
  using Part = CheckedAccesses::Part;
  if (checked_.isDefined(operation, isWrite ? Part::Writes : Part::Reads)) return;
  if (isAlwaysAccessible(access.set, bytes, isWrite)) return;
  const Term isNothing = terms_.mkEqual(bytes, memory_.word(0));
  const Term isDefined = terms_.mkOr(isNothing, isAccessible(access, bytes, isWrite));
  const bool isConstant = bytes.kind() == Kind::BvConst;
  const std::string count = isConstant ? bytes.value().toString() : "some";
  require(path, isDefined,
          undefined(path, (isWrite ? "write of " : "read of ") + count + (count == "1" ? " byte" : " bytes")));
}

/// Whether the object pointed into is one of those that begin with anything.
Term MemoryRewriter::holdsAnything(const Access& access) {
  const std::vector<uint32_t> objects = table_.objectsOf(access.set);
  const bool isStaticElse = std::all_of(objects.begin(), objects.end(), [&](uint32_t object) {
    return table_[object].beginsWithAnything || !table_[object].site ||
           table_[object].array == MemoryObjectTable::kNone;
  });
  const Term number = memory_.numberOf(access.pointer);
  if (isStaticElse) return terms_.mkBvUlt(memory_.object(old_.objects().size()), number);
  return hasState(number, kAnything);
}

Term MemoryRewriter::read(const Access& access, uint32_t bytes) {
  Term value;
  for (uint32_t i : access.arrays) {
    const Term one = memory_.read(table_.arrays()[i], term(contents_[i]), access.pointer, bytes, access.alignment);
    value = value.isNull() ? one : terms_.mkIte(holdsAnything(access), one, value);
  }
  return value.isNull() ? terms_.mkBv(8 * bytes, 0) : value; // then it is never defined
}

void MemoryRewriter::write(Path& path, const Access& access, Term value) {
  for (uint32_t i : access.arrays) {
    if (!contents_[i].valid()) continue;
    const ContentsArray& array = table_.arrays()[i];
    Term condition;
    if (access.arrays.size() > 1) {
      condition = holdsAnything(access);
      if (!array.beginsWithAnything) condition = terms_.mkNot(condition);
    }
    assign(path, contents_[i],
           memory_.write(array, term(contents_[i]), access.pointer, value, access.alignment, condition));
  }
}

bool MemoryRewriter::isWrittenOut(const Access& access, Term bytes) const {
  if (bytes.kind() != Kind::BvConst) return false;
  uint32_t unit = kMaxUnit;
  for (uint32_t array : access.arrays) unit = std::min(unit, table_.arrays()[array].unit);
  return bytes.value().toUint64() <= uint64_t{unit} * MemoryObjectTable::kMaxElements;
}

/// All of the one object that the array is for: then its other elements do not matter.
bool MemoryRewriter::fillsWholeArray(const Access& access, Term bytes) const {
  if (access.arrays.size() != 1 || bytes.kind() != Kind::BvConst) return false;
  const ContentsArray& array = table_.arrays()[access.arrays[0]];
  return array.soleNumber && table_[array.objects[0]].size == bytes.value().toUint64();
}

/// How many bytes a loop moves at once.
uint32_t MemoryRewriter::stepOf(Term bytes, uint32_t alignment) {
  const Progression values = integers_(bytes).values;
  const uint32_t ofSize = std::min(alignmentOf(static_cast<uint64_t>(values.base)), alignmentOf(values.stride));
  return std::min(alignment, ofSize);
}

void MemoryRewriter::loop(Path& path, Term bytes, uint32_t step, const std::function<void(Path&, Term)>& body) {
  const VariableId done = local("done", old_.pointerSort());
  assign(path, done, memory_.word(0));
  const LocationId head = new_.addLocation(function_);
  emit(path, head);
  const Term goesOn = terms_.mkBvUlt(term(done), bytes);
  Path inside{head, goesOn, {}, EdgeId(), path.position, path.operationPosition};
  body(inside, term(done));
  assign(inside, done, terms_.mkBvAdd(term(done), memory_.word(step)));
  emit(inside, head);
  path.guard = terms_.mkNot(goesOn);
}

// ---- Questions

Term MemoryRewriter::isNumbered(Term number) {
  return terms_.mkBvUlt(number, table_.hasSequence() ? term(next_) : memory_.object(table_.firstNumber()));
}

Term MemoryRewriter::hasState(Term number, State state) {
  unsigned bit = 0;
  while ((state >> bit) != 1) ++bit;
  const Term all = terms_.mkSelect(term(state_), number);
  return terms_.mkBvToBool(terms_.mkBvExtract(all, bit, bit));
}

// Elements of `limit` beyond the last number are 0. That is asked all the same: an induction does not know it.
Term MemoryRewriter::isAccessible(const Access& access, Term bytes, bool isWrite) {
  const std::vector<uint32_t> objects = table_.objectsOf(access.set);
  const bool isFew = MemoryObjectTable::isFew(access.set, objects);
  const Term number = memory_.numberOf(access.pointer);
  bool isInArray = false, mayBeConstant = false;
  std::vector<Term> ways;
  for (uint32_t object : objects) {
    const MemoryObjectTable::Object& target = table_[object];
    if (!target.site && (isFew || !hasManyStatics_)) {
      if (!(isWrite && target.isConstant))
        ways.push_back(memory_.isInside(access.pointer, *target.number, *target.size, bytes));
    } else if (isFew && target.hasOwnLife) {
      const Term isIt = terms_.mkEqual(number, memory_.object(*target.number));
      ways.push_back(terms_.mkAnd(isIt, memory_.isInside(access.pointer, term(limitOf_[object]), bytes)));
    } else {
      isInArray = true;
      mayBeConstant = mayBeConstant || target.isConstant;
    }
  }
  if (isInArray) {
    const Term limit = terms_.mkSelect(term(limit_), number);
    Term isInside = memory_.isInside(access.pointer, limit, bytes);
    isInside = terms_.mkAnd(isNumbered(number), isInside);
    if (isWrite && mayBeConstant) isInside = terms_.mkAnd(isInside, terms_.mkNot(hasState(number, kConstant)));
    ways.push_back(isInside);
  }
  return terms_.mkOr(ways);
}

/// Whether the object, which is made at most once, may have died when the edge begins, or on it before this.
bool MemoryRewriter::mayBeDead(uint32_t object) {
  const auto [known, isNew] = afterFree_.try_emplace(object);
  std::set<LocationId>& reached = known->second;
  if (isNew) {
    std::vector<LocationId> work;
    for (const Edge& edge : old_.edges()) {
      if (!edge.source.valid()) continue;
      for (const Operation& operation : edge.operations) {
        const Free* free = operation.as<Free>();
        if (!free) continue;
        const PointerSet set = pointsTo_.of(free->pointer);
        const bool isMeant = set.isAny || std::any_of(set.targets.begin(), set.targets.end(),
                                                      [&](const PointerTarget& t) { return t.object == object; });
        if (isMeant) work.push_back(edge.target);
      }
    }
    while (!work.empty()) {
      const LocationId location = work.back();
      work.pop_back();
      if (!reached.insert(location).second) continue;
      for (EdgeId out : old_[location].out) work.push_back(old_[out].target);
    }
  }
  return hasFreed_ || reached.contains(source_);
}

bool MemoryRewriter::isAlwaysAccessible(const PointerSet& set, Term bytes, bool isWrite) {
  if (set.isAny || set.targets.empty() || bytes.kind() != Kind::BvConst) return false;
  return std::all_of(set.targets.begin(), set.targets.end(), [&](const PointerTarget& target) {
    if (!isRealTarget(target) || !target.offset.isExact()) return false;
    const MemoryObjectTable::Object& object = table_[target.object];
    const int64_t offset = target.offset.base;
    const uint64_t count = bytes.value().toUint64();
    const bool isInside = offset >= 0 && object.size && count <= *object.size &&
                          static_cast<uint64_t>(offset) <= *object.size - count && !(isWrite && object.isConstant);
    if (!isInside || !object.site) return isInside;
    return table_.isOnce(target.object) && !hasCalls_ && !mayBeDead(target.object);
  });
}

Term MemoryRewriter::isFreeable(const Access& access) {
  const std::vector<uint32_t> objects = table_.objectsOf(access.set);
  const bool isFew = MemoryObjectTable::isFew(access.set, objects);
  const Term number = memory_.numberOf(access.pointer);
  std::vector<Term> ways;
  bool isInArray = false;
  for (uint32_t object : objects) {
    const MemoryObjectTable::Object& target = table_[object];
    if (!target.site || target.site->storage != Storage::Heap) continue;
    if (isFew && target.hasOwnLife) {
      const Term isIt = terms_.mkEqual(number, memory_.object(*target.number));
      ways.push_back(terms_.mkAnd(isIt, term(heapOf_[object])));
    } else {
      isInArray = true;
    }
  }
  if (isInArray) {
    const Term isAllocated = terms_.mkBvUlt(memory_.object(old_.objects().size()), number);
    const Term isLive = terms_.mkAnd(isNumbered(number), hasState(number, kLiveHeap));
    ways.push_back(terms_.mkAnd(isAllocated, isLive));
  }
  const Term isStart = terms_.mkEqual(memory_.offsetOf(access.pointer), memory_.size(0));
  const Term isNull = terms_.mkEqual(access.pointer, memory_.word(0));
  return terms_.mkOr(isNull, terms_.mkAnd(isStart, terms_.mkOr(ways)));
}

/// Null or the start of an object that is or was on the stack, or a library's.
Term MemoryRewriter::isStackStart(const Access& access) {
  const auto isFine = [&](const PointerTarget& target) {
    if (target.object == PointsTo::kZero) return target.offset.isExact() && target.offset.base == 0;
    if (!isRealTarget(target) || !target.offset.isExact() || target.offset.base != 0) return false;
    return table_[target.object].site && table_[target.object].site->storage != Storage::Heap;
  };
  if (!access.set.isAny && std::all_of(access.set.targets.begin(), access.set.targets.end(), isFine))
    return terms_.mkTrue();
  const Term number = memory_.numberOf(access.pointer);
  const Term isStart = terms_.mkEqual(memory_.offsetOf(access.pointer), memory_.size(0));
  const Term isStack = terms_.mkAnd(isNumbered(number), hasState(number, kStack));
  const Term isNull = terms_.mkEqual(access.pointer, memory_.word(0));
  return terms_.mkOr(isNull, terms_.mkAnd(isStart, isStack));
}

/// One past the end still points to the object.
Term MemoryRewriter::objectSize(const Access& access) {
  const std::vector<uint32_t> objects = table_.objectsOf(access.set);
  const bool isFew = MemoryObjectTable::isFew(access.set, objects);
  const Term number = memory_.numberOf(access.pointer), offset = memory_.offsetOf(access.pointer);
  Term limit = memory_.size(0);
  bool isInArray = false;
  const auto choose = [&](uint64_t of, Term itsLimit) {
    limit = terms_.mkIte(terms_.mkEqual(number, memory_.object(of)), itsLimit, limit);
  };
  for (uint32_t object : objects) {
    const MemoryObjectTable::Object& target = table_[object];
    if (!target.site && (isFew || !hasManyStatics_)) continue;
    if (!(isFew && target.hasOwnLife)) isInArray = true;
  }
  if (isInArray) {
    const Term known = terms_.mkSelect(term(limit_), number);
    limit = terms_.mkIte(isNumbered(number), known, limit);
  }
  for (uint32_t object : objects) {
    const MemoryObjectTable::Object& target = table_[object];
    if (!target.site && (isFew || !hasManyStatics_))
      choose(*target.number, memory_.size(*target.size));
    else if (isFew && target.hasOwnLife)
      choose(*target.number, term(limitOf_[object]));
  }
  const Term isInside = terms_.mkBvUle(offset, limit);
  return terms_.mkBvZeroResize(terms_.mkIte(isInside, limit, memory_.size(0)), old_.layout().width);
}

} // namespace assay
