// Whether a state is what heap.h says of states. Executions and folding only make states of this kind; for a state that
// comes from elsewhere, a text for example, this has to be found out before anything is concluded from it.
#pragma once

#include "engine/shapes/heap.h"

namespace assay::shapes {

class WellFormed {
public:
  /// The largest `min` of a segment.
  static constexpr uint32_t kMaxMin = 16;

  WellFormed(const Program& program, const State& state);

  bool holds() const;

private:
  bool areVariables() const;
  bool isStatic(uint64_t number, const Block& block) const;
  bool isBlock(uint32_t number, const Block& block) const;
  /// Fields lie inside, one after the other; each of them holds what it may.
  bool areFields(uint32_t number, const Block& block) const;
  bool isField(uint32_t number, const Block& block, uint64_t offset, const Field& field) const;
  /// A value, or a block, that every node has for itself.
  bool isEach(uint32_t number, const Field& field) const;
  /// What a block holds that nodes have for themselves.
  bool isOwnedValue(uint32_t number, const Block& block, const Field& field) const;
  bool areLinks(const Block& block) const;
  bool isOwned(uint32_t number, const Block& block) const;
  bool areSymbolsOnce() const;
  bool areConstraints() const;

  bool isNumber(const Value& value, Sort sort) const;
  bool isWordAt(const Block& block, uint64_t offset) const;
  /// Whether there is a node where the pointer leads to, if it leads to this block.
  bool leadsToNode(const Value& pointer, const Block& block) const;
  /// A value that is not bound to a node.
  bool isValue(const Value& value, Sort sort) const;
  bool isOffset(int64_t offset) const;
  bool mayBeMissing(uint32_t number) const;

  const Program& program_;
  const State& state_;
  const uint64_t word_;
  std::unordered_map<Term, uint32_t> each_; // symbols that nodes have for themselves: the block that holds them
  bool areEachOnce_ = true;
};

} // namespace assay::shapes
