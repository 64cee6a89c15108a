#include "analysis/threads/flag_locks.h"

#include "term/term_manager.h"

#include <algorithm>

namespace assay {

namespace {

/// What stands there when the program begins.
Term firstValue(const Program& program, const PointerSetTable& sets, PointerSetId targets, Sort sort) {
  constexpr uint64_t kMostBytes = 8;
  const PointerSet& set = sets[targets];
  const uint64_t size = accessedBytes(sort);
  if (!sort.isBitVec() || sort.width() != 8 * size || size > kMostBytes) return {};
  if (set.isAny || set.targets.size() != 1 || !set.targets[0].offset.isExact()) return {};
  const uint32_t number = set.targets[0].object;
  const int64_t offset = set.targets[0].offset.base;
  if (!sets.pointsTo().isStatic(number) || offset < 0) return {};
  const StaticObject& object = program.objects[number];
  const auto begin = static_cast<uint64_t>(offset);
  if (object.kind == ObjectKind::Function || begin + size > object.size) return {};
  uint64_t value = 0;
  for (uint64_t i = 0; i < size && begin + i < object.bytes.size(); ++i)
    value |= uint64_t{object.bytes[begin + i]} << (8 * i);
  return program.terms().mkBv(sort.width(), value);
}

} // namespace

Term isFreeFlag(const Program& program, const PointerSetTable& sets, PointerSetId targets, Term value) {
  TermManager& terms = program.terms();
  const Term first = firstValue(program, sets, targets, value.sort());
  if (!first || value.sort().width() > 8) return first ? terms.mkEqual(value, first) : Term();
  const Term isSet = terms.mkEqual(terms.mkBvExtract(value, 0, 0), terms.mkBv(1, 1));
  return first.value().toUint64() % 2 == 1 ? isSet : terms.mkNot(isSet);
}

FlagStore flagStoreOf(Term value, Term before, TermManager& terms) {
  if (value.kind() == Kind::Ite && value[2] == before) return {value[0], value[1]};
  if (value.kind() == Kind::Ite && value[1] == before) return {terms.mkNot(value[0]), value[2]};
  return {terms.mkTrue(), value};
}

bool FlagLocks::isByRule(Term flag, PointerSetId targets, Term value, ThreadState& state) {
  const auto known = std::ranges::find_if(
      state.cells, [&](const KnownCell& cell) { return cell.address == flag && cell.value.sort() == value.sort(); });
  const Term before = known == state.cells.end() ? Term() : known->value;
  const FlagStore stored = before ? flagStoreOf(value, before, terms_) : FlagStore{terms_.mkTrue(), value};
  const Term isFree = isFreeFlag(program_, sets_, targets, stored.value);
  if (!isFree) return false;
  const HeldFlag* const held = state.findFlag(flag);
  ThreadState there = state;
  if (!editor_.assume(there, isFree)) {
    if (held || !before) return true;
    const Term condition = terms_.mkAnd(stored.condition, isFreeFlag(program_, sets_, targets, before));
    const HeldFlag taken{flag, accessedBytes(value.sort()), condition};
    state.flags.push_back(taken);
    editor_.settleFlags(state);
    std::ranges::sort(state.flags, {}, [](const HeldFlag& other) { return other.flag.id(); });
    // One that is used in two widths is none.
    const uint32_t object = sets_[targets].targets.front().object; // its only one
    const auto [at, isNew] = facts_.flags[object].try_emplace(flag.id(), taken);
    if (at->second.bytes != taken.bytes) at->second.bytes = PointerSetTable::kWhole;
    return true;
  }
  if (!held || !held->condition.isTrue()) return false;
  std::erase_if(state.flags, [&](const HeldFlag& other) { return other.flag == flag; });
  return true;
}

void FlagLocks::store(const Store& store, uint32_t thread, ThreadState& state) {
  const Term flag = editor_.evaluateAddress(state, store.pointer), value = editor_.evaluate(state, store.value);
  const PointerSetId targets = flag && flag.isValue() ? sets_.of(flag) : sets_.of(store.pointer);
  const bool isKept = flag && flag.isValue() && value && isByRule(flag, targets, value, state);
  overwrite(targets, accessedBytes(store.value.sort()), thread, state, isKept ? flag : Term());
}

void FlagLocks::overwrite(PointerSetId targets, uint64_t bytes, uint32_t thread, ThreadState& state, Term kept) {
  const auto isHit = [&](const HeldFlag& flag) {
    return !(flag.flag == kept && flag.bytes == bytes) &&
           sets_.mayOverlap(sets_.of(flag.flag), flag.bytes, targets, bytes);
  };
  std::erase_if(state.flags, isHit);
  if (!findings_.isCollecting || facts_.flags.empty() || table_.isAlone(thread, state)) return;
  const auto breakFlagsIn = [&](const std::map<uint64_t, HeldFlag>& flags) {
    for (const auto& [number, flag] : flags)
      if (isHit(flag)) findings_.brokenFlags.insert(number);
  };
  if (sets_[targets].isAny)
    for (const auto& [object, flags] : facts_.flags) breakFlagsIn(flags);
  else
    for (const PointerTarget& target : sets_[targets].targets)
      if (const auto flags = facts_.flags.find(target.object); flags != facts_.flags.end()) breakFlagsIn(flags->second);
}

} // namespace assay
