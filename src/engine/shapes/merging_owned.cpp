// What nodes of a chain have for themselves: blocks, chains and trees that nothing else leads to, with all that hangs on them.
#include "engine/shapes/merging.h"

#include <algorithm>

namespace assay::shapes {

namespace {

/// Whether pointers to what a node has for itself are marked as such there.
bool marksOwned(const Block& block) { return block.isSegment() || block.owner != 0; }

bool isLeaf(const Block& block, const Links& tree) {
  return block.isTree() || std::all_of(tree.branches.begin(), tree.branches.end(), [&](uint64_t branch) {
           const Field* field = fieldAt(block, branch);
           return field && field->value.isNull();
         });
}

} // namespace

std::set<uint32_t> Merging::heldBy(const Value& pointer, uint32_t node) const {
  std::set<uint32_t> held{pointer.object};
  std::vector<uint32_t> work{pointer.object};
  while (!work.empty()) {
    const Block& block = state_.blocks.at(work.back());
    work.pop_back();
    if (!block.isLiveHeap()) return {};
    for (const auto& [offset, field] : block.fields)
      if (field.value.isPointer() && field.value.object != node && held.insert(field.value.object).second)
        work.push_back(field.value.object);
  }
  size_t count = 0;
  bool isNodes = true;
  const auto look = [&](const Value& value, uint32_t holder) {
    if (!value.isPointer() || !held.contains(value.object) || held.contains(holder)) return;
    ++count;
    isNodes = isNodes && holder == node;
  };
  for (const auto& [variable, value] : state_.variables) look(value, 0);
  for (const auto& [number, block] : state_.statics)
    for (const auto& [offset, field] : block.fields) look(field.value, 0);
  for (const auto& [number, block] : state_.blocks)
    for (const auto& [offset, field] : block.fields) look(field.value, number);
  if (!isNodes || count != 1) return {};
  return held;
}

bool Merging::isHeldBy(uint32_t node, uint32_t block, const Links& links) const {
  for (const auto& [offset, field] : state_.blocks.at(node).fields)
    if (field.value.isPointer() && field.value.object != node && !links.isLink(offset) &&
        heldBy(field.value, node).contains(block))
      return true;
  return false;
}

bool Merging::canBeOwned(const Field& x, const Field& y, const Holders& of) const {
  // What the nodes of a segment share is no node's own.
  const auto isOwn = [&](const Field& field, uint32_t holder) {
    if (!field.value.isPointer()) return field.value.isNull();
    if (field.each != marksOwned(state_.blocks.at(holder))) return false;
    return field.each || !heldBy(field.value, holder).empty();
  };
  if (!isOwn(x, of.a) || !isOwn(y, of.b)) return false;
  State trial = state_;
  return Merging(program_, oracle_, sites_, trial, options_).mergeOwned(x, y, of, true).has_value();
}

std::optional<Field> Merging::mergeOwned(const Field& x, const Field& y, const Holders& of, bool isTrial) {
  if (x.bytes != y.bytes || (!x.value.isPointer() && !y.value.isPointer())) return {};
  // Where one of them has none, the other one is merged with itself.
  const bool isMissing = !x.value.isPointer() || !y.value.isPointer();
  if (isMissing && !x.value.isNull() && !y.value.isNull()) return {};
  const Value a = x.value.isPointer() ? x.value : y.value, b = y.value.isPointer() ? y.value : x.value;
  const Holders outer{x.value.isPointer() ? of.a : of.b, y.value.isPointer() ? of.b : of.a, of.made};
  if (a.offset != b.offset || a.last || b.last) return {};
  if (a.object == b.object && outer.a != outer.b) return {};
  if (!state_.blocks.contains(a.object) || !state_.blocks.contains(b.object)) return {};
  const Block one = state_.blocks.at(a.object), other = state_.blocks.at(b.object);
  if (!one.isLiveHeap() || !other.isLiveHeap() || one.size != other.size) return {};
  if (one.isSegment() && other.isSegment() && *one.links != *other.links) return {};
  Block made;
  made.size = one.size;
  made.links = one.isSegment() ? one.links : other.links;
  made.min = isMissing ? 0 : std::min(one.min, other.min);
  made.pointers = one.pointers;
  made.site = one.site;
  made.owner = of.made;
  if (made.isTree() && (!made.isWholeTree() || !isLeaf(one, *made.links) || !isLeaf(other, *made.links))) return {};
  const uint32_t number = state_.nextBlock++;
  state_.blocks.erase(a.object);
  state_.blocks.erase(b.object);
  if (!mergeOwnedFields(one, other, {a.object, b.object, number}, outer, made, isTrial)) return {};
  if (!isTrial) joinNumbers(one, other, made);
  state_.blocks[number] = made;
  return Field{x.bytes, true, Value::pointer(number, a.offset)};
}

/// Numbers that differ are left out.
bool Merging::mergeOwnedFields(const Block& one, const Block& other, const Holders& inner, const Holders& outer,
                               Block& made, bool isTrial) {
  for (uint64_t offset : offsetsOf(one, other)) {
    const Field *x = fieldAt(one, offset), *y = fieldAt(other, offset);
    const bool isLink = made.isSegment() && made.links->isLink(offset);
    // Below a node that becomes a tree there is nothing; what is above a tree may be anything.
    if (made.isTree() && isLink) continue;
    const bool isSame = x && y && x->bytes == y->bytes;
    const bool hasPointer = (x && x->value.isPointer()) || (y && y->value.isPointer());
    if (!hasPointer) {
      if (isSame && x->value.isConstant() && x->value == y->value) {
        made.fields[offset] = *x;
        continue;
      }
      const bool areConstants = isSame && x->value.isConstant() && y->value.isConstant();
      if (isLink || (areConstants && !options_.joinsConstants)) return false;
      continue;
    }
    if (!isSame) return false;
    const auto leadsTo = [](const Field& field, uint32_t block) {
      return field.value.isPointer() && !field.each && field.value.object == block;
    };
    const bool isAlike = x->value.isPointer() && y->value.isPointer() && x->value.offset == y->value.offset;
    if (leadsTo(*x, inner.a) || leadsTo(*y, inner.b)) {
      if (!isAlike || !leadsTo(*x, inner.a) || !leadsTo(*y, inner.b)) return false;
      if (one.isSegment() == other.isSegment() && x->value.last != y->value.last) return false;
      // Where the one is a block, its first node is its last one.
      made.fields[offset] = *(one.isSegment() ? x : y);
      made.fields[offset].value.object = inner.made;
    } else if (leadsTo(*x, outer.a) || leadsTo(*y, outer.b)) {
      if (!isAlike || !leadsTo(*x, outer.a) || !leadsTo(*y, outer.b) || x->value.last || y->value.last) return false;
      made.fields[offset] = {x->bytes, false, Value::pointer(outer.made, x->value.offset)};
    } else {
      const auto isMarked = [](const Field& field, const Block& holder) {
        return !field.value.isPointer() || field.each == marksOwned(holder);
      };
      if (isLink || !isMarked(*x, one) || !isMarked(*y, other)) return false;
      // What leads to another block of its kind is a chain, which is to be folded before.
      const auto leadsOn = [&](const Field& field, const Block& holder) {
        if (!field.value.isPointer()) return false;
        const auto next = state_.blocks.find(field.value.object);
        return next != state_.blocks.end() && next->second.size == holder.size && next->second.site == holder.site;
      };
      if (leadsOn(*x, one) || leadsOn(*y, other)) return false;
      const std::optional<Field> nested = mergeOwned(*x, *y, inner, isTrial);
      if (!nested) return false;
      made.fields[offset] = *nested;
    }
  }
  if (!made.isSegment() || made.isTree()) return true;
  return made.fields.contains(made.links->next) && (!made.links->isDouble || made.fields.contains(made.links->prev));
}

} // namespace assay::shapes
