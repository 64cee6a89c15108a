#include "engine/shapes/cover.h"

#include "term/substitute.h"
#include "term/traverse.h"

#include <algorithm>

namespace assay::shapes {

namespace {

/// Terms are hash-consed: for two different constants no solver need be asked.
bool requireEqual(TermManager& terms, Match& match, Term a, Term b) {
  if (a == b) return true;
  if (a.kind() == Kind::BvConst && b.kind() == Kind::BvConst) return false;
  match.conditions.push_back(terms.mkEqual(a, b));
  return !match.conditions.back().isFalse();
}

/// Each block of the general state takes up one at least; where there are no segments, no more than one.
bool areEnough(const State& general, const State& special) {
  size_t number = 0;
  bool hasSegments = false;
  for (const auto& [of, block] : general.blocks) {
    number += block.owner == 0 ? 1 : 0;
    hasSegments = hasSegments || block.isSegment();
  }
  if (number > special.blocks.size()) return false;
  if (hasSegments || general.mayHaveLost || number == special.blocks.size()) return true;
  const auto isLive = [](const auto& entry) { return entry.second.isLiveHeap(); };
  return static_cast<size_t>(std::ranges::count_if(special.blocks, isLive)) <= number;
}

} // namespace

bool Cover::holds() {
  if (special_.mayHaveLost && !general_.mayHaveLost) return false;
  if (!isPossible()) return false;
  Match match;
  return begin(match) && search(std::move(match));
}

/// Most states differ in what their variables are.
bool Cover::isPossible() const {
  auto special = special_.variables.begin();
  for (const auto& [variable, value] : general_.variables) {
    if (value.isSymbol()) continue;
    while (special != special_.variables.end() && special->first < variable) ++special;
    if (special == special_.variables.end() || special->first != variable) return false;
    const Value& other = special->second;
    if (value.isPointer() != other.isPointer()) return false;
    if (value.isPointer() && (value.offset != other.offset || other.isIndexed())) return false;
    if (value.isConstant() && other.isConstant() && value != other) return false;
  }
  return areEnough(general_, special_);
}

bool Cover::begin(Match& match) {
  match.todo.reserve(general_.variables.size());
  for (const auto& [variable, value] : general_.variables) {
    const auto found = special_.variables.find(variable);
    if (found != special_.variables.end() && !found->second.isIndexed())
      match.todo.emplace_back(value, found->second);
    else
      match.todo.emplace_back(value, Value::of(terms_.mkFreshVariable("cover", program_[variable].sort())));
  }
  return matchStatics(match);
}

bool Cover::matchStatics(Match& match) {
  std::set<uint64_t> numbers;
  for (const auto& [number, block] : general_.statics) numbers.insert(number);
  for (const auto& [number, block] : special_.statics) numbers.insert(number);
  State none;
  const Heap heap(program_, none);
  for (uint64_t number : numbers) {
    const auto general = general_.statics.find(number), special = special_.statics.find(number);
    const Block one = general == general_.statics.end() ? heap.staticBlock(number) : general->second;
    const Block other = special == special_.statics.end() ? heap.staticBlock(number) : special->second;
    if (!matchFields(match, one, other)) return false;
  }
  return true;
}

bool Cover::matchFields(Match& match, const Block& general, const Block& special) {
  for (const auto& [offset, field] : general.fields) {
    if (field.each || field.value.isNode() || (general.isSegment() && general.links->isLink(offset))) continue;
    const std::optional<Field> other = read(special, offset, field.bytes);
    if (!other) return false;
    // A value that each node has for itself is no value that all share, unless it is the same constant in all.
    if (other->each && !field.value.isConstant()) return false;
    match.todo.emplace_back(field.value, other->value);
  }
  return true;
}

bool Cover::matchValue(Match& match, const Value& general, const Value& special) {
  // What leads to its own node is no value that nodes share.
  if (general.isNode() || special.isNode()) return false;
  if (general.isPointer()) return special.isPointer() && matchPointers(match, general, special);
  if (general.isSymbol()) {
    const auto [it, isNew] = match.symbols.try_emplace(general.number, special);
    if (isNew || it->second == special) return true;
    if (!it->second.isNumber() || !special.isNumber()) return false;
    return requireEqual(terms_, match, it->second.number, special.number);
  }
  if (!general.isConstant() || !special.isNumber()) return false;
  return requireEqual(terms_, match, general.number, special.number);
}

bool Cover::matchPointers(Match& match, const Value& general, const Value& special) {
  if (general.offset != special.offset || general.isIndexed() || special.isIndexed()) return false;
  const Block& one = general_.blocks.at(general.object);
  const Block& other = special_.blocks.at(special.object);
  if (one.kind != other.kind || one.isAlive != other.isAlive || one.size != other.size) return false;
  if (one.owner != 0 || other.owner != 0) return false;
  if (!own(match, general.object, special.object)) return false;
  if (!one.isSegment() && other.isSegment()) return false;
  // Of a segment, both lead to the node at the same end.
  if (one.isSegment() && other.isSegment() && general.last != special.last) return false;
  auto& ends = one.isSegment() && general.last ? match.last : match.first;
  const auto [it, isNew] = ends.try_emplace(general.object, special.object);
  if (!isNew) return it->second == special.object;
  return one.isSegment() || matchFields(match, one, other);
}

bool Cover::matchValues(Match& match) {
  while (!match.todo.empty()) {
    const auto [general, special] = match.todo.back();
    match.todo.pop_back();
    if (!matchValue(match, general, special)) return false;
  }
  return true;
}

bool Cover::search(Match match) {
  if (++tries_ > oracle_.limits().coverTries || !matchValues(match)) return false;
  const auto ends = {&match.first, &match.last};
  for (const auto* end : ends)
    for (const auto& [segment, item] : *end) {
      if (!general_.blocks.at(segment).isSegment() || match.nodes.contains(segment)) continue;
      if (general_.blocks.at(segment).isTree()) return searchTree(match, segment);
      for (const std::vector<uint32_t>& chain : chainsOf(match, segment)) {
        Match next = match;
        if (takeUp(next, segment, chain) && search(std::move(next))) return true;
      }
      return false;
    }
  return finish(match);
}

/// What the nodes hold besides links.
bool Cover::takeUpContents(Match& match, uint32_t segment, const std::vector<uint32_t>& items) {
  const Block& general = general_.blocks.at(segment);
  match.nodes[segment] = items;
  for (uint32_t item : items) {
    const Block& special = special_.blocks.at(item);
    if (!own(match, segment, item) || !matchFields(match, general, special)) return false;
    if (!matchOwn(match, segment, item)) return false;
  }
  return true;
}

/// Pointers to the node itself, and to what it has for itself, to beginnings before ends.
bool Cover::matchOwn(Match& match, uint32_t general, uint32_t item) {
  const Block& one = general_.blocks.at(general);
  const Block& special = special_.blocks.at(item);
  OwnedBefore before;
  for (const bool last : {false, true})
    for (const auto& [offset, field] : one.fields) {
      const bool isOwned = field.each && field.value.isPointer() && field.value.last == last;
      if (!isOwned && (last || !field.value.isNode())) continue;
      const std::optional<Field> other = read(special, offset, field.bytes);
      if (!other) return false;
      if (isOwned ? !matchOwned(match, field, *other, item, before) : !leadsToItself(field.value, *other, item))
        return false;
    }
  return true;
}

/// Whether the field of the special state leads to where in its node the general one says.
bool Cover::leadsToItself(const Value& general, const Field& field, uint32_t holder) const {
  if (field.value.offset != general.offset) return false;
  if (special_.blocks.at(holder).isSegment()) return field.value.isNode();
  return field.value.isPointer() && !field.each && field.value.object == holder;
}

/// A node without the block has in the field what the general state says for such nodes.
bool Cover::matchMissing(Match& match, const Field& general, const Field& field, uint32_t holder) {
  if (general.otherwise.isNode()) return leadsToItself(general.otherwise, field, holder);
  if (!field.value.isNumber()) return false;
  const Term number = field.value.number;
  return requireEqual(terms_, match, number, terms_.mkBv(number.sort().width(), 0));
}

bool Cover::takeUp(Match& match, uint32_t segment, const std::vector<uint32_t>& chain) {
  const Block& general = general_.blocks.at(segment);
  const Links& links = *general.links;
  if (!match.first.try_emplace(segment, chain.front()).second && match.first[segment] != chain.front()) return false;
  if (!match.last.try_emplace(segment, chain.back()).second && match.last[segment] != chain.back()) return false;
  if (!takeUpContents(match, segment, chain)) return false;
  const auto matchLink = [&](uint64_t offset, uint32_t item) {
    const Field& field = general.fields.at(offset);
    const std::optional<Field> other = read(special_.blocks.at(item), offset, field.bytes);
    if (!other || other->each) return false;
    match.todo.emplace_back(field.value, other->value);
    return true;
  };
  return matchLink(links.next, chain.back()) && (!links.isDouble || matchLink(links.prev, chain.front()));
}

/// A block, or a chain of them, that one node has for itself: nothing of the general state has taken it up yet, but for
/// other fields of this node.
bool Cover::matchOwned(Match& match, const Field& of, const Field& field, uint32_t holder, OwnedBefore& before) {
  const Value& general = of.value;
  const Block& one = general_.blocks.at(general.object);
  const Block& above = special_.blocks.at(holder);
  const Value& special = field.value;
  const auto found = before.find(general.object);
  // A number, or what leads to the node itself.
  const bool isMissing = !special.isPointer() || (!field.each && !above.isSegment() && special.object == holder);
  if (isMissing)
    return one.min == 0 && (found == before.end() || found->second.empty()) &&
           (before[general.object].clear(), matchMissing(match, of, field, holder));
  const bool isMarked = above.isSegment() || above.owner != 0;
  if (field.each != isMarked || special.offset != general.offset) return false;
  // Where nodes of the special state are without, they are as the general state says.
  if (special_.blocks.at(special.object).min == 0 && field.otherwise != of.otherwise) return false;
  if (found != before.end()) {
    if (found->second.empty()) return false;
    const uint32_t end = general.last ? found->second.back() : found->second.front();
    return special.object == end && (!special_.blocks.at(end).isSegment() || special.last == general.last);
  }
  if (special.last || general.last) return false;
  if (one.isTree()) {
    before[general.object] = {special.object};
    return matchOwnedTree(match, general, special);
  }
  std::vector<uint32_t>& chain = before[general.object];
  std::optional<uint32_t> item = special.object;
  uint32_t length = 0;
  while (item && *item != holder && std::find(chain.begin(), chain.end(), *item) == chain.end()) {
    const Block& block = special_.blocks.at(*item);
    const bool canBe = one.isSegment()
                           ? canTakeUp(one, block)
                           : block.kind == one.kind && block.isAlive && block.size == one.size && !block.isSegment();
    if (!canBe || !match.owner.try_emplace(*item, general.object).second) return false;
    chain.push_back(*item);
    length += block.min;
    item = one.isSegment() ? neighbour(*item, one, true) : std::nullopt;
  }
  if (chain.empty() || length < one.min) return false;
  std::vector<uint32_t>& nodes = match.nodes[general.object];
  nodes.insert(nodes.end(), chain.begin(), chain.end());
  return matchOwnedFields(match, general.object, chain, holder);
}

bool Cover::matchOwnedFields(Match& match, uint32_t general, const std::vector<uint32_t>& chain, uint32_t holder) {
  const Block& one = general_.blocks.at(general);
  for (uint32_t node : chain)
    if (!matchOwn(match, general, node)) return false;
  for (const auto& [offset, field] : one.fields) {
    if (field.each || field.value.isNode()) continue; // matchOwn(), addForNodes()
    const bool isNext = one.isSegment() && offset == one.links->next;
    const bool isPrev = one.isSegment() && one.links->isDouble && offset == one.links->prev;
    for (uint32_t node : chain) {
      if ((isNext && node != chain.back()) || (isPrev && node != chain.front())) continue;
      const std::optional<Field> other = read(special_.blocks.at(node), offset, field.bytes);
      if (!other) return false;
      if (!field.value.isPointer()) {
        if (!matchOwnedNumber(match, field.value, other->value)) return false;
        continue;
      }
      if (!other->value.isPointer() || other->each || other->value.offset != field.value.offset) return false;
      // It leads to the node that has the chain, or to the chain itself.
      const bool isUp = field.value.object == one.owner;
      if (!isUp && field.value.object != general) return false;
      const uint32_t end = isUp ? holder : field.value.last ? chain.back() : chain.front();
      const bool isEnd =
          isUp ? !other->value.last : !special_.blocks.at(end).isSegment() || other->value.last == field.value.last;
      if (other->value.object != end || !isEnd) return false;
    }
  }
  return true;
}

bool Cover::matchOwnedNumber(Match& match, const Value& general, const Value& special) {
  if (!general.isConstant() || !special.isNumber()) return false;
  return requireEqual(terms_, match, general.number, special.number);
}

bool Cover::finish(const Match& match) {
  for (const auto& [number, block] : general_.blocks) {
    if (block.owner != 0) continue; // its segment is matched, and every node's block with it
    const bool isMatched = block.isSegment() ? match.nodes.contains(number) : match.first.contains(number);
    if (!isMatched) return false;
  }
  for (const auto& [number, block] : special_.blocks)
    if (block.isLiveHeap() && !match.owner.contains(number) && !general_.mayHaveLost) return false;
  std::vector<Term> conditions = match.conditions;
  if (!addConstraints(match, conditions)) return false;
  return oracle_.implies(special_.constraints, terms_.mkAnd(conditions));
}

bool Cover::addConstraints(const Match& match, std::vector<Term>& conditions) {
  std::unordered_map<Term, uint32_t> segmentOf; // of symbols that each node has for itself
  for (const auto& [number, block] : general_.blocks)
    for (const auto& [offset, field] : block.fields)
      if (field.each && field.value.isNumber() && !segmentOf.try_emplace(field.value.number, number).second)
        return false;
  for (Term constraint : general_.constraints) {
    std::unordered_map<Term, Term> map;
    std::optional<uint32_t> segment;
    for (Term symbol : freeVariables(constraint)) {
      const auto each = segmentOf.find(symbol);
      if (each != segmentOf.end()) {
        if (segment && *segment != each->second) return false;
        segment = each->second;
        if (match.symbols.contains(symbol)) return false;
        continue;
      }
      const auto found = match.symbols.find(symbol);
      if (found == match.symbols.end() || !found->second.isNumber()) return false;
      map.emplace(symbol, found->second.number);
    }
    if (segment)
      addForNodes(match, *segment, constraint, map, conditions);
    else
      conditions.push_back(Substitution(terms_, map).apply(constraint));
  }
  return true;
}

/// The constraint, for every node of the chain.
void Cover::addForNodes(const Match& match, uint32_t segment, Term constraint,
                        const std::unordered_map<Term, Term>& symbols, std::vector<Term>& conditions) {
  const Block& general = general_.blocks.at(segment);
  const auto nodes = match.nodes.find(segment);
  if (nodes == match.nodes.end()) return;
  for (uint32_t item : nodes->second) {
    std::unordered_map<Term, Term> map = symbols;
    for (const auto& [offset, field] : general.fields) {
      if (!field.each || !field.value.isNumber()) continue;
      const std::optional<Field> other = read(special_.blocks.at(item), offset, field.bytes);
      const Value value = other ? other->value : fresh(field.bytes);
      map.emplace(field.value.number, value.isNumber() ? value.number : fresh(field.bytes).number);
    }
    conditions.push_back(Substitution(terms_, map).apply(constraint));
  }
}

} // namespace assay::shapes
