// What nodes of a chain have for themselves: blocks, chains and trees that nothing else leads to, with all that hangs
// on them.
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

std::set<uint32_t> Merging::heldBy(const Value& pointer, uint32_t node, const Links& links) const {
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
  const auto look = [&](const Value& value, uint32_t holder, uint64_t offset) {
    if (!value.isPointer() || !held.contains(value.object) || held.contains(holder)) return;
    ++count;
    isNodes = isNodes && holder == node && !links.isLink(offset);
  };
  for (const auto& [variable, value] : state_.variables) look(value, 0, 0);
  for (const auto& [number, block] : state_.statics)
    for (const auto& [offset, field] : block.fields) look(field.value, 0, 0);
  for (const auto& [number, block] : state_.blocks)
    for (const auto& [offset, field] : block.fields) look(field.value, number, offset);
  if (!isNodes || count == 0) return {};
  return held;
}

bool Merging::isHeldBy(uint32_t node, uint32_t block, const Links& links) const {
  for (const auto& [offset, field] : state_.blocks.at(node).fields)
    if (field.value.isPointer() && field.value.object != node && !links.isLink(offset) &&
        heldBy(field.value, node, links).contains(block))
      return true;
  return false;
}

std::optional<int64_t> Merging::selfOffset(const Field& field, uint32_t holder, const Block& block) {
  if (field.value.isNode()) return field.value.offset;
  if (field.each || !field.value.isPointer() || field.value.object != holder || block.isSegment()) return {};
  return field.value.offset;
}

bool Merging::canBeOwned(const Field& x, const Field& y, const Holders& of, const Links& links) const {
  // What the nodes of a segment share is no node's own.
  const auto isOwn = [&](const Field& field, uint32_t holder) {
    const Block& block = state_.blocks.at(holder);
    if (selfOffset(field, holder, block)) return true;
    if (!field.value.isPointer()) return field.value.isNull();
    if (field.each != marksOwned(block)) return false;
    return field.each || !heldBy(field.value, holder, links).empty();
  };
  return isOwn(x, of.a) && isOwn(y, of.b);
}

bool Merging::mergePointers(const Block& one, const Block& other, const Holders& of, Block& made, bool isTrial) {
  // Pointers to ends come after those to beginnings: what is there is made by then.
  std::vector<uint64_t> offsets, ends;
  for (uint64_t offset : offsetsOf(one, other)) {
    const Field *x = fieldAt(one, offset), *y = fieldAt(other, offset);
    if (made.links->isLink(offset) || (!isAddress(x) && !isAddress(y))) continue;
    if (!x || !y || x->bytes != y->bytes) return false;
    const bool isEnd = (x->value.isPointer() && x->value.last) || (y->value.isPointer() && y->value.last);
    (isEnd ? ends : offsets).push_back(offset);
  }
  offsets.insert(offsets.end(), ends.begin(), ends.end());
  std::vector<uint64_t> owned;
  for (uint64_t offset : offsets) {
    const Field &x = one.fields.at(offset), &y = other.fields.at(offset);
    const std::optional<int64_t> self = selfOffset(x, of.a, one);
    if (self && self == selfOffset(y, of.b, other)) {
      made.fields[offset] = {x.bytes, false, Value::node(*self), {}};
      continue;
    }
    const auto leadsInside = [&](const Field& field) {
      return field.value.isPointer() && (field.value.object == of.a || field.value.object == of.b);
    };
    if ((leadsInside(x) && !self) || (leadsInside(y) && !selfOffset(y, of.b, other))) return false;
    const bool canShare = x.value == y.value && !x.each && !y.each && !self;
    const bool canOwn = canBeOwned(x, y, of, *made.links);
    if (canOwn && (of.a == of.b || !canShare)) {
      owned.push_back(offset);
      continue;
    }
    if (!canShare) return false;
    made.fields[offset] = x;
  }
  MadeBefore before;
  for (uint64_t offset : owned) {
    const std::optional<Field> field = mergeOwned(one.fields.at(offset), other.fields.at(offset), of, before, isTrial);
    if (!field) return false;
    made.fields[offset] = *field;
  }
  return true;
}

std::optional<Merging::Owned> Merging::ownedBy(const Field& field, uint32_t holder) const {
  Owned owned;
  if (field.value.isNode()) {
    owned.otherwise = field.value;
  } else if (field.value.isPointer() && field.value.object == holder && !field.each) {
    owned.otherwise = Value::node(field.value.offset);
  } else if (field.value.isPointer()) {
    owned.otherwise = field.otherwise;
    owned.block = field.value.object;
  } else if (!field.value.isNull()) {
    return {};
  }
  return owned;
}

/// Another field that leads to what was made for one before. Of a block, the first node is the last one.
std::optional<Field> Merging::mergeAgain(const Field& x, const Field& y, const Made& made) const {
  const Field& some = made.hasA ? x : y;
  if (made.hasA && made.hasB) {
    if (x.value.offset != y.value.offset) return {};
    if (made.isSegmentA && made.isSegmentB && x.value.last != y.value.last) return {};
  }
  Value value = Value::pointer(made.number, some.value.offset);
  if (made.isSegmentA) value.last = x.value.last;
  if (made.isSegmentB) value.last = y.value.last;
  return Field{x.bytes, true, value, {}};
}

std::optional<Field> Merging::mergeOwned(const Field& x, const Field& y, const Holders& of, MadeBefore& before,
                                         bool isTrial) {
  const std::optional<Owned> ownedA = ownedBy(x, of.a), ownedB = ownedBy(y, of.b);
  if (x.bytes != y.bytes || !ownedA || !ownedB || (ownedA->block == 0 && ownedB->block == 0)) return {};
  auto found = before.find({ownedA->block, ownedB->block});
  std::optional<Field> field;
  if (found != before.end()) {
    field = mergeAgain(x, y, found->second);
  } else {
    const std::optional<Made> made = makeOwned(*ownedA, *ownedB, {x.value, y.value}, of, isTrial);
    if (!made) return {};
    found = before.emplace(std::pair(ownedA->block, ownedB->block), *made).first;
    const Value& some = made->hasA ? x.value : y.value;
    field = Field{x.bytes, true, Value::pointer(made->number, some.offset), {}};
  }
  if (!field) return {};
  // What those have that are without.
  const Made& made = found->second;
  if (made.mayLackA && made.mayLackB && ownedA->otherwise != ownedB->otherwise) return {};
  field->otherwise = made.mayLackA ? ownedA->otherwise : made.mayLackB ? ownedB->otherwise : Value();
  return field;
}

std::optional<Merging::Made> Merging::makeOwned(const Owned& ownedA, const Owned& ownedB,
                                                const std::pair<Value, Value>& pointers, const Holders& of,
                                                bool isTrial) {
  Made result;
  result.hasA = ownedA.block != 0;
  result.hasB = ownedB.block != 0;
  // Where one of them has none, the other one is merged with itself.
  const Value a = result.hasA ? pointers.first : pointers.second, b = result.hasB ? pointers.second : pointers.first;
  const Holders outer{result.hasA ? of.a : of.b, result.hasB ? of.b : of.a, of.made};
  if (a.offset != b.offset || a.last || b.last) return {};
  if (a.object == b.object && outer.a != outer.b) return {};
  if (!state_.blocks.contains(a.object) || !state_.blocks.contains(b.object)) return {};
  const Block one = state_.blocks.at(a.object), other = state_.blocks.at(b.object);
  if (!one.isLiveHeap() || !other.isLiveHeap() || one.size != other.size) return {};
  if (one.isSegment() && other.isSegment() && *one.links != *other.links) return {};
  result.isSegmentA = result.hasA && one.isSegment();
  result.isSegmentB = result.hasB && other.isSegment();
  result.mayLackA = !result.hasA || one.min == 0;
  result.mayLackB = !result.hasB || other.min == 0;
  Block made;
  made.size = one.size;
  made.links = one.isSegment() ? one.links : other.links;
  made.min = result.hasA && result.hasB ? std::min(one.min, other.min) : 0;
  made.pointers = one.pointers;
  made.site = one.site;
  made.owner = of.made;
  if (made.isTree() && (!made.isWholeTree() || !isLeaf(one, *made.links) || !isLeaf(other, *made.links))) return {};
  result.number = state_.nextBlock++;
  state_.blocks.erase(a.object);
  state_.blocks.erase(b.object);
  if (!mergeOwnedFields(one, other, {a.object, b.object, result.number}, outer, made, isTrial)) return {};
  if (!isTrial) joinNumbers(one, other, made);
  state_.blocks[result.number] = made;
  return result;
}

/// Numbers that differ are left out.
bool Merging::mergeOwnedFields(const Block& one, const Block& other, const Holders& inner, const Holders& outer,
                               Block& made, bool isTrial) {
  std::vector<uint64_t> nested, ends;
  for (uint64_t offset : offsetsOf(one, other)) {
    const Field *x = fieldAt(one, offset), *y = fieldAt(other, offset);
    const bool isLink = made.isSegment() && made.links->isLink(offset);
    // Below a node that becomes a tree there is nothing; what is above a tree may be anything.
    if (made.isTree() && isLink) continue;
    const bool isSame = x && y && x->bytes == y->bytes;
    const auto isPointer = [](const Field* field) {
      return field && (field->value.isPointer() || field->value.isNode());
    };
    if (!isPointer(x) && !isPointer(y)) {
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
    if (isAlike && leadsTo(*x, inner.a) && leadsTo(*y, inner.b)) {
      if (one.isSegment() == other.isSegment() && x->value.last != y->value.last) return false;
      // Where the one is a block, its first node is its last one.
      made.fields[offset] = *(one.isSegment() ? x : y);
      made.fields[offset].value.object = inner.made;
    } else if (leadsTo(*x, outer.a) || leadsTo(*y, outer.b)) {
      if (!isAlike || !leadsTo(*x, outer.a) || !leadsTo(*y, outer.b) || x->value.last || y->value.last) return false;
      made.fields[offset] = {x->bytes, false, Value::pointer(outer.made, x->value.offset), {}};
    } else if (isLink) {
      return false;
    } else if (const std::optional<int64_t> self = selfOffset(*x, inner.a, one);
               self && self == selfOffset(*y, inner.b, other)) {
      made.fields[offset] = {x->bytes, false, Value::node(*self), {}};
    } else {
      const auto isMarked = [](const Field& field, const Block& holder, bool isSelf) {
        return !field.value.isPointer() || isSelf || field.each == marksOwned(holder);
      };
      if (!isMarked(*x, one, leadsTo(*x, inner.a)) || !isMarked(*y, other, leadsTo(*y, inner.b))) return false;
      // What leads to another block of its kind is a chain, which is to be folded before.
      const auto leadsOn = [&](const Field& field, const Block& holder) {
        if (!field.value.isPointer()) return false;
        const auto next = state_.blocks.find(field.value.object);
        return next != state_.blocks.end() && next->second.size == holder.size && next->second.site == holder.site;
      };
      if (leadsOn(*x, one) || leadsOn(*y, other)) return false;
      const bool isEnd = (x->value.isPointer() && x->value.last) || (y->value.isPointer() && y->value.last);
      (isEnd ? ends : nested).push_back(offset);
    }
  }
  nested.insert(nested.end(), ends.begin(), ends.end());
  MadeBefore before;
  for (uint64_t offset : nested) {
    const std::optional<Field> field =
        mergeOwned(one.fields.at(offset), other.fields.at(offset), inner, before, isTrial);
    if (!field) return false;
    made.fields[offset] = *field;
  }
  if (!made.isSegment() || made.isTree()) return true;
  return made.fields.contains(made.links->next) && (!made.links->isDouble || made.fields.contains(made.links->prev));
}

} // namespace assay::shapes
