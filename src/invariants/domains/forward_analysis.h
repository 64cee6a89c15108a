// A forward analysis of the loops of a flow, for any abstract domain (domain.h): an abstract state for each head, above
// all states that executions can be in there, if the domain's transfer functions are sound.
//
//  - Inner loops are stable before the outer one goes on (Bourdoncle's recursive strategy).
//  - Widening is delayed; afterwards two descending steps.
//  - States at a head are told apart by how executions got there: from outside, or by one of the blocks that lead back,
//    if these blocks are few.
#pragma once

#include "invariants/domains/domain.h"

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

namespace assay {

struct ForwardPrecision {
  uint32_t mostParts; // of the states at a head
  uint32_t delay;     // of widening, in rounds
};

/// States at a head that got there in the same way.
template <class State>
struct ForwardNode {
  uint32_t head;
  bool isBack;
  std::optional<size_t> block; // behind it; nothing: behind all that are no other node's
  State states;
  State next; // behind back edges: what has been reached since the last round of the loop
  uint32_t numChanges = 0;
};

template <AbstractDomain D>
class ForwardAnalysis {
public:
  using State = typename D::State;
  using Node = ForwardNode<State>;

  ForwardAnalysis(const Flow& flow, std::vector<Passage> passages, D& domain, ForwardPrecision precision)
      : flow_(flow), passages_(std::move(passages)), domain_(domain), precision_(precision) {
    addNodes();
    findParents();
  }

  /// Throws TooExpensive.
  void run() {
    for (size_t i = 0; i < passages_.size(); ++i)
      if (passages_[i].source == Flow::kNone && passages_[i].target != Flow::kNone)
        arrive(passages_[i], domain_.after(domain_.start(), i));
    solve(Flow::kNone);
    for (int i = 0; i < kDescents; ++i) descend();
  }

  /// What reaches the head; none: nothing does.
  std::vector<const Node*> parts(uint32_t head) const {
    std::vector<const Node*> result;
    for (const Node& node : nodes_)
      if (node.head == head && !domain_.isBottom(node.states)) result.push_back(&node);
    return result;
  }

private:
  static constexpr uint32_t kMostRounds = 500;
  static constexpr int kDescents = 2;

  // Adds the node for the loop's entry, then those for the blocks that lead back.
  void addNodes() {
    for (uint32_t head = 0; head < flow_.heads().size(); ++head) {
      nodes_.push_back({head, false, std::nullopt, domain_.bottom(), domain_.bottom()});
      std::vector<std::optional<size_t>> blocks;
      for (const Passage& passage : passages_)
        if (passage.target == head && passage.isBack && (blocks.empty() || blocks.back() != passage.block))
          blocks.push_back(passage.block);
      if (blocks.size() > precision_.mostParts) blocks = {std::nullopt};
      for (const auto& block : blocks) nodes_.push_back({head, true, block, domain_.bottom(), domain_.bottom()});
    }
  }

  bool isInLoop(uint32_t head, uint32_t loop) const { // itself is
    return head == loop || std::ranges::any_of(flow_.edgesOfLoop(loop), [&](EdgeId edge) {
             return flow_.program()[edge].source == flow_.heads()[head];
           });
  }
  void findParents() {
    const size_t number = flow_.heads().size();
    for (uint32_t head = 0; head < number; ++head) {
      uint32_t parent = Flow::kNone;
      for (uint32_t loop = 0; loop < number; ++loop)
        if (loop != head && isInLoop(head, loop) && (parent == Flow::kNone || isInLoop(loop, parent))) parent = loop;
      parents_.push_back(parent);
      byRank_.push_back(head);
    }
    std::ranges::sort(byRank_, {}, [&](uint32_t head) { return flow_.rank(flow_.heads()[head]); });
  }

  Node& nodeOf(const Passage& passage) {
    return *std::ranges::find_if(nodes_, [&](const Node& node) {
      return node.head == passage.target && node.isBack == passage.isBack &&
             (!node.block || *node.block == passage.block);
    });
  }

  void join(State& into, const State& from) const {
    domain_.join(into, from);
    if (domain_.isTooLarge(into)) throw TooExpensive();
  }
  void arrive(const Passage& passage, const State& reached) {
    Node& node = nodeOf(passage);
    if (!domain_.contains(node.states, reached)) join(node.isBack ? node.next : node.states, reached);
  }

  /// Follows the passages from a head, those that stay in its loop or those that leave it.
  void follow(uint32_t head, bool staysInLoop) {
    for (size_t p = 0; p < passages_.size(); ++p) {
      const Passage& passage = passages_[p];
      if (passage.source != head || passage.target == Flow::kNone || isInLoop(passage.target, head) != staysInLoop)
        continue;
      for (size_t i = 0; i < nodes_.size(); ++i)
        if (nodes_[i].head == head && !domain_.isBottom(nodes_[i].states))
          arrive(passage, domain_.after(nodes_[i].states, p));
    }
  }

  void observe(uint32_t head) {
    for (const Node& node : nodes_) {
      if (node.head != head) continue;
      for (const State* states : {&node.states, &node.next})
        if (!domain_.isBottom(*states)) domain_.observe(head, *states);
    }
  }

  /// Takes over what a round has reached. Returns whether that is new.
  bool endRound(uint32_t head) {
    bool isNew = false;
    for (Node& node : nodes_) {
      if (node.head != head || domain_.isBottom(node.next)) continue;
      if (!domain_.contains(node.states, node.next)) {
        isNew = true;
        join(node.next, node.states);
        if (node.numChanges == 0) observe(node.head);
        if (++node.numChanges > precision_.delay) domain_.widen(node.head, node.next, node.states);
        node.states = node.next;
      }
      node.next = domain_.bottom();
    }
    return isNew;
  }

  /// Solves all loops directly inside a loop, in order.
  void solve(uint32_t parent) {
    for (uint32_t head : byRank_) {
      if (parents_[head] != parent) continue;
      do {
        if (++numRounds_ > kMostRounds) throw TooExpensive();
        follow(head, true);
        solve(head);
      } while (endRound(head));
      follow(head, false);
    }
  }

  /// Analyses once more from the states that were found, without widening: they can only become smaller.
  void descend() {
    for (uint32_t head : byRank_)
      for (Node& node : nodes_) {
        if (node.head != head) continue;
        State reached = domain_.bottom();
        for (size_t p = 0; p < passages_.size(); ++p) {
          const Passage& passage = passages_[p];
          if (passage.target != head || &nodeOf(passage) != &node) continue;
          if (passage.source == Flow::kNone) domain_.join(reached, domain_.after(domain_.start(), p));
          for (const Node& source : nodes_)
            if (source.head == passage.source && !domain_.isBottom(source.states))
              domain_.join(reached, domain_.after(source.states, p));
        }
        domain_.meet(node.states, reached);
      }
  }

  const Flow& flow_;
  const std::vector<Passage> passages_;
  D& domain_;
  const ForwardPrecision precision_;
  std::vector<Node> nodes_;
  std::vector<uint32_t> parents_; // by head: the loop around it
  std::vector<uint32_t> byRank_;  // heads
  uint32_t numRounds_ = 0;        // of all loops
};

} // namespace assay
