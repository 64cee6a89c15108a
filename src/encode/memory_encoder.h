// What memory operations do to the memory of a state (memory_state.h), as terms.
//
// Every operation tells when it is defined; where it is not, the execution leaves the model. What cannot be encoded (an
// access at an unknown place of a large object, a copy of unknown size) throws NotEncoded, and the unwinding ends there
// with an obstacle: it is never left out.
#pragma once

#include "analysis/points_to.h"
#include "encode/memory_places.h"
#include "encode/memory_state.h"
#include "encode/pointer_terms.h"

#include <map>
#include <memory>
#include <set>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

namespace assay {

struct NotEncoded : std::runtime_error {
  using std::runtime_error::runtime_error;
};

class MemoryEncoder {
public:
  /// `repeated`: allocations that one execution may make more than once. What any other one makes has the same number and
  /// the same initial contents wherever it is met: its address may be part of invariants, and must mean the same object in
  /// every unwinding and in every layer.
  MemoryEncoder(const Program& program, const PointsTo& pointsTo, const std::set<const Allocate*>& repeated);

  /// The memory at the program's start.
  void begin(MemoryObjects& memory);

  /// A pointer's term, and what points-to analysis says of it: where the term does not tell, only these objects are meant.
  struct Pointer {
    Term term;
    PointerSet set;
  };

  /// Each returns (or has, as its first part) the condition under which the operation is defined.
  std::pair<Term, Term> load(const MemoryObjects& memory, const Pointer& pointer, Sort sort);
  Term store(MemoryObjects& memory, const Pointer& pointer, Term value);
  Term copy(MemoryObjects& memory, const Pointer& target, const Pointer& source, Term size);
  Term fill(MemoryObjects& memory, const Pointer& target, Term byte, Term size);
  Term free(MemoryObjects& memory, const Pointer& pointer, Storage storage);
  /// The new object's address. `guard`: when the allocation happens.
  Term allocate(MemoryObjects& memory, const Allocate& operation, Term size, Term guard);

  Term isAccessible(const MemoryObjects& memory, const Pointer& pointer, Term size, bool isWrite);
  Term isFreeable(const MemoryObjects& memory, const Pointer& pointer);
  Term objectSize(const MemoryObjects& memory, const Pointer& pointer);
  Term isAllFreed(const MemoryObjects& memory);
  Term isAllTracked(const MemoryObjects& memory, const std::vector<Term>& roots);

  /// `into` where `isFrom` does not hold, `from` where it does.
  void merge(MemoryObjects& into, const MemoryObjects& from, Term isFrom);
  /// Objects that the pointer may point into; nothing: any.
  std::optional<std::vector<uint64_t>> objectsOf(const Pointer& pointer);
  /// Any value that a pointer with this set may have, in objects that exist by now; null if it is better not told apart.
  Term anyPointer(const PointerSet& set);
  /// The object's bytes become unknown; if `alsoLife`, it may be dead, too.
  void havoc(MemoryObjects& memory, uint64_t object, bool alsoLife);

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
  struct Target {
    uint64_t number;
    MemoryObjectPtr object;
    Term isHere; // the pointer points into it
    Term offset;
  };
  struct Piece {
    uint64_t offset;
    uint32_t size;
    Term value;
  };

  std::vector<Target> targets(const MemoryObjects& memory, const Pointer& pointer, bool isWrite);
  std::vector<uint64_t> numbersOf(const PointerTarget& target) const;
  void noteRead(const Target& target);
  Term anyContents(uint32_t object, uint64_t offset, uint32_t size);
  Term isInside(const Target& target, Term size);
  Term isDefined(const std::vector<Target>& targets, Term size);
  /// Offsets at which an access of this size may happen; nothing if they are too many.
  std::optional<std::vector<uint64_t>> offsets(const Target& target, uint32_t size);
  Term readTarget(const Target& target, uint32_t size);
  void writeTarget(MemoryObjects& memory, Target& target, uint32_t size, Term value);
  /// The target's object, to be changed: in place if no other state has it.
  MemoryObject& own(MemoryObjects& memory, Target& target);
  std::vector<Piece> pieces(const MemoryObject& object, uint64_t offset, uint32_t size);
  void initialPieces(InitialContents& initial, uint64_t offset, uint64_t end, std::vector<Piece>& result);
  // Contents as an array (memory_encoder_arrays.cpp).
  Term initialArray(InitialContents& initial);
  void becomeArray(MemoryObject& object, uint32_t unit);
  uint32_t unitFor(const Target& target, uint32_t size);
  Term readArray(const MemoryObject& object, Term offset, uint32_t size);
  Term writeArray(Term array, uint32_t unit, Term offset, uint32_t size, Term value);
  Term element(Term array, uint32_t unit, Term offset);
  Term indexOf(Term offset, uint32_t unit);

  Term read(const MemoryObject& object, uint64_t offset, uint32_t size);
  void write(MemoryObject& object, uint64_t offset, uint32_t size, Term value);
  MemoryObjectPtr merged(const MemoryObject& into, const MemoryObject& from, Term isFrom);
  uint64_t constantSize(Term size) const;
  Pointer moved(const Pointer& pointer, uint64_t bytes) {
    return {terms_.mkBvAdd(pointer.term, word(bytes)), pointer.set};
  }
  Term word(uint64_t value) { return terms_.mkBv(program_.layout().width, value); }

  const Program& program_;
  const PointsTo& pointsTo_;
  TermManager& terms_;
  PointerTerms pointers_;
  std::vector<std::vector<uint64_t>> allocated_; // by object of the points-to analysis: numbers of its instances
  std::vector<bool> isRepeated_;                 // by object of the points-to analysis
  std::map<uint32_t, std::shared_ptr<InitialContents>> initialOf_; // of allocations that are not repeated
  uint64_t nextNumber_;                                            // of what repeated allocations make
  std::vector<AllocationRecord> allocations_;
  std::vector<Term> placesRead_;
};

} // namespace assay
