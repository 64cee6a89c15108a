// Owners: static objects, full of zeros at first, in which nothing is ever stored but null and addresses in objects that nobody else
// knows then, at places for pointers. From then on they are known, so no such object is stored twice: two places in
// owners that hold addresses in the same object are one place. (Of blocks that are freed and made anew, C lets nobody use an
// old address.)
#pragma once

#include "analysis/threads/pointer_sets.h"

#include <set>

namespace assay {

class Owners {
public:
  Owners(const Program& program, const PointerSetTable& sets) : program_(program), sets_(sets) {}

  void clear();
  /// A value is stored there, by a store of its own. `isOwn`: it is null, or the address of an object that nobody else knows.
  void noteStore(PointerSetId targets, Sort sort, bool isOwn);
  /// Anything is written there.
  void noteWrite(PointerSetId targets);
  /// Whether the cell is a place in an owner.
  bool hold(const KnownCell& cell) const;
  /// What follows of two threads' cells of owners at the same time: addresses and what is there, in words of their own.
  Term differ(Term address, Term value, Term otherAddress, Term otherValue) const;

private:
  bool isPlaceForPointer(const PointerTarget& target) const;

  const Program& program_;
  const PointerSetTable& sets_;
  bool isAnyWritten_ = false;
  std::set<uint32_t> others_; // objects that are no owners
};

} // namespace assay
