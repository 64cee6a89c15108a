// Operations on memory. A pointer that is not concrete is resolved by its state's model: the object that it points to in
// the model is proposed, and decide() splits off the state in which it points elsewhere. Whether a pointer lies in an
// object is one comparison, since an object's addresses are consecutive numbers:
//
//     p - address(object) <= size(object) - size(access)          unsigned
#pragma once

#include "engine/symex/executor.h"
#include "program/leak_search.h"

#include <optional>
#include <vector>

namespace assay::symex {

class MemoryOperations {
public:
  MemoryOperations(Executor& executor, State& state, const Instr& instr);

  Executor::Step run();

  /// Whether concrete pointers reach every live heap block.
  bool isTracked();

private:
  using Step = Executor::Step;

  /// The object that `size` bytes from the pointer lie in; 0 if there is none. Splits as needed.
  uint64_t resolve(SymValue pointer, SymValue size, bool isWrite);
  uint64_t resolveConcrete(uint64_t pointer, SymValue size, bool isWrite);
  uint64_t resolveSymbolic(Term pointer, SymValue size, bool isWrite);
  /// The objects that a pointer which is not concrete may point into, if they are to be merged and it always points into
  /// one of them.
  std::vector<uint64_t> allObjects(SymValue pointer, SymValue size, bool isWrite);
  static constexpr size_t kMaxMerged = 8;
  bool isCandidate(uint64_t number, bool isWrite) const;
  /// The condition that the access is inside the object.
  Term inBounds(SymValue pointer, uint64_t number, SymValue size) const;
  SymValue offsetIn(SymValue pointer, uint64_t number) const;
  /// A concrete value of the pointer-sized operand; splits off the others.
  uint64_t concretise(SymValue value);

  Step load();
  Step store();
  Step loadMerged(Term pointer, const std::vector<uint64_t>& numbers, Sort sort);
  Step storeMerged(Term pointer, const std::vector<uint64_t>& numbers, SymValue value, Sort sort);
  Step allocate();
  Step release();
  Step copy();
  Step fill();
  Step accessQuery(bool isWrite);
  Step freeableQuery();
  Step objectSizeQuery();
  Step allTrackedQuery();

  /// The pointer's value if it may be freed with this storage (null included); nothing if it may not.
  std::optional<uint64_t> resolveFreeable(SymValue pointer, Storage storage);
  bool isFreeable(uint64_t pointer, Storage storage) const;

  void scan(SymValue value, std::vector<uint8_t>& reached, std::vector<uint64_t>& work, std::vector<Term>& symbolic);
  void scanVariables(LeakRoots roots, std::vector<uint8_t>& reached, std::vector<uint64_t>& work,
                     std::vector<Term>& symbolic);

  /// Live heap blocks that no concrete pointer reaches, and the words that may hold pointers and are terms.
  std::vector<uint64_t> unreached(LeakRoots roots, std::vector<Term>& symbolic);

  SymValue operand(unsigned i) const { return executor_.get(instr_.operands[i]); }
  Step give(SymValue value) {
    executor_.set(state_, instr_.dst, value);
    return Step::Next;
  }
  Term pointerTerm(SymValue value) const { return value.toTerm(terms_, terms_.bvSort(layout_.width)); }
  SymValue pointerValue(uint64_t word) const { return SymValue::concrete(word); }
  ObjectAccess access(uint64_t number) { return ObjectAccess(program_, terms_, state_.memory, number, arbitrary_); }
  /// Adds what accesses took from outside to the state's record.
  void record();
  Step undefined(const char* what);
  Step tooLarge();

  Executor& executor_;
  State& state_;
  const Instr& instr_;
  const Program& program_;
  TermManager& terms_;
  const PointerLayout& layout_;
  std::vector<ArbitraryBytes> arbitrary_;
};

} // namespace assay::symex
