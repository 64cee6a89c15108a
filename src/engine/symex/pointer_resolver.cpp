#include "engine/symex/pointer_resolver.h"

#include <cassert>

namespace assay::symex {

namespace {

/// Whether the object's bytes may be accessed.
bool isCandidate(const SymMemory& memory, uint64_t number, bool isWrite) {
  if (number == 0 || number >= memory.numObjects()) return false;
  const Object& object = memory.object(number);
  return object.alive && !(isWrite && object.constant);
}

/// Whether the pointer may be freed with this storage (null included).
bool isFreeable(const SymMemory& memory, const PointerLayout& layout, uint64_t pointer, Storage storage) {
  if (pointer == 0) return true;
  const uint64_t number = layout.object(pointer);
  if (number == 0 || number >= memory.numObjects() || layout.offset(pointer) != 0) return false;
  const Object& object = memory.object(number);
  if (storage != Storage::Heap) return object.origin == ObjectOrigin::Stack;
  return object.origin == ObjectOrigin::Heap && object.alive;
}

} // namespace

SymValue PointerResolver::offsetIn(SymValue pointer, uint64_t number) const {
  const uint64_t address = layout_.address(number);
  if (pointer.isConcrete()) return SymValue::concrete(pointer.word - address);
  return SymValue::of(terms_.mkBvSub(pointer.term, terms_.mkBv(layout_.width, address)));
}

Term PointerResolver::inBounds(SymValue pointer, uint64_t number, SymValue size) const {
  const Object& object = state_.memory.object(number);
  const Term offset = termOf(offsetIn(pointer, number));
  if (size.isConcrete() && object.size.isConcrete()) {
    if (size.word > object.size.word) return terms_.mkFalse();
    return terms_.mkBvUle(offset, terms_.mkBv(layout_.width, object.size.word - size.word));
  }
  const Term whole = termOf(object.size), part = termOf(size);
  return terms_.mkAnd(terms_.mkBvUle(offset, whole), terms_.mkBvUle(part, terms_.mkBvSub(whole, offset)));
}

uint64_t PointerResolver::resolveConcrete(uint64_t pointer, SymValue size, bool isWrite) {
  const uint64_t number = layout_.object(pointer);
  if (!isCandidate(state_.memory, number, isWrite)) return 0;
  const Object& object = state_.memory.object(number);
  if (size.isConcrete() && object.size.isConcrete()) {
    const auto offset = static_cast<uint64_t>(layout_.offset(pointer));
    return offset <= object.size.word && size.word <= object.size.word - offset ? number : 0;
  }
  return decisions_.decide(state_, inBounds(SymValue::concrete(pointer), number, size)) ? number : 0;
}

uint64_t PointerResolver::resolveSymbolic(Term pointer, SymValue size, bool isWrite) {
  for (const Resolution& known : state_.resolutions) {
    if (known.pointer == pointer && known.size == size.term && known.sizeWord == size.word &&
        isCandidate(state_.memory, known.object, isWrite))
      return known.object;
  }
  const uint64_t inModel = state_.model->evaluate(pointer).bits().toUint64();
  const uint64_t number = layout_.object(inModel);
  const SymValue value{0, pointer};
  if (isCandidate(state_.memory, number, isWrite)) {
    const Term inside = inBounds(value, number, size);
    if (state_.model->holds(inside)) {
      const bool holds = decisions_.decide(state_, inside);
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
    if (isCandidate(state_.memory, n, isWrite)) somewhere.push_back(inBounds(value, n, size));
  }
  const bool holds = decisions_.decide(state_, terms_.mkOr(somewhere));
  assert(!holds);
  (void)holds;
  return 0;
}

uint64_t PointerResolver::resolve(SymValue pointer, SymValue size, bool isWrite) {
  return pointer.isConcrete() ? resolveConcrete(pointer.word, size, isWrite)
                              : resolveSymbolic(pointer.term, size, isWrite);
}

uint64_t PointerResolver::concretise(SymValue value) {
  if (value.isConcrete()) return value.word;
  const BitVector inModel = state_.model->evaluate(value.term).bits();
  decisions_.decide(state_, terms_.mkEqual(value.term, terms_.mkBv(inModel)));
  return inModel.toUint64();
}

/// Asks for one object after the other. Empty: there may be none, or too many; then the state is split.
std::vector<uint64_t> PointerResolver::allObjects(SymValue pointer, SymValue size, bool isWrite) {
  std::vector<uint64_t> numbers;
  if (pointer.isConcrete()) return numbers;
  ModelRef model = state_.model;
  Term elsewhere = terms_.mkTrue();
  for (;;) {
    const uint64_t number = layout_.object(model->evaluate(pointer.term).bits().toUint64());
    if (!isCandidate(state_.memory, number, isWrite)) return {};
    const Term isHere = inBounds(pointer, number, size);
    if (!model->holds(isHere) || numbers.size() == limits_.mergedObjects) return {};
    numbers.push_back(number);
    elsewhere = terms_.mkAnd(elsewhere, terms_.mkNot(isHere));
    ModelRef next;
    const Answer answer = decisions_.ask(state_, elsewhere, next);
    if (answer.isUnsat()) return numbers;
    if (!answer.isSat()) {
      decisions_.lose();
      return {};
    }
    model = std::move(next);
  }
}

std::optional<uint64_t> PointerResolver::resolveFreeable(SymValue pointer, Storage storage) {
  if (pointer.isConcrete()) {
    return isFreeable(state_.memory, layout_, pointer.word, storage) ? std::optional(pointer.word) : std::nullopt;
  }
  const uint64_t inModel = state_.model->evaluate(pointer.term).bits().toUint64();
  if (isFreeable(state_.memory, layout_, inModel, storage)) return concretise(pointer);
  const auto isAt = [&](uint64_t address) { return terms_.mkEqual(pointer.term, terms_.mkBv(layout_.width, address)); };
  std::vector<Term> somewhere{isAt(0)};
  for (uint64_t n = 1; n < state_.memory.numObjects(); ++n) {
    if (isFreeable(state_.memory, layout_, layout_.address(n), storage)) somewhere.push_back(isAt(layout_.address(n)));
  }
  decisions_.decide(state_, terms_.mkOr(somewhere));
  return std::nullopt;
}

} // namespace assay::symex
