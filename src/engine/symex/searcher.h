// Which state next. A searcher keeps references to the states that wait; their owner tells it who comes and who goes.
#pragma once

#include "engine/symex/state.h"

#include <cstdint>
#include <memory>
#include <string_view>
#include <vector>

namespace assay::symex {

class Searcher {
public:
  virtual ~Searcher() = default;
  virtual void add(State& state) = 0;
  virtual void remove(State& state) = 0;
  /// A state that waits has run for a while.
  virtual void moved(State&) {}
  /// One of those that wait; there is one.
  virtual State& select() = 0;
  /// How much work it was to run the state that was selected last.
  virtual void worked(uint64_t) {}
};

/// "dfs", "bfs", "random-path", "coverage", or "interleaved" (random paths, coverage and depth in turns, with as much
/// work for each: what is wrong may lie wide or deep), "learning" (the same, with half of the work in depth). Throws
/// UsageError for others. `visits` says how often each location was entered.
std::unique_ptr<Searcher> makeSearcher(std::string_view name, uint64_t seed, const std::vector<uint32_t>& visits);

} // namespace assay::symex
