// Sorts, leaves, and the one place where terms come into being. Nodes stand in an arena and are found again through an
// open-addressing table (linear probing, at most half full) over hashes that the nodes keep.
#include "term/term_manager.h"

#include "term/application.h"
#include "term/float_format.h"
#include "term/rewriter.h"
#include "term/sort_check.h"

#include <algorithm>
#include <cassert>
#include <cstring>
#include <deque>
#include <unordered_map>
#include <vector>

namespace assay {

namespace {

/// Memory that is given back all at once.
class Arena {
public:
  void* allocate(size_t bytes) {
    if (bytes > left_) {
      chunks_.push_back(std::make_unique<std::byte[]>(kChunk));
      next_ = chunks_.back().get();
      left_ = kChunk;
    }
    void* result = next_;
    next_ += bytes;
    left_ -= bytes;
    return result;
  }

private:
  static constexpr size_t kChunk = size_t{1} << 18;
  std::vector<std::unique_ptr<std::byte[]>> chunks_;
  std::byte* next_ = nullptr;
  size_t left_ = 0;
};

uint64_t mix(uint64_t h, uint64_t x) {
  h = (h ^ x) * 0x9e3779b97f4a7c15ull;
  return h ^ (h >> 32);
}

uint64_t hashOf(std::string_view text) {
  uint64_t h = text.size();
  for (char c : text) h = mix(h, static_cast<unsigned char>(c));
  return h;
}

uint64_t hashOf(Sort sort) {
  const auto kind = static_cast<uint64_t>(sort.kind());
  if (sort.isArray()) return mix(mix(kind, hashOf(sort.index())), hashOf(sort.element()));
  return sort.isFloat() ? mix(mix(kind, sort.exponentBits()), sort.significandBits()) : mix(kind, sort.width());
}

uint64_t hashOf(const Application& a) {
  uint64_t h = mix(static_cast<uint64_t>(a.kind), a.index(0) | uint64_t{a.index(1)} << 32);
  h = mix(h, a.index(2));
  if (a.kind == Kind::ConstArray) h = mix(h, hashOf(a.sort)); // other sorts follow from the rest
  for (Term t : a.args) h = mix(h, t.hash());
  return h;
}

} // namespace

struct TermManager::Impl {
  using Node = Term::Node;

  Arena arena;
  struct Entry {
    uint64_t hash = 0;
    const Node* node = nullptr;
  };
  struct Table {
    std::vector<Entry> entries = std::vector<Entry>(1024);
    uint32_t used = 0;

    /// The entry that holds a node with this hash for which `same` holds, or the free one where it belongs.
    template <class Same>
    Entry* find(uint64_t hash, Same same);
    void insert(Entry* entry, uint64_t hash, const Node* node);
  };
  Table table;     // of constants and compound terms
  Table variables; // by hashes of their names
  uint32_t numTerms = 0;
  std::deque<BitVector> constants;
  std::deque<std::string> symbols;
  std::unordered_map<std::string, uint64_t> freshCounters;

  std::deque<Sort::Node> sortNodes;
  std::unordered_map<uint64_t, std::vector<const Sort::Node*>> sorts;
  std::vector<Sort> narrowBvSorts = std::vector<Sort>(257);

  Sort boolSort;
  Term trueTerm, falseTerm;
  std::unique_ptr<Rewriter> rewriter;

  Sort sort(SortKind kind, uint32_t a, uint32_t b, Sort index = {}, Sort element = {});
  Node* allocate(Kind kind, Sort sort, uint64_t hash, size_t numChildren);
  Term leaf(Kind kind, Sort sort, uint64_t hash, const void* payload);
  Term constant(Kind kind, Sort sort, const BitVector& value);
  Term cons(const Application& a);
  Entry* findVariable(std::string_view symbol, uint64_t hash);
};

Sort TermManager::Impl::sort(SortKind kind, uint32_t a, uint32_t b, Sort index, Sort element) {
  uint64_t hash = mix(mix(static_cast<uint64_t>(kind), a), b);
  if (kind == SortKind::Array) hash = mix(mix(hash, index.id()), element.id());
  auto& bucket = sorts[hash];
  for (const Sort::Node* n : bucket)
    if (n->kind == kind && n->a == a && n->b == b && Sort(n->index) == index && Sort(n->element) == element)
      return Sort(n);
  auto id = static_cast<uint32_t>(sortNodes.size());
  sortNodes.push_back({kind, id, a, b, index.node_, element.node_});
  bucket.push_back(&sortNodes.back());
  return Sort(bucket.back());
}

Term::Node* TermManager::Impl::allocate(Kind kind, Sort sort, uint64_t hash, size_t numChildren) {
  static_assert(sizeof(Node) % alignof(Node*) == 0);
  auto* node = new (arena.allocate(sizeof(Node) + std::max<size_t>(numChildren, 1) * sizeof(Node*))) Node{};
  node->kind = kind;
  node->numChildren = static_cast<uint8_t>(numChildren);
  node->id = numTerms++;
  node->hash = hash;
  node->sort = sort;
  return node;
}

Term TermManager::Impl::leaf(Kind kind, Sort sort, uint64_t hash, const void* payload) {
  Node* node = allocate(kind, sort, hash, 0);
  *reinterpret_cast<const void**>(node + 1) = payload;
  return Term(node);
}

template <class Same>
TermManager::Impl::Entry* TermManager::Impl::Table::find(uint64_t hash, Same same) {
  size_t mask = entries.size() - 1;
  for (size_t i = hash & mask;; i = (i + 1) & mask)
    if (!entries[i].node || (entries[i].hash == hash && same(entries[i].node))) return &entries[i];
}

void TermManager::Impl::Table::insert(Entry* entry, uint64_t hash, const Node* node) {
  *entry = {hash, node};
  if (++used * 2 < entries.size()) return;
  std::vector<Entry> old(entries.size() * 2);
  old.swap(entries);
  for (const Entry& e : old)
    if (e.node) *find(e.hash, [](const Node*) { return false; }) = e;
}

Term TermManager::Impl::constant(Kind kind, Sort sort, const BitVector& value) {
  const uint64_t hash = mix(mix(value.hash(), static_cast<uint64_t>(kind)), hashOf(sort));
  Entry* entry = table.find(hash, [&](const Node* n) {
    return n->kind == kind && n->sort == sort && *static_cast<const BitVector*>(n->payload()) == value;
  });
  if (entry->node) return Term(entry->node);
  constants.push_back(value);
  Term term = leaf(kind, sort, hash, &constants.back());
  table.insert(entry, hash, term.node_);
  return term;
}

Term TermManager::Impl::cons(const Application& a) {
  const uint64_t hash = hashOf(a);
  Entry* entry = table.find(hash, [&](const Node* n) {
    return n->kind == a.kind && n->sort == a.sort && std::ranges::equal(Term(n).children(), a.args) &&
           std::ranges::equal(n->indices, a.indices);
  });
  if (entry->node) return Term(entry->node);
  Node* node = allocate(a.kind, a.sort, hash, a.args.size());
  std::ranges::copy(a.indices, node->indices);
  auto** children = reinterpret_cast<const Node**>(node + 1);
  for (Term t : a.args) {
    *children++ = t.node_;
    node->depth = std::max(node->depth, t.depth() + 1);
  }
  table.insert(entry, hash, node);
  return Term(node);
}

TermManager::TermManager(Rewriting rewriting) : impl_(std::make_unique<Impl>()) {
  impl_->boolSort = impl_->sort(SortKind::Bool, 0, 0);
  impl_->trueTerm = impl_->leaf(Kind::True, impl_->boolSort, 1, nullptr);
  impl_->falseTerm = impl_->leaf(Kind::False, impl_->boolSort, 2, nullptr);
  if (rewriting == Rewriting::On) impl_->rewriter = std::make_unique<Rewriter>(*this);
}

TermManager::~TermManager() = default;

Sort TermManager::boolSort() { return impl_->boolSort; }

Sort TermManager::bvSort(uint32_t width) {
  assert(width >= 1);
  if (width >= impl_->narrowBvSorts.size()) return impl_->sort(SortKind::BitVec, width, 0);
  Sort& cached = impl_->narrowBvSorts[width];
  if (cached.isNull()) cached = impl_->sort(SortKind::BitVec, width, 0);
  return cached;
}

Sort TermManager::fpSort(uint32_t exponentBits, uint32_t significandBits) {
  assert(exponentBits >= 2 && exponentBits <= 30 && significandBits >= 2);
  return impl_->sort(SortKind::Float, exponentBits, significandBits);
}

Sort TermManager::arraySort(Sort index, Sort element) {
  assert(index.isBitVec());
  return impl_->sort(SortKind::Array, 0, 0, index, element);
}

Term TermManager::mkTrue() { return impl_->trueTerm; }
Term TermManager::mkFalse() { return impl_->falseTerm; }
Term TermManager::mkBv(const BitVector& value) { return impl_->constant(Kind::BvConst, bvSort(value.width()), value); }
Term TermManager::mkBv(uint32_t width, uint64_t value) { return mkBv(BitVector(width, value)); }
Term TermManager::mkOnes(uint32_t width) { return mkBv(BitVector::ones(width)); }

Term TermManager::mkFp(Sort sort, const BitVector& bits) {
  assert(sort.isFloat() && sort.width() == bits.width());
  return impl_->constant(Kind::FpConst, sort, FloatFormat(sort).canonical(bits));
}

Term TermManager::mkConstArray(Sort arraySort, Term value) {
  assert(arraySort.isArray() && arraySort.element() == value.sort());
  return impl_->cons(Application(Kind::ConstArray, arraySort, std::span(&value, 1)));
}

TermManager::Impl::Entry* TermManager::Impl::findVariable(std::string_view symbol, uint64_t hash) {
  return variables.find(hash, [&](const Node* n) { return *static_cast<const std::string*>(n->payload()) == symbol; });
}

Term TermManager::mkVariable(std::string_view symbol, Sort sort) {
  const uint64_t hash = hashOf(symbol);
  Impl::Entry* entry = impl_->findVariable(symbol, hash);
  if (entry->node) {
    const Term known(entry->node);
    assert(known.sort() == sort && "a variable has one sort");
    return known;
  }
  const std::string& name = impl_->symbols.emplace_back(symbol);
  const Term term = impl_->leaf(Kind::Variable, sort, mix(hash, hashOf(sort)), &name);
  impl_->variables.insert(entry, hash, term.node_);
  return term;
}

Term TermManager::mkFreshVariable(std::string_view prefix, Sort sort) {
  std::string symbol(prefix);
  if (findVariable(symbol)) {
    uint64_t& counter = impl_->freshCounters[symbol];
    do symbol = std::string(prefix) + "!" + std::to_string(counter++);
    while (findVariable(symbol));
  }
  return mkVariable(symbol, sort);
}

Term TermManager::findVariable(std::string_view symbol) const {
  const Impl::Entry* entry = impl_->findVariable(symbol, hashOf(symbol));
  return entry->node ? Term(entry->node) : Term();
}

Term TermManager::mkZero(Sort sort) {
  switch (sort.kind()) {
  case SortKind::Bool:
    return mkFalse();
  case SortKind::BitVec:
    return mkBv(sort.width(), 0);
  case SortKind::Float:
    return mkFp(sort, BitVector::zero(sort.width()));
  case SortKind::Array:
    return mkConstArray(sort, mkZero(sort.element()));
  }
  return {};
}

Term TermManager::mk(Kind kind, std::span<const Term> children, std::span<const uint32_t> indices) {
  // An extension by nothing is no term of its own, with rewriting or without.
  bool extends = kind == Kind::BvZeroExtend || kind == Kind::BvSignExtend;
  if (extends && indices.size() == 1 && indices[0] == 0 && children.size() == 1) return children[0];
  Application application(kind, checkSorts(*this, kind, children, indices), children, indices);
  if (impl_->rewriter)
    if (Term simpler = impl_->rewriter->rewrite(application)) return simpler;
  return impl_->cons(application);
}

Term TermManager::rebuild(Term term, std::span<const Term> children) {
  if (term.size() == 0) return term;
  if (term.kind() == Kind::ConstArray) return mkConstArray(term.sort(), children[0]);
  return mk(term.kind(), children, std::span(term.node_->indices).first(arityOf(term.kind()).indices));
}

uint32_t TermManager::numTerms() const { return impl_->numTerms; }
Rewriter* TermManager::rewriter() { return impl_->rewriter.get(); }

const BitVector& Term::value() const {
  assert(kind() == Kind::BvConst || kind() == Kind::FpConst);
  return *static_cast<const BitVector*>(node_->payload());
}

std::string_view Term::symbol() const {
  assert(kind() == Kind::Variable);
  return *static_cast<const std::string*>(node_->payload());
}

} // namespace assay
