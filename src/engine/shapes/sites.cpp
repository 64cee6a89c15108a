#include "engine/shapes/sites.h"

#include <algorithm>

namespace assay::shapes {

uint32_t Sites::at(Place place) {
  const auto [it, isNew] = numbers_.try_emplace(place, static_cast<uint32_t>(parent_.size()));
  if (isNew) parent_.push_back(it->second);
  return it->second;
}

uint32_t Sites::classOf(uint32_t site) const {
  while (parent_[site] != site) site = parent_[site];
  return site;
}

void Sites::unite(uint32_t a, uint32_t b) {
  a = classOf(a);
  b = classOf(b);
  if (a == b) return;
  parent_[b] = a;
  const auto other = classes_.find(b);
  if (other == classes_.end()) return;
  const Class seen = other->second;
  classes_.erase(other);
  classes_[a].links.insert(seen.links.begin(), seen.links.end());
  classes_[a].pairs.insert(seen.pairs.begin(), seen.pairs.end());
}

void Sites::access(Place place, uint32_t site) {
  if (site == 0 || isFrozen_) return;
  const auto [it, isNew] = accessed_.try_emplace(place, site);
  if (!isNew) unite(it->second, site);
}

void Sites::observe(const State& state) {
  if (isFrozen_) return;
  for (const auto& [number, block] : state.blocks) {
    if (block.site == 0 || block.isSegment()) continue;
    for (const auto& [offset, field] : block.fields) {
      if (!field.value.isPointer() || field.value.object == number) continue;
      const Block& other = state.blocks.at(field.value.object);
      if (!areOneClass(block.site, other.site)) continue;
      Class& seen = classes_[classOf(block.site)];
      seen.links.insert(offset);
      for (const auto& [back, there] : other.fields)
        if (there.value.isPointer() && there.value.object == number) {
          seen.pairs.emplace(offset, back);
          seen.pairs.emplace(back, offset);
        }
    }
  }
}

void Sites::observeChains(const State& state) {
  for (const auto& [number, block] : state.blocks) {
    if (block.site == 0 || !block.isSegment() || block.isTree()) continue;
    std::vector<Links>& seen = chains_[block.site];
    if (std::find(seen.begin(), seen.end(), *block.links) == seen.end()) seen.push_back(*block.links);
  }
}

const Links* Sites::chainLinks(uint32_t site) const {
  const Links* only = nullptr;
  for (const auto& [other, links] : chains_) {
    if (!areOneClass(site, other)) continue;
    if (links.size() > 1 || (only && *only != links[0])) return nullptr;
    only = links.data();
  }
  return only;
}

/// The link to the node above is the one that goes with several others. Two that go with each other alone are a doubly
/// linked list.
std::optional<TreeLinks> Sites::treeLinks(uint32_t site) const {
  if (site == 0) return {};
  const auto found = classes_.find(classOf(site));
  if (found == classes_.end()) return {};
  const Class& seen = found->second;
  if (seen.pairs.empty()) {
    if (seen.links.size() < 2) return {};
    return TreeLinks{seen.links, {}};
  }
  for (const uint64_t prev : seen.links) {
    TreeLinks links;
    links.prev = prev;
    for (const auto& [one, other] : seen.pairs)
      if (one == prev && other != prev) links.branches.insert(other);
    if (links.branches.size() >= 2) return links;
  }
  return {};
}

std::vector<TreeLinks> Sites::allTreeLinks() const {
  std::vector<TreeLinks> result;
  for (const auto& [site, seen] : classes_)
    if (const std::optional<TreeLinks> links = treeLinks(site)) result.push_back(*links);
  return result;
}

} // namespace assay::shapes
