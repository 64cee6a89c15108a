// Numbers of objects in an unwinding, and which of them pointers mean.
#pragma once

#include "analysis/points_to.h"
#include "encode/memory/pointer_terms.h"
#include "encode/memory/state.h"

#include <cstdint>
#include <optional>
#include <set>
#include <vector>

namespace assay {

/// A pointer's term, and what points-to analysis says of it: where the term does not tell, only these objects are
/// meant.
struct EncodedPointer {
  Term term;
  PointerSet set;
};

/// An object that a pointer may point into.
struct MemoryTarget {
  uint64_t number;
  MemoryObjectPtr object;
  Term isHere; // the pointer points into it
  Term offset;
};

class MemoryTargets {
public:
  /// `repeated`: allocations that one execution may make more than once. The object of any other allocation has the
  /// same number wherever it is met.
  MemoryTargets(const Program& program, const PointsTo& pointsTo, const std::set<const Allocate*>& repeated);

  bool isRepeated(uint32_t site) const { return isRepeated_[site]; }
  /// The number of what the site allocates next.
  uint64_t numberOf(uint32_t site) const { return isRepeated_[site] ? nextNumber_ : site; }
  /// Notes that the site has allocated an object, with that number.
  void note(uint32_t site);

  /// Objects that exist by now, of an object of the points-to analysis.
  std::vector<uint64_t> numbersOf(uint32_t object) const;
  /// Objects that the pointer may point into; nothing: any.
  std::optional<std::vector<uint64_t>> objectsOf(const EncodedPointer& pointer);
  std::vector<MemoryTarget> targets(const MemoryObjects& memory, const EncodedPointer& pointer, bool isWrite);
  /// Any value that a pointer with this set may have, in objects that exist by now; null if a plain variable serves
  /// better.
  Term anyPointer(const PointerSet& set);

  PointerTerms& pointers() { return pointers_; }

private:
  const PointsTo& pointsTo_;
  TermManager& terms_;
  const PointerLayout layout_;
  PointerTerms pointers_;
  std::vector<std::vector<uint64_t>> allocated_; // by object of the points-to analysis: numbers of its instances
  std::vector<bool> isRepeated_;                 // by object of the points-to analysis
  uint64_t nextNumber_;                          // of what repeated allocations make
};

} // namespace assay
