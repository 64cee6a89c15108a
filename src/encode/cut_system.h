// The automaton as blocks between cut points: the program's start and the heads of loops. Every execution is a sequence
// of exits of blocks, with an ending of a block behind it if the execution ends.
#pragma once

#include "encode/block.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace assay {

class CutSystem {
public:
  /// Nothing: the allowance was too small.
  static std::optional<CutSystem> of(const Flow& flow, const Allowance& allowance);

  const Flow& flow() const { return *flow_; }
  /// A cut point is the number of a head, or this number for the program's start.
  uint32_t start() const { return static_cast<uint32_t>(blocks_.size() - 1); }
  uint32_t numCuts() const { return static_cast<uint32_t>(blocks_.size()); }
  const Block& block(uint32_t cut) const { return blocks_[cut]; }

  /// An exit that leads to a head.
  struct Entry {
    uint32_t cut;
    uint32_t exit;
  };
  const std::vector<Entry>& entries(uint32_t head) const { return entries_[head]; }
  /// The head that an exit leads to.
  uint32_t target(const Entry& entry) const { return flow_->headNumber(blocks_[entry.cut].exits[entry.exit].target); }
  const BlockPath& path(const Entry& entry) const { return blocks_[entry.cut].exits[entry.exit]; }

private:
  explicit CutSystem(const Flow& flow) : flow_(&flow), entries_(flow.heads().size()) {}

  const Flow* flow_;
  std::vector<Block> blocks_; // by cut point
  std::vector<std::vector<Entry>> entries_;
};

} // namespace assay
