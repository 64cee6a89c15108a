// The tree of executions, as far as something may still be learnt from it. A node is where a state was compared with
// others, or where it was split. When everything below it has ended, and nothing of that was cut short, it has an
// interpolant: a condition under which nothing below it can go wrong, whatever else the state holds.
#pragma once

#include "engine/symex/cells.h"
#include "engine/symex/conjunction.h"
#include "engine/symex/trail.h"

#include <iterator>
#include <memory>
#include <utility>
#include <vector>

namespace assay::symex {

using TreeNodeRef = std::shared_ptr<TreeNode>;

/// What a path below a node needs: if `assumed` holds, all of `shown` hold, in terms of the node's cells and for any
/// values of other variables.
struct Obligation {
  Term assumed; // null: nothing
  std::vector<Term> shown;
};

/// What an interpolant rests on. It matters once a state was left because of the interpolant.
struct Certificate;
using CertificateRef = std::shared_ptr<Certificate>;
struct Certificate {
  Certificate() = default;
  Certificate(const Certificate&) = delete;
  Certificate& operator=(const Certificate&) = delete;
  ~Certificate() { release(std::move(below)); }
  /// Not by recursion.
  static void release(std::vector<CertificateRef> certificates) {
    while (!certificates.empty()) {
      const CertificateRef last = std::move(certificates.back());
      certificates.pop_back();
      if (last.use_count() > 1) continue;
      std::move(last->below.begin(), last->below.end(), std::back_inserter(certificates));
      last->below.clear();
    }
  }

  std::vector<Term> interpolant;
  std::vector<Obligation> obligations;
  std::vector<CertificateRef> below; // of what is shown
};

struct Interpolant {
  std::vector<Term> conjuncts; // over cells
  LocationId location;
  CertificateRef certificate;
  uint64_t below = 0; // nodes of the subtree that a state need not have again
};

struct TreeNode {
  TreeNode(const State& state, unsigned children)
      : parent(state.trail.node), steps(state.trail.steps), isOpaque(state.trail.isOpaque), children(children),
        image(std::make_unique<const StateImage>(state)) {}
  TreeNode(const TreeNode&) = delete;
  TreeNode& operator=(const TreeNode&) = delete;
  ~TreeNode() {
    TreeNodeRef next = std::move(parent); // not by recursion
    while (next && next.use_count() == 1) next = std::move(next->parent);
  }

  TreeNodeRef parent;
  trail::StepRef steps; // that lead here from the parent
  bool isOpaque;        // and cannot be brought backwards
  unsigned children;    // that have not ended
  uint64_t below = 0;   // nodes of subtrees that have ended
  bool isLost = false;  // there will be no interpolant
  bool isPoint = false; // that other states can be compared with, by this key
  Fingerprint key;
  LocationId location;
  std::unique_ptr<const StateImage> image; // until it has ended
  Conjunction needs;
  CertificateRef certificate = std::make_shared<Certificate>();
};

/// Both states go on from a node of their own, from which nothing will be learnt unless the learner is told what split
/// them.
inline void forkTrail(State& state, State& other) {
  if (!state.trail.node) return;
  auto node = std::make_shared<TreeNode>(state, 2);
  node->isLost = true;
  for (State* each : {&state, &other}) {
    each->trail.node = node;
    each->trail.steps = nullptr;
    each->trail.length = 0;
    each->trail.isOpaque = false;
  }
}

} // namespace assay::symex
