// encode/memory/: the memory of executions that are formulas.
//
// What memory operations do to the memory of a state (state.h), as terms.
//
// Every operation tells when it is defined; where it is not, the execution leaves the model. An operation that cannot
// be encoded (an access at an unknown place of a large object, a copy of unknown size) throws NotEncoded, and the
// unwinding ends there with an obstacle: no operation is ever left out.
#pragma once

#include "analysis/points_to.h"
#include "encode/memory/object_contents.h"
#include "encode/memory/places.h"
#include "encode/memory/state.h"
#include "encode/memory/targets.h"

#include <map>
#include <memory>
#include <set>
#include <span>
#include <utility>
#include <vector>

namespace assay {

class MemoryEncoder {
public:
  /// `repeated`: allocations that one execution may make more than once. The object of any other allocation has the
  /// same number and the same initial contents wherever it is met: its address may be part of invariants, and must mean
  /// the same object in every unwinding and in every layer.
  MemoryEncoder(const Program& program, const PointsTo& pointsTo, const std::set<const Allocate*>& repeated);
  MemoryEncoder(const MemoryEncoder&) = delete; // its parts know each other
  MemoryEncoder& operator=(const MemoryEncoder&) = delete;

  /// The memory at the program's start.
  void begin(MemoryObjects& memory);

  /// Each returns (or has, as its first part) the condition under which the operation is defined.
  std::pair<Term, Term> load(const MemoryObjects& memory, const EncodedPointer& pointer, Sort sort);
  Term store(MemoryObjects& memory, const EncodedPointer& pointer, Term value);
  Term copy(MemoryObjects& memory, const EncodedPointer& target, const EncodedPointer& source, Term size);
  Term fill(MemoryObjects& memory, const EncodedPointer& target, Term byte, Term size);
  Term free(MemoryObjects& memory, const EncodedPointer& pointer, Storage storage);
  /// The new object's address. `guard`: when the allocation happens.
  Term allocate(MemoryObjects& memory, const Allocate& operation, Term size, Term guard);

  Term isAccessible(const MemoryObjects& memory, const EncodedPointer& pointer, Term size, bool isWrite);
  Term isFreeable(const MemoryObjects& memory, const EncodedPointer& pointer);
  Term objectSize(const MemoryObjects& memory, const EncodedPointer& pointer);
  Term isAllFreed(const MemoryObjects& memory);
  Term isAllTracked(const MemoryObjects& memory, const std::vector<Term>& roots);

  /// `into` where `isFrom` does not hold, `from` where it does.
  void merge(MemoryObjects& into, const MemoryObjects& from, Term isFrom);
  /// The object's bytes become unknown; if `alsoLife`, it may be dead, too.
  void havoc(MemoryObjects& memory, uint64_t object, bool alsoLife);

  /// Which objects pointers mean.
  MemoryTargets& targets() { return targets_; }
  /// What the array holds at the place; null if it does not exist, or cannot be read like that.
  Term contentsAt(const MemoryObjects& memory, const ArrayCell& array, Term place);
  /// Numbers of elements of arrays that were loaded, each once; not more than a few.
  std::span<const Term> placesRead() const { return placesRead_; }

  struct AllocationRecord {
    Term guard;
    std::shared_ptr<const InitialContents> initial;
  };
  /// In the order of any execution.
  const std::vector<AllocationRecord>& allocations() const { return allocations_; }

private:
  void noteRead(const MemoryTarget& target);
  Term isDefined(const std::vector<MemoryTarget>& targets, Term size);
  EncodedPointer moved(const EncodedPointer& pointer, uint64_t bytes) {
    return {terms_.mkBvAdd(pointer.term, word(bytes)), pointer.set};
  }
  Term word(uint64_t value) { return terms_.mkBv(program_.layout().width, value); }

  const Program& program_;
  const PointsTo& pointsTo_;
  TermManager& terms_;
  MemoryTargets targets_;
  ObjectContents contents_;
  std::map<uint32_t, std::shared_ptr<InitialContents>> initialOf_; // of allocations that are not repeated
  std::vector<AllocationRecord> allocations_;
  std::vector<Term> placesRead_;
};

} // namespace assay
