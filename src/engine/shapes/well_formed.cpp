#include "engine/shapes/well_formed.h"

#include "term/traverse.h"

#include <algorithm>

namespace assay::shapes {

namespace {

constexpr uint32_t kMostBytes = 1 << 20, kMostBlocks = 1 << 24;
constexpr size_t kMostBranches = 8;

} // namespace

WellFormed::WellFormed(const Program& program, const State& state)
    : program_(program), state_(state), word_(program.layout().width / 8) {
  for (const auto& [number, block] : state_.blocks)
    for (const auto& [offset, field] : block.fields)
      if (field.each && field.value.isNumber())
        areEachOnce_ = each_.try_emplace(field.value.number, number).second && areEachOnce_;
}

bool WellFormed::holds() const {
  const auto isBlockEntry = [&](const auto& entry) { return isBlock(entry.first, entry.second); };
  const auto isStaticEntry = [&](const auto& entry) { return isStatic(entry.first, entry.second); };
  return state_.nextBlock <= kMostBlocks && std::ranges::all_of(state_.blocks, isBlockEntry) &&
         std::ranges::all_of(state_.statics, isStaticEntry) && areVariables() && areSymbolsOnce() && areConstraints();
}

bool WellFormed::isOffset(int64_t offset) const {
  const auto window = static_cast<int64_t>(program_.layout().maxObjectSize());
  return -window < offset && offset < window;
}

bool WellFormed::leadsToNode(const Value& pointer, const Block& block) const {
  return pointer.number.isNull() && isOffset(pointer.offset) &&
         (!pointer.last || (block.isSegment() && !block.isWholeTree()));
}

bool WellFormed::isNumber(const Value& value, Sort sort) const {
  return value.isNumber() && !value.number.isNull() && value.number.sort() == sort &&
         (value.isConstant() || value.isSymbol());
}

bool WellFormed::isValue(const Value& value, Sort sort) const {
  if (!value.isPointer()) return isNumber(value, sort);
  const auto block = state_.blocks.find(value.object);
  return sort == program_.pointerSort() && block != state_.blocks.end() && block->second.owner == 0 &&
         leadsToNode(value, block->second);
}

bool WellFormed::areVariables() const {
  return std::ranges::all_of(state_.variables, [&](const auto& entry) {
    return entry.first.index() < program_.variables().size() && isValue(entry.second, program_[entry.first].sort());
  });
}

bool WellFormed::isStatic(uint64_t number, const Block& block) const {
  if (number == 0 || number > program_.objects.size()) return false;
  const StaticObject& object = program_.objects[number];
  return block.kind == BlockKind::Static && block.size == object.size && block.isConstant == object.constant &&
         block.isAlive && !block.isSegment() && block.owner == 0 && block.min == 1 && areFields(0, block);
}

bool WellFormed::isBlock(uint32_t number, const Block& block) const {
  if (number == 0 || number >= state_.nextBlock || block.kind == BlockKind::Static || block.isConstant) return false;
  if (block.size > program_.layout().maxObjectSize() || block.min > kMaxMin) return false;
  if (block.min == 0 && block.owner == 0) return false;
  if (block.min > 1 && !block.isSegment()) return false;
  if (!block.isAlive && !block.fields.empty()) return false;
  if ((block.isSegment() || block.owner != 0) && !block.isLiveHeap()) return false;
  return (!block.isSegment() || areLinks(block)) && (block.owner == 0 || isOwned(number, block)) &&
         areFields(number, block);
}

bool WellFormed::areFields(uint32_t number, const Block& block) const {
  uint64_t end = 0;
  for (const auto& [offset, field] : block.fields) {
    if (field.bytes == 0 || field.bytes > kMostBytes || offset < end) return false;
    if (offset > block.size || field.bytes > block.size - offset) return false;
    end = offset + field.bytes;
    if (!isField(number, block, offset, field)) return false;
  }
  return true;
}

bool WellFormed::isField(uint32_t number, const Block& block, uint64_t offset, const Field& field) const {
  if (field.value.kind != Value::Kind::Number && field.bytes != word_) return false;
  const bool isLink = block.isSegment() && block.links->isLink(offset);
  if (field.each) return !isLink && (block.isSegment() || block.owner != 0) && isEach(number, field);
  if (field.value.isNode()) return !isLink && block.isSegment() && isOffset(field.value.offset);
  if (block.owner != 0) return isOwnedValue(number, block, field);
  // What leads to one of its ends from all of its nodes is not told apart from what leads there from outside.
  const bool isShared = block.isSegment() && !isLink;
  if (isShared && field.value.isPointer() && field.value.object == number) return false;
  return isValue(field.value, program_.terms().bvSort(8 * field.bytes));
}

bool WellFormed::isEach(uint32_t number, const Field& field) const {
  if (!field.value.isPointer())
    return isNumber(field.value, program_.terms().bvSort(8 * field.bytes)) && field.value.isSymbol();
  const auto block = state_.blocks.find(field.value.object);
  if (block == state_.blocks.end() || block->second.owner != number) return false;
  const Value& otherwise = field.otherwise;
  return leadsToNode(field.value, block->second) &&
         (otherwise.isNode() ? isOffset(otherwise.offset) : otherwise == Value());
}

bool WellFormed::isOwnedValue(uint32_t number, const Block& block, const Field& field) const {
  if (!field.value.isPointer())
    return isNumber(field.value, program_.terms().bvSort(8 * field.bytes)) && field.value.isConstant();
  if (field.value.object == number) return leadsToNode(field.value, block);
  return field.value.object == block.owner && !field.value.last && leadsToNode(field.value, block);
}

bool WellFormed::isWordAt(const Block& block, uint64_t offset) const {
  const auto found = block.fields.find(offset);
  return found != block.fields.end() && found->second.bytes == word_;
}

/// Links have their places to themselves. At the ends of a chain and of a path stand values, and nowhere else in them.
bool WellFormed::areLinks(const Block& block) const {
  const Links& links = *block.links;
  if (!isOffset(links.nextTo) || !isOffset(links.prevTo) || links.branches.size() > kMostBranches) return false;
  if (links.isTree() ? !links.branches.contains(links.next) : links.isWhole) return false;
  std::set<uint64_t> places = links.branches;
  places.insert(links.next);
  if (links.isDouble && !places.insert(links.prev).second) return false;
  uint64_t free = 0; // from here on
  for (const uint64_t place : places) {
    if (place < free || place > block.size || word_ > block.size - place) return false;
    free = place + word_;
    for (const auto& [offset, field] : block.fields)
      if (offset < free && place < offset + field.bytes && (offset != place || field.bytes != word_)) return false;
    const bool isBranch = links.branches.contains(place);
    if (isBranch && block.fields.contains(place) && (links.isWhole || place != links.next)) return false;
  }
  if (!links.isWhole && !isWordAt(block, links.next)) return false;
  return links.isTree() || !links.isDouble || isWordAt(block, links.prev);
}

/// Owners lead to a segment, and each has a field that leads to what it owns.
bool WellFormed::isOwned(uint32_t number, const Block& block) const {
  if (block.isTree() && !block.isWholeTree()) return false;
  const Block* above = &block;
  for (size_t left = state_.blocks.size(); above->owner != 0; --left) {
    const auto owner = state_.blocks.find(above->owner);
    if (left == 0 || owner == state_.blocks.end()) return false;
    above = &owner->second;
  }
  return above->isSegment() && std::ranges::any_of(state_.blocks.at(block.owner).fields, [&](const auto& entry) {
           const Field& field = entry.second;
           return field.each && field.value.isPointer() && field.value.object == number;
         });
}

bool WellFormed::areSymbolsOnce() const {
  bool result = areEachOnce_;
  const auto look = [&](const Value& value) { result = result && !(value.isNumber() && each_.contains(value.number)); };
  for (const auto& [variable, value] : state_.variables) look(value);
  for (const auto& [number, block] : state_.blocks)
    for (const auto& [offset, field] : block.fields)
      if (!field.each) look(field.value);
  for (const auto& [number, block] : state_.statics)
    for (const auto& [offset, field] : block.fields) look(field.value);
  return result;
}

bool WellFormed::mayBeMissing(uint32_t number) const {
  const Block* block = &state_.blocks.at(number);
  while (block->min != 0 && block->owner != 0) block = &state_.blocks.at(block->owner);
  return block->min == 0;
}

/// A constraint speaks of nodes of one place at most; where there may be none of them, of nothing else.
bool WellFormed::areConstraints() const {
  return std::ranges::all_of(state_.constraints, [&](Term constraint) {
    if (!constraint.sort().isBool()) return false;
    std::optional<uint32_t> place;
    bool isOfOthers = false;
    for (Term symbol : freeVariables(constraint)) {
      const auto each = each_.find(symbol);
      isOfOthers = isOfOthers || each == each_.end();
      if (each == each_.end()) continue;
      if (place && *place != each->second) return false;
      place = each->second;
    }
    return !place || !isOfOthers || !mayBeMissing(*place);
  });
}

} // namespace assay::shapes
