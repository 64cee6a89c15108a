#include "solver/arrays/arrays.h"

#include <algorithm>
#include <cassert>

namespace assay {

bool Arrays::refine() {
  nodes_.clear();
  nodeIndex_.clear();
  entries_.clear();
  bits_.clear();
  bitValues_.clear();
  newLemmas_.clear();
  buildNodes();
  for (Term select : known_.selects())
    if (!nodes_[leader(nodeOf(select[0]))].hasEquality) readDown(select);
  spreadReads();
  std::vector<Term> lemmas = std::exchange(newLemmas_, {});
  if (lemmas.empty()) return false; // and the model stays as it is
  for (Term lemma : lemmas) {
    ++numLemmas_;
    if (!lemmas_.contains(lemma)) host_.addLemma(lemma);
    lemmas_.insert(lemma);
    known_.add(lemma);
  }
  for (Term lemma : indices_.takeLemmas()) host_.addLemma(lemma);
  return true;
}

uint32_t Arrays::nodeOf(Term array) { return nodeIndex_.at(array); }

uint32_t Arrays::leader(uint32_t node) {
  while (nodes_[node].leader != node) node = nodes_[node].leader = nodes_[nodes_[node].leader].leader;
  return node;
}

void Arrays::link(uint32_t a, uint32_t b, Term condition) {
  if (condition) {
    nodes_[a].links.emplace_back(b, condition);
    nodes_[b].links.emplace_back(a, condition);
  }
  a = leader(a), b = leader(b);
  if (a == b) return;
  nodes_[b].leader = a;
  nodes_[a].hasEquality |= nodes_[b].hasEquality;
  for (Term constant : nodes_[b].constants) nodes_[a].constants.push_back(constant);
}

void Arrays::buildNodes() {
  for (Term array : known_.arrays()) {
    if (!nodeIndex_.insert(array, static_cast<uint32_t>(nodes_.size()))) continue;
    Node& node = nodes_.emplace_back();
    node.term = array;
    node.leader = static_cast<uint32_t>(nodes_.size() - 1);
    if (array.kind() == Kind::ConstArray) node.constants.push_back(array);
  }
  for (uint32_t i = 0; i < nodes_.size(); ++i) {
    poll_();
    Term t = nodes_[i].term;
    if (t.kind() == Kind::Store) {
      nodes_[nodeOf(t[0])].stores.push_back(i);
      link(i, nodeOf(t[0]), Term());
    } else if (t.kind() == Kind::Ite) {
      bool chosen = host_.modelValue(t[0]).asBool();
      link(i, nodeOf(t[chosen ? 1 : 2]), chosen ? t[0] : tm_.mkNot(t[0]));
    }
  }
  for (Term equality : known_.equalities()) {
    if (!host_.modelValue(equality).asBool()) continue;
    uint32_t a = nodeOf(equality[0]);
    link(a, nodeOf(equality[1]), equality);
    nodes_[leader(a)].hasEquality = true;
  }
}

const BitVector& Arrays::bits(Term term) {
  if (term.kind() == Kind::BvConst) return term.value();
  if (const BitVector* const* known = bits_.find(term)) return **known;
  const BitVector& value = bitValues_.emplace_back(host_.modelValue(term).bits());
  bits_.insert(term, &value);
  return value;
}

const Arrays::Entry* Arrays::step(const Entry* from, Term condition) {
  poll_();
  return &entries_.emplace_back(Entry{from->index, from->value, from->indexValue, from, condition});
}

/// The entry that stands at the node with this index already, or null: then the new one stands there from now on.
const Arrays::Entry* Arrays::meet(uint32_t node, const Entry* entry) {
  auto [place, isNew] = nodes_[node].entries.try_emplace(entry->indexValue, entry);
  return isNew ? nullptr : place->second;
}

/// From a store of a run to the array below the run; null if the run has written the index.
const Arrays::Entry* Arrays::crossRun(const ArrayTerms::RunPlace& place, const Entry* entry) {
  const StoreRun& run = *place.run;
  auto above = run.places.lower_bound(entry->indexValue);
  if (above != run.places.end() && above->first == entry->indexValue) {
    const std::vector<uint32_t>& positions = above->second;
    auto it = std::upper_bound(positions.begin(), positions.end(), place.position);
    if (it == positions.begin()) return step(entry, tm_.mkEqual(entry->index, tm_.mkBv(entry->indexValue)));
    Term store = run.stores[*std::prev(it)];
    Entry written{store[1], store[2], entry->indexValue, nullptr, Term()};
    if (!sameValue(entry->value, store[2])) addConflict(entry, &written);
    return nullptr;
  }
  // Between two neighbours no index of the run lies.
  Term between = tm_.mkTrue();
  if (above != run.places.end()) between = tm_.mkBvUlt(entry->index, tm_.mkBv(above->first));
  if (above != run.places.begin())
    between = tm_.mkAnd(between, tm_.mkBvUlt(tm_.mkBv(std::prev(above)->first), entry->index));
  return step(entry, between);
}

/// Follows a read where no equality holds: there is one way, and it ends at the store that wrote the value or at an
/// array about which nothing is known.
void Arrays::readDown(Term select) {
  constexpr size_t kMinRun = 4;
  const Entry* entry = &entries_.emplace_back(Entry{select[1], select, bits(select[1]), nullptr, Term()});
  uint32_t node = nodeOf(select[0]);
  if (const Entry* other = meet(node, entry)) { // another read of the same array there; it is followed
    if (!sameValue(entry->value, other->value)) addConflict(entry, other);
    return;
  }
  for (bool first = true;; first = false) {
    Term array = nodes_[node].term;
    if (array.kind() == Kind::Ite) {
      bool chosen = host_.modelValue(array[0]).asBool();
      entry = step(entry, chosen ? array[0] : tm_.mkNot(array[0]));
      node = nodeOf(array[chosen ? 1 : 2]);
      continue;
    }
    if (array.kind() == Kind::ConstArray) {
      if (!sameValue(entry->value, array[0])) addConflictWithConstant(entry, array[0]);
      return;
    }
    if (array.kind() != Kind::Store) {
      const Entry* other = first ? nullptr : meet(node, entry);
      if (other && !sameValue(entry->value, other->value)) addConflict(entry, other);
      return;
    }
    const ArrayTerms::RunPlace* place = known_.runPlace(array);
    if (place && place->position + 1 >= kMinRun) {
      entry = crossRun(*place, entry);
      if (!entry) return;
      node = nodeOf(place->run->base);
      continue;
    }
    if (bits(array[1]) == entry->indexValue) {
      Entry written{array[1], array[2], entry->indexValue, nullptr, Term()};
      if (!sameValue(entry->value, array[2])) addConflict(entry, &written);
      return;
    }
    entry = step(entry, tm_.mkNot(indices_.equal(entry->index, array[1])));
    node = nodeOf(array[0]);
  }
}

void Arrays::arrive(uint32_t node, const Entry& entry, std::vector<std::pair<uint32_t, const Entry*>>& work) {
  if (const Entry* other = meet(node, &entry)) {
    if (!sameValue(entry.value, other->value)) addConflict(&entry, other);
    return;
  }
  Term array = nodes_[node].term;
  if (array.kind() == Kind::ConstArray && !sameValue(entry.value, array[0])) addConflictWithConstant(&entry, array[0]);
  work.emplace_back(node, &entry);
}

/// Takes reads, and what stores write, to all arrays that they reach, where equalities hold.
void Arrays::spreadReads() {
  std::vector<std::pair<uint32_t, const Entry*>> work;
  auto begin = [&](Term array, Term index, Term value) {
    if (!nodes_[leader(nodeOf(array))].hasEquality) return;
    arrive(nodeOf(array), entries_.emplace_back(Entry{index, value, bits(index), nullptr, Term()}), work);
  };
  for (uint32_t i = 0; i < nodes_.size(); ++i)
    if (Term t = nodes_[i].term; t.kind() == Kind::Store) begin(t, t[1], t[2]);
  for (Term select : known_.selects()) begin(select[0], select[1], select);
  for (uint32_t i = 0; i < nodes_.size(); ++i)
    if (leader(i) == i && nodes_[i].hasEquality && nodes_[i].constants.size() > 1) spreadConstants(i, work);

  while (!work.empty()) {
    auto [node, entry] = work.back();
    work.pop_back();
    Term array = nodes_[node].term;
    auto notAt = [&, entry = entry](Term index) { return tm_.mkNot(indices_.equal(entry->index, index)); };
    if (array.kind() == Kind::Store && bits(array[1]) != entry->indexValue)
      arrive(nodeOf(array[0]), *step(entry, notAt(array[1])), work);
    for (uint32_t store : nodes_[node].stores) {
      Term index = nodes_[store].term[1];
      if (bits(index) != entry->indexValue) arrive(store, *step(entry, notAt(index)), work);
    }
    for (const auto& [other, condition] : nodes_[node].links) arrive(other, *step(entry, condition), work);
  }
}

// Two constant arrays that hang together must agree wherever nothing was written: read one of them at the least index
// that does not occur, or, where the index sort is so small that all occur, at all of them.
void Arrays::spreadConstants(uint32_t component, std::vector<std::pair<uint32_t, const Entry*>>& work) {
  std::vector<Term> constants = nodes_[component].constants;
  auto agrees = [&](Term constant) { return sameValue(constants[0][0], constant[0]); };
  if (std::ranges::all_of(constants, agrees)) return;
  std::map<BitVector, bool, StoreRun::Less> occurring;
  for (Node& node : nodes_) {
    if (leader(nodeOf(node.term)) != component) continue;
    if (node.term.kind() == Kind::Store) occurring[bits(node.term[1])] = true;
    for (const auto& [index, entry] : node.entries) occurring[index] = true;
  }
  uint32_t width = constants[0].sort().index().width();
  BitVector index = BitVector::zero(width), one = BitVector::one(width);
  for (const auto& [value, unused] : occurring) {
    if (!(value == index)) break;
    index = index.add(one);
  }
  bool allOccur = width < 32 && occurring.size() == size_t{1} << width;
  for (Term constant : constants) {
    auto read = [&](const BitVector& at) {
      arrive(nodeOf(constant), entries_.emplace_back(Entry{tm_.mkBv(at), constant[0], at, nullptr, Term()}), work);
    };
    if (!allOccur) {
      read(index);
    } else {
      for (const auto& [value, unused] : occurring) read(value);
    }
  }
}

bool Arrays::sameValue(Term a, Term b) {
  if (a == b) return true;
  if (!a.sort().isArray()) return host_.modelValue(a) == host_.modelValue(b);
  Term equality = mkElementEqual(tm_, a, b);
  if (equality.isTrue()) return true;
  return known_.isKnown(equality) && host_.modelValue(equality).asBool();
}

void Arrays::addConflict(const Entry* a, const Entry* b) {
  std::vector<Term> clause{mkElementEqual(tm_, a->value, b->value)};
  if (a->index != b->index) clause.push_back(tm_.mkNot(indices_.equal(a->index, b->index)));
  for (const Entry* end : {a, b})
    for (const Entry* e = end; e; e = e->from)
      if (e->condition) clause.push_back(tm_.mkNot(e->condition));
  emit(clause);
}

void Arrays::addConflictWithConstant(const Entry* a, Term constant) {
  std::vector<Term> clause{mkElementEqual(tm_, a->value, constant)};
  for (const Entry* e = a; e; e = e->from)
    if (e->condition) clause.push_back(tm_.mkNot(e->condition));
  emit(clause);
}

void Arrays::emit(std::vector<Term>& clause) {
  std::ranges::sort(clause, precedes);
  auto [first, last] = std::ranges::unique(clause);
  clause.erase(first, last);
  newLemmas_.push_back(tm_.mkOr(clause));
}

Value Arrays::elementValue(Term element) {
  return element.sort().isArray() ? arrayValue(nodeOf(element)) : host_.modelValue(element);
}

/// Stores on top of a constant array or of one about which nothing is known but what was read from it.
Value Arrays::arrayValue(uint32_t node) {
  std::vector<Term> stores;
  Term array = nodes_[node].term;
  for (;; array = nodes_[node].term) {
    if (array.kind() == Kind::Store) {
      stores.push_back(array);
      node = nodeOf(array[0]);
    } else if (array.kind() == Kind::Ite) {
      node = nodeOf(array[host_.modelValue(array[0]).asBool() ? 1 : 2]);
    } else {
      break;
    }
  }
  bool isConstant = array.kind() == Kind::ConstArray;
  const std::vector<Term>& constants = nodes_[leader(node)].constants;
  Value otherwise = isConstant          ? elementValue(array[0])
                    : constants.empty() ? Value::zero(array.sort().element())
                                        : elementValue(constants[0][0]);
  ArrayValue result(array.sort().index().width(), std::move(otherwise));
  if (!isConstant)
    for (const auto& [index, entry] : nodes_[node].entries) result = result.store(index, elementValue(entry->value));
  for (size_t i = stores.size(); i-- > 0;) result = result.store(bits(stores[i][1]), elementValue(stores[i][2]));
  return Value::array(result);
}

Value Arrays::value(Term arrayVariable) {
  const uint32_t* node = nodeIndex_.find(arrayVariable);
  return node ? arrayValue(*node) : Value::zero(arrayVariable.sort());
}

} // namespace assay
