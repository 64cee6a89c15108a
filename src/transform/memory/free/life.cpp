#include "transform/memory/free/life.h"

#include "program/callers_block.h"

#include <algorithm>

namespace assay {

ObjectLife::ObjectLife(const MemoryContext& context, const ObjectConditions& conditions, DeadObjects& dead,
                       const LeakSearchWriter& leaks, MemoryPathWriter& writer)
    : context_(context), conditions_(conditions), dead_(dead), leaks_(leaks), writer_(writer), terms_(context.terms),
      memory_(context.memory), table_(context.table), variables_(context.variables) {}

void ObjectLife::allocate(MemoryPath& path, const Allocate& allocate) {
  const uint32_t object = context_.pointsTo.siteOf(allocate);
  const MemoryObjectTable::Object& made = table_[object];
  const bool isHeap = allocate.storage == Storage::Heap, isCallers = isCallersBlock(allocate);
  if (!made.number && table_.mayRunOut()) {
    const Term wild = memory_.object(context_.program.layout().wildObject());
    writer_.require(
        path, terms_.mkBvUlt(variables_.next.term, wild),
        writer_.terminal(LocationKind::Limit, "more objects than pointers can tell apart", path.operationPosition));
  }
  const Term number = made.number ? memory_.object(*made.number) : variables_.next.term;
  const Term limit = terms_.mkBvExtract(allocate.size, context_.program.layout().offsetBits - 1, 0);
  const uint64_t state = (isHeap ? MemoryVariables::kLiveHeap : MemoryVariables::kStack) |
                         (made.beginsWithAnything ? MemoryVariables::kAnything : 0) |
                         (isCallers ? MemoryVariables::kCallers : 0);
  writer_.assignElement(path, variables_.limit, number, limit);
  writer_.assignElement(path, variables_.state, number, terms_.mkBv(MemoryVariables::kStateBits, state));
  writer_.assign(path, variables_.limitOf[object], limit);
  writer_.assign(path, variables_.heapOf[object], terms_.mkTrue());
  if (isHeap && !isCallers)
    writer_.assign(path, variables_.live, terms_.mkBvAdd(variables_.live.term, memory_.word(1)));
  if (made.isShared) renew(path, object);
  leaks_.noteHolder(path, object, number);
  if (const auto stack = variables_.stackOf.find(writer_.function());
      stack != variables_.stackOf.end() && allocate.storage == Storage::Stack) {
    writer_.assignElement(path, variables_.chain, number, writer_.term(stack->second));
    writer_.assign(path, stack->second, number);
  }
  writer_.assign(path, allocate.variable, memory_.addressOf(number));
  if (!made.number) writer_.assign(path, variables_.next, terms_.mkBvAdd(variables_.next.term, memory_.object(1)));
}

/// The object takes the place of an earlier one: its contents begin anew.
void ObjectLife::renew(MemoryPath& path, uint32_t object) {
  const uint32_t i = table_[object].array;
  if (i == MemoryObjectTable::kNone || !variables_.contents[i].valid()) return;
  const ContentsArray& array = table_.arrays()[i];
  const Sort sort = variables_.contents[i].term.sort();
  const auto begin = [&](VariableId variable) {
    if (!array.beginsWithAnything) return writer_.assign(path, variable, terms_.mkZero(sort));
    writer_.forget(path, variable);
  };
  if (array.objects.size() == 1) return begin(variables_.contents[i].variable);
  const VariableId fresh = writer_.addVariable("fresh", sort);
  begin(fresh);
  Term contents = variables_.contents[i].term;
  for (uint64_t offset = 0; offset < *table_[object].size; offset += array.unit) {
    const Term place = memory_.word(context_.program.layout().address(*table_[object].number, offset));
    const Term index = memory_.elementIndex(array, place);
    contents = terms_.mkStore(contents, index, terms_.mkSelect(writer_.term(fresh), index));
  }
  writer_.assign(path, variables_.contents[i], contents);
}

void ObjectLife::free(MemoryPath& path, const Free& free, const Operation& operation) {
  dead_.noteFree();
  const MemoryAccess access = accessTo(context_, free.pointer);
  const bool isHeap = free.storage == Storage::Heap;
  if (!isHeap) {
    writer_.require(path, conditions_.isStackStart(access), writer_.undefined(path, "end of life"));
  } else if (!context_.checked.isDefined(operation, CheckedAccesses::Part::Frees)) {
    writer_.require(path, conditions_.isFreeable(access), writer_.undefined(path, "free"));
  }
  // Object 0 has no size and no state: a null pointer changes nothing.
  const Term number = memory_.numberOf(free.pointer);
  const std::vector<uint32_t> objects = table_.objectsOf(access.set);
  const bool mayFree = std::any_of(objects.begin(), objects.end(), [&](uint32_t o) { return table_[o].site; });
  if (!mayFree) return;
  if (isHeap) {
    const Term fewer = terms_.mkBvSub(variables_.live.term, memory_.word(1));
    const bool mayBeCallers =
        std::ranges::any_of(objects, [&](uint32_t o) { return table_[o].site && isCallersBlock(*table_[o].site); });
    Term isOther = terms_.mkEqual(free.pointer, memory_.word(0));
    if (mayBeCallers)
      isOther = terms_.mkOr(isOther, terms_.mkAnd(conditions_.isNumbered(number),
                                                  conditions_.hasState(number, MemoryVariables::kCallers)));
    writer_.assign(path, variables_.live, terms_.mkIte(isOther, variables_.live.term, fewer));
  }
  writer_.assignElement(path, variables_.limit, number, memory_.size(0));
  if (isHeap) writer_.assignElement(path, variables_.state, number, terms_.mkBv(MemoryVariables::kStateBits, 0));
  for (uint32_t object : objects) {
    if (!variables_.limitOf[object].valid() && !variables_.heapOf[object].valid()) continue;
    const Term isIt = terms_.mkEqual(number, memory_.object(*table_[object].number));
    if (variables_.limitOf[object].valid())
      writer_.assign(path, variables_.limitOf[object],
                     terms_.mkIte(isIt, memory_.size(0), variables_.limitOf[object].term));
    if (variables_.heapOf[object].valid())
      writer_.assign(path, variables_.heapOf[object], terms_.mkAnd(variables_.heapOf[object].term, terms_.mkNot(isIt)));
  }
}

void ObjectLife::leave(MemoryPath& path) {
  const Term last = writer_.term(variables_.stackOf.at(writer_.function()));
  const LocationId head = writer_.addLocation();
  writer_.emit(path, head);
  const Term isEmpty = terms_.mkEqual(last, memory_.object(0));
  MemoryPath inside = MemoryPathWriter::branch(path, head, terms_.mkNot(isEmpty));
  writer_.assignElement(inside, variables_.limit, last, memory_.size(0));
  writer_.assign(inside, variables_.stackOf.at(writer_.function()), terms_.mkSelect(variables_.chain.term, last));
  writer_.emit(inside, head);
  path.guard = isEmpty;
}

} // namespace assay
