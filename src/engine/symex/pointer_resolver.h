// Which object a pointer means. A pointer that is not concrete is resolved by its state's model: the object that it
// points to in the model is proposed, and a state is split off in which it points elsewhere. Whether a pointer lies in
// an object is one comparison, since an object's addresses are consecutive numbers:
//
//     p - address(object) <= size(object) - size(access)          unsigned
#pragma once

#include "engine/symex/decisions.h"

#include <optional>
#include <vector>

namespace assay::symex {

class PointerResolver {
public:
  PointerResolver(const Program& program, Decisions& decisions, const SymexLimits& limits, State& state)
      : terms_(program.terms()), layout_(program.layout()), decisions_(decisions), limits_(limits), state_(state) {}

  /// The object that `size` bytes from the pointer lie in; 0 if there is none. Splits as needed.
  uint64_t resolve(SymValue pointer, SymValue size, bool isWrite);
  /// The objects that a pointer which is not concrete may point into, if it always points into one of them, and they
  /// are few. Asks for one after the other.
  std::vector<uint64_t> allObjects(SymValue pointer, SymValue size, bool isWrite);
  /// The condition that the access is inside the object.
  Term inBounds(SymValue pointer, uint64_t number, SymValue size) const;
  SymValue offsetIn(SymValue pointer, uint64_t number) const;
  /// The pointer's value if it may be freed with this storage (null included); nothing if it may not.
  std::optional<uint64_t> resolveFreeable(SymValue pointer, Storage storage);
  /// A concrete value of the pointer-sized operand; splits off the others.
  uint64_t concretise(SymValue value);
  Term termOf(SymValue value) const { return value.toTerm(terms_, terms_.bvSort(layout_.width)); }

private:
  uint64_t resolveConcrete(uint64_t pointer, SymValue size, bool isWrite);
  uint64_t resolveSymbolic(Term pointer, SymValue size, bool isWrite);

  TermManager& terms_;
  const PointerLayout& layout_;
  Decisions& decisions_;
  const SymexLimits& limits_;
  State& state_;
};

} // namespace assay::symex
