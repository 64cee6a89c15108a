#include "engine/shapes/join.h"

#include <algorithm>

namespace assay::shapes {

Block Join::initial(uint64_t number) const {
  State none;
  return Heap(program_, none).staticBlock(number);
}

bool Join::hasSameShape() {
  if (a_.blocks.size() != b_.blocks.size()) return false;
  for (const auto& [variable, value] : a_.variables) {
    const auto other = b_.variables.find(variable);
    if (other == b_.variables.end() ? value.isPointer() : !matchValues(value, other->second)) return false;
  }
  for (const auto& [variable, value] : b_.variables)
    if (value.isPointer() && !a_.variables.contains(variable)) return false;
  if (!matchStatics()) return false;
  while (!work_.empty()) {
    const auto [a, b] = work_.back();
    work_.pop_back();
    if (!matchBlocks(a_.blocks.at(a), b_.blocks.at(b))) return false;
  }
  return inB_.size() == a_.blocks.size() && inA_.size() == b_.blocks.size();
}

bool Join::matchStatics() {
  for (const auto& [number, block] : a_.statics) {
    const auto other = b_.statics.find(number);
    if (!matchBlocks(block, other == b_.statics.end() ? initial(number) : other->second)) return false;
  }
  for (const auto& [number, block] : b_.statics)
    if (!a_.statics.contains(number) && !matchBlocks(initial(number), block)) return false;
  return true;
}

bool Join::matchValues(const Value& a, const Value& b) {
  if (a.isNumber() && b.isNumber()) {
    State none;
    const Heap heap(program_, none);
    return a == b || (!heap.isStaticAddress(a) && !heap.isStaticAddress(b));
  }
  if (a.isNode() || b.isNode()) return a == b;
  if (!a.isPointer() || !b.isPointer() || a.offset != b.offset || a.last != b.last) return false;
  const auto [forth, isNew] = inB_.try_emplace(a.object, b.object);
  const auto [back, isNewBack] = inA_.try_emplace(b.object, a.object);
  if (forth->second != b.object || back->second != a.object) return false;
  if (isNew) work_.emplace_back(a.object, b.object);
  return true;
}

bool Join::matchBlocks(const Block& a, const Block& b) {
  if (a.kind != b.kind || a.isAlive != b.isAlive || a.size != b.size || a.links != b.links) return false;
  if ((a.owner != 0) != (b.owner != 0)) return false;
  for (const auto& [offset, field] : a.fields) {
    const auto other = b.fields.find(offset);
    const bool isSame = other != b.fields.end() && other->second.bytes == field.bytes;
    if (isSame && field.value.isPointer() && field.each != other->second.each) return false;
    if (isSame && field.otherwise != other->second.otherwise) return false;
    if (isSame && a.owner != 0 && a.isSegment() && a.links->isLink(offset) && field.value.isNumber() &&
        field.value != other->second.value)
      return false;
    if (isSame ? !matchValues(field.value, other->second.value) : !field.value.isNumber()) return false;
  }
  return std::all_of(b.fields.begin(), b.fields.end(), [&](const auto& entry) {
    const auto other = a.fields.find(entry.first);
    return entry.second.value.isNumber() || (other != a.fields.end() && other->second.bytes == entry.second.bytes);
  });
}

Value Join::joined(const Value& a, const Value& b, uint32_t segment) {
  if (!a.isNumber() || (segment == 0 && a == b && a.isConstant())) return a;
  const auto [it, isNew] = names_.try_emplace({a.number.id(), b.number.id(), segment});
  if (isNew) {
    it->second = terms_.mkFreshVariable("shape", a.number.sort());
    const Alternative inA{a.number, &a_.constraints}, inB{b.number, &b_.constraints};
    for (Term fact : commonFacts(terms_, oracle_, it->second, inA, inB)) facts_.push_back(fact);
    pairings_.push_back({it->second, a.number, b.number});
  }
  return Value::of(it->second);
}

Field Join::joined(const Field& a, const Field& b, bool isOwned, uint32_t segment) {
  const bool each = a.each || b.each || isOwned;
  return {a.bytes, each, joined(a.value, b.value, each ? segment : 0), a.otherwise};
}

Block Join::joined(const Block& a, const Block& b, uint32_t number) {
  Block block = a;
  block.min = std::min(a.min, b.min);
  block.fields.clear();
  // Symbols that each node has for itself are told apart by their fields.
  for (const auto& [offset, field] : a.fields) {
    const auto other = b.fields.find(offset);
    if (other == b.fields.end() || other->second.bytes != field.bytes) continue;
    const auto place = static_cast<uint32_t>(number * 4096 + offset % 4096);
    const bool isConstant = !field.value.isNumber() || (field.value.isConstant() && field.value == other->second.value);
    block.fields[offset] = joined(field, other->second, a.owner != 0 && !isConstant, place);
  }
  return block;
}

State Join::join() {
  State state = a_;
  state.mayHaveLost = a_.mayHaveLost || b_.mayHaveLost;
  state.variables.clear();
  for (const auto& [variable, value] : a_.variables) {
    const auto other = b_.variables.find(variable);
    if (other != b_.variables.end()) state.variables[variable] = joined(value, other->second, 0);
  }
  for (auto& [number, block] : state.blocks)
    block = joined(a_.blocks.at(number), b_.blocks.at(inB_.at(number)), number);
  for (const auto& [number, block] : b_.statics)
    if (!a_.statics.contains(number)) state.statics.emplace(number, initial(number));
  for (auto& [number, block] : state.statics) {
    const auto other = b_.statics.find(number);
    block = joined(block, other == b_.statics.end() ? initial(number) : other->second, 0);
  }
  state.constraints = facts_;
  for (Term relation : commonRelations(terms_, oracle_, pairings_, a_.constraints, b_.constraints))
    state.constraints.push_back(relation);
  dropUnfounded(state);
  return state;
}

} // namespace assay::shapes
