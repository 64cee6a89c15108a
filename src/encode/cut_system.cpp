#include "encode/cut_system.h"

#include <utility>

namespace assay {

std::optional<CutSystem> CutSystem::of(const Flow& flow, const Allowance& allowance) {
  CutSystem system(flow);
  const auto numHeads = static_cast<uint32_t>(flow.heads().size());
  for (uint32_t cut = 0; cut <= numHeads; ++cut) {
    const bool isStart = cut == numHeads;
    std::optional<Block> block = blockFrom(flow, isStart ? flow.entry() : flow.heads()[cut],
                                           isStart ? BlockStart::InitialState : BlockStart::AnyState, allowance);
    if (!block) return std::nullopt;
    for (uint32_t exit = 0; exit < block->exits.size(); ++exit)
      if (!block->exits[exit].guard.isFalse())
        system.entries_[flow.headNumber(block->exits[exit].target)].push_back({cut, exit});
    system.blocks_.push_back(std::move(*block));
  }
  return system;
}

} // namespace assay
