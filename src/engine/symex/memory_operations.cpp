#include "engine/symex/memory_operations.h"

#include "engine/symex/implied.h"

#include <algorithm>
#include <cassert>

namespace assay::symex {

MemoryOperations::MemoryOperations(Executor& executor, State& state, const Instr& instr)
    : executor_(executor), state_(state), instr_(instr), program_(executor.program_), terms_(executor.terms_),
      layout_(program_.layout()) {}

Executor::Step MemoryOperations::run() {
  if (instr_.op >= Op::Load && instr_.op <= Op::Fill && instr_.op != Op::Load) ++state_.memoryVersion;
  switch (instr_.op) {
  case Op::Load:
    return load();
  case Op::Store:
    return store();
  case Op::Allocate:
    return allocate();
  case Op::FreeObject:
    return release();
  case Op::Copy:
    return copy();
  case Op::Fill:
    return fill();
  case Op::Readable:
    return accessQuery(false);
  case Op::Writable:
    return accessQuery(true);
  case Op::Freeable:
    return freeableQuery();
  case Op::ObjectSize:
    return objectSizeQuery();
  case Op::AllTracked:
    return allTrackedQuery();
  case Op::AllFreed:
    return give(SymValue::concrete(state_.memory.liveHeapObjects() == 0));
  default:
    return executor_.cut(state_, "an unknown operation");
  }
}

void MemoryOperations::record() {
  for (const ArbitraryBytes& taken : arbitrary_)
    state_.record = std::make_shared<const RecordNode>(false, taken, state_.record);
  arbitrary_.clear();
}

Executor::Step MemoryOperations::undefined(const char* what) { return executor_.cut(state_, what); }

Executor::Step MemoryOperations::tooLarge() { return executor_.cut(state_, "an object too large to be followed"); }

bool MemoryOperations::isCandidate(uint64_t number, bool isWrite) const {
  if (number == 0 || number >= state_.memory.numObjects()) return false;
  const Object& object = state_.memory.object(number);
  return object.alive && !(isWrite && object.constant);
}

SymValue MemoryOperations::offsetIn(SymValue pointer, uint64_t number) const {
  const uint64_t address = layout_.address(number);
  if (pointer.isConcrete()) return SymValue::concrete(pointer.word - address);
  return SymValue::of(terms_.mkBvSub(pointer.term, terms_.mkBv(layout_.width, address)));
}

Term MemoryOperations::inBounds(SymValue pointer, uint64_t number, SymValue size) const {
  const Object& object = state_.memory.object(number);
  const Term offset = pointerTerm(offsetIn(pointer, number));
  if (size.isConcrete() && object.size.isConcrete()) {
    if (size.word > object.size.word) return terms_.mkFalse();
    return terms_.mkBvUle(offset, terms_.mkBv(layout_.width, object.size.word - size.word));
  }
  const Term whole = pointerTerm(object.size), part = pointerTerm(size);
  return terms_.mkAnd(terms_.mkBvUle(offset, whole), terms_.mkBvUle(part, terms_.mkBvSub(whole, offset)));
}

uint64_t MemoryOperations::resolveConcrete(uint64_t pointer, SymValue size, bool isWrite) {
  const uint64_t number = layout_.object(pointer);
  if (!isCandidate(number, isWrite)) return 0;
  const Object& object = state_.memory.object(number);
  if (size.isConcrete() && object.size.isConcrete()) {
    const auto offset = static_cast<uint64_t>(layout_.offset(pointer));
    return offset <= object.size.word && size.word <= object.size.word - offset ? number : 0;
  }
  return executor_.decide(state_, inBounds(SymValue::concrete(pointer), number, size)) ? number : 0;
}

uint64_t MemoryOperations::resolveSymbolic(Term pointer, SymValue size, bool isWrite) {
  for (const Resolution& known : state_.resolutions) {
    if (known.pointer == pointer && known.size == size.term && known.sizeWord == size.word &&
        isCandidate(known.object, isWrite))
      return known.object;
  }
  const uint64_t inModel = state_.model->evaluate(pointer).bits().toUint64();
  const uint64_t number = layout_.object(inModel);
  const SymValue value{0, pointer};
  if (isCandidate(number, isWrite)) {
    const Term inside = inBounds(value, number, size);
    if (state_.model->holds(inside)) {
      const bool holds = executor_.decide(state_, inside);
      assert(holds);
      (void)holds;
      state_.resolutions[state_.nextResolution] = {pointer, size.term, size.word, number};
      state_.nextResolution = (state_.nextResolution + 1) % State::kResolutions;
      return number;
    }
  }
  // Nowhere in this model; elsewhere in the state that is split off, if there is one.
  std::vector<Term> somewhere;
  for (uint64_t n = 1; n < state_.memory.numObjects(); ++n) {
    if (isCandidate(n, isWrite)) somewhere.push_back(inBounds(value, n, size));
  }
  const bool holds = executor_.decide(state_, terms_.mkOr(somewhere));
  assert(!holds);
  (void)holds;
  return 0;
}

uint64_t MemoryOperations::resolve(SymValue pointer, SymValue size, bool isWrite) {
  return pointer.isConcrete() ? resolveConcrete(pointer.word, size, isWrite)
                              : resolveSymbolic(pointer.term, size, isWrite);
}

uint64_t MemoryOperations::concretise(SymValue value) {
  if (value.isConcrete()) return value.word;
  const BitVector inModel = state_.model->evaluate(value.term).bits();
  executor_.decide(state_, terms_.mkEqual(value.term, terms_.mkBv(inModel)));
  return inModel.toUint64();
}

Executor::Step MemoryOperations::load() {
  const Sort sort = instr_.term.sort();
  const SymValue pointer = operand(0), size = SymValue::concrete(ObjectAccess::bytesOf(sort));
  if (const std::vector<uint64_t> all = allObjects(pointer, size, false); all.size() > 1)
    return loadMerged(pointer.term, all, sort);
  const uint64_t number = resolve(pointer, size, false);
  if (number == 0) return undefined("undefined: a read outside of any object");
  const std::optional<SymValue> value = access(number).load(offsetIn(pointer, number), sort);
  if (!value) return tooLarge();
  record();
  return give(knownValue(state_, *value));
}

/// One value for all objects that the pointer may point into.
Executor::Step MemoryOperations::loadMerged(Term pointer, const std::vector<uint64_t>& numbers, Sort sort) {
  const SymValue size = SymValue::concrete(ObjectAccess::bytesOf(sort));
  Term merged;
  for (uint64_t number : numbers) {
    const std::optional<SymValue> value = access(number).load(offsetIn({0, pointer}, number), sort);
    if (!value) return tooLarge();
    const Term term = value->toTerm(terms_, sort);
    merged = merged ? terms_.mkIte(inBounds({0, pointer}, number, size), term, merged) : term;
  }
  record();
  return give(SymValue::of(merged));
}

/// Every object that the pointer may point into gets the value if it is the one.
Executor::Step MemoryOperations::storeMerged(Term pointer, const std::vector<uint64_t>& numbers, SymValue value,
                                             Sort sort) {
  const SymValue size = SymValue::concrete(ObjectAccess::bytesOf(sort));
  for (uint64_t number : numbers) {
    const SymValue offset = offsetIn({0, pointer}, number);
    // Where the pointer is elsewhere, its offset in this object may be anything; the object's start is as good as any.
    const Term isHere = inBounds({0, pointer}, number, size);
    const SymValue at = SymValue::of(terms_.mkIte(isHere, offset.term, terms_.mkBv(layout_.width, 0)));
    const std::optional<SymValue> old = access(number).load(at, sort);
    if (!old) return tooLarge();
    const Term merged = terms_.mkIte(isHere, value.toTerm(terms_, sort), old->toTerm(terms_, sort));
    if (!access(number).store(at, SymValue::of(merged), sort)) return tooLarge();
  }
  record();
  return Step::Next;
}

/// Asks for one object after the other. Empty: there may be none, or too many; then the state is split.
std::vector<uint64_t> MemoryOperations::allObjects(SymValue pointer, SymValue size, bool isWrite) {
  std::vector<uint64_t> numbers;
  if (pointer.isConcrete() || !executor_.mergesPointers_) return numbers;
  ModelRef model = state_.model;
  Term elsewhere = terms_.mkTrue();
  for (;;) {
    const uint64_t number = layout_.object(model->evaluate(pointer.term).bits().toUint64());
    if (!isCandidate(number, isWrite)) return {};
    const Term isHere = inBounds(pointer, number, size);
    if (!model->holds(isHere) || numbers.size() == kMaxMerged) return {};
    numbers.push_back(number);
    elsewhere = terms_.mkAnd(elsewhere, terms_.mkNot(isHere));
    ModelRef next;
    const Answer answer = executor_.solver_.check(state_.path, state_.model, elsewhere, next);
    if (answer.isUnsat()) return numbers;
    if (!answer.isSat()) {
      executor_.isLost_ = true;
      return {};
    }
    model = std::move(next);
  }
}

Executor::Step MemoryOperations::store() {
  const Sort sort = instr_.operandTerms[1].sort();
  const SymValue pointer = operand(0), value = operand(1), size = SymValue::concrete(ObjectAccess::bytesOf(sort));
  if (const std::vector<uint64_t> all = allObjects(pointer, size, true); all.size() > 1)
    return storeMerged(pointer.term, all, value, sort);
  const uint64_t number = resolve(pointer, size, true);
  if (number == 0) return undefined("undefined: a write outside of any object");
  if (!access(number).store(offsetIn(pointer, number), value, sort)) return tooLarge();
  record();
  return Step::Next;
}

Executor::Step MemoryOperations::allocate() {
  const Allocate& allocate = *instr_.operation->as<Allocate>();
  const SymValue size = operand(0);
  const Term fits = terms_.mkBvUle(pointerTerm(size), terms_.mkBv(layout_.width, layout_.maxObjectSize()));
  if (!executor_.decide(state_, fits)) return tooLarge();
  const uint64_t number = state_.memory.allocate(size, allocate.storage, allocate.contents, allocate.name, layout_);
  if (number == 0) return executor_.cut(state_, "more objects than there are numbers");
  if (allocate.storage == Storage::Stack) {
    executor_.ownFrame(state_);
    std::vector<uint32_t>& objects = state_.frame->stackObjects;
    while (!objects.empty() && !state_.memory.object(objects.back()).alive) objects.pop_back();
    objects.push_back(static_cast<uint32_t>(number));
  }
  return give(pointerValue(layout_.address(number)));
}

bool MemoryOperations::isFreeable(uint64_t pointer, Storage storage) const {
  if (pointer == 0) return true;
  const uint64_t number = layout_.object(pointer);
  if (number == 0 || number >= state_.memory.numObjects() || layout_.offset(pointer) != 0) return false;
  const Object& object = state_.memory.object(number);
  if (storage != Storage::Heap) return object.origin == ObjectOrigin::Stack;
  return object.origin == ObjectOrigin::Heap && object.alive;
}

std::optional<uint64_t> MemoryOperations::resolveFreeable(SymValue pointer, Storage storage) {
  if (pointer.isConcrete()) {
    return isFreeable(pointer.word, storage) ? std::optional(pointer.word) : std::nullopt;
  }
  const uint64_t inModel = state_.model->evaluate(pointer.term).bits().toUint64();
  if (isFreeable(inModel, storage)) return concretise(pointer);
  const auto isAt = [&](uint64_t address) { return terms_.mkEqual(pointer.term, terms_.mkBv(layout_.width, address)); };
  std::vector<Term> somewhere{isAt(0)};
  for (uint64_t n = 1; n < state_.memory.numObjects(); ++n) {
    if (isFreeable(layout_.address(n), storage)) somewhere.push_back(isAt(layout_.address(n)));
  }
  executor_.decide(state_, terms_.mkOr(somewhere));
  return std::nullopt;
}

Executor::Step MemoryOperations::release() {
  const Storage storage = instr_.operation->as<Free>()->storage;
  const std::optional<uint64_t> pointer = resolveFreeable(operand(0), storage);
  if (!pointer) return undefined("undefined: a free of what is no live block");
  if (*pointer == 0) return Step::Next;
  const uint64_t number = layout_.object(*pointer);
  if (state_.memory.object(number).alive) state_.memory.kill(number);
  return Step::Next;
}

Executor::Step MemoryOperations::copy() {
  const SymValue target = operand(0), source = operand(1);
  const uint64_t count = concretise(operand(2));
  if (count == 0) return Step::Next;
  const SymValue size = SymValue::concrete(count);
  const uint64_t from = resolve(source, size, false);
  if (from == 0) return undefined("undefined: a copy from outside of any object");
  const uint64_t to = resolve(target, size, true);
  if (to == 0) return undefined("undefined: a copy to outside of any object");
  if (count > ObjectAccess::kMaxBytes) return tooLarge();
  const SymValue sourceOffset = offsetIn(source, from), targetOffset = offsetIn(target, to);
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

Executor::Step MemoryOperations::fill() {
  const SymValue target = operand(0), byte = operand(1);
  const uint64_t count = concretise(operand(2));
  if (count == 0) return Step::Next;
  const uint64_t to = resolve(target, SymValue::concrete(count), true);
  if (to == 0) return undefined("undefined: a fill outside of any object");
  if (count > ObjectAccess::kMaxBytes) return tooLarge();
  const SymValue offset = offsetIn(target, to);
  if (offset.isConcrete() && byte.isConcrete() && access(to).fill(offset.word, static_cast<uint8_t>(byte.word), count))
    return Step::Next;
  for (uint64_t i = 0; i < count; ++i) {
    const SymValue at = offset.isConcrete() ? SymValue::concrete(offset.word + i)
                                            : SymValue::of(terms_.mkBvAdd(offset.term, terms_.mkBv(layout_.width, i)));
    if (!access(to).storeByte(at, byte)) return tooLarge();
  }
  record();
  return Step::Next;
}

Executor::Step MemoryOperations::accessQuery(bool isWrite) {
  const SymValue pointer = operand(0), size = operand(1);
  const Term isEmpty = terms_.mkEqual(pointerTerm(size), terms_.mkBv(layout_.width, 0));
  if (executor_.decide(state_, isEmpty)) return give(SymValue::concrete(1));
  return give(SymValue::concrete(resolve(pointer, size, isWrite) != 0));
}

Executor::Step MemoryOperations::freeableQuery() {
  return give(SymValue::concrete(resolveFreeable(operand(0), Storage::Heap).has_value()));
}

Executor::Step MemoryOperations::objectSizeQuery() {
  const uint64_t number = resolve(operand(0), SymValue::concrete(0), false);
  return give(number == 0 ? SymValue::concrete(0) : state_.memory.object(number).size);
}

} // namespace assay::symex
