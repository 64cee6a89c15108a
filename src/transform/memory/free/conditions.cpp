#include "transform/memory/free/conditions.h"

#include <algorithm>

namespace assay {

ObjectConditions::ObjectConditions(const MemoryContext& context)
    : context_(context), terms_(context.terms), memory_(context.memory), table_(context.table),
      variables_(context.variables) {}

Term ObjectConditions::isNumbered(Term number) const {
  return terms_.mkBvUlt(number, table_.hasSequence() ? variables_.next.term : memory_.object(table_.firstNumber()));
}

Term ObjectConditions::hasState(Term number, MemoryVariables::State state) const {
  unsigned bit = 0;
  while ((state >> bit) != 1) ++bit;
  const Term all = terms_.mkSelect(variables_.state.term, number);
  return terms_.mkBvToBool(terms_.mkBvExtract(all, bit, bit));
}

// Elements of `limit` beyond the last number are 0. That is asked all the same: an induction does not know it.
Term ObjectConditions::isAccessible(const MemoryAccess& access, Term bytes, bool isWrite) const {
  const std::vector<uint32_t> objects = table_.objectsOf(access.set);
  const bool isFew = MemoryObjectTable::isFew(access.set, objects);
  const Term number = memory_.numberOf(access.pointer);
  bool isInArray = false, mayBeConstant = false;
  std::vector<Term> ways;
  for (uint32_t object : objects) {
    const MemoryObjectTable::Object& target = table_[object];
    if (!target.site && (isFew || !context_.hasManyStatics)) {
      if (!(isWrite && target.isConstant))
        ways.push_back(memory_.isInside(access.pointer, *target.number, *target.size, bytes));
    } else if (isFew && target.hasOwnLife) {
      const Term isIt = terms_.mkEqual(number, memory_.object(*target.number));
      ways.push_back(terms_.mkAnd(isIt, memory_.isInside(access.pointer, variables_.limitOf[object].term, bytes)));
    } else {
      isInArray = true;
      mayBeConstant = mayBeConstant || target.isConstant;
    }
  }
  if (isInArray) {
    const Term limit = terms_.mkSelect(variables_.limit.term, number);
    Term isInside = memory_.isInside(access.pointer, limit, bytes);
    isInside = terms_.mkAnd(isNumbered(number), isInside);
    if (isWrite && mayBeConstant)
      isInside = terms_.mkAnd(isInside, terms_.mkNot(hasState(number, MemoryVariables::kConstant)));
    ways.push_back(isInside);
  }
  return terms_.mkOr(ways);
}

Term ObjectConditions::isFreeable(const MemoryAccess& access) const {
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
      ways.push_back(terms_.mkAnd(isIt, variables_.heapOf[object].term));
    } else {
      isInArray = true;
    }
  }
  if (isInArray) {
    const Term isAllocated = terms_.mkBvUlt(memory_.object(context_.program.objects.size()), number);
    const Term isLive = terms_.mkAnd(isNumbered(number), hasState(number, MemoryVariables::kLiveHeap));
    ways.push_back(terms_.mkAnd(isAllocated, isLive));
  }
  const Term isStart = terms_.mkEqual(memory_.offsetOf(access.pointer), memory_.size(0));
  const Term isNull = terms_.mkEqual(access.pointer, memory_.word(0));
  return terms_.mkOr(isNull, terms_.mkAnd(isStart, terms_.mkOr(ways)));
}

Term ObjectConditions::isStackStart(const MemoryAccess& access) const {
  const auto isFine = [&](const PointerTarget& target) {
    if (target.object == PointsTo::kZero) return target.offset.isExact() && target.offset.base == 0;
    if (!isRealTarget(target) || !target.offset.isExact() || target.offset.base != 0) return false;
    return table_[target.object].site && table_[target.object].site->storage != Storage::Heap;
  };
  if (!access.set.isAny && std::all_of(access.set.targets.begin(), access.set.targets.end(), isFine))
    return terms_.mkTrue();
  const Term number = memory_.numberOf(access.pointer);
  const Term isStart = terms_.mkEqual(memory_.offsetOf(access.pointer), memory_.size(0));
  const Term isStack = terms_.mkAnd(isNumbered(number), hasState(number, MemoryVariables::kStack));
  const Term isNull = terms_.mkEqual(access.pointer, memory_.word(0));
  return terms_.mkOr(isNull, terms_.mkAnd(isStart, isStack));
}

Term ObjectConditions::objectSize(const MemoryAccess& access) const {
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
    if (!target.site && (isFew || !context_.hasManyStatics)) continue;
    if (!(isFew && target.hasOwnLife)) isInArray = true;
  }
  if (isInArray) {
    const Term known = terms_.mkSelect(variables_.limit.term, number);
    limit = terms_.mkIte(isNumbered(number), known, limit);
  }
  for (uint32_t object : objects) {
    const MemoryObjectTable::Object& target = table_[object];
    if (!target.site && (isFew || !context_.hasManyStatics))
      choose(*target.number, memory_.size(*target.size));
    else if (isFew && target.hasOwnLife)
      choose(*target.number, variables_.limitOf[object].term);
  }
  const Term isInside = terms_.mkBvUle(offset, limit);
  return terms_.mkBvZeroResize(terms_.mkIte(isInside, limit, memory_.size(0)), context_.program.layout().width);
}

} // namespace assay
