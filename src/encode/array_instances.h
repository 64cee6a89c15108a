// Instances of invariants about all elements of arrays (memory/places.h) in an unwinding from any state: what the
// invariants say of the elements that the unwinding reads, in the states behind back edges that it begins with. Where
// memory is records, also instances of invariants about all blocks (block_instances.h).
#pragma once

#include "encode/assertion.h"
#include "encode/block_instances.h"

#include <optional>
#include <span>
#include <vector>

namespace assay {

class ArrayInstances {
public:
  /// Adds what new invariants say, and what all invariants say of elements that were read since the last call. Returns
  /// where the new terms begin.
  size_t update(const Flow& flow, Unwinding& step, std::span<const Assertion> invariants);
  std::span<const Term> terms() const { return terms_; }
  /// The instances of one invariant.
  std::span<const Term> of(size_t invariant) const {
    return invariant < of_.size() ? std::span<const Term>(of_[invariant]) : std::span<const Term>();
  }

private:
  void updateBlocks(const Flow& flow, const Unwinding& step, std::span<const Assertion> invariants, size_t numKnown);

  size_t numPlaces_ = 0;
  std::optional<BlockInstances> blocks_;
  std::vector<Term> terms_;
  std::vector<std::vector<Term>> of_; // by invariant
};

} // namespace assay
