// Whether every live heap block can still be reached. Concrete words decide for themselves; a word that is a term may
// hold any address.
#pragma once

#include "engine/symex/limits.h"
#include "engine/symex/state.h"
#include "program/leak_search.h"

#include <vector>

namespace assay::symex {

class BlockSearch {
public:
  BlockSearch(const Program& program, const SymexLimits& limits, State& state, LeakRoots roots);

  /// Live heap blocks that no concrete pointer reaches.
  const std::vector<uint64_t>& unreached() const { return unreached_; }
  /// The words that may hold pointers and are terms.
  const std::vector<Term>& symbolic() const { return symbolic_; }

private:
  void scan(SymValue value);
  void scanVariable(SymValue value);
  void scanVariables(LeakRoots roots);
  void scanStack(const Frame* top, LeakRoots roots);
  void scanObjects();

  const Program& program_;
  const SymexLimits& limits_;
  const PointerLayout& layout_;
  State& state_;
  std::vector<uint8_t> isReached_; // by object
  std::vector<uint64_t> work_;     // objects whose contents are to be scanned
  std::vector<uint64_t> unreached_;
  std::vector<Term> symbolic_;
};

/// Whether concrete pointers in variables that C knows reach every live heap block.
bool isTracked(const Program& program, const SymexLimits& limits, State& state);

} // namespace assay::symex
