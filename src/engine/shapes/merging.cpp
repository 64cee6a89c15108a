#include "engine/shapes/merging.h"

#include "engine/shapes/facts.h"
#include "engine/shapes/well_formed.h"

#include <algorithm>

namespace assay::shapes {

const Field* fieldAt(const Block& block, uint64_t offset) {
  const auto found = block.fields.find(offset);
  return found == block.fields.end() ? nullptr : &found->second;
}

std::set<uint64_t> offsetsOf(const Block& a, const Block& b) {
  std::set<uint64_t> offsets;
  for (const Block* block : {&a, &b})
    for (const auto& [offset, field] : block->fields) offsets.insert(offset);
  return offsets;
}

std::optional<TreeLinks> Merging::treeLinks(const Block& block) const {
  if (!options_.foldsTrees) return {};
  return sites_.treeLinks(block.site);
}

bool Merging::areAllowedInBlocks(const Pair& pair, const Allowed& isAllowed) const {
  for (const auto& [number, block] : state_.blocks) {
    if (block.owner != 0) continue;
    for (const auto& [offset, field] : block.fields)
      if (!isAllowed(field.value, number, offset) && !isHeldBy(pair.a, number, pair.links) &&
          !isHeldBy(pair.b, number, pair.links))
        return false;
  }
  return true;
}

bool Merging::isOnlyPointedToFromOnePlace(uint32_t block) const {
  size_t count = 0;
  forEachValueOutside(state_, [&](const Value& value) { count += value.isPointer() && value.object == block ? 1 : 0; });
  for (const auto& [offset, field] : state_.blocks.at(block).fields)
    if (field.value.isPointer() && field.value.object == block) --count;
  return count == 1;
}

/// Contents that one segment can stand for: pointers are alike, numbers may differ.
bool Merging::canJoin(const Pair& pair) const {
  const Block& one = state_.blocks.at(pair.a);
  const Block& other = state_.blocks.at(pair.b);
  const bool joinsConstants = options_.joinsConstants || state_.blocks.size() > oracle_.limits().fewBlocks;
  bool hasPointers = false;
  for (uint64_t offset : offsetsOf(one, other)) {
    if (pair.links.isLink(offset)) continue;
    const Field *x = fieldAt(one, offset), *y = fieldAt(other, offset);
    if (isAddress(x) || isAddress(y)) {
      hasPointers = true;
      continue;
    }
    if (!x || !y || x->bytes != y->bytes || joinsConstants) continue;
    if (x->value.isConstant() && y->value.isConstant() && x->value != y->value) return false;
  }
  if (!hasPointers) return true;
  State trial = state_;
  Block made;
  made.links = pair.links;
  return Merging(program_, oracle_, sites_, trial, options_)
      .mergePointers(one, other, {pair.a, pair.b, pair.a}, made, true);
}

bool Merging::isAddress(const Field* field) const {
  return field &&
         (field->value.isPointer() || field->value.isNode() || Heap(program_, state_).isStaticAddress(field->value));
}

/// The first few that are no constants.
std::vector<Term> Merging::numbersOfVariables() const {
  std::vector<Term> numbers;
  for (const auto& [variable, value] : state_.variables) {
    if (!value.isNumber() || value.isConstant() || !value.number.sort().isBitVec()) continue;
    if (numbers.size() == oracle_.limits().comparedVariables) break;
    if (std::find(numbers.begin(), numbers.end(), value.number) == numbers.end()) numbers.push_back(value.number);
  }
  return numbers;
}

/// Numbers that the blocks hold in fields of which the new one says nothing yet become symbols.
void Merging::joinNumbers(const Block& one, const Block& other, Block& made) {
  std::vector<Pairing> numbers;
  std::vector<Term> facts;
  const auto add = [&](const std::vector<Term>& more) { facts.insert(facts.end(), more.begin(), more.end()); };
  for (const auto& [offset, x] : one.fields) {
    const Field* y = fieldAt(other, offset);
    if (made.fields.contains(offset) || (made.isSegment() && made.links->isLink(offset))) continue;
    if (!y || y->bytes != x.bytes || !x.value.isNumber() || !y->value.isNumber()) continue;
    const Value symbol = Heap(program_, state_).fresh(x.value.number.sort());
    const Alternative a{x.value.number, &state_.constraints}, b{y->value.number, &state_.constraints};
    add(commonFacts(terms_, oracle_, symbol.number, a, b));
    numbers.push_back({symbol.number, x.value.number, y->value.number});
    add(commonOrder(terms_, oracle_, numbers.back(), numbersOfVariables(), state_.constraints));
    made.fields[offset] = {x.bytes, true, symbol};
  }
  add(commonRelations(terms_, oracle_, numbers, state_.constraints, state_.constraints));
  add(conditionalFacts(terms_, oracle_, numbers, state_.constraints));
  state_.constraints.insert(state_.constraints.end(), facts.begin(), facts.end());
}

/// Like a node that is merged with another one of the same contents.
bool Merging::becomeSegment(uint32_t number, const Links& links) {
  const Block one = state_.blocks.at(number);
  const auto word = static_cast<uint32_t>(program_.layout().width / 8);
  const Field* next = fieldAt(one, links.next);
  const Field* prev = links.isDouble ? fieldAt(one, links.prev) : next;
  if (!next || !prev || next->bytes != word || prev->bytes != word || next->each || prev->each) return false;
  Block& block = state_.blocks.at(number);
  if (one.owner != 0) {
    // What it has is marked already, and its numbers are.
    const auto isEnd = [&](const Value& value) {
      return value.isNull() || (value.isPointer() && (value.object == number || value.object == one.owner));
    };
    if (!isEnd(next->value) || !isEnd(prev->value)) return false;
    block.links = links;
    for (auto& [offset, field] : block.fields)
      if (const std::optional<int64_t> self = selfOffset(field, number, one); self && !links.isLink(offset))
        field.value = Value::node(*self);
    return true;
  }
  Block segment = one;
  segment.links = links;
  segment.fields.clear();
  const State before = state_;
  if (!mergePointers(one, one, {number, number, number}, segment, false)) {
    state_ = before;
    return false;
  }
  for (const auto& [offset, field] : one.fields)
    if (links.isLink(offset) || field.value.isConstant()) segment.fields[offset] = field;
  joinNumbers(one, one, segment);
  state_.blocks[number] = segment;
  return true;
}

void Merging::mergeContents(const Pair& pair) {
  const Block one = state_.blocks.at(pair.a), other = state_.blocks.at(pair.b);
  Block segment;
  segment.kind = one.kind;
  segment.size = one.size;
  segment.links = pair.links;
  segment.pointers = one.pointers;
  segment.site = one.site;
  segment.min = std::min({oracle_.limits().toldLengths, WellFormed::kMaxMin, one.min + other.min});
  mergePointers(one, other, {pair.a, pair.b, pair.a}, segment, false);
  for (const auto& [offset, x] : one.fields) {
    const Field* y = fieldAt(other, offset);
    if (pair.links.isLink(offset) || !y || y->bytes != x.bytes || segment.fields.contains(offset)) continue;
    if (x.value == y->value && x.value.isNumber() && !x.each && !y->each) segment.fields[offset] = x;
  }
  joinNumbers(one, other, segment);
  state_.blocks[pair.a] = segment;
  state_.blocks.erase(pair.b);
}

} // namespace assay::shapes
