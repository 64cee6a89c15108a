#include "engine/backward/loop_nests.h"

namespace assay {

namespace {

/// Heads that blocks lead to from here.
std::vector<bool> reachableFrom(const CutRelation& system, uint32_t head) {
  std::vector<bool> isReached(system.flow().heads().size());
  std::vector<uint32_t> open{head};
  while (!open.empty()) {
    const uint32_t from = open.back();
    open.pop_back();
    const Block& block = system.block(from);
    for (uint32_t exit = 0; exit < block.exits.size(); ++exit) {
      if (block.exits[exit].guard.isFalse()) continue;
      const uint32_t to = system.target({from, exit});
      if (isReached[to]) continue;
      isReached[to] = true;
      open.push_back(to);
    }
  }
  return isReached;
}

} // namespace

LoopNests::LoopNests(const CutRelation& system)
    : system_(system), nestOf_(system.flow().heads().size(), UINT32_MAX), inside_(nestOf_.size()) {
  const auto numHeads = static_cast<uint32_t>(nestOf_.size());
  std::vector<std::vector<bool>> reached;
  for (uint32_t head = 0; head < numHeads; ++head) reached.push_back(reachableFrom(system, head));
  for (uint32_t head = 0; head < numHeads; ++head) {
    if (nestOf_[head] != UINT32_MAX) continue;
    std::vector<uint32_t>& heads = heads_.emplace_back();
    for (uint32_t other = head; other < numHeads; ++other)
      if (other == head || (reached[head][other] && reached[other][head])) {
        nestOf_[other] = static_cast<uint32_t>(heads_.size() - 1);
        heads.push_back(other);
      }
  }
  for (uint32_t head = 0; head < numHeads; ++head)
    for (uint32_t exit = 0; exit < system.block(head).exits.size(); ++exit)
      if (!system.block(head).exits[exit].guard.isFalse() && isInside({head, exit})) inside_[head].push_back(exit);
}

} // namespace assay
