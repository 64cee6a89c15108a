#include "engine/shapes/fold_trees.h"

#include <algorithm>

namespace assay::shapes {

namespace {

bool areOfOneTree(Links a, Links b) {
  a.isWhole = b.isWhole = false;
  return a == b;
}

} // namespace

void TreeFolding::fold() {
  if (!options_.foldsTrees) return;
  const auto foldOne = [&] {
    std::vector<uint32_t> numbers;
    for (const auto& [number, block] : state_.blocks)
      if (treeLinks(block)) numbers.push_back(number);
    return std::any_of(numbers.begin(), numbers.end(),
                       [&](uint32_t number) { return foldLeaf(number) || foldTree(number); }) ||
           std::any_of(numbers.begin(), numbers.end(), [&](uint32_t number) { return foldPath(number); });
  };
  while (foldOne()) {
  }
  if (!options_.joinsLengths) return;
  std::vector<uint32_t> numbers;
  for (const auto& [number, block] : state_.blocks)
    if (treeLinks(block) && !block.isSegment()) numbers.push_back(number);
  for (uint32_t number : numbers) becomePath(number);
}

/// A node to which one pointer leads, from memory, as a path of any length.
void TreeFolding::becomePath(uint32_t number) {
  if (!state_.blocks.contains(number)) return;
  const std::optional<Item> item = itemAt(number);
  if (!item || item->others.size() != 1 || isCursor(*item)) return;
  const auto leadsThere = [&](const auto& entry) { return entry.second.isPointer() && entry.second.object == number; };
  if (std::any_of(state_.variables.begin(), state_.variables.end(), leadsThere)) return;
  const Block one = state_.blocks.at(number);
  const Value down = one.fields.at(item->others[0]).value;
  if (!down.isPointer() || down.offset != item->links.nextTo || !leadsBack(*item, state_.blocks.at(down.object)))
    return;
  if (item->links.isDouble && !one.fields.contains(item->links.prev)) return;
  const State saved = state_;
  if (!(item->trees.empty() ? becomeSegment(number, item->links) : mergeTrees(*item))) {
    state_ = saved;
    return;
  }
  Block& path = state_.blocks.at(number);
  path.links = item->links;
  path.links->isWhole = false;
  path.min = 1;
  for (uint64_t branch : item->links.branches) path.fields.erase(branch);
  path.fields[item->links.next] = {static_cast<uint32_t>(program_.layout().width / 8), false, down, {}};
  if (!item->links.isDouble) return;
  path.fields[item->links.prev] = one.fields.at(item->links.prev);
  state_.blocks.at(down.object).fields[item->links.prev].value.last = true;
}

/// Whether the block hangs below the item, as far as its link to the node above goes.
bool TreeFolding::leadsBack(const Item& item, const Block& below) const {
  if (!item.links.isDouble) return true;
  const auto back = below.fields.find(item.links.prev);
  return back != below.fields.end() && back->second.bytes == program_.layout().width / 8 &&
         back->second.value ==
             Value::pointer(item.number, item.links.prevTo, state_.blocks.at(item.number).isSegment());
}

/// A tree that nothing but the item points to.
bool TreeFolding::isTreeBelow(const Item& item, const Value& value) const {
  const Block& tree = state_.blocks.at(value.object);
  return tree.isWholeTree() && tree.isLiveHeap() && tree.owner == 0 && value.offset == item.links.nextTo &&
         areOfOneTree(*tree.links, item.links) && isOnlyPointedToFromOnePlace(value.object) && leadsBack(item, tree);
}

/// Nothing if it is no node of a tree, or if that is not known.
std::optional<TreeFolding::Item> TreeFolding::itemAt(uint32_t number) const {
  const Block& block = state_.blocks.at(number);
  const std::optional<TreeLinks> tree = treeLinks(block);
  if (!tree || !block.isLiveHeap() || block.owner != 0 || block.isWholeTree()) return {};
  Item item;
  item.number = number;
  if (block.isSegment()) {
    if (!block.isTree() || block.links->branches != tree->branches) return {};
    item.links = *block.links;
    const Value& below = block.fields.at(item.links.next).value;
    if (below.isPointer() && isTreeBelow(item, below))
      item.trees.push_back(below.object);
    else if (!below.isNull())
      item.others.push_back(item.links.next);
    return item;
  }
  item.links.branches = tree->branches;
  item.links.next = *tree->branches.begin();
  bool isFirst = true;
  std::vector<uint64_t> below;
  for (uint64_t branch : tree->branches) {
    const auto found = block.fields.find(branch);
    if (found == block.fields.end() || found->second.bytes != program_.layout().width / 8) return {};
    const Value& value = found->second.value;
    if (value.isNull()) continue;
    if (value.isPointer() && (value.object == number || value.last)) return {};
    below.push_back(branch);
    if (!value.isPointer()) continue;
    if (isFirst) item.links.nextTo = value.offset;
    isFirst = false;
  }
  if (tree->prev) {
    item.links.isDouble = true;
    item.links.prev = *tree->prev;
    for (uint64_t branch : below) {
      const Value& value = block.fields.at(branch).value;
      if (!value.isPointer()) continue;
      const Block& other = state_.blocks.at(value.object);
      const auto back = other.fields.find(*tree->prev);
      if (back == other.fields.end() || !back->second.value.isPointer() || back->second.value.object != number)
        continue;
      item.links.prevTo = back->second.value.offset;
    }
  }
  for (uint64_t branch : below) {
    const Value& value = block.fields.at(branch).value;
    if (value.isPointer() && isTreeBelow(item, value))
      item.trees.push_back(value.object);
    else
      item.others.push_back(branch);
  }
  return item;
}

bool TreeFolding::isCursor(const Item& item) const {
  size_t count = 0;
  forEachValueOutside(state_, [&](const Value& value) {
    count += value.isPointer() && value.object == item.number && !value.last ? 1 : 0;
  });
  if (!item.links.isDouble || state_.blocks.at(item.number).isSegment()) return count > 1;
  for (uint64_t branch : item.links.branches) {
    const Value& below = state_.blocks.at(item.number).fields.at(branch).value;
    if (!below.isPointer()) continue;
    const Block& block = state_.blocks.at(below.object);
    const auto back = block.fields.find(item.links.prev);
    if (back != block.fields.end() && back->second.value.isPointer() && back->second.value.object == item.number)
      --count;
  }
  return count > 1;
}

/// A node without any below, to which another one of its kind leads, and nothing else.
bool TreeFolding::foldLeaf(uint32_t number) {
  if (!state_.blocks.contains(number) || state_.blocks.at(number).isSegment()) return false;
  const std::optional<Item> leaf = itemAt(number);
  if (!leaf || !leaf->trees.empty() || !leaf->others.empty() || !isOnlyPointedToFromOnePlace(number)) return false;
  for (const auto& [holder, block] : state_.blocks) {
    if (holder == number) continue;
    for (const auto& [offset, field] : block.fields) {
      if (!field.value.isPointer() || field.value.object != number) continue;
      if (!leaf->links.branches.contains(offset)) return false;
      const std::optional<TreeLinks> above = treeLinks(block);
      if (!above || above->branches != leaf->links.branches || block.size != state_.blocks.at(number).size ||
          field.value.offset != 0 || block.owner != 0)
        return false;
      Item item;
      item.number = holder;
      item.links = leaf->links;
      item.links.nextTo = field.value.offset;
      if (block.isTree()) item.links.prevTo = block.links->prevTo;
      if (!leadsBack(item, state_.blocks.at(number))) return false;
      item.links.isWhole = true;
      if (!becomeSegment(number, item.links)) return false;
      Block& made = state_.blocks.at(number);
      made.min = 1;
      for (uint64_t branch : item.links.branches) made.fields.erase(branch);
      return true;
    }
  }
  return false;
}

/// What the trees below hold becomes part of what the item's nodes hold.
bool TreeFolding::mergeTrees(const Item& item) {
  for (uint32_t tree : item.trees) {
    Pair pair;
    pair.a = item.number;
    pair.b = tree;
    pair.links = item.links;
    if (!canJoin(pair)) return false;
    mergeContents(pair);
  }
  return true;
}

bool TreeFolding::foldTree(uint32_t number) {
  if (!state_.blocks.contains(number)) return false;
  const std::optional<Item> item = itemAt(number);
  if (!item || !item->others.empty()) return false;
  const Block before = state_.blocks.at(number);
  if ((item->trees.empty() && !before.isSegment()) || isCursor(*item)) return false;
  const State saved = state_;
  if (!mergeTrees(*item)) {
    state_ = saved;
    return false;
  }
  Block& made = state_.blocks.at(number);
  made.links = item->links;
  made.links->isWhole = true;
  made.min = 1;
  for (uint64_t branch : item->links.branches) made.fields.erase(branch);
  const auto prev = before.fields.find(item->links.prev);
  if (item->links.isDouble && prev != before.fields.end()) made.fields[item->links.prev] = prev->second;
  return true;
}

/// Nothing but the item above, and what hangs below, points to the one below; nothing but that points to the end of the
/// one above.
bool TreeFolding::isInnerItem(const Item& item, const Item& below) const {
  const Block& one = state_.blocks.at(item.number);
  const Block& other = state_.blocks.at(below.number);
  const auto hangsBelow = [&](uint32_t holder) {
    const auto leads = [&](uint64_t offset) {
      const Value& value = other.fields.at(offset).value;
      return value.isPointer() && value.object == holder;
    };
    if (std::find(below.trees.begin(), below.trees.end(), holder) != below.trees.end()) return true;
    return std::any_of(below.others.begin(), below.others.end(), leads);
  };
  const auto isAllowed = [&](const Value& value, uint32_t holder, uint64_t offset) {
    if (!value.isPointer()) return true;
    const bool isBack = item.links.isDouble && offset == item.links.prev;
    if (value.object == item.number && one.isSegment() && value.last) return holder == below.number && isBack;
    if (value.object != below.number) return true;
    if (holder == item.number) return item.others.size() == 1 && offset == item.others[0];
    return holder != 0 && holder != below.number && isBack && hangsBelow(holder) && (!other.isSegment() || value.last);
  };
  for (const auto& [variable, value] : state_.variables)
    if (!isAllowed(value, 0, 0)) return false;
  for (const auto& [number, block] : state_.statics)
    for (const auto& [offset, field] : block.fields)
      if (!isAllowed(field.value, 0, offset)) return false;
  Pair pair;
  pair.a = item.number;
  pair.b = below.number;
  pair.links = item.links;
  return areAllowedInBlocks(pair, isAllowed);
}

bool TreeFolding::foldPath(uint32_t number) {
  if (!state_.blocks.contains(number)) return false;
  const std::optional<Item> item = itemAt(number);
  if (!item || item->others.size() != 1 || isCursor(*item)) return false;
  const Block one = state_.blocks.at(number);
  const Value link = one.fields.at(item->others[0]).value;
  if (!link.isPointer() || link.offset != item->links.nextTo || link.last || link.object == number) return false;
  const std::optional<Item> below = itemAt(link.object);
  if (!below || below->others.size() != 1 || !areOfOneTree(item->links, below->links)) return false;
  const Block other = state_.blocks.at(link.object);
  if (one.size != other.size || !leadsBack(*item, other) || !isInnerItem(*item, *below)) return false;
  const Value down = other.fields.at(below->others[0]).value;
  if (!down.isPointer() || down.object == number || down.object == link.object) return false;
  if (item->links.isDouble && !one.fields.contains(item->links.prev)) return false;
  const State saved = state_;
  Pair pair;
  pair.a = number;
  pair.b = link.object;
  pair.links = item->links;
  if (!mergeTrees(*item) || !mergeTrees(*below) || !canJoin(pair)) {
    state_ = saved;
    return false;
  }
  mergeContents(pair);
  Block& path = state_.blocks.at(number);
  path.links = item->links;
  path.links->isWhole = false;
  path.min = std::min<uint32_t>(2, one.min + other.min);
  path.fields[item->links.next] = {program_.layout().width / 8, false, down};
  if (item->links.isDouble) path.fields[item->links.prev] = one.fields.at(item->links.prev);
  forEachValueOutside(state_, [&](Value& value) {
    if (value.isPointer() && value.object == link.object) value = Value::pointer(number, value.offset, true);
  });
  return true;
}

} // namespace assay::shapes
