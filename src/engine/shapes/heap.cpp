#include "engine/shapes/heap.h"

#include "term/substitute.h"
#include "term/traverse.h"

#include <algorithm>
#include <unordered_map>

namespace assay::shapes {

namespace {

/// The pointer leads to this block now.
void lead(Value& pointer, uint32_t block) {
  pointer.object = block;
  pointer.last = false;
}

/// Erases what the nodes of a segment have for themselves.
void eraseOwned(State& state, uint32_t segment) {
  std::set<uint32_t> gone{segment};
  for (bool grows = true; grows;) {
    grows = false;
    for (const auto& [number, block] : state.blocks)
      if (gone.contains(block.owner)) grows = gone.insert(number).second || grows;
  }
  gone.erase(segment);
  std::erase_if(state.blocks, [&](const auto& entry) { return gone.contains(entry.first); });
}

} // namespace

std::optional<Heap::Target> Heap::target(const Value& pointer) const {
  if (pointer.isPointer()) {
    const Block& block = state_.blocks.at(pointer.object);
    if (!block.isAlive) return {};
    return Target{&block, pointer.object, 0, pointer.offset};
  }
  const PointerLayout& layout = program_.layout();
  if (!pointer.isConstant() || !pointer.number.sort().isBitVec() || pointer.number.sort().width() != layout.width)
    return {};
  const uint64_t bits = pointer.number.value().toUint64();
  const uint64_t number = layout.object(bits);
  if (number == 0 || number > program_.objects.size()) return {};
  const auto written = state_.statics.find(number);
  return Target{written == state_.statics.end() ? nullptr : &written->second, 0, number, layout.offset(bits)};
}

Block Heap::staticBlock(uint64_t number) const {
  const StaticObject& object = program_.objects[number];
  Block block;
  block.kind = BlockKind::Static;
  block.size = object.size;
  block.isConstant = object.constant;
  const uint64_t word = program_.layout().width / 8;
  for (uint64_t at = 0; at < object.size;) {
    const uint64_t bytes = std::min(word, object.size - at);
    uint64_t value = 0;
    for (uint64_t i = 0; i < bytes; ++i)
      if (at + i < object.bytes.size()) value |= uint64_t{object.bytes[at + i]} << (8 * i);
    const auto width = static_cast<uint32_t>(8 * bytes);
    block.fields[at] = {static_cast<uint32_t>(bytes), false, Value::of(terms_.mkBv(width, value))};
    at += bytes;
  }
  return block;
}

Block* Heap::writable(const Target& target, uint64_t maxBytes) {
  if (target.number != 0) return &state_.blocks.at(target.number);
  const auto found = state_.statics.find(target.staticObject);
  if (found != state_.statics.end()) return &found->second;
  if (program_.objects[target.staticObject].size > maxBytes) return nullptr;
  return &state_.statics.emplace(target.staticObject, staticBlock(target.staticObject)).first->second;
}

/// What lies in the range is forgotten; what lies across its border keeps the bytes outside, if it is a number.
void Heap::clear(TermManager& terms, Block& block, uint64_t begin, uint64_t end) {
  auto it = block.fields.upper_bound(begin);
  if (it != block.fields.begin()) --it;
  std::vector<std::pair<uint64_t, Field>> rest;
  while (it != block.fields.end() && it->first < end) {
    const uint64_t at = it->first, stop = at + it->second.bytes;
    if (stop <= begin) {
      ++it;
      continue;
    }
    const Field field = it->second;
    it = block.fields.erase(it);
    if (!field.value.isNumber()) continue;
    const auto keep = [&](uint64_t from, uint64_t to) {
      const Term part = terms.mkBvExtract(field.value.number, static_cast<uint32_t>(8 * (to - at) - 1),
                                          static_cast<uint32_t>(8 * (from - at)));
      rest.push_back({from, {static_cast<uint32_t>(to - from), false, Value::of(part)}});
    };
    if (at < begin) keep(at, begin);
    if (stop > end) keep(end, stop);
  }
  for (auto& [at, field] : rest) block.fields[at] = field;
}

Value Heap::assemble(const Block& block, uint64_t begin, uint64_t size) const {
  const Sort sort = terms_.bvSort(static_cast<uint32_t>(8 * size));
  Term value;
  for (uint64_t at = begin; at < begin + size;) {
    auto it = block.fields.upper_bound(at);
    if (it == block.fields.begin()) return fresh(sort);
    --it;
    const uint64_t stop = it->first + it->second.bytes;
    if (stop <= at || !it->second.value.isNumber()) return fresh(sort);
    const uint64_t end = std::min(stop, begin + size);
    const Term part = terms_.mkBvExtract(it->second.value.number, static_cast<uint32_t>(8 * (end - it->first) - 1),
                                         static_cast<uint32_t>(8 * (at - it->first)));
    value = value ? terms_.mkBvConcat(part, value) : part;
    at = end;
  }
  return Value::of(value);
}

Value Heap::load(const Target& target, Sort sort) {
  if (!sort.isBitVec() || sort.width() % 8 != 0) return fresh(sort);
  const auto at = static_cast<uint64_t>(target.offset);
  const uint64_t size = bytesOf(sort);
  if (target.number == 0 && !target.block) {
    // A static object as it was at the start.
    const StaticObject& object = program_.objects[target.staticObject];
    Term value;
    for (uint64_t i = 0; i < size; ++i) {
      const Term byte = terms_.mkBv(8, at + i < object.bytes.size() ? object.bytes[at + i] : 0);
      value = value ? terms_.mkBvConcat(byte, value) : byte;
    }
    return Value::of(value);
  }
  Block& block = *writable(target, UINT64_MAX);
  const auto found = block.fields.find(at);
  if (found != block.fields.end() && found->second.bytes == size) return found->second.value;
  // Bytes of which nothing is known get a name, so that they are the same when they are read again.
  auto next = block.fields.lower_bound(at);
  const bool isFreeAfter = next == block.fields.end() || next->first >= at + size;
  const bool isFreeBefore =
      next == block.fields.begin() || std::prev(next)->first + std::prev(next)->second.bytes <= at;
  if (isFreeAfter && isFreeBefore) {
    const Value value = fresh(sort);
    block.fields[at] = {static_cast<uint32_t>(size), false, value};
    return value;
  }
  return assemble(block, at, size);
}

bool Heap::store(const Target& target, const Value& value, Sort sort, bool isPointer, uint64_t maxBytes) {
  Block* block = writable(target, maxBytes);
  if (!block) return false;
  const auto at = static_cast<uint64_t>(target.offset);
  const uint64_t size = bytesOf(sort);
  clear(terms_, *block, at, at + size);
  if (isPointer || value.isPointer()) block->pointers.insert(at);
  if (sort.isBitVec() && sort.width() % 8 == 0)
    block->fields[at] = {static_cast<uint32_t>(size), false, value.isIndexed() ? fresh(sort) : value, {}};
  return true;
}

void Heap::zero(Block& block, uint64_t begin, uint64_t end) const {
  const uint64_t word = program_.layout().width / 8;
  for (uint64_t at = begin; at < end;) {
    const uint64_t bytes = std::min(word - at % word, end - at);
    block.fields[at] = {static_cast<uint32_t>(bytes), false,
                        Value::of(terms_.mkBv(static_cast<uint32_t>(8 * bytes), 0))};
    at += bytes;
  }
}

bool Heap::fill(const Target& target, const Value& byte, uint64_t size, uint64_t maxBytes) {
  Block* block = writable(target, maxBytes);
  if (!block || size > maxBytes) return false;
  const auto at = static_cast<uint64_t>(target.offset);
  clear(terms_, *block, at, at + size);
  if (byte.isConstant() && byte.number.value().isZero())
    zero(*block, at, at + size);
  else if (byte.isNumber())
    for (uint64_t i = 0; i < size; ++i) block->fields[at + i] = {1, false, byte};
  return true;
}

bool Heap::copy(const Target& to, const Target& from, uint64_t size, uint64_t maxBytes) {
  Block* target = writable(to, maxBytes);
  if (!target || !writable(from, maxBytes)) return false;
  target = writable(to, maxBytes);
  const Block source = *writable(from, maxBytes);
  const auto begin = static_cast<uint64_t>(from.offset), at = static_cast<uint64_t>(to.offset);
  clear(terms_, *target, at, at + size);
  for (const auto& [offset, field] : source.fields) {
    if (offset + field.bytes <= begin || offset >= begin + size) continue;
    if (offset >= begin && offset + field.bytes <= begin + size) {
      target->fields[at + (offset - begin)] = field;
      continue;
    }
    if (!field.value.isNumber()) continue;
    const uint64_t low = std::max(offset, begin), high = std::min(offset + field.bytes, begin + size);
    const Term part = terms_.mkBvExtract(field.value.number, static_cast<uint32_t>(8 * (high - offset) - 1),
                                         static_cast<uint32_t>(8 * (low - offset)));
    target->fields[at + (low - begin)] = {static_cast<uint32_t>(high - low), false, Value::of(part)};
  }
  return true;
}

Value Heap::ownSymbol(Term each, std::unordered_map<Term, Term>& own) const {
  const auto [it, isNew] = own.try_emplace(each);
  if (isNew) it->second = fresh(each.sort()).number;
  return Value::of(it->second);
}

/// A block that a node has for itself, with all that it has for itself. It becomes a block of its own, or (not
/// `isOfNode`) one that every node of another segment has.
uint32_t Heap::copyOwned(uint32_t owned, bool isOfNode, Copies& copies) {
  if (const auto found = copies.numbers.find(owned); found != copies.numbers.end()) return found->second;
  const uint32_t number = state_.nextBlock++;
  Block block = state_.blocks.at(owned);
  const uint32_t holder = copies.numbers.at(block.owner);
  copies.numbers[owned] = number;
  copies.holders[number] = holder;
  block.owner = isOfNode ? 0 : holder;
  const bool isBlock = isOfNode && !block.isSegment();
  for (auto& [offset, field] : block.fields) {
    if (field.value.isPointer() && field.each)
      field.value.object = copyOwned(field.value.object, isBlock, copies);
    else if (field.value.isPointer())
      field.value.object = copies.numbers.at(field.value.object);
    else if (field.each)
      field.value = ownSymbol(field.value.number, copies.symbols);
    field.each = field.each && !isBlock;
  }
  state_.blocks[number] = block;
  return number;
}

/// Fields of one node. Symbols of which every node has its own get a copy with the same constraints.
Heap::Copies Heap::instantiate(Block& node, uint32_t number, uint32_t segment) {
  Copies copies;
  copies.numbers[segment] = number;
  const Block from = state_.blocks.at(segment);
  for (const auto& [offset, field] : from.fields) {
    if (from.links->isLink(offset)) continue;
    Field copy = field;
    copy.each = false;
    if (field.value.isNode())
      copy.value = Value::pointer(number, field.value.offset);
    else if (field.each && field.value.isPointer())
      copy.value.object = copyOwned(field.value.object, true, copies);
    else if (field.each)
      copy.value = ownSymbol(field.value.number, copies.symbols);
    node.fields[offset] = copy;
  }
  addForOwn(copies.symbols);
  return copies;
}

/// What is known of symbols holds for their copies.
void Heap::addForOwn(const std::unordered_map<Term, Term>& own) {
  if (own.empty()) return;
  Substitution substitution(terms_, own);
  const std::vector<Term> before = state_.constraints;
  for (Term constraint : before) {
    const Term copy = substitution.apply(constraint);
    if (copy != constraint) state_.constraints.push_back(copy);
  }
}

/// The segment has one node: pointers to its first and to its last one are the same. The result are the cases in which
/// it lacks something.
std::vector<State> Heap::becomeNode(uint32_t segment) {
  const Block block = state_.blocks.at(segment);
  Block node = block;
  node.links.reset();
  node.fields.clear();
  node.min = 1;
  const Copies copies = instantiate(node, segment, segment);
  for (const auto& [offset, field] : block.fields)
    if (block.links->isLink(offset)) node.fields[offset] = field;
  eraseOwned(state_, segment);
  state_.blocks.at(segment) = node;
  forEachValueOutside(state_, [&](Value& value) {
    if (value.isPointer() && value.object == segment) value.last = false;
  });
  return withoutOwned(copies);
}

/// The cases in which the node lacks something that it may lack; here it has all of it.
std::vector<State> Heap::withoutOwned(const Copies& copies) {
  std::vector<State> cases;
  for (const auto& [number, holder] : copies.holders) {
    const auto found = state_.blocks.find(number);
    if (found == state_.blocks.end() || found->second.owner != 0 || found->second.min != 0) continue;
    State without = state_;
    std::set<uint32_t> gone{number};
    for (const auto& [copy, above] : copies.holders) // in the order in which they were made
      if (gone.contains(above)) gone.insert(copy);
    for (uint32_t block : gone) without.blocks.erase(block);
    for (auto& [offset, field] : without.blocks.at(holder).fields) {
      if (!field.value.isPointer() || field.value.object != number) continue;
      field.value = field.otherwise.isNode() ? Value::pointer(holder, field.otherwise.offset)
                                             : Value::of(terms_.mkBv(program_.layout().width, 0));
      field.otherwise = Value();
    }
    for (auto& [offset, field] : state_.blocks.at(holder).fields)
      if (field.value.isPointer() && field.value.object == number) field.otherwise = Value();
    found->second.min = 1;
    for (State& other : Heap(program_, without).withoutOwned(copies)) cases.push_back(std::move(other));
    cases.push_back(std::move(without));
  }
  return cases;
}

std::vector<State> Heap::open(uint32_t segment, bool last) {
  if (state_.blocks.at(segment).isTree()) return openTree(segment, last);
  std::vector<State> cases;
  if (state_.blocks.at(segment).min <= 1) {
    State single = state_;
    cases = Heap(program_, single).becomeNode(segment);
    cases.push_back(std::move(single));
  }
  for (State& other : withoutOwned(takeOut(segment, last))) cases.push_back(std::move(other));
  return cases;
}

Heap::Copies Heap::takeOut(uint32_t segment, bool last) {
  const uint32_t number = state_.nextBlock++;
  Block& rest = state_.blocks.at(segment);
  const Links links = *rest.links;
  const auto width = static_cast<uint32_t>(program_.layout().width / 8);
  Block node;
  node.kind = rest.kind;
  node.size = rest.size;
  node.pointers = rest.pointers;
  node.site = rest.site;
  rest.min = std::max<uint32_t>(rest.min, 2) - 1;
  // Who pointed to the node that is taken out points to the block now, links at the segment's ends included.
  forEachValueOutside(state_, [&](Value& value) {
    if (value.isPointer() && value.object == segment && value.last == last) lead(value, number);
  });
  const Copies copies = instantiate(node, number, segment);
  if (last) {
    node.fields[links.next] = rest.fields.at(links.next);
    rest.fields[links.next] = {width, false, Value::pointer(number, links.nextTo)};
    if (links.isDouble) node.fields[links.prev] = {width, false, Value::pointer(segment, links.prevTo, true)};
  } else {
    if (links.isDouble) {
      node.fields[links.prev] = rest.fields.at(links.prev);
      rest.fields[links.prev] = {width, false, Value::pointer(number, links.prevTo)};
    }
    node.fields[links.next] = {width, false, Value::pointer(segment, links.nextTo)};
  }
  state_.blocks[number] = node;
  return copies;
}

/// A tree below a node of this one, or of this path: every node has what the nodes here have, symbols, constraints and
/// blocks of its own.
uint32_t Heap::copyTree(uint32_t tree, uint32_t parent) {
  const uint32_t number = state_.nextBlock++;
  Block copy = state_.blocks.at(tree);
  const Links links = *copy.links;
  copy.links->isWhole = true;
  copy.min = 1;
  for (uint64_t branch : links.branches) copy.fields.erase(branch);
  if (links.isDouble) {
    const auto width = static_cast<uint32_t>(program_.layout().width / 8);
    copy.fields[links.prev] = {width, false, Value::pointer(parent, links.prevTo)};
  }
  Copies copies;
  copies.numbers[tree] = number;
  for (auto& [offset, field] : copy.fields) {
    if (!field.each) continue;
    if (field.value.isPointer())
      field.value.object = copyOwned(field.value.object, false, copies);
    else
      field.value = ownSymbol(field.value.number, copies.symbols);
  }
  addForOwn(copies.symbols);
  state_.blocks[number] = copy;
  return number;
}

/// A node for every choice of branches that are null; of a path also for each one that leads on, and for whether there
/// are more nodes.
std::vector<State> Heap::openTree(uint32_t segment, bool last) {
  const Block& tree = state_.blocks.at(segment);
  const std::vector<uint64_t> branches(tree.links->branches.begin(), tree.links->branches.end());
  std::vector<std::optional<uint64_t>> downs(branches.begin(), branches.end());
  if (tree.isWholeTree()) downs = {std::nullopt};
  const bool isOne = tree.isWholeTree() || tree.min <= 1;
  std::vector<State> cases;
  for (const std::optional<uint64_t> down : downs)
    for (uint64_t choice = 0; choice < uint64_t{1} << branches.size(); ++choice) {
      std::set<uint64_t> present;
      for (size_t i = 0; i < branches.size(); ++i)
        if ((choice >> i & 1) != 0) present.insert(branches[i]);
      if (down && present.contains(*down)) continue;
      for (const bool isOnly : {true, false}) {
        if (isOnly ? !isOne : tree.isWholeTree()) continue;
        State one = state_;
        Heap heap(program_, one);
        const Copies copies = heap.takeOutOfTree(segment, {last, isOnly, down, present});
        for (State& without : heap.withoutOwned(copies)) cases.push_back(std::move(without));
        cases.push_back(std::move(one));
      }
    }
  state_ = std::move(cases.back());
  cases.pop_back();
  return cases;
}

Heap::Copies Heap::takeOutOfTree(uint32_t segment, const TreeCase& of) {
  const uint32_t number = state_.nextBlock++;
  const auto width = static_cast<uint32_t>(program_.layout().width / 8);
  // Who pointed to the node that is taken out points to the block now, links at the path's ends included.
  forEachValueOutside(state_, [&](Value& value) {
    if (value.isPointer() && value.object == segment && (of.isOnly || value.last == of.last)) lead(value, number);
  });
  const Block tree = state_.blocks.at(segment);
  const Links& links = *tree.links;
  Block node;
  node.kind = tree.kind;
  node.size = tree.size;
  node.pointers = tree.pointers;
  node.site = tree.site;
  const Copies copies = instantiate(node, number, segment);
  const bool isEnd = of.isOnly || of.last;
  for (uint64_t branch : links.branches) {
    Value below = Value::of(terms_.mkBv(program_.layout().width, 0));
    if (branch == of.down)
      below = isEnd ? tree.fields.at(links.next).value : Value::pointer(segment, links.nextTo);
    else if (of.present.contains(branch))
      below = Value::pointer(copyTree(segment, number), links.nextTo);
    node.fields[branch] = {width, false, below};
  }
  Block& rest = state_.blocks.at(segment);
  rest.min = std::max<uint32_t>(rest.min, 2) - 1;
  if (links.isDouble) {
    const auto prev = tree.fields.find(links.prev);
    if (of.last && !of.isOnly)
      node.fields[links.prev] = {width, false, Value::pointer(segment, links.prevTo, true)};
    else if (prev != tree.fields.end())
      node.fields[links.prev] = prev->second;
    if (!of.isOnly && !of.last) rest.fields[links.prev] = {width, false, Value::pointer(number, links.prevTo)};
  }
  if (of.last && !of.isOnly) rest.fields[links.next] = {width, false, Value::pointer(number, links.nextTo)};
  state_.blocks[number] = node;
  if (of.isOnly) {
    eraseOwned(state_, segment);
    state_.blocks.erase(segment);
  }
  return copies;
}

void Heap::substitute(Term symbol, Term by) {
  Substitution substitution(terms_);
  substitution.add(symbol, by);
  forEachValue(state_, [&](Value& value) {
    if (value.isNumber() || value.isIndexed()) value.number = substitution.apply(value.number);
  });
  std::vector<Term> kept;
  for (Term constraint : state_.constraints) {
    const Term changed = substitution.apply(constraint);
    if (!changed.isTrue()) kept.push_back(changed);
  }
  state_.constraints = kept;
}

} // namespace assay::shapes
