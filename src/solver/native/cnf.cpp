#include "solver/native/cnf.h"

#include <algorithm>

namespace assay {

void Cnf::reset() {
  variables_.clear();
  encoded_.clear();
  pending_.clear();
}

// A conjunction is split, a disjunction is one clause.
void Cnf::require(AigLit root, std::span<const int> guard) {
  std::vector<AigLit> conjuncts{root};
  while (!conjuncts.empty()) {
    AigLit lit = conjuncts.back();
    conjuncts.pop_back();
    if (lit.isTrue()) continue;
    if (aig_.isAnd(lit) && !lit.negated()) {
      conjuncts.push_back(aig_.node(lit).in[0]);
      conjuncts.push_back(aig_.node(lit).in[1]);
      continue;
    }
    std::vector<AigLit> disjuncts;
    if (aig_.isAnd(lit)) { // ~(x & y & ...)
      collectInputs(lit.node());
      for (AigLit in : inputs_) disjuncts.push_back(~in);
    } else if (!lit.isFalse()) {
      disjuncts.push_back(lit);
    }
    std::vector<int> clause(guard.begin(), guard.end());
    for (AigLit in : disjuncts) clause.push_back(literal(in));
    sat_.addClause(clause);
  }
}

int Cnf::literal(AigLit lit) {
  if (lit.isConstant() && variable(0) && !encoded_[0]) {
    encoded_[0] = kBoth;
    sat_.addClause({-variable(0)});
  }
  encode(lit, kPositive);
  return name(lit);
}

bool Cnf::value(AigLit lit) const { return (isUsed(lit) && sat_.value(variables_[lit.node()])) != lit.negated(); }

int Cnf::variable(uint32_t node) {
  if (node >= variables_.size()) {
    size_t size = std::max<size_t>(aig_.size(), node + 1);
    variables_.resize(size);
    encoded_.resize(size);
  }
  if (variables_[node] == 0) variables_[node] = sat_.newVariable();
  return variables_[node];
}

void Cnf::demand(AigLit lit, uint8_t polarity) { pending_.emplace_back(lit.node(), flip(polarity, lit.negated())); }

void Cnf::encode(AigLit root, uint8_t polarity) {
  demand(root, polarity);
  while (!pending_.empty()) {
    if (++numEncoded_ % 8192 == 0) poll_();
    auto [node, demanded] = pending_.back();
    pending_.pop_back();
    variable(node);
    polarity = demanded & static_cast<uint8_t>(~encoded_[node]);
    if (polarity == 0) continue;
    encoded_[node] |= polarity;
    switch (aig_.node(node).gate) {
    case Aig::Gate::And:
      encodeAnd(node, polarity);
      break;
    case Aig::Gate::Xor:
      encodeXor(node, polarity);
      break;
    case Aig::Gate::Ite:
      encodeIte(node, polarity);
      break;
    case Aig::Gate::Maj:
      encodeMaj(node, polarity);
      break;
    default:
      break;
    }
  }
}

/// An AND inside an AND that nothing else needs.
bool Cnf::isInner(AigLit lit) const {
  if (lit.negated() || !aig_.isAnd(lit) || aig_.node(lit).fanout != 1) return false;
  return lit.node() >= variables_.size() || variables_[lit.node()] == 0;
}

void Cnf::collectInputs(uint32_t node) {
  constexpr size_t kMaxInputs = 32;
  inputs_.assign({aig_.node(node).in[0], aig_.node(node).in[1]});
  for (size_t i = 0; i < inputs_.size();) {
    if (isInner(inputs_[i]) && inputs_.size() < kMaxInputs) {
      const Aig::Node& inner = aig_.node(inputs_[i]);
      inputs_[i] = inner.in[0];
      inputs_.push_back(inner.in[1]);
    } else {
      ++i;
    }
  }
}

void Cnf::encodeAnd(uint32_t node, uint8_t polarity) {
  int x = variable(node);
  collectInputs(node);
  clause_.assign({x});
  for (AigLit in : inputs_) {
    demand(in, polarity);
    int y = name(in);
    if (polarity & kPositive) sat_.addClause({-x, y});
    clause_.push_back(-y);
  }
  if (polarity & kNegative) sat_.addClause(clause_);
}

void Cnf::encodeXor(uint32_t node, uint8_t polarity) {
  const Aig::Node& gate = aig_.node(node);
  int x = variable(node), a = name(gate.in[0]), b = name(gate.in[1]);
  demand(gate.in[0], kBoth);
  demand(gate.in[1], kBoth);
  if (polarity & kPositive) {
    sat_.addClause({-x, a, b});
    sat_.addClause({-x, -a, -b});
  }
  if (polarity & kNegative) {
    sat_.addClause({x, -a, b});
    sat_.addClause({x, a, -b});
  }
}

// The third clause of each direction is implied and lets values through before the condition is known.
void Cnf::encodeIte(uint32_t node, uint8_t polarity) {
  const Aig::Node& gate = aig_.node(node);
  int x = variable(node), c = name(gate.in[0]), t = name(gate.in[1]), e = name(gate.in[2]);
  demand(gate.in[0], kBoth);
  demand(gate.in[1], polarity);
  demand(gate.in[2], polarity);
  if (polarity & kPositive) {
    sat_.addClause({-x, -c, t});
    sat_.addClause({-x, c, e});
    sat_.addClause({-x, t, e});
  }
  if (polarity & kNegative) {
    sat_.addClause({x, -c, -t});
    sat_.addClause({x, c, -e});
    sat_.addClause({x, -t, -e});
  }
}

void Cnf::encodeMaj(uint32_t node, uint8_t polarity) {
  const Aig::Node& gate = aig_.node(node);
  int x = variable(node), a = name(gate.in[0]), b = name(gate.in[1]), c = name(gate.in[2]);
  for (AigLit in : gate.in) demand(in, polarity);
  if (polarity & kPositive) {
    sat_.addClause({-x, a, b});
    sat_.addClause({-x, a, c});
    sat_.addClause({-x, b, c});
  }
  if (polarity & kNegative) {
    sat_.addClause({x, -a, -b});
    sat_.addClause({x, -a, -c});
    sat_.addClause({x, -b, -c});
  }
}

} // namespace assay
