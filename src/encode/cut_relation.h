// The relation between the cut points of an automaton: the program's start and the heads of loops. It says what
// executions do from one cut point to the next, and how they end in between: every execution is a sequence of
// transitions, and perhaps an ending at last. It is for automata without memory operations (memory_free.h).
//
// The granularity says what one transition stands for:
//
//   Block     all paths from a cut point to a head, in one formula (block.h)
//   Path      one path (block_paths.h)
//   Decided   one path, and one way in which values are chosen on it: there is no ite in them
//
// Blocks are few, and any number of paths fits into them. Decided paths are many and easy: a sum of variables is the sum
// before and a constant, mostly.
#pragma once

#include "encode/block.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace assay {

enum class Granularity : uint8_t { Block, Path, Decided };

/// How a relation is made. Limits are for paths; where one is exceeded, there is no relation.
struct CutPlan {
  Granularity granularity = Granularity::Block;
  size_t mostPaths = SIZE_MAX;       // from a cut point, before choices are decided
  size_t mostChoices = SIZE_MAX;     // decided paths that are made of one path; the last ones keep what is left
  size_t mostTransitions = SIZE_MAX; // of all cut points
  bool joinsMany = false;            // a cut point with too many paths has a block instead
  bool refusesObstacles = false;     // there is no relation if an obstacle stands on an edge of a block
};

/// From one cut point to the next.
struct Transition {
  uint32_t source; // a head's number; Flow::kNone: the program's start
  uint32_t target; // a head's number
  bool isBack;     // it leads back to its target
  const BlockPath& path;
};

class CutRelation {
public:
  /// Nothing: the allowance or a limit of the plan was too small, or there is an obstacle that the plan refuses.
  static std::optional<CutRelation> of(const Flow& flow, const CutPlan& plan, const Allowance& allowance);
  /// For paths, which the plan's limits bound.
  static std::optional<CutRelation> of(const Flow& flow, const CutPlan& plan) {
    const Deadline never;
    return of(flow, plan, never);
  }
  CutRelation(const CutRelation&) = delete; // transitions refer to its blocks
  CutRelation& operator=(const CutRelation&) = delete;
  CutRelation(CutRelation&&) = default;
  CutRelation& operator=(CutRelation&&) = default;

  const Flow& flow() const { return *flow_; }
  /// A cut point is the number of a head, or this.
  uint32_t start() const { return static_cast<uint32_t>(blocks_.size() - 1); }
  uint32_t numCuts() const { return static_cast<uint32_t>(blocks_.size()); }
  /// What begins at a cut point. If it is told apart by paths, there are several exits to a head, and inputs are not
  /// listed.
  const Block& block(uint32_t cut) const { return blocks_[cut]; }

  /// All exits: by cut point, then as in its block. Some may be impossible.
  const std::vector<Transition>& transitions() const { return transitions_; }

  /// An exit that leads to a head.
  struct Entry {
    uint32_t cut;
    uint32_t exit;
  };
  /// Those that are not impossible.
  const std::vector<Entry>& entries(uint32_t head) const { return entries_[head]; }
  /// The head that an exit leads to.
  uint32_t target(const Entry& entry) const { return flow_->headNumber(path(entry).target); }
  const BlockPath& path(const Entry& entry) const { return blocks_[entry.cut].exits[entry.exit]; }

private:
  explicit CutRelation(const Flow& flow) : flow_(&flow), entries_(flow.heads().size()) {}
  void addTransitions(uint32_t cut);

  const Flow* flow_;
  std::vector<Block> blocks_; // by cut point
  std::vector<Transition> transitions_;
  std::vector<std::vector<Entry>> entries_; // by head
};

} // namespace assay
