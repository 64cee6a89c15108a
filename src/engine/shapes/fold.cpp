#include "engine/shapes/fold.h"

#include "term/substitute.h"
#include "term/traverse.h"

#include <algorithm>

namespace assay::shapes {

namespace {

constexpr uint32_t kMaxMin = 2;    // lengths of segments that are told apart
constexpr size_t kManyBlocks = 10; // from so many on, contents no longer keep chains apart

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

const Field* fieldAt(const Block& block, uint64_t offset) {
  const auto found = block.fields.find(offset);
  return found == block.fields.end() ? nullptr : &found->second;
}

} // namespace

std::vector<Term> commonFacts(TermManager& terms, Oracle& oracle, Term symbol, const Alternative& a,
                              const Alternative& b) {
  std::vector<Term> candidates, facts;
  const auto isFree = [](const Alternative& of) {
    if (!of.number.isVariable()) return false;
    return std::none_of(of.constraints->begin(), of.constraints->end(), [&](Term constraint) {
      const std::vector<Term> free = freeVariables(constraint);
      return std::find(free.begin(), free.end(), of.number) != free.end();
    });
  };
  if (isFree(a) || isFree(b)) return facts;
  const auto isKnown = [&](Term term) {
    return std::find(candidates.begin(), candidates.end(), term) != candidates.end();
  };
  const auto add = [&](Term candidate) {
    if (!candidate.isValue() && !isKnown(candidate)) candidates.push_back(candidate);
  };
  for (const Alternative* one : {&a, &b}) {
    if (!one->number.isVariable()) continue;
    Substitution rename(terms);
    rename.add(one->number, symbol);
    for (Term constraint : *one->constraints)
      if (const std::vector<Term> free = freeVariables(constraint); free.size() == 1 && free[0] == one->number)
        add(rename.apply(constraint));
  }
  if (symbol.sort().isBitVec()) {
    const uint32_t width = symbol.sort().width();
    const Term zero = terms.mkBv(width, 0), one = terms.mkBv(width, 1);
    add(terms.mkDistinct(symbol, zero));
    add(terms.mkBvSle(zero, symbol));
    add(terms.mkBvSle(one, symbol));
    add(terms.mkBvSle(symbol, zero));
    for (Term bound : oracle.bounds()) {
      if (bound.sort() != symbol.sort()) continue;
      add(terms.mkBvSle(bound, symbol));
      add(terms.mkBvSle(symbol, bound));
    }
    if (a.number.isValue() && b.number.isValue()) {
      const bool isOrdered = a.number.value().slt(b.number.value());
      add(terms.mkBvSle(isOrdered ? a.number : b.number, symbol));
      add(terms.mkBvSle(symbol, isOrdered ? b.number : a.number));
    }
  }
  for (Term candidate : candidates) {
    const auto holds = [&](const Alternative& of) {
      Substitution instance(terms);
      instance.add(symbol, of.number);
      return oracle.implies(*of.constraints, instance.apply(candidate));
    };
    if (holds(a) && holds(b)) facts.push_back(candidate);
  }
  return facts;
}

void Folding::simplify(const std::unordered_set<VariableId>& kept) {
  forget(kept);
  collectGarbage();
  foldChains();
  nameTerms();
  dropConstraints();
  dropFreeSymbols();
}

/// Pointers to dead blocks are numbers of which nothing is known; but the end of a stack object may come twice.
void Folding::forget(const std::unordered_set<VariableId>& kept) {
  std::erase_if(state_.variables, [&](const auto& entry) { return !kept.contains(entry.first); });
  std::map<std::pair<uint32_t, int64_t>, Value> names;
  forEachValue(state_, [&](Value& value) {
    if (!value.isPointer()) return;
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

std::optional<Folding::Pair> Folding::findPair() const {
  for (const auto& [number, block] : state_.blocks) {
    if (!block.isLiveHeap() || block.owner != 0) continue;
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
  if (!other.isLiveHeap() || other.size != one.size) return {};
  const Field* end = fieldAt(other, next);
  if (!end || !isWord(*end, program_)) return {};
  if (!findBackLink(pair)) return {};
  for (const Block* block : {&one, &other})
    if (block->isSegment() && *block->links != pair.links) return {};
  if (!areAlike(one, other, pair.links) || !isInner(pair) || !canJoin(pair)) return {};
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
    return holder != 0 && holder != pair.b && next.isPointer() && next.object == holder;
  };
  for (const auto& [variable, value] : state_.variables)
    if (!isAllowed(value, 0, 0)) return false;
  for (const auto& [number, block] : state_.statics)
    for (const auto& [offset, field] : block.fields)
      if (!isAllowed(field.value, 0, offset)) return false;
  for (const auto& [number, block] : state_.blocks)
    for (const auto& [offset, field] : block.fields)
      if (!isAllowed(field.value, number, offset)) return false;
  return true;
}

/// Contents that one segment can stand for: pointers are the same, numbers may differ.
bool Folding::canJoin(const Pair& pair) const {
  const Block& one = state_.blocks.at(pair.a);
  const Block& other = state_.blocks.at(pair.b);
  const bool joinsConstants = options_.joinsConstants || state_.blocks.size() > kManyBlocks;
  const Heap heap(program_, state_);
  const auto hasPointer = [&](const Field* field) {
    return field && (field->value.isPointer() || heap.isStaticAddress(field->value));
  };
  std::set<uint64_t> offsets;
  for (const auto& [offset, field] : one.fields) offsets.insert(offset);
  for (const auto& [offset, field] : other.fields) offsets.insert(offset);
  for (uint64_t offset : offsets) {
    if (pair.links.isLink(offset)) continue;
    const Field *x = fieldAt(one, offset), *y = fieldAt(other, offset);
    if (hasPointer(x) || hasPointer(y)) {
      if (!x || !y) return false;
      for (const Field* field : {x, y})
        if (field->value.isPointer() && (field->value.object == pair.a || field->value.object == pair.b)) return false;
      if (x->value.isPointer() && y->value.isPointer() && (x->each || y->each || x->value != y->value)) {
        // What the nodes of a segment share is no node's own.
        if (x->each != one.isSegment() || y->each != other.isSegment()) return false;
        if (!ownedByBoth(x->value, y->value, pair.a)) return false;
        continue;
      }
      if (x->value != y->value) return false;
      continue;
    }
    if (!x || !y || x->bytes != y->bytes || joinsConstants) continue;
    if (x->value.isConstant() && y->value.isConstant() && x->value != y->value) return false;
  }
  return true;
}

bool Folding::isOnlyPointedToFromOnePlace(uint32_t block) const {
  size_t count = 0;
  forEachValue(state_, [&](const Value& value) { count += value.isPointer() && value.object == block ? 1 : 0; });
  for (const auto& [offset, field] : state_.blocks.at(block).fields)
    if (field.value.isPointer() && field.value.object == block) --count;
  return count == 1;
}

std::optional<Block> Folding::ownedByBoth(const Value& a, const Value& b, uint32_t segment) const {
  if (a.object == b.object || a.offset != b.offset || a.last || b.last) return {};
  const Block& one = state_.blocks.at(a.object);
  const Block& other = state_.blocks.at(b.object);
  if (!one.isLiveHeap() || !other.isLiveHeap() || one.size != other.size) return {};
  if (one.isSegment() && other.isSegment() && *one.links != *other.links) return {};
  if (!isOnlyPointedToFromOnePlace(a.object) || !isOnlyPointedToFromOnePlace(b.object)) return {};
  Block made;
  made.size = one.size;
  made.links = one.isSegment() ? one.links : other.links;
  made.min = std::min(one.min, other.min);
  made.pointers = one.pointers;
  made.owner = segment;
  std::set<uint64_t> offsets;
  for (const Block* block : {&one, &other})
    for (const auto& [offset, field] : block->fields) offsets.insert(offset);
  for (uint64_t offset : offsets) {
    const Field *x = fieldAt(one, offset), *y = fieldAt(other, offset);
    const bool isLink = made.isSegment() && made.links->isLink(offset);
    const bool isSame = x && y && x->bytes == y->bytes && !x->each && !y->each;
    const bool hasPointer = (x && x->value.isPointer()) || (y && y->value.isPointer());
    if (isSame && x->value.isPointer() && y->value.isPointer()) {
      const bool isSelf = x->value.object == a.object && y->value.object == b.object;
      if (!isSelf || x->value.offset != y->value.offset) return {};
      if (one.isSegment() == other.isSegment() && x->value.last != y->value.last) return {};
      // Where the one is a block, its first node is its last one.
      made.fields[offset] = *(one.isSegment() ? x : y);
    } else if (isSame && x->value.isConstant() && x->value == y->value) {
      made.fields[offset] = *x;
    } else {
      const bool areConstants = isSame && x->value.isConstant() && y->value.isConstant();
      if (hasPointer || isLink || (areConstants && !options_.joinsConstants)) return {};
    }
  }
  if (made.isSegment() && !made.fields.contains(made.links->next)) return {};
  if (made.isSegment() && made.links->isDouble && !made.fields.contains(made.links->prev)) return {};
  return made;
}

void Folding::merge(const Pair& pair) {
  const Block one = state_.blocks.at(pair.a), other = state_.blocks.at(pair.b);
  Block segment;
  segment.kind = one.kind;
  segment.size = one.size;
  segment.links = pair.links;
  segment.pointers = one.pointers;
  segment.min = std::min(kMaxMin, one.min + other.min);
  std::vector<Term> facts;
  for (const auto& [offset, x] : one.fields) {
    const Field* y = fieldAt(other, offset);
    if (pair.links.isLink(offset) || !y || y->bytes != x.bytes) continue;
    if (x.value == y->value && !x.each && !y->each) {
      segment.fields[offset] = x;
      continue;
    }
    if (x.value.isPointer()) {
      Block owned = *ownedByBoth(x.value, y->value, pair.a);
      const uint32_t number = state_.nextBlock++;
      for (auto& [at, field] : owned.fields)
        if (field.value.isPointer()) field.value.object = number;
      state_.blocks.erase(x.value.object);
      state_.blocks.erase(y->value.object);
      state_.blocks[number] = owned;
      segment.fields[offset] = {x.bytes, true, Value::pointer(number, x.value.offset)};
      continue;
    }
    const Value symbol = Heap(program_, state_).fresh(x.value.number.sort());
    const Alternative a{x.value.number, &state_.constraints}, b{y->value.number, &state_.constraints};
    for (Term fact : commonFacts(terms_, oracle_, symbol.number, a, b)) facts.push_back(fact);
    segment.fields[offset] = {x.bytes, true, symbol};
  }
  segment.fields[pair.links.next] = other.fields.at(pair.links.next);
  if (pair.links.isDouble) segment.fields[pair.links.prev] = one.fields.at(pair.links.prev);
  state_.blocks[pair.a] = segment;
  state_.blocks.erase(pair.b);
  // What pointed to b points to the last node; what pointed to a, to the first one.
  forEachValue(state_, [&](Value& value) {
    if (value.isPointer() && value.object == pair.b) value = Value::pointer(pair.a, value.offset, true);
  });
  state_.constraints.insert(state_.constraints.end(), facts.begin(), facts.end());
}

/// A value that is neither a constant nor a symbol becomes a symbol.
void Folding::nameTerms() {
  std::unordered_map<Term, Term> names;
  std::vector<Term> facts;
  forEachValue(state_, [&](Value& value) {
    if (!value.isNumber() || value.isConstant() || value.isSymbol()) return;
    const auto [it, isNew] = names.try_emplace(value.number);
    if (isNew) {
      it->second = terms_.mkFreshVariable("shape", value.number.sort());
      const Alternative same{value.number, &state_.constraints};
      for (Term fact : commonFacts(terms_, oracle_, it->second, same, same)) facts.push_back(fact);
    }
    value.number = it->second;
  });
  state_.constraints.insert(state_.constraints.end(), facts.begin(), facts.end());
}

/// Those on symbols that are in no place any more, and on nodes of different segments.
void Folding::dropConstraints() {
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
  std::erase_if(state_.variables, [&](const auto& entry) { return isFree(entry.second); });
  const auto clean = [&](Block& block) {
    std::erase_if(block.fields, [&](const auto& entry) {
      return isFree(entry.second.value) && !(block.isSegment() && block.links->isLink(entry.first));
    });
  };
  for (auto& [number, block] : state_.blocks) clean(block);
  for (auto& [number, block] : state_.statics) clean(block);
}

} // namespace assay::shapes
