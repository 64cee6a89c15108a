// A state in the course of symbolic execution of a flow: when it is reached, and values as terms over symbols.
#pragma once

#include "encode/memory/state.h"
#include "encode/path_guard.h"
#include "util/persistent_vector.h"

#include <memory>
#include <utility>
#include <vector>

namespace assay {

struct SymbolicState {
  PathGuard guard;
  PersistentVector<Term> variables; // by variable; null: not written yet, or dead
  MemoryObjects memory;
  /// In states in which invariants may be evaluated: what arrays hold at the place (memory/places.h), and the place
  /// itself if it is a certain one.
  using ArrayValues = std::vector<std::pair<Term, Term>>;
  std::shared_ptr<const ArrayValues> contents;
};

/// The value of a term over the program's variables.
Term instantiate(const Program& program, Term term, const SymbolicState& state);

} // namespace assay
