#include "solver/decorators/set_trie.h"

#include <algorithm>
#include <cassert>

namespace assay {

namespace {

using Child = std::pair<uint32_t, uint32_t>;

auto lowerBound(const std::vector<Child>& children, uint32_t element) {
  return std::ranges::lower_bound(children, element, {}, &Child::first);
}

} // namespace

void SetTrie::insert(std::span<const uint32_t> set, uint32_t payload) {
  assert(std::ranges::is_sorted(set) && payload != kNone);
  uint32_t node = 0;
  for (uint32_t element : set) {
    nodes_[node].largest = std::max(nodes_[node].largest, set.back());
    auto& children = nodes_[node].children;
    auto it = lowerBound(children, element);
    if (it == children.end() || it->first != element) {
      auto fresh = static_cast<uint32_t>(nodes_.size());
      children.insert(it, {element, fresh});
      nodes_.push_back({.element = element, .parent = node, .largest = element, .children = {}});
      node = fresh;
    } else {
      node = it->second;
    }
  }
  nodes_[node].payload = payload;
}

uint32_t SetTrie::findSubset(std::span<const uint32_t> set) const {
  std::vector<std::pair<uint32_t, size_t>> stack{{0, 0}}; // a node, and where in `set` its children are looked for
  for (uint32_t visits = 0; !stack.empty() && visits < maxVisits_; ++visits) {
    auto [node, position] = stack.back();
    stack.pop_back();
    if (nodes_[node].payload != kNone) return node;
    const auto& children = nodes_[node].children;
    // The shorter of the two sequences is walked, the other searched.
    if (children.size() <= set.size() - position) {
      for (const auto& [element, child] : children) {
        auto it = std::ranges::lower_bound(set.subspan(position), element);
        if (it != set.end() && *it == element) stack.push_back({child, static_cast<size_t>(it - set.begin()) + 1});
      }
    } else {
      for (size_t i = position; i < set.size(); ++i) {
        auto it = lowerBound(children, set[i]);
        if (it != children.end() && it->first == set[i]) stack.push_back({it->second, i + 1});
      }
    }
  }
  return kNone;
}

uint32_t SetTrie::findSuperset(std::span<const uint32_t> set) const {
  std::vector<std::pair<uint32_t, size_t>> stack{{0, 0}}; // a node, and how many of `set` are on the way to it
  for (uint32_t visits = 0; !stack.empty() && visits < maxVisits_; ++visits) {
    auto [node, found] = stack.back();
    stack.pop_back();
    if (found == set.size()) return anyEndFrom(node);
    // A child beyond the next missing element has no way back to it.
    for (const auto& [element, child] : nodes_[node].children) {
      if (element > set[found]) break;
      if (nodes_[child].largest >= set.back()) stack.push_back({child, found + (element == set[found] ? 1 : 0)});
    }
  }
  return kNone;
}

uint32_t SetTrie::anyEndFrom(uint32_t node) const {
  while (nodes_[node].payload == kNone) {
    if (nodes_[node].children.empty()) return kNone; // only in an empty trie
    node = nodes_[node].children.front().second;
  }
  return node;
}

std::vector<uint32_t> SetTrie::elements(uint32_t node) const {
  std::vector<uint32_t> set;
  for (; node != 0; node = nodes_[node].parent) set.push_back(nodes_[node].element);
  std::ranges::reverse(set);
  return set;
}

} // namespace assay
