#include "encode/cut_relation.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace assay {

namespace {

void addEnding(const Flow& flow, const BlockPath& path, Block& block) {
  const Location& location = flow.program()[path.target];
  const bool isError = location.kind == LocationKind::Error;
  if (!isError && location.kind != LocationKind::Unsupported && location.kind != LocationKind::Limit) return;
  block.endings.push_back(
      {path.target, isError, path.guard, 0, isError ? std::string() : location.message, location.position});
}

/// What paths make of a block. Nothing: there are many, or one has a call on it.
std::optional<Block> byPaths(const Flow& flow, LocationId source, uint32_t head, const CutPlan& plan) {
  std::optional<std::vector<BlockPath>> paths = blockPaths(flow, head, plan.mostPaths);
  if (!paths) return std::nullopt;
  Block block{source, {}, {}, {}, {}};
  for (BlockPath& path : *paths) {
    if (flow.headNumber(path.target) == Flow::kNone)
      addEnding(flow, path, block);
    else if (plan.granularity == Granularity::Decided)
      std::ranges::move(withoutChoices(flow, path, plan.mostChoices), std::back_inserter(block.exits));
    else
      block.exits.push_back(std::move(path));
  }
  return block;
}

bool isOnEdge(const Flow& flow, const Ending& ending) {
  const LocationKind kind = flow.program()[ending.location].kind;
  return !ending.isError && kind != LocationKind::Unsupported && kind != LocationKind::Limit;
}

/// What is to be said of a cut point; a head, or kNone for the program's start.
std::optional<Block> makeBlock(const Flow& flow, uint32_t head, const CutPlan& plan, const Allowance& allowance) {
  const bool isStart = head == Flow::kNone;
  const LocationId source = isStart ? flow.entry() : flow.heads()[head];
  if (plan.granularity != Granularity::Block) {
    std::optional<Block> block = byPaths(flow, source, head, plan);
    if (block || !plan.joinsMany) return block;
  }
  std::optional<Block> block =
      blockFrom(flow, source, isStart ? BlockStart::InitialState : BlockStart::AnyState, allowance);
  const auto stands = [&](const Ending& ending) { return isOnEdge(flow, ending); };
  if (block && plan.refusesObstacles && std::ranges::any_of(block->endings, stands)) return std::nullopt;
  return block;
}

} // namespace

std::optional<CutRelation> CutRelation::of(const Flow& flow, const CutPlan& plan, const Allowance& allowance) {
  CutRelation relation(flow);
  const auto numHeads = static_cast<uint32_t>(flow.heads().size());
  size_t numTransitions = 0;
  for (uint32_t cut = 0; cut <= numHeads; ++cut) {
    if (allowance.expired()) return std::nullopt;
    std::optional<Block> block = makeBlock(flow, cut == numHeads ? Flow::kNone : cut, plan, allowance);
    if (!block) return std::nullopt;
    numTransitions += block->exits.size();
    if (numTransitions > plan.mostTransitions) return std::nullopt;
    relation.blocks_.push_back(std::move(*block));
  }
  for (uint32_t cut = 0; cut <= numHeads; ++cut) relation.addTransitions(cut);
  return relation;
}

void CutRelation::addTransitions(uint32_t cut) {
  const Block& block = blocks_[cut];
  const uint32_t source = cut == start() ? Flow::kNone : cut;
  for (uint32_t exit = 0; exit < block.exits.size(); ++exit) {
    const BlockPath& path = block.exits[exit];
    const uint32_t target = flow_->headNumber(path.target);
    const bool isBack = source != Flow::kNone && flow_->rank(path.target) <= flow_->rank(block.source);
    transitions_.push_back({source, target, isBack, path});
    if (!path.guard.isFalse()) entries_[target].push_back({cut, exit});
  }
}

} // namespace assay
