// Parked states: states that wait in a form that needs next to no memory.
//
// A parked state is its path condition and a model of it, which it shares for the most part with the states that it was
// split from, and its place. Everything else comes back by executing the program from the start on terms as before, and
// the model answers every question that was open. The path condition implies these answers, because they are the
// answers that the state was given the first time. The solver is not asked on the way, and the state is neither split
// nor pruned; it is merged where it was merged (merger.h), and threads go on in the order of its record. (Merged pointers are the exception: which objects a pointer
// may name is asked again, under the whole path condition.) If the state is not found again, which can only happen if a
// solver gives up, that is a cut.
#pragma once

#include "engine/symex/state.h"

#include <algorithm>
#include <vector>

namespace assay::symex {

struct ParkedState {
  explicit ParkedState(const State& state)
      : location(state.location), edge(state.edge), nextEdge(state.nextEdge), instr(state.instr),
        arrivals(state.arrivals), path(state.path), model(std::make_shared<PathModel>(state.model.get())),
        merges(state.merges), record(state.threads ? state.record : nullptr), turns(state.turns), forks(state.forks),
        id(state.id), parent(state.parent) {}

  // As in State.
  const LocationCode* location;
  const EdgeCode* edge;
  uint32_t nextEdge, instr;
  uint64_t arrivals;
  PathRef path;
  ModelRef model;
  MergeRef merges;
  RecordRef record; // of a program with threads: the schedule is a part of it
  uint64_t turns;
  uint64_t forks, id, parent;
};

/// The state that was split off last is taken up first.
class ParkingLot {
public:
  bool empty() const { return states_.empty(); }
  size_t size() const { return states_.size(); }
  void park(const State& state) {
    states_.emplace_back(state);
    std::push_heap(states_.begin(), states_.end(), isOlder);
  }
  ParkedState take() {
    std::pop_heap(states_.begin(), states_.end(), isOlder);
    ParkedState newest = std::move(states_.back());
    states_.pop_back();
    return newest;
  }

private:
  static bool isOlder(const ParkedState& a, const ParkedState& b) { return a.id < b.id; }

  std::vector<ParkedState> states_; // a heap
};

} // namespace assay::symex
