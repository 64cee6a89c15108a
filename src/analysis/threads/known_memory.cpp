#include "analysis/threads/known_memory.h"

#include "term/term_manager.h"

#include <algorithm>

namespace assay {

void KnownMemory::begin(const std::set<ThreadWrite>& writes) {
  writesAnywhere_.clear();
  writesTo_.clear();
  for (const ThreadWrite& write : writes) {
    if (sets_[write.targets].isAny) writesAnywhere_.push_back(&write);
    for (const PointerTarget& target : sets_[write.targets].targets) writesTo_[target.object].push_back(&write);
  }
}

/// What the pointer may be here, if that is known; otherwise, what it may be at all.
PointerSetId KnownMemory::setOf(Term pointer, Term address) {
  const bool isKnown = address && std::ranges::all_of(editor_.symbols(address),
                                                      [&](Term symbol) { return program_.variableOf(symbol).valid(); });
  return isKnown ? sets_.of(address, pointer) : sets_.of(pointer);
}

void KnownMemory::load(const Load& load, ThreadState& state) {
  const Term address = editor_.evaluateAddress(state, load.pointer);
  const Variable& variable = program_[load.variable];
  const PointerSetId targets = setOf(load.pointer, address);
  if (address)
    for (const KnownCell& cell : state.cells)
      if (cell.address == address && cell.value.sort() == variable.sort())
        return editor_.assign(state, load.variable, cell.value);
  editor_.assign(state, load.variable, {});
  if (address && !editor_.mentions(address, variable.term) && variable.function.valid())
    remember(state, address, targets, variable.term);
}

void KnownMemory::store(const Store& store, ThreadState& state, Owners* owners) {
  const Term address = editor_.evaluateAddress(state, store.pointer), value = editor_.evaluate(state, store.value);
  const PointerSetId targets = setOf(store.pointer, address);
  if (owners) {
    const bool isNull = value && value.isValue() && value.sort().isBitVec() && value.value().isZero();
    owners->noteStore(targets, store.value.sort(), isNull || (value && editor_.freshIn(state, value)));
  }
  if (value)
    editor_.publish(state, value);
  else
    state.fresh.clear();
  forget(state, targets, accessedBytes(store.value.sort()), address);
  if (address && value) remember(state, address, targets, value);
}

void KnownMemory::remember(ThreadState& state, Term address, PointerSetId targets, Term value) const {
  if (sets_[targets].isAny) return;
  if (state.cells.size() >= most_) state.cells.erase(state.cells.begin());
  state.cells.push_back({address, targets, value});
}

void KnownMemory::forget(ThreadState& state, PointerSetId targets, uint64_t size, Term address) const {
  std::erase_if(state.cells, [&](const KnownCell& cell) {
    const uint64_t sizeOfCell = accessedBytes(cell.value.sort());
    if (!sets_.mayOverlap(targets, size, cell.targets, sizeOfCell)) return false;
    if (!address || size == PointerSetTable::kWhole) return true;
    const Term distance = terms_.mkBvSub(address, cell.address);
    if (!distance.isValue()) return true;
    const auto bytes = static_cast<int64_t>(distance.value().toUint64() << (64 - distance.sort().width())) >>
                       (64 - distance.sort().width());
    return bytes >= 0 ? static_cast<uint64_t>(bytes) < sizeOfCell : static_cast<uint64_t>(-bytes) < size;
  });
}

void KnownMemory::letOthersRun(uint32_t thread, ThreadState& state) const {
  if (state.cells.empty()) return;
  std::erase_if(state.cells, [&](const KnownCell& cell) {
    const uint64_t size = accessedBytes(cell.value.sort());
    const auto changes = [&](const ThreadWrite* write) {
      if (!sets_.mayOverlap(write->targets, write->bytes, cell.targets, size)) return false;
      ThreadState writer;
      writer.created = write->created;
      writer.joined = write->joined;
      return table_.areParallel(thread, state, write->thread, writer);
    };
    return std::ranges::any_of(writesAnywhere_, changes) ||
           std::ranges::any_of(sets_[cell.targets].targets, [&](const PointerTarget& target) {
             const auto here = writesTo_.find(target.object);
             return here != writesTo_.end() && std::ranges::any_of(here->second, changes);
           });
  });
}

} // namespace assay
