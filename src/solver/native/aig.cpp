#include "solver/native/aig.h"

#include <algorithm>
#include <utility>

namespace assay {

Aig::Aig(std::function<void(size_t)> poll) : poll_(std::move(poll)) {
  nodes_.push_back({{}, Gate::Constant, 0});
  table_.resize(1024);
}

uint32_t Aig::append(const Node& node) {
  if (nodes_.size() == nodes_.capacity()) {
    size_t capacity = nodes_.size() + nodes_.size() / 2 + 64;
    if (poll_) poll_(capacity * sizeof(Node));
    nodes_.reserve(capacity);
  }
  nodes_.push_back(node);
  return size() - 1;
}

AigLit Aig::input() { return AigLit::of(append({{}, Gate::Input, 0})); }

// Operands a & b, with a = a0 & a1 where it is an AND gate, and the same for b.

// a positive or negative AND, b anything.
Aig::Step Aig::simplifyOneSide(AigLit& a, AigLit& b, AigLit& result) const {
  if (!isAnd(a)) return Step::None;
  AigLit a0 = node(a).in[0], a1 = node(a).in[1];
  if (!a.negated()) {
    if (a0 == ~b || a1 == ~b) return result = kAigFalse, Step::Done; // contradiction
    if (a0 == b || a1 == b) return result = a, Step::Done;           // idempotence
    return Step::None;
  }
  if (a0 == ~b || a1 == ~b) return result = b, Step::Done; // subsumption
  if (a0 == b) return a = ~a1, Step::Again;                // substitution
  if (a1 == b) return a = ~a0, Step::Again;
  return Step::None;
}

Aig::Step Aig::simplifyPositives(AigLit& a, AigLit& b, AigLit& result) const {
  AigLit a0 = node(a).in[0], a1 = node(a).in[1], b0 = node(b).in[0], b1 = node(b).in[1];
  if (a0 == ~b0 || a0 == ~b1 || a1 == ~b0 || a1 == ~b1) return result = kAigFalse, Step::Done; // contradiction
  if (a0 == b0 || a1 == b0) return b = b1, Step::Again;                                        // idempotence
  if (a0 == b1 || a1 == b1) return b = b0, Step::Again;
  return Step::None;
}

// ~(a0 & a1) & (b0 & b1)
Aig::Step Aig::simplifyMixed(AigLit& a, AigLit& b, AigLit& result) const {
  AigLit a0 = node(a).in[0], a1 = node(a).in[1], b0 = node(b).in[0], b1 = node(b).in[1];
  if (a0 == ~b0 || a0 == ~b1 || a1 == ~b0 || a1 == ~b1) return result = b, Step::Done; // subsumption
  if (a0 == b0 || a0 == b1) return a = ~a1, Step::Again;                               // substitution
  if (a1 == b0 || a1 == b1) return a = ~a0, Step::Again;
  return Step::None;
}

// ~(a0 & a1) & ~(b0 & b1): resolution.
Aig::Step Aig::simplifyNegatives(AigLit& a, AigLit& b, AigLit& result) const {
  AigLit a0 = node(a).in[0], a1 = node(a).in[1], b0 = node(b).in[0], b1 = node(b).in[1];
  if ((a0 == b0 && a1 == ~b1) || (a0 == b1 && a1 == ~b0)) return result = ~a0, Step::Done;
  if ((a1 == b1 && a0 == ~b0) || (a1 == b0 && a0 == ~b1)) return result = ~a1, Step::Done;
  return Step::None;
}

Aig::Step Aig::simplify(AigLit& a, AigLit& b, AigLit& result) const {
  if (a.isFalse() || b.isFalse() || a == ~b) return result = kAigFalse, Step::Done;
  if (a.isTrue() || a == b) return result = b, Step::Done;
  if (b.isTrue()) return result = a, Step::Done;
  if (Step step = simplifyOneSide(a, b, result); step != Step::None) return step;
  if (Step step = simplifyOneSide(b, a, result); step != Step::None) return step;
  if (!isAnd(a) || !isAnd(b)) return Step::None;
  if (!a.negated() && !b.negated()) return simplifyPositives(a, b, result);
  if (a.negated() && b.negated()) return simplifyNegatives(a, b, result);
  return a.negated() ? simplifyMixed(a, b, result) : simplifyMixed(b, a, result);
}

AigLit Aig::mkAnd(AigLit a, AigLit b) {
  AigLit result;
  for (;;) {
    switch (simplify(a, b, result)) {
    case Step::Done:
      return result;
    case Step::Again:
      continue;
    case Step::None:
      if (a > b) std::swap(a, b);
      return gate(Gate::And, a, b);
    }
  }
}

AigLit Aig::mkXor(AigLit a, AigLit b) {
  bool negate = a.negated() != b.negated();
  a = AigLit::of(a.node()), b = AigLit::of(b.node());
  if (a > b) std::swap(a, b);
  if (a == b) return AigLit::constant(negate);
  if (a.isConstant()) return b ^ negate;
  // x ^ (x ^ y) = y
  for (auto [x, other] : {std::pair(a, b), std::pair(b, a)}) {
    if (node(x).gate != Gate::Xor) continue;
    if (node(x).in[0] == other) return node(x).in[1] ^ negate;
    if (node(x).in[1] == other) return node(x).in[0] ^ negate;
  }
  return gate(Gate::Xor, a, b) ^ negate;
}

AigLit Aig::mkIte(AigLit c, AigLit t, AigLit e) {
  if (c.negated()) c = ~c, std::swap(t, e);
  if (c.isConstant()) return e; // false, as it is positive
  if (t == e) return t;
  if (t == ~e) return mkXnor(c, t);
  if (t.isTrue() || t == c) return mkOr(c, e);
  if (t.isFalse() || t == ~c) return mkAnd(~c, e);
  if (e.isTrue() || e == ~c) return mkOr(~c, t);
  if (e.isFalse() || e == c) return mkAnd(c, t);
  bool negate = t.negated();
  return gate(Gate::Ite, c, t ^ negate, e ^ negate) ^ negate;
}

AigLit Aig::mkMaj(AigLit a, AigLit b, AigLit c) {
  if (a > b) std::swap(a, b);
  if (b > c) std::swap(b, c);
  if (a > b) std::swap(a, b); // now equal and opposite operands are neighbours
  if (a == b) return a;
  if (b == c) return b;
  if (a == ~b) return c;
  if (b == ~c) return a;
  if (a.isFalse()) return mkAnd(b, c);
  if (a.isTrue()) return mkOr(b, c);
  bool negate = a.negated() + b.negated() + c.negated() >= 2; // it is its own dual
  return gate(Gate::Maj, a ^ negate, b ^ negate, c ^ negate) ^ negate;
}

size_t Aig::slot(const Node& node) const {
  uint64_t hash = node.in[0].code * 0x9e3779b97f4a7c15ull;
  hash = (hash ^ (hash >> 32) ^ node.in[1].code) * 0xbf58476d1ce4e5b9ull;
  hash = (hash ^ (hash >> 29) ^ node.in[2].code ^ (static_cast<uint64_t>(node.gate) << 40)) * 0x94d049bb133111ebull;
  size_t mask = table_.size() - 1;
  for (size_t i = (hash >> 24) & mask;; i = (i + 1) & mask) {
    const Node& other = nodes_[table_[i]];
    if (table_[i] == 0 || (other.gate == node.gate && other.in == node.in)) return i;
  }
}

AigLit Aig::gate(Gate gate, AigLit a, AigLit b, AigLit c) {
  Node node{{a, b, c}, gate, 0};
  size_t i = slot(node);
  if (table_[i] != 0) return AigLit::of(table_[i]);
  if (2 * (numGates_ + 1) > table_.size()) {
    grow();
    i = slot(node);
  }
  if (poll_ && numGates_ % 16384 == 16383) poll_(0);
  uint32_t index = append(node);
  for (AigLit in : node.in) {
    uint8_t& fanout = nodes_[in.node()].fanout;
    if (fanout < 255) ++fanout;
  }
  table_[i] = index;
  ++numGates_;
  return AigLit::of(index);
}

void Aig::grow() {
  if (poll_) poll_(2 * table_.size() * sizeof(uint32_t));
  table_.assign(2 * table_.size(), 0);
  for (uint32_t i = 1; i < size(); ++i)
    if (nodes_[i].gate != Gate::Input) table_[slot(nodes_[i])] = i;
}

size_t Aig::coneSize(std::span<const AigLit> outputs) const {
  std::vector<bool> seen(size());
  std::vector<uint32_t> stack;
  size_t count = 0;
  auto visit = [&](AigLit lit) {
    if (seen[lit.node()]) return;
    seen[lit.node()] = true;
    stack.push_back(lit.node());
    ++count;
  };
  for (AigLit output : outputs) visit(output);
  while (!stack.empty()) {
    const Node& gate = nodes_[stack.back()];
    stack.pop_back();
    for (AigLit in : gate.in) visit(in);
  }
  return count;
}

} // namespace assay
