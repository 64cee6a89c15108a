// Whether every live heap block can still be reached. Concrete words decide for themselves; a word that is a term may hold
// any address, so what only such words could reach is asked about: the state goes on as one in which they reach none of it.
// A block that only temporaries reach is neither lost nor tracked (program/leak_search.h), and the state ends there.
#include "engine/symex/memory_operations.h"

namespace assay::symex {

void MemoryOperations::scan(SymValue value, std::vector<uint8_t>& reached, std::vector<uint64_t>& work,
                            std::vector<Term>& symbolic) {
  if (!value.isConcrete()) {
    symbolic.push_back(value.term);
    return;
  }
  const uint64_t number = layout_.object(value.word);
  if (number == 0 || number >= state_.memory.numObjects() || reached[number]) return;
  const Object& object = state_.memory.object(number);
  if (!object.alive || object.origin != ObjectOrigin::Heap) return;
  reached[number] = 1;
  work.push_back(number);
}

void MemoryOperations::scanVariables(LeakRoots roots, std::vector<uint8_t>& reached, std::vector<uint64_t>& work,
                                     std::vector<Term>& symbolic) {
  const auto scanOne = [&](SymValue value) {
    if (value.isConcrete() || (value.term.sort().isBitVec() && value.term.sort().width() == layout_.width)) {
      scan(value, reached, work, symbolic);
      return;
    }
    if (!value.term.sort().isBitVec()) return;
    for (uint32_t bit = 0; bit + layout_.width <= value.term.sort().width(); bit += 8)
      scan(SymValue::of(terms_.mkBvExtract(value.term, bit + layout_.width - 1, bit)), reached, work, symbolic);
  };
  for (const SymValue& value : *state_.globals) scanOne(value);
  for (const Frame* frame = state_.frame.get(); frame; frame = frame->caller.get()) {
    const std::vector<VariableId>& variables = program_[frame->function->id].variables;
    for (size_t i = 0; i < frame->locals.size(); ++i)
      if (isLeakRoot(program_[variables[i]], roots)) scanOne(frame->locals[i]);
  }
}

std::vector<uint64_t> MemoryOperations::unreached(LeakRoots roots, std::vector<Term>& symbolic) {
  const uint64_t count = state_.memory.numObjects();
  std::vector<uint8_t> reached(count);
  std::vector<uint64_t> work, result;
  scanVariables(roots, reached, work, symbolic);
  for (uint64_t n = 1; n < count; ++n) {
    const Object& object = state_.memory.object(n);
    if (object.alive && object.origin != ObjectOrigin::Heap) work.push_back(n);
  }
  while (!work.empty()) {
    const uint64_t n = work.back();
    work.pop_back();
    access(n).forEachWord(layout_.width / 8, [&](uint64_t, SymValue value) { scan(value, reached, work, symbolic); });
  }
  record();
  for (uint64_t n = 1; n < count; ++n) {
    const Object& object = state_.memory.object(n);
    if (object.alive && object.origin == ObjectOrigin::Heap && !reached[n]) result.push_back(n);
  }
  return result;
}

bool MemoryOperations::isTracked() {
  std::vector<Term> symbolic;
  return state_.memory.liveHeapObjects() == 0 || unreached(LeakRoots::Named, symbolic).empty();
}

Executor::Step MemoryOperations::allTrackedQuery() {
  if (state_.memory.liveHeapObjects() == 0) return give(SymValue::concrete(1));
  std::vector<Term> symbolic, reaches;
  if (unreached(LeakRoots::Named, symbolic).empty()) return give(SymValue::concrete(1));
  symbolic.clear();
  const std::vector<uint64_t> lost = unreached(LeakRoots::All, symbolic);
  if (lost.empty()) return executor_.cut(state_, "a block that no variable of the program points to any more");
  for (uint64_t n : lost) {
    const Term number = terms_.mkBv(layout_.objectBits(), n);
    for (Term value : symbolic) {
      if (!value.sort().isBitVec()) return executor_.cut(state_, "pointers in an object that is an array");
      reaches.push_back(terms_.mkEqual(terms_.mkBvExtract(value, layout_.width - 1, layout_.offsetBits), number));
    }
  }
  if (executor_.decide(state_, terms_.mkOr(reaches)))
    return executor_.cut(state_, "pointers that are not concrete where blocks are looked for");
  return give(SymValue::concrete(0));
}

} // namespace assay::symex
