#include "solver/decorators/components.h"

#include "term/traverse.h"

#include <cassert>

namespace assay {

uint32_t Components::addNode(Term term, bool isConstraint) {
  uint32_t node = numNodes();
  bool inRing = isConstraint || term.isVariable();
  nodes_.push_back(
      {.term = term, .isConstraint = isConstraint, .parent = node, .ring = inRing ? node : kNone, .next = node});
  return node;
}

uint32_t Components::add(Term constraint) {
  auto enter = [&](Term t) { return !t.isValue() && !nodeOf_.contains(t); };
  auto leave = [&](Term t) {
    uint32_t node = addNode(t, false);
    nodeOf_.emplace(t, node);
    for (Term child : t.children())
      if (!child.isValue()) unite(node, nodeOf_.at(child));
  };
  postOrder(constraint, enter, leave);
  uint32_t number = addNode(constraint, true);
  if (!constraint.isValue()) unite(number, nodeOf_.at(constraint));
  return number;
}

void Components::unite(uint32_t a, uint32_t b) {
  a = root(a);
  b = root(b);
  if (a == b) return;
  if (nodes_[a].size < nodes_[b].size) std::swap(a, b);
  Node &parent = nodes_[a], &child = nodes_[b];
  unions_.push_back({b, parent.ring});
  child.parent = a;
  parent.size += child.size;
  if (parent.ring == kNone) {
    parent.ring = child.ring;
  } else if (child.ring != kNone) {
    std::swap(nodes_[parent.ring].next, nodes_[child.ring].next);
  }
}

void Components::undo(const Union& step) {
  Node &child = nodes_[step.child], &parent = nodes_[child.parent];
  if (step.parentRing != kNone && child.ring != kNone) std::swap(nodes_[step.parentRing].next, nodes_[child.ring].next);
  parent.ring = step.parentRing;
  parent.size -= child.size;
  child.parent = step.child;
}

std::vector<Term> Components::pop() {
  assert(!scopes_.empty());
  Scope scope = scopes_.back();
  scopes_.pop_back();
  for (; unions_.size() > scope.unions; unions_.pop_back()) undo(unions_.back());
  std::vector<Term> gone;
  for (; nodes_.size() > scope.nodes; nodes_.pop_back()) {
    const Node& node = nodes_.back();
    if (node.isConstraint) continue;
    if (node.term.isVariable()) gone.push_back(node.term);
    nodeOf_.erase(node.term);
  }
  return gone;
}

Components::Part Components::part(uint32_t constraint) const {
  Part part;
  uint32_t first = nodes_[root(constraint)].ring, node = first;
  do {
    if (nodes_[node].isConstraint) {
      part.constraints.push_back(node);
    } else {
      part.variables.push_back(nodes_[node].term);
    }
    node = nodes_[node].next;
  } while (node != first);
  return part;
}

} // namespace assay
