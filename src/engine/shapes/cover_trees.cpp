// Trees and paths of trees in one state, and what they are in another one.
#include "engine/shapes/cover.h"

namespace assay::shapes {

bool Cover::matchPrev(Match& match, uint32_t tree, uint32_t root) {
  const Block& general = general_.blocks.at(tree);
  if (!general.links->isDouble) return true;
  const auto prev = general.fields.find(general.links->prev);
  if (prev == general.fields.end()) return true;
  const std::optional<Field> other = read(special_.blocks.at(root), prev->first, prev->second.bytes);
  if (!other || other->each) return false;
  match.todo.emplace_back(prev->second.value, other->value);
  return true;
}

bool Cover::searchTree(const Match& match, uint32_t tree) {
  const auto first = match.first.find(tree);
  if (first == match.first.end()) {
    const uint32_t last = match.last.at(tree);
    for (uint32_t root : rootsAbove(tree, last)) {
      Match next = match;
      if (next.owner.try_emplace(root, tree).first->second != tree) return false;
      next.first.try_emplace(tree, root);
      if (searchPath(next, tree, root, {})) return true;
    }
    return false;
  }
  if (!general_.blocks.at(tree).isWholeTree()) return searchPath(match, tree, first->second, {});
  Match next = match;
  std::vector<uint32_t> items;
  return takeUpItem(next, tree, first->second, items) && matchPrev(next, tree, first->second) &&
         takeUpContents(next, tree, items) && search(std::move(next));
}

/// The path goes through the item, and ends there or goes on in one of the branches.
bool Cover::searchPath(const Match& match, uint32_t path, uint32_t item, const PathSoFar& before) {
  const Block& general = general_.blocks.at(path);
  const Block& block = special_.blocks.at(item);
  if (++pathTries_ > oracle_.limits().pathTries || !canBeInTree(general, block) || block.isWholeTree()) return false;
  const auto last = match.last.find(path);
  for (uint64_t down : general.links->branches) {
    if (block.isSegment() && down != general.links->next) continue;
    const std::optional<Below> on = branchOf(item, down);
    if (!on) return false;
    Match next = match;
    PathSoFar all = before;
    all.items.push_back(item);
    all.length += block.min;
    bool isTaken = true;
    for (uint64_t side : general.links->branches) {
      if (side == down || block.isSegment() || !isTaken) continue;
      const std::optional<Below> below = branchOf(item, side);
      isTaken = below && takeUpBelow(next, path, *below, all.items);
    }
    if (!isTaken) continue;
    const bool canEnd = all.length >= general.min && (last == match.last.end() || last->second == item);
    if (canEnd && endPath(next, path, item, *on, all)) return true;
    const std::optional<uint32_t> more = follow(next, path, *on, true);
    if (more && searchPath(next, path, *more, all)) return true;
  }
  return false;
}

bool Cover::endPath(Match match, uint32_t path, uint32_t last, const Below& down, const PathSoFar& all) {
  const Block& general = general_.blocks.at(path);
  match.last.try_emplace(path, last);
  match.todo.emplace_back(general.fields.at(general.links->next).value, down.field.value);
  return matchPrev(match, path, match.first.at(path)) && takeUpContents(match, path, all.items) &&
         search(std::move(match));
}

/// A tree that one node has for itself.
bool Cover::matchOwnedTree(Match& match, const Value& general, const Value& special) {
  const Block& tree = general_.blocks.at(general.object);
  if (!tree.isWholeTree() || !match.owner.try_emplace(special.object, general.object).second) return false;
  std::vector<uint32_t> items;
  if (!takeUpItem(match, general.object, special.object, items)) return false;
  std::vector<uint32_t>& nodes = match.nodes[general.object];
  nodes.insert(nodes.end(), items.begin(), items.end());
  for (uint32_t item : items)
    if (!matchOwn(match, general.object, item)) return false;
  for (const auto& [offset, field] : tree.fields) {
    if (field.each || field.value.isNode()) continue; // matchOwn(), addForNodes()
    for (uint32_t item : items) {
      const std::optional<Field> other = read(special_.blocks.at(item), offset, field.bytes);
      if (!other || field.value.isPointer() || !matchOwnedNumber(match, field.value, other->value)) return false;
    }
  }
  return true;
}

} // namespace assay::shapes
