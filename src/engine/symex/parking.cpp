#include "engine/symex/parking.h"

#include "engine/symex/executor.h"

namespace assay::symex {

StatePtr Executor::takeUp(const ParkedState& parked) {
  StatePtr state = makeInitialState();
  state->id = parked.id;
  state->parent = parked.parent;
  state->path = parked.path;
  state->model = parked.model;
  std::vector<StatePtr> none;
  split_ = &none;
  isReplaying_ = true;
  isLost_ = false;
  useState(*state);
  const uint64_t before = instructions_;
  constexpr uint64_t kLookEvery = 4096; // at the clock
  for (uint64_t steps = 1; state->arrivals < parked.arrivals && !isLost_; ++steps) {
    const Step step = state->edge ? runEdge(*state) : chooseEdge(*state);
    isLost_ |= step != Step::Next || (steps % kLookEvery == 0 && env_.deadline.expired());
  }
  isLost_ |= state->location != parked.location;
  if (!isLost_ && parked.edge) {
    takeEdge(*state, *parked.edge);
    isLost_ |= runOperations(*state, parked.instr) != Step::Next;
  }
  state->nextEdge = parked.nextEdge;
  state->forks = parked.forks;
  isReplaying_ = false;
  env_.statistics.counter("instructions again") += instructions_ - before;
  instructions_ = before;
  if (!isLost_) return state;
  noteCut(env_.deadline.expired() ? "out of time" : "a parked state that was not found again");
  return nullptr;
}

} // namespace assay::symex
