#include "engine/symex/memory_operations.h"

#include "engine/symex/block_search.h"
#include "engine/symex/implied.h"

namespace assay::symex {

Step MemoryOperations::run() {
  return instr_.operation->visit(
      [&](const Load&) { return load(); },
      [&](const OneOf<Store, Allocate, Free, Copy, Fill> auto& action) {
        ++state_.memoryVersion;
        return change(action);
      },
      [&](const Query& query) { return answer(query.kind); },
      [&](const OfVariables auto&) { return decisions_.cut(state_, "an operation that is not of memory"); },
      NoThreads<Step>());
}

Step MemoryOperations::answer(QueryKind kind) {
  switch (kind) {
  case QueryKind::Readable:
    return accessQuery(false);
  case QueryKind::Writable:
    return accessQuery(true);
  case QueryKind::Freeable:
    return freeableQuery();
  case QueryKind::ObjectSize:
    return objectSizeQuery();
  case QueryKind::AllTracked:
    return allTrackedQuery();
  case QueryKind::AllFreed:
    return give(SymValue::concrete(state_.memory.liveHeapObjects() == 0));
  case QueryKind::UnracedRead:
  case QueryKind::UnracedWrite:
    meetThreads();
  }
  return decisions_.cut(state_, "an unknown question");
}

void MemoryOperations::record() {
  symex::record(state_, arbitrary_);
  arbitrary_.clear();
}

Step MemoryOperations::load() {
  const Sort sort = instr_.term.sort();
  const SymValue pointer = operand(0), size = SymValue::concrete(bytesOf(sort));
  if (mergesPointers_)
    if (const std::vector<uint64_t> all = pointers_.allObjects(pointer, size, false); all.size() > 1)
      return loadMerged(pointer.term, all, sort);
  const uint64_t number = pointers_.resolve(pointer, size, false);
  if (number == 0) return decisions_.cut(state_, "undefined: a read outside of any object");
  const std::optional<SymValue> value = access(number).load(pointers_.offsetIn(pointer, number), sort);
  if (!value) return tooLarge();
  record();
  return give(knownValue(state_, *value));
}

/// One value for all objects that the pointer may point into.
Step MemoryOperations::loadMerged(Term pointer, const std::vector<uint64_t>& numbers, Sort sort) {
  const SymValue size = SymValue::concrete(bytesOf(sort));
  Term merged;
  for (uint64_t number : numbers) {
    const std::optional<SymValue> value = access(number).load(pointers_.offsetIn({0, pointer}, number), sort);
    if (!value) return tooLarge();
    const Term term = value->toTerm(terms_, sort);
    merged = merged ? terms_.mkIte(pointers_.inBounds({0, pointer}, number, size), term, merged) : term;
  }
  record();
  return give(SymValue::of(merged));
}

/// Every object that the pointer may point into gets the value if it is the one.
Step MemoryOperations::storeMerged(Term pointer, const std::vector<uint64_t>& numbers, SymValue value, Sort sort) {
  const SymValue size = SymValue::concrete(bytesOf(sort));
  for (uint64_t number : numbers) {
    const SymValue offset = pointers_.offsetIn({0, pointer}, number);
    // Where the pointer is elsewhere, its offset in this object may be anything; the object's start is as good as any.
    const Term isHere = pointers_.inBounds({0, pointer}, number, size);
    const SymValue at = SymValue::of(terms_.mkIte(isHere, offset.term, terms_.mkBv(layout_.width, 0)));
    const std::optional<SymValue> old = access(number).load(at, sort);
    if (!old) return tooLarge();
    const Term merged = terms_.mkIte(isHere, value.toTerm(terms_, sort), old->toTerm(terms_, sort));
    if (!access(number).store(at, SymValue::of(merged), sort)) return tooLarge();
  }
  record();
  return Step::Next;
}

Step MemoryOperations::change(const Store&) {
  const Sort sort = instr_.operandTerms[1].sort();
  const SymValue pointer = operand(0), value = operand(1), size = SymValue::concrete(bytesOf(sort));
  if (mergesPointers_)
    if (const std::vector<uint64_t> all = pointers_.allObjects(pointer, size, true); all.size() > 1)
      return storeMerged(pointer.term, all, value, sort);
  const uint64_t number = pointers_.resolve(pointer, size, true);
  if (number == 0) return decisions_.cut(state_, "undefined: a write outside of any object");
  if (!access(number).store(pointers_.offsetIn(pointer, number), value, sort)) return tooLarge();
  record();
  return Step::Next;
}

Step MemoryOperations::change(const Allocate& allocate) {
  const SymValue size = operand(0);
  const Term fits = terms_.mkBvUle(pointers_.termOf(size), terms_.mkBv(layout_.width, layout_.maxObjectSize()));
  if (!decisions_.decide(state_, fits)) return tooLarge();
  const uint64_t number = state_.memory.allocate(size, allocate.storage, allocate.contents, allocate.name, layout_);
  if (number == 0) return decisions_.cut(state_, "more objects than there are numbers");
  if (allocate.storage == Storage::Stack) {
    machine_.ownFrame(state_);
    std::vector<uint32_t>& objects = state_.frame->stackObjects;
    while (!objects.empty() && !state_.memory.object(objects.back()).alive) objects.pop_back();
    objects.push_back(static_cast<uint32_t>(number));
  }
  return give(SymValue::concrete(layout_.address(number)));
}

Step MemoryOperations::change(const Free& release) {
  const std::optional<uint64_t> pointer = pointers_.resolveFreeable(operand(0), release.storage);
  if (!pointer) return decisions_.cut(state_, "undefined: a free of what is no live block");
  if (*pointer == 0) return Step::Next;
  const uint64_t number = layout_.object(*pointer);
  if (state_.memory.object(number).alive) state_.memory.kill(number);
  return Step::Next;
}

Step MemoryOperations::change(const Copy&) {
  const SymValue target = operand(0), source = operand(1);
  const uint64_t count = pointers_.concretise(operand(2));
  if (count == 0) return Step::Next;
  const SymValue size = SymValue::concrete(count);
  const uint64_t from = pointers_.resolve(source, size, false);
  if (from == 0) return decisions_.cut(state_, "undefined: a copy from outside of any object");
  const uint64_t to = pointers_.resolve(target, size, true);
  if (to == 0) return decisions_.cut(state_, "undefined: a copy to outside of any object");
  if (count > limits_.objectBytes) return tooLarge();
  const SymValue sourceOffset = pointers_.offsetIn(source, from), targetOffset = pointers_.offsetIn(target, to);
  const auto at = [&](SymValue offset, uint64_t add) {
    if (offset.isConcrete()) return SymValue::concrete(offset.word + add);
    return SymValue::of(terms_.mkBvAdd(offset.term, terms_.mkBv(layout_.width, add)));
  };
  // In the largest pieces that keep terms whole: words first, then bytes. All is read before anything is written.
  const uint32_t piece = count % 8 == 0 ? 8 : count % 4 == 0 ? 4 : 1;
  const Sort sort = terms_.bvSort(8 * piece);
  std::vector<SymValue> values;
  values.reserve(count / piece);
  for (uint64_t i = 0; i < count; i += piece) {
    const std::optional<SymValue> value = access(from).load(at(sourceOffset, i), sort);
    if (!value) return tooLarge();
    values.push_back(*value);
  }
  for (uint64_t i = 0; i < values.size(); ++i) {
    if (!access(to).store(at(targetOffset, i * piece), values[i], sort)) return tooLarge();
  }
  record();
  return Step::Next;
}

Step MemoryOperations::change(const Fill&) {
  const SymValue target = operand(0), byte = operand(1);
  const uint64_t count = pointers_.concretise(operand(2));
  if (count == 0) return Step::Next;
  const uint64_t to = pointers_.resolve(target, SymValue::concrete(count), true);
  if (to == 0) return decisions_.cut(state_, "undefined: a fill outside of any object");
  if (count > limits_.objectBytes) return tooLarge();
  const SymValue offset = pointers_.offsetIn(target, to);
  if (offset.isConcrete() && byte.isConcrete() && access(to).fill(offset.word, static_cast<uint8_t>(byte.word), count))
    return Step::Next;
  for (uint64_t i = 0; i < count; ++i) {
    const SymValue at = offset.isConcrete() ? SymValue::concrete(offset.word + i)
                                            : SymValue::of(terms_.mkBvAdd(offset.term, terms_.mkBv(layout_.width, i)));
    if (!access(to).store(at, byte, terms_.bvSort(8))) return tooLarge();
  }
  record();
  return Step::Next;
}

Step MemoryOperations::accessQuery(bool isWrite) {
  const SymValue pointer = operand(0), size = operand(1);
  const Term isEmpty = terms_.mkEqual(pointers_.termOf(size), terms_.mkBv(layout_.width, 0));
  if (decisions_.decide(state_, isEmpty)) return give(SymValue::concrete(1));
  return give(SymValue::concrete(pointers_.resolve(pointer, size, isWrite) != 0));
}

Step MemoryOperations::freeableQuery() {
  return give(SymValue::concrete(pointers_.resolveFreeable(operand(0), Storage::Heap).has_value()));
}

Step MemoryOperations::objectSizeQuery() {
  const uint64_t number = pointers_.resolve(operand(0), SymValue::concrete(0), false);
  return give(number == 0 ? SymValue::concrete(0) : state_.memory.object(number).size);
}

/// Asks the solver about blocks that only words which are terms could reach: the state goes on as one in which they
/// reach none of these blocks. A block that only temporaries reach is neither lost nor tracked (program/leak_search.h),
/// and the state ends there.
Step MemoryOperations::allTrackedQuery() {
  if (isTracked(program_, limits_, state_)) return give(SymValue::concrete(1));
  const BlockSearch search(program_, limits_, state_, LeakRoots::All);
  if (search.unreached().empty())
    return decisions_.cut(state_, "a block that no variable of the program points to any more");
  std::vector<Term> reaches;
  for (uint64_t n : search.unreached()) {
    const Term number = terms_.mkBv(layout_.objectBits(), n);
    for (Term value : search.symbolic()) {
      if (!value.sort().isBitVec()) return decisions_.cut(state_, "pointers in an object that is an array");
      reaches.push_back(terms_.mkEqual(terms_.mkBvExtract(value, layout_.width - 1, layout_.offsetBits), number));
    }
  }
  if (decisions_.decide(state_, terms_.mkOr(reaches)))
    return decisions_.cut(state_, "pointers that are not concrete where blocks are looked for");
  return give(SymValue::concrete(0));
}

} // namespace assay::symex
