// A searcher says which state goes on next. It keeps references to the states that wait; their owner tells it which
// states come and go.
#pragma once

#include "engine/symex/limits.h"
#include "engine/symex/state.h"
#include "util/options.h"

#include <cstdint>
#include <memory>
#include <vector>

namespace assay::symex {

class Searcher {
public:
  virtual ~Searcher() = default;
  virtual void add(State& state) = 0;
  virtual void remove(State& state) = 0;
  /// A state that waits has run for a while.
  virtual void moved(State&) {}
  /// One of the states that wait; there must be one.
  virtual State& select() = 0;
  /// How much work it was to run the state that was selected last.
  virtual void worked(uint64_t) {}
};

/// Interleaved: random paths, coverage and depth take turns, with the same work for each, because violations may lie
/// wide or deep.
struct Order {
  SearchOrder search = SearchOrder::Interleaved;
  bool isLearning = false; // interleaved, with half of the work in depth
};

/// `visits` says how often each location was entered.
std::unique_ptr<Searcher> makeSearcher(Order order, const SymexLimits& limits, uint64_t seed,
                                       const std::vector<uint32_t>& visits);

} // namespace assay::symex
