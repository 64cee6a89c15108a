// The states that have not come to their end: those in memory, with a searcher that says which one goes on, and those
// that are parked because memory is scarce.
#pragma once

#include "engine/symex/executor.h"
#include "engine/symex/parking.h"
#include "engine/symex/searcher.h"

#include <map>
#include <memory>

namespace assay::symex {

class OpenStates {
public:
  OpenStates(Executor& executor, const SymexLimits& limits, Env& env, uint64_t seed, Order order);

  void add(StatePtr state);
  void drop(State& state);
  /// Searches in this order from now on.
  void search(Order order);
  Searcher& searcher() { return *searcher_; }

  /// In memory, by number: the oldest first.
  const std::map<uint64_t, StatePtr>& states() const { return states_; }
  size_t numParked() const { return parked_.size(); }
  size_t number() const { return states_.size() + parked_.size(); }

  /// Keeps the newest states in memory and parks the others. From now on the newest state goes on: so parked states are
  /// far from their turn, and few new states come.
  void park(size_t kept);
  /// Takes up a parked state. False: none is left, or there is no time.
  bool takeUp();
  /// Keeps every other state of those in memory, from the first or the second one on.
  void keepEveryOther(bool isFirst);

private:
  void makeSearcher(Order order);

  Executor& executor_;
  const SymexLimits& limits_;
  Env& env_;
  const uint64_t seed_;
  Order order_;
  std::unique_ptr<Searcher> searcher_;
  std::map<uint64_t, StatePtr> states_;
  ParkingLot parked_;
  bool isDeep_ = false;
  uint64_t& parkings_;
  uint64_t& returns_;
};

} // namespace assay::symex
