#include "engine/symex/block_search.h"

#include "engine/symex/object_access.h"
#include "program/callers_block.h"

namespace assay::symex {

namespace {

/// Those of the caller are always reached.
bool isLiveBlock(const Object& object) {
  return object.alive && object.origin == ObjectOrigin::Heap && *object.name != kCallersBlock;
}

} // namespace

BlockSearch::BlockSearch(const Program& program, const SymexLimits& limits, State& state, LeakRoots roots)
    : program_(program), limits_(limits), layout_(program.layout()), state_(state),
      isReached_(state.memory.numObjects()) {
  scanVariables(roots);
  scanObjects();
  for (uint64_t n = 1; n < state_.memory.numObjects(); ++n)
    if (isLiveBlock(state_.memory.object(n)) && !isReached_[n]) unreached_.push_back(n);
}

void BlockSearch::scan(SymValue value) {
  if (!value.isConcrete()) {
    symbolic_.push_back(value.term);
    return;
  }
  const uint64_t number = layout_.object(value.word);
  if (number == 0 || number >= state_.memory.numObjects() || isReached_[number]) return;
  if (!isLiveBlock(state_.memory.object(number))) return;
  isReached_[number] = 1;
  work_.push_back(number);
}

/// Of a wide value, each word in it.
void BlockSearch::scanVariable(SymValue value) {
  if (value.isConcrete() || (value.term.sort().isBitVec() && value.term.sort().width() == layout_.width)) {
    scan(value);
    return;
  }
  if (!value.term.sort().isBitVec()) return;
  for (uint32_t bit = 0; bit + layout_.width <= value.term.sort().width(); bit += 8)
    scan(SymValue::of(program_.terms().mkBvExtract(value.term, bit + layout_.width - 1, bit)));
}

void BlockSearch::scanVariables(LeakRoots roots) {
  for (const SymValue& value : *state_.globals) scanVariable(value);
  scanStack(state_.frame.get(), roots);
  if (!state_.threads) return;
  for (const Thread& thread : *state_.threads) {
    scanStack(thread.frame.get(), roots);
    if (!thread.frame) continue; // it runs, or has ended
    for (const SymValue& value : thread.locals) scanVariable(value);
  }
}

void BlockSearch::scanStack(const Frame* top, LeakRoots roots) {
  for (const Frame* frame = top; frame; frame = frame->caller.get()) {
    const std::vector<VariableId>& variables = program_[frame->function->id].variables;
    for (size_t i = 0; i < frame->locals.size(); ++i)
      if (isLeakRoot(program_[variables[i]], roots)) scanVariable(frame->locals[i]);
  }
}

/// All that is no heap block or the caller's, and the blocks that are reached.
void BlockSearch::scanObjects() {
  for (uint64_t n = 1; n < state_.memory.numObjects(); ++n) {
    const Object& object = state_.memory.object(n);
    if (object.alive && !isLiveBlock(object)) work_.push_back(n);
  }
  std::vector<ArbitraryBytes> arbitrary;
  while (!work_.empty()) {
    const uint64_t number = work_.back();
    work_.pop_back();
    ObjectAccess(program_, state_.memory, number, limits_, arbitrary)
        .forEachWord(layout_.width / 8, [&](uint64_t, SymValue value) { scan(value); });
  }
  record(state_, arbitrary);
}

bool isTracked(const Program& program, const SymexLimits& limits, State& state) {
  return state.memory.liveHeapObjects() == 0 ||
         BlockSearch(program, limits, state, LeakRoots::Named).unreached().empty();
}

} // namespace assay::symex
