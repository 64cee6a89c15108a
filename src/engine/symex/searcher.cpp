#include "engine/symex/searcher.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <list>
#include <map>
#include <random>
#include <unordered_map>

namespace assay::symex {

namespace {

/// Depth-first. States are kept in the order of the tree of splits: a new state comes right after the state that it was
/// split from. So a state that another searcher selects does not lead this one away from its path.
class DepthFirstSearcher : public Searcher {
public:
  void add(State& state) override {
    const auto parent = places_.find(state.parent);
    const auto behind = parent == places_.end() ? states_.end() : std::next(parent->second);
    places_[state.id] = states_.insert(behind, &state);
  }
  void remove(State& state) override {
    const auto place = places_.find(state.id);
    states_.erase(place->second);
    places_.erase(place);
  }
  State& select() override { return *states_.back(); }

private:
  std::list<State*> states_;
  std::unordered_map<uint64_t, std::list<State*>::iterator> places_; // by id
};

/// The one that was split least often, of these the oldest.
class BreadthFirstSearcher : public Searcher {
public:
  void add(State& state) override {
    const Key key{state.forks, state.id};
    states_[key] = &state;
    keys_[state.id] = key;
  }
  void remove(State& state) override {
    const auto key = keys_.find(state.id);
    states_.erase(key->second);
    keys_.erase(key);
  }
  void moved(State& state) override {
    if (keys_[state.id].first == state.forks) return;
    remove(state);
    add(state);
  }
  State& select() override { return *states_.begin()->second; }

private:
  using Key = std::pair<uint64_t, uint64_t>;
  std::map<Key, State*> states_;
  std::unordered_map<uint64_t, Key> keys_; // by id
};

/// A walk from the root of the tree of splits to a leaf, a coin at each fork: loops that split endlessly do not starve
/// what lies beside them.
class RandomPathSearcher : public Searcher {
public:
  explicit RandomPathSearcher(uint64_t seed) : random_(seed) {}

  void add(State& state) override {
    const auto parent = leafOf_.find(state.parent);
    if (parent == leafOf_.end()) {
      leafOf_[state.id] = addNode(kNone, &state);
      roots_.push_back(leafOf_[state.id]);
      return;
    }
    // The parent's leaf becomes a fork of the parent and the new state.
    const uint32_t fork = parent->second;
    const uint32_t left = addNode(fork, nodes_[fork].state), right = addNode(fork, &state);
    nodes_[fork].state = nullptr;
    nodes_[fork].children[0] = left;
    nodes_[fork].children[1] = right;
    parent->second = left;
    leafOf_[state.id] = right;
  }

  void remove(State& state) override {
    const auto leaf = leafOf_.find(state.id);
    const uint32_t node = leaf->second, fork = nodes_[node].parent;
    leafOf_.erase(leaf);
    freeNode(node);
    if (fork == kNone) {
      std::erase(roots_, node);
      return;
    }
    // A fork with one way on is none: the other child takes its place.
    const auto& children = nodes_[fork].children;
    const uint32_t other = children[0] == node ? children[1] : children[0], above = nodes_[fork].parent;
    nodes_[other].parent = above;
    if (above == kNone) {
      std::replace(roots_.begin(), roots_.end(), fork, other);
    } else {
      std::replace(nodes_[above].children.begin(), nodes_[above].children.end(), fork, other);
    }
    freeNode(fork);
  }

  State& select() override {
    uint32_t node = roots_[random_() % roots_.size()];
    while (!nodes_[node].state) node = nodes_[node].children[random_() & 1];
    return *nodes_[node].state;
  }

private:
  static constexpr uint32_t kNone = UINT32_MAX;
  struct Node {
    uint32_t parent;
    State* state;                       // of a leaf
    std::array<uint32_t, 2> children{}; // of a fork
  };

  uint32_t addNode(uint32_t parent, State* state) {
    if (!free_.empty()) {
      const uint32_t node = free_.back();
      free_.pop_back();
      nodes_[node] = {parent, state};
      return node;
    }
    nodes_.push_back({parent, state});
    return static_cast<uint32_t>(nodes_.size() - 1);
  }
  void freeNode(uint32_t node) { free_.push_back(node); }

  std::mt19937_64 random_;
  std::vector<Node> nodes_;
  std::vector<uint32_t> free_;
  std::vector<uint32_t> roots_;
  std::unordered_map<uint64_t, uint32_t> leafOf_; // by state id
};

/// Of a few states drawn at random, the one whose location was entered least often.
class CoverageSearcher : public Searcher {
public:
  CoverageSearcher(uint32_t draws, uint64_t seed, const std::vector<uint32_t>& visits)
      : draws_(draws), random_(seed), visits_(visits) {}

  void add(State& state) override {
    state.searcherIndex = states_.size();
    states_.push_back(&state);
  }
  void remove(State& state) override {
    states_[state.searcherIndex] = states_.back();
    states_[state.searcherIndex]->searcherIndex = state.searcherIndex;
    states_.pop_back();
  }
  State& select() override {
    State* best = nullptr;
    for (uint32_t i = 0; i < draws_; ++i) {
      State* state = states_[random_() % states_.size()];
      if (!best || visitsOf(*state) < visitsOf(*best)) best = state;
    }
    return *best;
  }

private:
  uint32_t visitsOf(const State& state) const {
    return visits_[(state.edge ? state.edge->target : state.location->id).index()];
  }

  const uint32_t draws_;
  std::mt19937_64 random_;
  const std::vector<uint32_t>& visits_;
  std::vector<State*> states_;
};

class InterleavedSearcher : public Searcher {
public:
  /// It is the next one's turn after so much work.
  InterleavedSearcher(std::vector<std::unique_ptr<Searcher>> searchers, uint64_t turn)
      : searchers_(std::move(searchers)), workOfTurn_(turn) {}
  void add(State& state) override {
    for (auto& searcher : searchers_) searcher->add(state);
  }
  void remove(State& state) override {
    for (auto& searcher : searchers_) searcher->remove(state);
  }
  void moved(State& state) override {
    for (auto& searcher : searchers_) searcher->moved(state);
  }
  State& select() override { return searchers_[turn_]->select(); }
  void worked(uint64_t work) override {
    done_ += work;
    if (done_ < workOfTurn_) return;
    done_ = 0;
    turn_ = (turn_ + 1) % searchers_.size();
  }

private:
  std::vector<std::unique_ptr<Searcher>> searchers_;
  const uint64_t workOfTurn_;
  size_t turn_ = 0;
  uint64_t done_ = 0; // in this turn
};

std::unique_ptr<Searcher> makeInterleaved(bool isLearning, const SymexLimits& limits, uint64_t seed,
                                          const std::vector<uint32_t>& visits) {
  std::vector<std::unique_ptr<Searcher>> searchers;
  if (isLearning) searchers.push_back(std::make_unique<DepthFirstSearcher>());
  searchers.push_back(std::make_unique<RandomPathSearcher>(seed));
  if (isLearning) searchers.push_back(std::make_unique<DepthFirstSearcher>());
  searchers.push_back(std::make_unique<CoverageSearcher>(limits.coverageDraws, seed + 1, visits));
  if (!isLearning) searchers.push_back(std::make_unique<DepthFirstSearcher>());
  return std::make_unique<InterleavedSearcher>(std::move(searchers), limits.searcherWork);
}

} // namespace

std::unique_ptr<Searcher> makeSearcher(Order order, const SymexLimits& limits, uint64_t seed,
                                       const std::vector<uint32_t>& visits) {
  switch (order.search) {
  case SearchOrder::Interleaved:
    return makeInterleaved(order.isLearning, limits, seed, visits);
  case SearchOrder::Dfs:
    return std::make_unique<DepthFirstSearcher>();
  case SearchOrder::Bfs:
    return std::make_unique<BreadthFirstSearcher>();
  case SearchOrder::RandomPath:
    return std::make_unique<RandomPathSearcher>(seed);
  case SearchOrder::Coverage:
    return std::make_unique<CoverageSearcher>(limits.coverageDraws, seed, visits);
  }
  return nullptr;
}

} // namespace assay::symex
