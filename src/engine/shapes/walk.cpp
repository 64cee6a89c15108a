#include "engine/shapes/walk.h"

#include <algorithm>

namespace assay::shapes {

std::optional<Field> Walk::read(const Block& block, uint64_t offset, uint32_t bytes) const {
  const auto found = block.fields.find(offset);
  if (found != block.fields.end() && found->second.bytes == bytes) return found->second;
  if (block.isSegment()) return {};
  State none;
  return Field{bytes, false, Heap(program_, none).assemble(block, offset, bytes)};
}

bool Walk::own(Match& match, uint32_t general, uint32_t special) {
  return match.owner.try_emplace(special, general).first->second == general;
}

bool Walk::canTakeUp(const Block& segment, const Block& item) const {
  return item.kind == segment.kind && item.isAlive && item.size == segment.size &&
         (!item.isSegment() || *item.links == *segment.links);
}

/// The block that a link of the item leads to, if that leads back as it has to.
std::optional<uint32_t> Walk::neighbour(uint32_t item, const Block& segment, bool forward) const {
  const Block& block = special_.blocks.at(item);
  const Links& links = *segment.links;
  const auto word = static_cast<uint32_t>(program_.layout().width / 8);
  const auto leadsTo = [&](const Block& from, uint64_t field, int64_t offset, bool last) -> std::optional<uint32_t> {
    const auto found = from.fields.find(field);
    if (found == from.fields.end() || found->second.bytes != word) return {};
    const Value& value = found->second.value;
    if (!value.isPointer() || value.offset != offset) return {};
    if (special_.blocks.at(value.object).isSegment() && value.last != last) return {};
    return value.object;
  };
  const std::optional<uint32_t> other =
      forward ? leadsTo(block, links.next, links.nextTo, false) : leadsTo(block, links.prev, links.prevTo, true);
  if (!other) return {};
  const Block& there = special_.blocks.at(*other);
  if (!forward && leadsTo(there, links.next, links.nextTo, false) != item) return {};
  if (forward && links.isDouble && leadsTo(there, links.prev, links.prevTo, true) != item) return {};
  return other;
}

/// Chains that begin and end where pointers to the segment's ends want it, the shortest first.
std::vector<std::vector<uint32_t>> Walk::chainsOf(const Match& match, uint32_t segment) const {
  const Block& general = general_.blocks.at(segment);
  const auto first = match.first.find(segment), last = match.last.find(segment);
  const bool forward = first != match.first.end();
  std::vector<std::vector<uint32_t>> chains;
  if (!forward && !general.links->isDouble) return chains;
  std::optional<uint32_t> item = forward ? first->second : last->second;
  std::vector<uint32_t> chain;
  uint32_t length = 0;
  while (item && std::find(chain.begin(), chain.end(), *item) == chain.end()) {
    const Block& block = special_.blocks.at(*item);
    const auto owner = match.owner.find(*item);
    if (!canTakeUp(general, block) || (owner != match.owner.end() && owner->second != segment)) break;
    chain.push_back(*item);
    length += block.min;
    const bool isEnd = !forward || last == match.last.end() || last->second == *item;
    if (isEnd && length >= general.min) {
      chains.push_back(chain);
      if (!forward) std::reverse(chains.back().begin(), chains.back().end());
    }
    item = neighbour(*item, general, forward);
  }
  return chains;
}

/// A block, a path or a tree whose nodes have their links where the tree has them.
bool Walk::canBeInTree(const Block& tree, const Block& item) const {
  if (item.kind != tree.kind || !item.isAlive || item.size != tree.size) return false;
  if (!item.isSegment()) return true;
  Links one = *tree.links, other = *item.links;
  one.isWhole = other.isWhole = false;
  return one == other;
}

std::optional<Walk::Below> Walk::branchOf(uint32_t holder, uint64_t offset) const {
  const Block& block = special_.blocks.at(holder);
  const auto found = block.fields.find(offset);
  const auto word = static_cast<uint32_t>(program_.layout().width / 8);
  if (found == block.fields.end() || found->second.bytes != word || found->second.each) return {};
  return Below{holder, found->second};
}

std::optional<uint32_t> Walk::follow(Match& match, uint32_t tree, const Below& below, bool isPath) const {
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

std::vector<uint32_t> Walk::rootsAbove(uint32_t path, uint32_t last) const {
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

bool Walk::takeUpBelow(Match& match, uint32_t tree, const Below& below, std::vector<uint32_t>& items) {
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
bool Walk::takeUpItem(Match& match, uint32_t tree, uint32_t item, std::vector<uint32_t>& items) {
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

} // namespace assay::shapes
