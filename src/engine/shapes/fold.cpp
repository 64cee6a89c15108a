#include "engine/shapes/fold.h"

#include "engine/shapes/facts.h"
#include "engine/shapes/fold_trees.h"
#include "term/substitute.h"
#include "term/traverse.h"

#include <algorithm>

namespace assay::shapes {

namespace {

bool isWord(const Field& field, const Program& program) { return field.bytes == program.layout().width / 8; }

/// Whether they may be of one type: pointers stand at the same places.
bool areAlike(const Block& a, const Block& b, const Links& links) {
  const auto pointersOf = [&](const Block& block) {
    std::set<uint64_t> pointers = block.pointers;
    pointers.insert(links.next);
    if (links.isDouble) pointers.insert(links.prev);
    return pointers;
  };
  return pointersOf(a) == pointersOf(b);
}

} // namespace

void Folding::simplify(const std::unordered_set<VariableId>& kept) {
  forget(kept);
  collectGarbage();
  if (options_.foldsChains) {
    TreeFolding(program_, oracle_, sites_, state_, options_).fold();
    foldChains();
    if (options_.joinsLengths) joinLengths();
  }
  nameTerms();
  dropConstraints();
  dropFreeSymbols();
}

/// Pointers to dead blocks are numbers of which nothing is known; but the end of a stack object may come twice.
void Folding::forget(const std::unordered_set<VariableId>& kept) {
  state_.variables.eraseIf([&](const auto& entry) { return !kept.contains(entry.first); });
  std::map<std::pair<uint32_t, int64_t>, Value> names;
  forEachValue(state_, [&](Value& value) {
    if (!value.isPointer()) return;
    if (value.isIndexed()) {
      value = Heap(program_, state_).fresh(program_.pointerSort());
      return;
    }
    const Block& block = state_.blocks.at(value.object);
    if (block.isAlive || block.kind == BlockKind::Stack) return;
    const auto [it, isNew] = names.try_emplace({value.object, value.offset});
    if (isNew) it->second = Heap(program_, state_).fresh(program_.pointerSort());
    value = it->second;
  });
}

void Folding::collectGarbage() {
  std::set<uint32_t> reached;
  std::vector<uint32_t> work;
  const auto reach = [&](const Value& value) {
    if (value.isPointer() && reached.insert(value.object).second) work.push_back(value.object);
  };
  for (const auto& [variable, value] : state_.variables) reach(value);
  for (const auto& [number, block] : state_.statics)
    for (const auto& [offset, field] : block.fields) reach(field.value);
  while (!work.empty()) {
    const uint32_t number = work.back();
    work.pop_back();
    for (const auto& [offset, field] : state_.blocks.at(number).fields) reach(field.value);
  }
  for (auto it = state_.blocks.begin(); it != state_.blocks.end();) {
    if (reached.contains(it->first)) {
      ++it;
      continue;
    }
    state_.mayHaveLost = state_.mayHaveLost || it->second.isLiveHeap();
    it = state_.blocks.erase(it);
  }
}

void Folding::foldChains() {
  while (const std::optional<Pair> pair = findPair()) merge(*pair);
}

/// Lists to which one pointer leads, from memory: a node is a segment, and a segment has at least one node.
void Folding::joinLengths() {
  std::vector<uint32_t> numbers;
  for (const auto& [number, block] : state_.blocks) numbers.push_back(number);
  for (uint32_t number : numbers) {
    const auto found = state_.blocks.find(number);
    if (found == state_.blocks.end() || !found->second.isLiveHeap() || treeLinks(found->second)) continue;
    Block& block = found->second;
    if (block.isTree() || (block.owner == 0 && !isHeldInMemory(number))) continue;
    if (block.isSegment())
      block.min = std::min<uint32_t>(block.min, 1);
    else if (const Links* links = sites_.chainLinks(block.site))
      becomeSegment(number, *links);
  }
}

/// What the block has for itself may lead back to it.
bool Folding::isHeldInMemory(uint32_t number) const {
  const auto leadsThere = [&](const Value& value) { return value.isPointer() && value.object == number; };
  for (const auto& [variable, value] : state_.variables)
    if (leadsThere(value)) return false;
  size_t count = 0;
  for (const auto& [object, block] : state_.statics)
    for (const auto& [offset, field] : block.fields) count += leadsThere(field.value) ? 1 : 0;
  const Links* links = sites_.chainLinks(state_.blocks.at(number).site);
  for (const auto& [holder, block] : state_.blocks)
    for (const auto& [offset, field] : block.fields)
      if (leadsThere(field.value) && holder != number && block.owner == 0 &&
          !isHeldBy(number, holder, links ? *links : Links()))
        ++count;
  return count == 1;
}

std::optional<Folding::Pair> Folding::findPair() const {
  for (const auto& [number, block] : state_.blocks) {
    if (!block.isLiveHeap() || block.owner != 0 || treeLinks(block)) continue;
    for (const auto& [offset, field] : block.fields)
      if (field.value.isPointer() && !field.each)
        if (const std::optional<Pair> pair = pairAt(number, offset)) return pair;
  }
  return {};
}

/// Two neighbours that may become one segment.
std::optional<Folding::Pair> Folding::pairAt(uint32_t a, uint64_t next) const {
  const Block& one = state_.blocks.at(a);
  const Value& value = one.fields.at(next).value;
  Pair pair;
  pair.a = a;
  pair.b = value.object;
  pair.links.next = next;
  pair.links.nextTo = value.offset;
  if (pair.b == a || value.last) return {};
  const Block& other = state_.blocks.at(pair.b);
  if (!other.isLiveHeap() || other.size != one.size || treeLinks(other)) return {};
  // Blocks of which nothing shows that they are of one type stay apart as long as they are few.
  if (one.site != other.site && !sites_.areOneClass(one.site, other.site) &&
      state_.blocks.size() <= oracle_.limits().typedBlocks)
    return {};
  const Field* end = fieldAt(other, next);
  if (!end || !isWord(*end, program_)) return {};
  if (!findBackLink(pair)) return {};
  for (const Block* block : {&one, &other})
    if (block->isSegment() && *block->links != pair.links) return {};
  if (!areAlike(one, other, pair.links) || !isInner(pair) || !canJoin(pair)) return {};
  if (state_.blocks.size() <= oracle_.limits().fewBlocks && isBorder(pair) && losesFacts(pair)) return {};
  return pair;
}

/// False: b leads back to a in more than one way.
bool Folding::findBackLink(Pair& pair) const {
  const Block& one = state_.blocks.at(pair.a);
  const Block& other = state_.blocks.at(pair.b);
  for (const auto& [offset, field] : other.fields) {
    if (offset == pair.links.next || !field.value.isPointer() || field.value.object != pair.a) continue;
    if (one.isSegment() && !field.value.last) continue;
    if (pair.links.isDouble) return false;
    const Field* begin = fieldAt(one, offset);
    if (!begin || !isWord(*begin, program_)) return false;
    pair.links.isDouble = true;
    pair.links.prev = offset;
    pair.links.prevTo = field.value.offset;
  }
  return true;
}

/// Nothing but a, and what comes behind it, points to b's beginning; nothing but b points to a's end.
bool Folding::isInner(const Pair& pair) const {
  const Block& one = state_.blocks.at(pair.a);
  const Block& other = state_.blocks.at(pair.b);
  const Value& next = other.fields.at(pair.links.next).value;
  const auto isAllowed = [&](const Value& value, uint32_t holder, uint64_t offset) {
    if (!value.isPointer()) return true;
    if (value.object == pair.a && one.isSegment() && value.last)
      return holder == pair.b && pair.links.isDouble && offset == pair.links.prev;
    if (value.object != pair.b) return true;
    if (holder == pair.a && offset == pair.links.next) return true;
    if (other.isSegment()) return value.last && holder != pair.b;
    if (holder == pair.b) return !pair.links.isLink(offset);
    return holder != 0 && holder != pair.b && next.isPointer() && next.object == holder;
  };
  for (const auto& [variable, value] : state_.variables)
    if (!isAllowed(value, 0, 0)) return false;
  for (const auto& [number, block] : state_.statics)
    for (const auto& [offset, field] : block.fields)
      if (!isAllowed(field.value, 0, offset)) return false;
  return areAllowedInBlocks(pair, isAllowed);
}

bool Folding::isBorder(const Pair& pair) const {
  int outside[2] = {0, 0}, neighbours[2] = {0, 0};
  const auto count = [&](const Value& value, uint32_t holder, uint64_t offset) {
    if (!value.isPointer() || (value.object != pair.a && value.object != pair.b)) return;
    if (holder == pair.a || holder == pair.b) return;
    if (holder != 0 && (isHeldBy(pair.a, holder, pair.links) || isHeldBy(pair.b, holder, pair.links))) return;
    const int end = value.object == pair.a ? 0 : 1;
    const bool isNode = holder != 0 && state_.blocks.at(holder).isLiveHeap() && pair.links.isLink(offset) &&
                        state_.blocks.at(holder).size == state_.blocks.at(pair.a).size;
    ++(isNode ? neighbours : outside)[end];
  };
  for (const auto& [variable, value] : state_.variables) count(value, 0, 0);
  for (const auto& [number, block] : state_.statics)
    for (const auto& [offset, field] : block.fields) count(field.value, 0, offset);
  for (const auto& [number, block] : state_.blocks)
    if (block.owner == 0)
      for (const auto& [offset, field] : block.fields) count(field.value, number, offset);
  const auto stands = [&](int end) {
    return outside[end] > 0 && (pair.links.isDouble || outside[end] + neighbours[end] > 1);
  };
  return (outside[0] > 0 && outside[1] > 0) || stands(0) || stands(1);
}

bool Folding::losesFacts(const Pair& pair) const {
  const Block& one = state_.blocks.at(pair.a);
  const Block& other = state_.blocks.at(pair.b);
  for (uint64_t offset : offsetsOf(one, other)) {
    const Field *x = fieldAt(one, offset), *y = fieldAt(other, offset);
    if (pair.links.isLink(offset) || isAddress(x) || isAddress(y)) continue;
    const Value known = x ? x->value : y->value;
    // What is missing in one of them is any value.
    const Value any = Heap(program_, state_).fresh(known.number.sort());
    const bool isIn = x && y && x->bytes == y->bytes;
    const Alternative a{known.number, &state_.constraints};
    const Alternative b{isIn ? y->value.number : any.number, &state_.constraints};
    if (!haveSameFacts(terms_, oracle_, a, b)) return true;
  }
  return false;
}

void Folding::merge(const Pair& pair) {
  const Field next = state_.blocks.at(pair.b).fields.at(pair.links.next);
  const Block one = state_.blocks.at(pair.a);
  mergeContents(pair);
  Block& segment = state_.blocks.at(pair.a);
  segment.fields[pair.links.next] = next;
  if (pair.links.isDouble) segment.fields[pair.links.prev] = one.fields.at(pair.links.prev);
  // What pointed to b points to the last node; what pointed to a, to the first one.
  forEachValueOutside(state_, [&](Value& value) {
    if (value.isPointer() && value.object == pair.b) value = Value::pointer(pair.a, value.offset, true);
  });
}

/// A value that is neither a constant nor a symbol becomes a symbol. If it is computed from what its block holds, that
/// is kept.
void Folding::nameTerms() {
  std::unordered_map<Term, Term> names;
  std::vector<Term> facts;
  const auto isNameless = [](const Value& value) {
    return value.isNumber() && !value.isConstant() && !value.isSymbol();
  };
  forEachValue(state_, [&](const Value& value) {
    if (!isNameless(value)) return;
    const auto [it, isNew] = names.try_emplace(value.number);
    if (!isNew) return;
    it->second = terms_.mkFreshVariable("shape", value.number.sort());
    const Alternative same{value.number, &state_.constraints};
    for (Term fact : commonFacts(terms_, oracle_, it->second, same, same)) facts.push_back(fact);
  });
  for (const auto& [number, block] : state_.blocks) {
    const auto isInBlock = [&fields = block.fields](Term symbol) {
      return std::any_of(fields.begin(), fields.end(),
                         [&](const auto& entry) { return entry.second.value == Value::of(symbol); });
    };
    for (const auto& [offset, field] : block.fields) {
      if (!isNameless(field.value)) continue;
      const std::vector<Term> symbols = freeVariables(field.value.number);
      if (std::all_of(symbols.begin(), symbols.end(), isInBlock))
        facts.push_back(terms_.mkEqual(names.at(field.value.number), field.value.number));
    }
  }
  // What was found of a variable's term in joinNumbers() is about its name now.
  for (const auto& [variable, value] : state_.variables) {
    if (!isNameless(value) || !value.number.sort().isBitVec()) continue;
    Substitution rename(terms_);
    rename.add(value.number, names.at(value.number));
    for (Term& constraint : state_.constraints) constraint = rename.apply(constraint);
    const Pairing name{names.at(value.number), value.number, value.number};
    for (Term fact : commonOrder(terms_, oracle_, name, freeVariables(value.number), state_.constraints))
      facts.push_back(fact);
  }
  forEachValue(state_, [&](Value& value) {
    if (isNameless(value)) value.number = names.at(value.number);
  });
  state_.constraints.insert(state_.constraints.end(), facts.begin(), facts.end());
}

/// Drops constraints on symbols that are in no place any more, and on nodes of different segments.
void Folding::dropConstraints() {
  dropUnfounded(state_);
  std::unordered_map<Term, uint32_t> place; // 0: anywhere but in each node of a segment
  for (const auto& [number, block] : state_.blocks)
    for (const auto& [offset, field] : block.fields)
      if (field.each && field.value.isNumber()) place.emplace(field.value.number, number);
  forEachValue(state_, [&](const Value& value) {
    if (value.isNumber())
      for (Term symbol : freeVariables(value.number)) place.emplace(symbol, 0);
  });
  std::vector<Term> kept;
  std::unordered_set<Term> seen;
  for (Term constraint : state_.constraints) {
    uint32_t segment = 0;
    bool isKept = seen.insert(constraint).second;
    for (Term symbol : freeVariables(constraint)) {
      const auto found = place.find(symbol);
      isKept = isKept && found != place.end();
      if (!isKept || found->second == 0) continue;
      isKept = segment == 0 || segment == found->second;
      segment = found->second;
    }
    if (isKept) kept.push_back(constraint);
  }
  std::sort(kept.begin(), kept.end(), precedes);
  state_.constraints = kept;
}

/// A symbol of which nothing is known and that is in one place says nothing.
void Folding::dropFreeSymbols() {
  std::unordered_map<Term, uint32_t> count;
  forEachValue(state_, [&](const Value& value) {
    if (value.isSymbol()) ++count[value.number];
  });
  for (Term constraint : state_.constraints)
    for (Term symbol : freeVariables(constraint)) ++count[symbol];
  const auto isFree = [&](const Value& value) { return value.isSymbol() && count[value.number] == 1; };
  state_.variables.eraseIf([&](const auto& entry) { return isFree(entry.second); });
  const auto clean = [&](Block& block) {
    block.fields.eraseIf([&](const auto& entry) {
      return isFree(entry.second.value) && !(block.isSegment() && block.links->isLink(entry.first));
    });
  };
  for (auto& [number, block] : state_.blocks) clean(block);
  for (auto& [number, block] : state_.statics) clean(block);
}

} // namespace assay::shapes
