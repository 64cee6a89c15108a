// The parts of a set of constraints that share no variables, under push and pop: a union-find with rollback over
// subterms (union by size, no path compression, so an undo is the inverse of one step). The variables and constraints
// of a part form a ring through `next`; two rings are joined, and parted again, by swapping two links.
#pragma once

#include "term/term.h"

#include <cstdint>
#include <unordered_map>
#include <vector>

namespace assay {

class Components {
public:
  struct Part {
    std::vector<Term> variables;
    std::vector<uint32_t> constraints; // as add() numbered them
  };

  /// Adds a constraint to the open scope; its number is good until the scope is left.
  uint32_t add(Term constraint);
  Term constraint(uint32_t number) const { return nodes_[number].term; }
  /// Numbers are below this; a constraint that is added gets this number or a larger one.
  uint32_t numNodes() const { return static_cast<uint32_t>(nodes_.size()); }

  /// The same for constraints of the same part.
  uint32_t partOf(uint32_t constraint) const { return root(constraint); }
  Part part(uint32_t constraint) const;

  void push() { scopes_.push_back({nodes_.size(), unions_.size()}); }
  /// Leaves the scope; the variables that no constraint mentions any more.
  std::vector<Term> pop();

private:
  static constexpr uint32_t kNone = UINT32_MAX;
  struct Node {
    Term term;
    bool isConstraint;
    uint32_t parent;
    uint32_t size = 1;
    uint32_t ring; // of a root: some variable or constraint of the part, or kNone
    uint32_t next; // in the ring
  };
  struct Union {
    uint32_t child;      // root that was put below another
    uint32_t parentRing; // of the other, before
  };
  struct Scope {
    size_t nodes, unions;
  };

  uint32_t root(uint32_t node) const {
    while (nodes_[node].parent != node) node = nodes_[node].parent;
    return node;
  }
  uint32_t addNode(Term term, bool isConstraint);
  void unite(uint32_t a, uint32_t b);
  void undo(const Union& step);

  std::vector<Node> nodes_;
  std::unordered_map<Term, uint32_t> nodeOf_; // of subterms
  std::vector<Union> unions_;
  std::vector<Scope> scopes_;
};

} // namespace assay
