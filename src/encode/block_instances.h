// Instances of invariants about all blocks (record_heap.h) in an unwinding from any state: what the invariants say of
// the blocks that the unwinding accesses, in the states behind back edges that it begins with. An invariant about one
// or two blocks whose numbers are arbitrary was shown for all blocks, so it may be assumed of any block that a formula
// names.
#pragma once

#include "encode/assertion.h"

#include <span>
#include <vector>

namespace assay {

class BlockInstances {
public:
  explicit BlockInstances(const Flow& flow) : flow_(&flow) {}

  /// Looks for numbers of blocks in the layers that are new, up to a limit.
  void update(const Unwinding& step);
  size_t numBlocks() const { return blocks_.size(); }
  /// What the invariant says of blocks of which one is the `first` or a later one. An invariant about two blocks is
  /// symmetric in them.
  std::vector<Term> of(const Unwinding& step, const Assertion& invariant, size_t first = 0) const;

private:
  static constexpr size_t kMaxBlocks = 10;
  void look(Term term);

  const Flow* flow_;
  std::vector<Term> blocks_; // the two that are arbitrary first
  TermSet seen_;
  uint32_t numLayers_ = 0;
  size_t numEndings_ = 0;
};

} // namespace assay
