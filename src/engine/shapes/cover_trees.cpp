// Trees and paths of trees in one state, and what they are in another one.
#include "engine/shapes/cover.h"

#include <algorithm>

namespace assay::shapes {

/// A block, a path or a tree whose nodes have their links where the tree has them.
bool Cover::canBeInTree(const Block& tree, const Block& item) const {
  if (item.kind != tree.kind || !item.isAlive || item.size != tree.size) return false;
  if (!item.isSegment()) return true;
  Links one = *tree.links, other = *item.links;
  one.isWhole = other.isWhole = false;
  return one == other;
}

std::optional<Cover::Below> Cover::branchOf(uint32_t holder, uint64_t offset) const {
  const Block& block = special_.blocks.at(holder);
  const auto found = block.fields.find(offset);
  const auto word = static_cast<uint32_t>(program_.layout().width / 8);
  if (found == block.fields.end() || found->second.bytes != word || found->second.each) return {};
  return Below{holder, found->second};
}

std::optional<uint32_t> Cover::follow(Match& match, uint32_t tree, const Below& below, bool isPath) const {
  const Block& general = general_.blocks.at(tree);
  const Links& links = *general.links;
  const Value& value = below.field.value;
  if (!value.isPointer() || value.offset != links.nextTo) return {};
  const Block& block = special_.blocks.at(value.object);
  if ((block.isSegment() && value.last) || !canBeInTree(general, block) || block.owner != 0) return {};
  if (links.isDouble) {
    const auto back = block.fields.find(links.prev);
    if (back == block.fields.end() || back->second.bytes != program_.layout().width / 8 || back->second.each) return {};
    const Value& above = back->second.value;
    if (!above.isPointer() || above.object != below.holder || above.offset != links.prevTo) return {};
    if (special_.blocks.at(below.holder).isSegment() && !above.last) return {};
  }
  const auto [owner, isNew] = match.owner.try_emplace(value.object, tree);
  if (isNew) return value.object;
  // The end of a path may have been reached by a pointer before.
  const auto last = match.last.find(tree);
  const bool isLast = isPath && owner->second == tree && last != match.last.end() && last->second == value.object;
  return isLast ? std::optional(value.object) : std::nullopt;
}

std::vector<uint32_t> Cover::rootsAbove(uint32_t path, uint32_t last) const {
  const Links& links = *general_.blocks.at(path).links;
  std::vector<uint32_t> roots{last};
  while (links.isDouble) {
    const Block& block = special_.blocks.at(roots.back());
    const auto prev = block.fields.find(links.prev);
    if (prev == block.fields.end() || !prev->second.value.isPointer() || prev->second.each) break;
    const uint32_t above = prev->second.value.object;
    if (std::find(roots.begin(), roots.end(), above) != roots.end()) break;
    if (!canBeInTree(general_.blocks.at(path), special_.blocks.at(above))) break;
    roots.push_back(above);
  }
  return roots;
}

bool Cover::takeUpBelow(Match& match, uint32_t tree, const Below& below, std::vector<uint32_t>& items) {
  std::vector<Below> work{below};
  while (!work.empty()) {
    const Below next = work.back();
    work.pop_back();
    if (next.field.value.isNumber()) {
      const Term number = next.field.value.number;
      match.conditions.push_back(terms_.mkEqual(number, terms_.mkBv(number.sort().width(), 0)));
      if (match.conditions.back().isFalse()) return false;
      continue;
    }
    const std::optional<uint32_t> item = follow(match, tree, next);
    if (!item) return false;
    items.push_back(*item);
    const Block& block = special_.blocks.at(*item);
    if (block.isWholeTree()) continue;
    const Links& links = *general_.blocks.at(tree).links;
    for (uint64_t branch : links.branches) {
      // Of a path, what is to its sides are its own nodes.
      if (block.isSegment() && branch != links.next) continue;
      const std::optional<Below> more = branchOf(*item, branch);
      if (!more) return false;
      work.push_back(*more);
    }
  }
  return true;
}

/// All that hangs below the item, which itself has been taken up.
bool Cover::takeUpItem(Match& match, uint32_t tree, uint32_t item, std::vector<uint32_t>& items) {
  const Block& general = general_.blocks.at(tree);
  const Block& block = special_.blocks.at(item);
  if (!canBeInTree(general, block)) return false;
  items.push_back(item);
  if (block.isWholeTree()) return true;
  for (uint64_t branch : general.links->branches) {
    if (block.isSegment() && branch != general.links->next) continue;
    const std::optional<Below> below = branchOf(item, branch);
    if (!below || !takeUpBelow(match, tree, *below, items)) return false;
  }
  return true;
}

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
      next.first.emplace(tree, root);
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
  constexpr uint32_t kMaxPathTries = 2000;
  const Block& general = general_.blocks.at(path);
  const Block& block = special_.blocks.at(item);
  if (++pathTries_ > kMaxPathTries || !canBeInTree(general, block) || block.isWholeTree()) return false;
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
  for (const auto& [offset, field] : tree.fields) {
    if (field.each) continue; // addForNodes()
    for (uint32_t item : items) {
      const std::optional<Field> other = read(special_.blocks.at(item), offset, field.bytes);
      if (!other || field.value.isPointer() || !matchOwnedNumber(match, field.value, other->value)) return false;
    }
  }
  return true;
}

} // namespace assay::shapes
