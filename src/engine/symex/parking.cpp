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
  decisions_.splitTo(none);
  decisions_.beginReplay();
  merger_.replay(parked.merges);
  threads_.replay(parked.record);
  machine_.use(*state);
  const uint64_t before = instructions_;
  const auto isBefore = [&] { return state->arrivals < parked.arrivals || state->turns < parked.turns; };
  for (uint64_t steps = 1; isBefore() && !decisions_.isLost(); ++steps) {
    const Step step = state->edge ? runEdge(*state) : chooseEdge(*state);
    if (step != Step::Next || (steps % limits_.takeUpLook == 0 && env_.deadline.expired())) decisions_.lose();
  }
  if (state->location != parked.location) decisions_.lose();
  if (!decisions_.isLost() && parked.edge) {
    if (!state->edge) state->take(*parked.edge); // else a thread goes on in the middle of it
    if (state->edge != parked.edge || runOperations(*state, parked.instr) != Step::Next) decisions_.lose();
  }
  state->nextEdge = parked.nextEdge;
  state->forks = parked.forks;
  decisions_.endReplay();
  env_.statistics.counter("instructions again") += instructions_ - before;
  instructions_ = before;
  if (!decisions_.isLost()) return state;
  noteCut(env_.deadline.expired() ? "out of time" : "a parked state that was not found again");
  return nullptr;
}

} // namespace assay::symex
